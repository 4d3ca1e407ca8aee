// Run the conformance kit through `mtglayers serve --stdio`, from JavaScript with nothing but Node's standard library:
// each vector's board is sent unchanged, cards spelled out, and the results are written as answers.
//
// Run: node run_vectors.mjs KIT ANSWERS.jsonl [COMMAND...], then: mtglayers vectors diff ANSWERS.jsonl --kit KIT
// COMMAND starts mtglayers: by default the value of MTGLAYERS, or `mtglayers`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/** Yield the lines of a stream; only "\n" ends one, and U+2028 may occur inside a text. */
async function* lines(stream) {
  let rest = "";
  for await (const text of stream.setEncoding("utf8")) {
    const pieces = (rest + text).split("\n");
    rest = pieces.pop();
    yield* pieces;
  }
}

async function main(kit, target, [program, ...args]) {
  const read = (...names) => JSON.parse(readFileSync(join(kit, ...names), "utf8"));
  const names = read("index.json").vectors;
  const server = spawn(program, [...args, "serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  let sent = 0;
  const send = () => {
    const vector = read("vectors", `${names[sent]}.json`);
    const params = { board: vector.board, readings: vector.readings, include: ASKED };
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: sent++, method: "solve", params })}\n`);
  };
  while (sent < Math.min(AT_ONCE, names.length)) send();
  const answers = [];
  if (names.length) {
    for await (const line of lines(server.stdout)) {
      const { id, result, error } = JSON.parse(line);
      answers.push(error ? { vector: names[id], not_supported: error.message } : answer(names[id], result));
      if (answers.length === names.length) break;
      if (sent < names.length) send();
    }
  }
  server.stdin.end();
  await once(server, "close");
  writeFileSync(target, answers.map((each) => `${JSON.stringify(each)}\n`).join(""));
  console.log(`${answers.length} vectors answered`);
}

const [kit, target, ...command] = process.argv.slice(2);
if (!target) {
  console.error("node run_vectors.mjs KIT ANSWERS.jsonl [COMMAND...]");
  process.exit(2);
}
await main(kit, target, command.length ? command : (process.env.MTGLAYERS ?? "mtglayers").split(/\s+/));
