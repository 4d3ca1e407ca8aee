// What the page calls objects: by name, and by number where several have the same name.

/**
 * @param {any[]} objects the objects in a result @param {any[]} [timeline] the events, for those that are phased out
 * @returns {Record<string, string>} id -> what the object is called
 */
export function called(objects, timeline = []) {
  /** @type {Record<string, string[]>} */
  const ids = {};
  for (const each of objects) (ids[each.name || "(no name)"] ??= []).push(each.id);
  const found = Object.fromEntries(Object.entries(ids).flatMap(
    ([name, same]) => same.map((id, place) => [id, same.length > 1 ? `${name} ${place + 1}` : name])));
  const before = Object.keys(found).filter((id) => id.includes("@")).map((id) => [id.split("@")[0], found[id]]); // the zone it went to
  const away = phasedOut(timeline, objects).map((id) => [id, entered(timeline, id)]);
  return { ...Object.fromEntries([...away, ...before]), ...found };
}

/** @param {any[]} timeline @param {any[]} objects @returns {string[]} the ids of objects that are phased out */
export function phasedOut(timeline, objects) {
  const last = Object.fromEntries(timeline.filter((each) => each.phases).map((each) => [each.phases, each.direction]));
  return Object.keys(last).filter((id) => last[id] === "out" && !objects.some((each) => each.id === id));
}

/** @param {any[]} timeline @param {string} id @returns {string} the name of the card that entered with an id */
function entered(timeline, id) {
  const kebab = (/** @type {any} */ name) => String(name).toLowerCase().replace(/['’,]/g, "").replace(/[^a-z0-9]+/g, "-");
  const found = timeline.find((each) => each.as === id) || timeline.find((each) => each.enters && id.startsWith(kebab(each.enters)));
  return found && found.enters ? found.enters.name || found.enters : id;
}

/**
 * Group objects with the same name.
 * @param {string[]} ids @param {any[]} objects
 * @returns {{name: string, ids: string[]}[]}
 */
export function grouped(ids, objects) {
  const names = Object.fromEntries(objects.map((each) => [each.id, each.name || "(no name)"]));
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const id of ids) (found[names[id] || id] ??= []).push(id);
  return Object.entries(found).map(([name, same]) => ({ name: same.length > 1 ? `${name} ×${same.length}` : name, ids: same }));
}

/** @param {any} object @returns {string} power and toughness; "" if the object has none */
export function size(object) {
  return !object || object.power === null || object.power === undefined ? "" : `${object.power}/${object.toughness}`;
}

/** @param {any} object @returns {string} the type line */
export function typeLine(object) {
  const types = [...object.supertypes, ...object.types].join(" ");
  return object.subtypes.length ? `${types} — ${object.subtypes.join(" ")}` : types;
}

/**
 * Say why a change was refused, with names instead of ids.
 * @param {string} message @param {Record<string, string>} names @param {string} [line] the line, which need not be repeated
 * @returns {string}
 */
export function told(message, names, line) {
  const repeated = `“${line}”: `;
  const rest = message.startsWith(repeated) ? message.slice(repeated.length) : message;
  const said = rest.replace(/^(\d+): /, "Line $1: ").replace(/“board\.(?=[a-z])/g, "“").replace(/“([^”]+)”/g, (all, id) => (names[id] ? `“${names[id]}”` : all));
  return said.charAt(0).toUpperCase() + said.slice(1);
}
