// The loop of an engine: begin with a state, play each event, and ask what it changed.
//
// Run: node examples/changes.mjs FILE, where FILE has the parameters of `board.new` as `board`, and a list `events`.
// MTGLAYERS is the command that starts mtglayers. Prints the milliseconds per event, first when every answer has all
// objects, then when it has only those that changed (`since`). Both ways must end with the same objects.

import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { Layers } from "../index.js";

const { board, events } = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Play all events on a new board; return the milliseconds for each, and the objects at the end. */
async function play(layers, changesOnly) {
  const made = await layers.call("board.new", board);
  const asked = { board: made.board, include: ["objects"], ...(changesOnly ? { since: "" } : {}) };
  const objects = new Map();
  const take = (answer) => {
    if (!answer.since) objects.clear(); // the answer is complete
    for (const id of answer.gone ?? []) objects.delete(id);
    for (const object of answer.objects) objects.set(object.id, object);
    if (changesOnly) asked.since = answer.version;
  };
  take(await layers.call("solve", asked));
  const began = performance.now();
  for (const event of events) {
    await layers.call("board.push", { board: made.board, event });
    take(await layers.call("solve", asked));
  }
  return [(performance.now() - began) / events.length, objects];
}

const layers = new Layers((process.env.MTGLAYERS ?? "mtglayers").split(/\s+/));
const [all, expected] = await play(layers, false);
const [changed, found] = await play(layers, true);
await layers.close();
deepStrictEqual(Object.fromEntries(found), Object.fromEntries(expected));
console.log(JSON.stringify([all, changed]));
