// Files and long texts of any kind: puzzles, boards, Forge game states, lines of notation.

import { html, useRef } from "./vendor/preact.js";
import { board as boardOf } from "./board.js";
import { Refusal, request } from "./engine.js";

const TOML = /^\s*(\[\[timeline\]\]|(title|notes|players|edition|timeline)\s*=)/m;
const FORGE = /^\s*(\[(state|metadata)\]|(human|ai|p\d|turn|active)\w*\s*=)/im;

/** @param {string} text @returns {boolean} whether a text is more than lines of notation */
export function isFile(text) {
  return /^\s*\{/.test(text) || TOML.test(text) || FORGE.test(text);
}

/**
 * Read a file.
 * @param {string} text its text @param {string} [name] its name
 * @returns {Promise<any>} a `board`, with what else is known about it, or `lines` of notation
 * @throws {Error} the text is none of these
 */
export async function opened(text, name = "") {
  if (text.includes("\0")) throw new Refusal(`“${name || "This file"}” is not a text file.`);
  if (!text.trim()) throw new Refusal(`“${name || "This text"}” is empty.`);
  if (/^\s*\{/.test(text)) {
    const found = json(text);
    if ("title" in found) return puzzle(text);
    if ("timeline" in found && "players" in found) return { board: boardOf(found) };
    throw new Refusal(`${name || "This text"} is JSON, but neither a puzzle nor a board.`);
  }
  if (TOML.test(text)) return puzzle(text);
  if (FORGE.test(text)) {
    const found = await request("forge.read", { text, leave_out: true });
    const lost = found.not_carried.filter((each) => each.matters).map((each) => `${each.what}: ${each.why}.`);
    return { board: boardOf(found.board), title: found.title, notes: lost.join("\n\n"), stops: [], objects: [] };
  }
  return { lines: text };
}

/** @param {string} text @returns {any} */
function json(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`This is not valid JSON: ${error.message}.`);
  }
}

/** @param {string} text @returns {Promise<any>} */
async function puzzle(text) {
  const { board, readings, ...rest } = await request("puzzle.read", { puzzle: text });
  return { ...rest, board: boardOf({ ...board, readings }) };
}

/** A button with which a file is chosen. @param {any} props */
export function FileButton({ open }) {
  const file = useRef(null);
  const choose = async (event) => {
    const [chosen] = event.target.files;
    if (chosen) open(await chosen.text(), chosen.name);
    event.target.value = "";
  };
  return html`
    <button type="button" onClick=${() => file.current.click()}>Open a file</button>
    <input ref=${file} type="file" hidden onChange=${choose} aria-label="File" />`;
}
