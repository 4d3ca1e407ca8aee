// What the page calls objects: by name, and by number where several have the same name.

/**
 * @param {any[]} objects the objects in a result
 * @returns {Record<string, string>} id -> what the object is called
 */
export function called(objects) {
  /** @type {Record<string, string[]>} */
  const ids = {};
  for (const each of objects) (ids[each.name || "(no name)"] ??= []).push(each.id);
  const found = Object.fromEntries(Object.entries(ids).flatMap(
    ([name, same]) => same.map((id, place) => [id, same.length > 1 ? `${name} ${place + 1}` : name])));
  const before = Object.keys(found).filter((id) => id.includes("@")).map((id) => [id.split("@")[0], found[id]]); // the zone it went to
  return { ...Object.fromEntries(before), ...found };
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
