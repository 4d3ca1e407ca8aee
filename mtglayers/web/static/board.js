// Boards as data: what an engine is given, what an address contains, what the browser keeps.

/**
 * @typedef {{players: string[], edition?: string|null, cards?: any[], timeline: any[], readings?: string[]}} Board
 */

/** @type {Board} */
export const EMPTY = { players: ["Ann", "Ben"], edition: null, cards: [], timeline: [], readings: [] };

const KEPT = "mtglayers.boards";
const MOST = 8;
const LARGEST = 4_000_000; // bytes of a board, as of a request

/** @param {Board} board @returns {any} the board as the parameter `board` of a method */
export function data(board) {
  const { readings, ...rest } = board;
  return rest;
}

/** @param {Board} board @returns {any} the parameters of a method that says which rules to apply */
export function ruled(board) {
  return { board: data(board), ...(board.readings && board.readings.length ? { readings: board.readings } : {}) };
}

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
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(limited());
  return board(JSON.parse(await new Response(stream).text()));
}

/** @returns {TransformStream} a stream that fails if more passes through it than a board can have */
function limited() {
  let left = LARGEST;
  return new TransformStream({
    transform(chunk, control) {
      left -= chunk.length;
      if (left < 0) control.error(new Error("This board is too large."));
      else control.enqueue(chunk);
    },
  });
}

/** @param {any} found JSON data @returns {Board} @throws {Error} the data is not a board */
export function board(found) {
  if (!found || !Array.isArray(found.players) || !Array.isArray(found.timeline)) throw new Error("This is not a board.");
  const { players, edition, cards, timeline, readings } = { ...EMPTY, ...found };
  const texts = [...players, edition ?? "", ...readings];
  if (!Array.isArray(cards) || !texts.every((each) => typeof each === "string")) throw new Error("This is not a board.");
  if (!timeline.every((each) => each && typeof each === "object")) throw new Error("This is not a board.");
  return { players, edition, cards, timeline, readings };
}

/** @param {Board} board @returns {Partial<Board>} the board without what is empty */
function lean(board) {
  /** @type {any} */
  const found = { players: board.players, timeline: board.timeline };
  if (board.edition) found.edition = board.edition;
  if (board.cards && board.cards.length) found.cards = board.cards;
  if (board.readings && board.readings.length) found.readings = board.readings;
  return found;
}

/**
 * Return a board whose event at one place happens at another.
 * @param {Board} board @param {number} from @param {number} to
 * @returns {Board}
 */
export function moved(board, from, to) {
  const timeline = [...board.timeline];
  timeline.splice(to, 0, ...timeline.splice(from, 1));
  return { ...board, timeline };
}

/** @param {Board} board @param {number} place @returns {Board} the board without an event */
export function removed(board, place) {
  return { ...board, timeline: board.timeline.filter((_, number) => number !== place) };
}

/**
 * Return an event in a few words.
 * @param {any} event @param {Record<string, string>} names id -> name
 * @returns {string}
 */
export function words(event, names) {
  const say = (/** @type {any} */ value) => shown(value, names);
  const verb = Object.keys(event).find((key) => VERBS.has(key)) || Object.keys(event)[0];
  const what = say(event[verb]);
  switch (verb) {
    case "enters": {
      const parts = [event.count > 1 ? `${event.count}× ${what}` : what];
      if (event.zone && event.zone !== "battlefield") parts.push(`in ${event.zone}`);
      if (event.attached_to) parts.push(`→ ${say(event.attached_to)}`);
      if (event.copy_of) parts.push(`copying ${say(event.copy_of)}`);
      if (event.chosen) parts.push(`choosing ${say(Object.values(event.chosen))}`);
      return parts.join(" ");
    }
    case "resolves":
      return [`${what} resolves`, ...(event.targets ? [`→ ${say(event.targets)}`] : [])].join(" ");
    case "attaches":
      return `${what} → ${say(event.to)}`;
    case "counters":
      return `${what}: ${counters(event.put, "+")}${counters(event.remove, "−")}`;
    case "marks":
    case "player":
      return `${what}: ${Object.entries(event.set || {}).map(([key, value]) => mark(key, value, names)).join(", ")}`;
    case "chooses":
      return `${what} chooses ${say(Object.values(event.chosen || {}))}`;
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

/** @param {any} value @param {Record<string, string>} [names] @returns {string} */
function shown(value, names = {}) {
  if (Array.isArray(value)) return value.map((each) => shown(each, names)).join(", ");
  if (value && typeof value === "object") return value.name || value.text || shown(value.ability_of, names) || "…";
  return names[value] || String(value ?? "");
}

/** @param {any} kinds @param {string} sign @returns {string} */
function counters(kinds, sign) {
  return Object.entries(kinds || {}).map(([kind, count]) => `${sign}${count} ${kind}`).join(", ");
}

/** @param {string} key @param {any} value @param {Record<string, string>} names @returns {string} */
function mark(key, value, names) {
  const name = key.replaceAll("_", " ");
  return value === true ? name : value === false ? `not ${name}` : `${name} ${shown(value, names)}`;
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

/** @param {string} title @param {string} fragment @param {string} before the fragment of the board from which this one was made */
export function keep(title, fragment, before) {
  const others = kept().filter((each) => each.fragment !== fragment && each.fragment !== before && each.title !== title);
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
