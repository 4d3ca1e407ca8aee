// A client of `mtglayers serve --stdio`, with nothing but Node's standard library.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** An error from mtglayers: `message` is a sentence, `code` and `data` have the details. */
export class LayersError extends Error {
  constructor({ code, message, data = {} }) {
    super(message);
    this.name = "LayersError";
    this.code = code;
    this.data = data;
  }

  /** The class of the error, such as "UnknownCardError". */
  get type() {
    return this.data.type ?? "";
  }
}

/** A running `mtglayers serve --stdio`, which answers one line of JSON-RPC with one line. */
export class Layers {
  #process;
  #waiting = new Map(); // id -> the promise of its answer
  #rest = []; // the pieces of a line that has not ended yet
  #ids = 0;
  #ended = null;

  constructor(command = ["mtglayers"], options = []) {
    const [program, ...args] = command;
    this.#process = spawn(program, [...args, "serve", "--stdio", ...options], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdout.setEncoding("utf8");
    this.#process.stdout.on("data", (text) => this.#read(text));
    this.#process.stdin.on("error", () => {}); // the server has stopped: "close" reports it
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (code, signal) => {
      this.#end(new Error(`mtglayers has ended (${signal ?? `exit code ${code}`})`));
    });
  }

  /** Return a promise of a method's result; it is rejected with the method's error. */
  call(method, params = {}, { signal } = {}) {
    if (this.#ended) return Promise.reject(this.#ended);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#ids;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => {
      const cancel = () => this.#send({ method: "$/cancelRequest", params: { id } });
      const done = () => signal?.removeEventListener("abort", cancel);
      signal?.addEventListener("abort", cancel);
      this.#waiting.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(signal?.aborted ? signal.reason : error)),
      });
    });
  }

  /** Stop the server by ending its input; requests that were sent are still answered. */
  async close() {
    if (this.#ended) return;
    this.#process.stdin.end();
    await once(this.#process, "close");
  }

  #send(message) {
    this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  }

  // Not with node:readline, which also ends a line at U+2028 inside a text.
  #read(text) {
    const [first, ...lines] = text.split("\n");
    this.#rest.push(first);
    for (const next of lines) {
      const line = this.#rest.join("");
      this.#rest = [next];
      try {
        this.#answer(JSON.parse(line));
      } catch (error) {
        this.#end(new Error(`an answer that is not JSON-RPC: ${line.slice(0, 80)}`, { cause: error }));
        this.#process.kill();
      }
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
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
