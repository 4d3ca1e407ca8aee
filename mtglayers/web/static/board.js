// Boards as data: what an engine is given, what an address contains, what the browser keeps.

/**
 * @typedef {{players: string[], edition?: string|null, cards?: any[], timeline: any[]}} Board
 */

/** @type {Board} */
export const EMPTY = { players: ["Ann", "Ben"], edition: null, cards: [], timeline: [] };

const KEPT = "mtglayers.boards";
const MOST = 8;

/**
 * Pack a board into the fragment of an address.
 * @param {Board} board
 * @returns {Promise<string>}
 */
export async function packed(board) {
  const bytes = new TextEncoder().encode(JSON.stringify(lean(board)));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Unpack what `packed` returned.
 * @param {string} text
 * @returns {Promise<Board>}
 * @throws {Error} the text is not a packed board
 */
export async function unpacked(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const board = JSON.parse(await new Response(stream).text());
  if (!Array.isArray(board.players) || !Array.isArray(board.timeline)) throw new Error("not a board");
  return { ...EMPTY, ...board };
}

/** @param {Board} board @returns {Partial<Board>} the board without what is empty */
function lean(board) {
  /** @type {any} */
  const found = { players: board.players, timeline: board.timeline };
  if (board.edition) found.edition = board.edition;
  if (board.cards && board.cards.length) found.cards = board.cards;
  return found;
}

/** @param {any} event @returns {string} an event in a few words */
export function words(event) {
  const verbs = Object.keys(event);
  const verb = verbs.find((key) => VERBS.has(key)) || verbs[0];
  const what = shown(event[verb]);
  switch (verb) {
    case "enters": {
      const parts = [event.count > 1 ? `${event.count}× ${what}` : what];
      if (event.zone && event.zone !== "battlefield") parts.push(`in ${event.zone}`);
      if (event.attached_to) parts.push(`→ ${event.attached_to}`);
      if (event.copy_of) parts.push(`copying ${event.copy_of}`);
      return parts.join(" ");
    }
    case "resolves":
      return [`${what} resolves`, ...(event.targets ? [`→ ${event.targets.join(", ")}`] : [])].join(" ");
    case "attaches":
      return `${what} → ${shown(event.to)}`;
    case "counters":
      return `${what}: ${counters(event.put, "+")}${counters(event.remove, "−")}`;
    case "marks":
    case "player":
      return `${what}: ${Object.entries(event.set || {}).map(([key, value]) => mark(key, value)).join(", ")}`;
    case "chooses":
      return `${what} chooses ${Object.values(event.chosen || {}).map(shown).join(", ")}`;
    case "phases":
      return `${what} phases ${event.direction}`;
    case "turns":
      return `${what} turns face ${event.face}`;
    case "turn":
      return `${what}'s turn`;
    case "ends":
      return `end of ${what}`;
    default:
      return `${what} ${verb}`;
  }
}

const VERBS = new Set([
  "enters", "leaves", "resolves", "attaches", "detaches", "counters", "marks", "player", "chooses", "phases", "turns",
  "turn", "ends", "transforms", "flips", "moves", "melds", "merges", "orders",
]);

/** @param {any} value @returns {string} */
function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (value && typeof value === "object") return value.name || value.text || value.ability_of || "…";
  return String(value);
}

/** @param {any} kinds @param {string} sign @returns {string} */
function counters(kinds, sign) {
  return Object.entries(kinds || {}).map(([kind, count]) => `${sign}${count} ${kind}`).join(", ");
}

/** @param {string} key @param {any} value @returns {string} */
function mark(key, value) {
  const name = key.replaceAll("_", " ");
  return value === true ? name : value === false ? `not ${name}` : `${name} ${shown(value)}`;
}

/** @returns {{title: string, fragment: string}[]} the boards that the browser keeps, newest first */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(found) ? found.filter((each) => each && each.title && each.fragment) : [];
  } catch {
    return [];
  }
}

/** @param {string} title @param {string} fragment */
export function keep(title, fragment) {
  const others = kept().filter((each) => each.fragment !== fragment && each.title !== title);
  try {
    localStorage.setItem(KEPT, JSON.stringify([{ title, fragment }, ...others].slice(0, MOST)));
  } catch {
    // The browser keeps nothing: private windows, full storage.
  }
}

/** @param {Board} board @returns {string} the names of its first cards */
export function title(board) {
  const names = board.timeline.filter((event) => event.enters).map((event) => shown(event.enters));
  return [...new Set(names)].slice(0, 4).join(", ");
}
