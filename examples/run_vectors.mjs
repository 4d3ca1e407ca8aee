// Run the conformance kit through `mtglayers serve --stdio`, with the client of `bindings/javascript`: each vector's board is
// sent unchanged, cards spelled out, and the results are written as answers.
//
// Run: node run_vectors.mjs KIT ANSWERS.jsonl [COMMAND...], then: mtglayers vectors diff ANSWERS.jsonl --kit KIT
// COMMAND starts mtglayers: by default the value of MTGLAYERS, or `mtglayers`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Layers, LayersError } from "../bindings/javascript/index.js";

const ASKED = ["objects", "layers", "steps", "unsupported"];
const AT_ONCE = 16; // requests that may wait for their answers

/** Return the answer to a vector, made from a result of the server. */
function answer(vector, { objects, layers, unsupported }) {
  const unread = unsupported.filter(({ text }) => !text.startsWith("not specified: ")); // what events could also record
  if (unread.length) return { vector, not_supported: unread[0].text };
  const known = ["id", "name", "mana_cost", "mana_value", "colors", "supertypes", "types", "subtypes", "power",
    "toughness", "base_power", "base_toughness", "loyalty", "defense", "controller"];
  return {
    vector,
    objects: objects.map((found) => ({
      ...Object.fromEntries(known.map((name) => [name, found[name]])),
      abilities: found.abilities.map(({ text }) => text),
    })),
    layers: layers.map(({ name, order, steps }) => ({
      name, order,
      steps: steps.map(({ effect, edges }) => ({ effect, edges: edges.map(({ effect, on }) => ({ effect, on })) })),
    })),
  };
}

async function main(kit, target, command) {
  const read = (...names) => JSON.parse(readFileSync(join(kit, ...names), "utf8"));
  const names = read("index.json").vectors;
  const layers = new Layers(command);
  const answers = [];
  let sent = 0;
  const ask = async () => {
    while (sent < names.length) {
      const place = sent++;
      const { board, readings } = read("vectors", `${names[place]}.json`);
      try {
        answers[place] = answer(names[place], await layers.call("solve", { board, readings, include: ASKED }));
      } catch (error) {
        if (!(error instanceof LayersError)) throw error;
        answers[place] = { vector: names[place], not_supported: error.message };
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  } finally {
    await layers.close();
  }
  writeFileSync(target, answers.map((each) => `${JSON.stringify(each)}\n`).join(""));
  console.log(`${answers.length} vectors answered`);
}

const [kit, target, ...command] = process.argv.slice(2);
if (!target) {
  console.error("node run_vectors.mjs KIT ANSWERS.jsonl [COMMAND...]");
  process.exit(2);
}
await main(kit, target, command.length ? command : (process.env.MTGLAYERS ?? "mtglayers").split(/\s+/));
