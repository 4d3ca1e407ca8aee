// Ask mtglayers what a board looks like, from JavaScript with nothing but Node's standard library.
//
// Run: node client.mjs [COMMAND...]. COMMAND starts mtglayers: by default the value of MTGLAYERS, or
// `mtglayers`. Copy the class `Layers` into your own program.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** An error from mtglayers: `message` is a sentence, `code` and `data` have the details. */
class LayersError extends Error {
  constructor({ code, message, data = {} }) {
    super(message);
    this.name = "LayersError";
    this.code = code;
    this.data = data;
  }
}

/** A running `mtglayers serve --stdio`, which answers one line of JSON-RPC with one line. */
class Layers {
  #process;
  #waiting = new Map(); // id -> the promise of its answer
  #rest = []; // the pieces of a line that has not ended yet
  #ids = 0;
  #ended = null;

  constructor([program, ...args]) {
    this.#process = spawn(program, [...args, "serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdout.setEncoding("utf8");
    this.#process.stdout.on("data", (text) => this.#read(text));
    this.#process.stdin.on("error", () => {}); // the server has stopped: "close" reports it
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (code, signal) => {
      this.#end(new Error(`mtglayers has ended (${signal ?? `exit code ${code}`})`));
    });
  }

  /** Return a promise of a method's result; it is rejected with the method's error. */
  call(method, params = {}) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#ids;
    this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Stop the server by ending its input. */
  async close() {
    if (this.#ended) return;
    this.#process.stdin.end();
    await once(this.#process, "close");
  }

  // Not with node:readline, which also ends a line at U+2028 inside a text.
  #read(text) {
    const [first, ...lines] = text.split("\n");
    this.#rest.push(first);
    for (const next of lines) {
      this.#answer(JSON.parse(this.#rest.join("")));
      this.#rest = [next];
    }
  }

  // Answers come in the order of requests: one without an id belongs to the oldest request.
  #answer({ id, result, error }) {
    const request = id ?? this.#waiting.keys().next().value;
    const { resolve, reject } = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (error) reject(new LayersError(error));
    else resolve(result);
  }

  #end(error) {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Print the Saproling, and the order of the effects in layer 4. */
async function show(layers, board) {
  const result = await layers.call("solve", { board, objects: ["saproling"], include: ["objects", "layers", "steps"] });
  const [token] = result.objects;
  const types = [...token.types, "-", ...token.subtypes].join(" ");
  console.log(`${token.name} (${token.controller}): ${token.power}/${token.toughness} ${types}`);
  const layer = result.layers.find(({ name }) => name === "4");
  for (const { step, called, because, edges } of layer.steps) {
    console.log(`  ${step}. ${called}: ${because}`);
    for (const { effect, on, reasons } of edges) {
      console.log(`     ${effect} depends on ${on}: ${reasons.join(", ")}`);
    }
  }
}

/** Play an event; replace a misspelled card name by the nearest known name. */
async function push(layers, board, event) {
  try {
    await layers.call("board.push", { board, event });
  } catch (error) {
    if (error.data?.type !== "UnknownCardError" || !error.data.nearest.length) throw error;
    console.log(error.message);
    await layers.call("board.push", { board, event: { ...event, enters: error.data.nearest[0] } });
  }
}

/** Play the story of Blood Moon, Life and Limb and a Saproling. */
async function main(command) {
  const layers = new Layers(command);
  try {
    const server = await layers.call("initialize", { client: "client.mjs" });
    console.log(`${server.name}, protocol ${server.protocol}`);

    const { board } = await layers.call("board.new", { players: ["Ana", "Zoë"], edition: "2026-09-25" });
    await push(layers, board, { enters: "Blod Moon", controller: "Ana" });
    await push(layers, board, { enters: "Life and Limb", controller: "Ana" });
    await push(layers, board, { enters: "Saproling", controller: "Zoë" });
    await show(layers, board);

    console.log("\nAn Overgrown Tomb enters.");
    await push(layers, board, { enters: "Overgrown Tomb", controller: "Zoë" });
    await show(layers, board);
    console.log();
    console.log((await layers.call("explain", { board, object: "saproling" })).text);

    console.log("\nIt never did.");
    await layers.call("board.pop", { board });
    await show(layers, board);
  } finally {
    await layers.close();
  }
}

const given = process.argv.slice(2);
await main(given.length ? given : (process.env.MTGLAYERS ?? "mtglayers").split(/\s+/));
