// The objects after each step, from the objects before all effects and the changes of the steps.

/** @param {any} result @returns {any[]} the steps of all layers in order, each with its layer */
export function stepsOf(result) {
  return result.layers.flatMap((layer) => layer.steps.map((each) => ({ ...each, layer })));
}

/** @param {any} result @returns {Set<string>} the ids of the objects that some step changes */
export function changedIds(result) {
  return new Set(stepsOf(result).flatMap((step) => step.changed.map((each) => each.id)));
}

/**
 * Return the power and toughness of each object before all effects, if an effect changes one of them and numbers are printed.
 * @param {any} result
 * @returns {Record<string, {power?: any, toughness?: any}>}
 */
export function sizesBefore(result) {
  /** @type {Record<string, any>} */
  const found = {};
  const defining = stepsOf(result).filter((step) => step.cda).flatMap((step) => step.operations);
  const defined = new Set(defining.filter((each) => each.operation.kind === "SetPT").flatMap((each) => each.objects));
  for (const { id, changes } of stepsOf(result).flatMap((step) => step.changed)) {
    if (defined.has(id)) continue; // a characteristic-defining ability stands for the numbers
    for (const { what, one, gained } of changes) {
      if (what === "types" && gained.includes("Creature")) found[id] ??= { power: null, toughness: null };
      else if (SIZE.includes(what) && !(what in (found[id] ??= {}))) found[id][what] = one;
    }
  }
  return found;
}

const SIZE = ["power", "toughness"];

/**
 * Return what each object is after a number of steps.
 * @param {any[]} before the objects before all effects @param {any} result @param {number} count
 * @returns {Record<string, any>}
 */
export function stateAt(before, result, count) {
  const found = Object.fromEntries(before.map((each) => [each.id, { ...each }]));
  const ends = Object.fromEntries(result.objects.map((each) => [each.id, each]));
  for (const { id, changes } of stepsOf(result).slice(0, count).flatMap((each) => each.changed)) {
    for (const change of found[id] ? changes : []) found[id][change.what] = after(found[id][change.what], change, ends[id]);
  }
  return found;
}

/** @param {any} value @param {any} change @param {any} end the object after all steps @returns {any} the value after a change */
function after(value, change, end) {
  if (!("gained" in change)) return change.other;
  if (!Array.isArray(value) || change.what === "abilities") return value;
  const left = value.filter((each) => !change.lost.includes(each) && !change.gained.includes(each));
  const now = [...left, ...change.gained];
  const last = end[change.what].filter((each) => now.includes(each)); // what stays is in the order of the type line
  return [...now.filter((each) => !last.includes(each)), ...last];
}
