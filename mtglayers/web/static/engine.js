// The engine that the page asks: the methods of docs/protocol.md, over HTTP or in a worker of this browser.

/** An answer that is an error, with its one-sentence message. */
export class Refusal extends Error {
  /** @param {string} message @param {any} [data] */
  constructor(message, data) {
    super(message);
    this.data = data;
  }
}

/**
 * Ask the engine.
 * @param {string} method the name of a method, such as "cards.search"
 * @param {Record<string, any>} params its parameters
 * @param {AbortSignal} [signal] a signal that cancels the request
 * @returns {Promise<any>} the answer
 * @throws {Refusal} the engine refused the request, or cannot be reached
 */
export async function request(method, params, signal) {
  const text = await ask(method, JSON.stringify(params), signal);
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Refusal("The service gave an answer that is not JSON. Is it an mtglayers service?");
  }
  if (data && data.error) throw new Refusal(sentence(data.error.message), data.error.data);
  return data;
}

/** Whether the engine runs in this browser: `mtglayers page --build` marks such a page. */
const IN_BROWSER = document.documentElement.dataset.engine === "browser";

/** @param {string} method @param {string} body @param {AbortSignal} [signal] @returns {Promise<string>} the answer as JSON */
function ask(method, body, signal) {
  return IN_BROWSER ? inWorker(method, body, signal) : overHttp(method, body, signal);
}

/** @param {string} method @param {string} body @param {AbortSignal} [signal] @returns {Promise<string>} */
async function overHttp(method, body, signal) {
  const headers = { "content-type": "application/json" };
  try {
    return await (await fetch(`v1/${method.replace(".", "/")}`, { method: "POST", headers, body, signal })).text();
  } catch (error) {
    if (signal && signal.aborted) throw error;
    throw new Refusal("The service does not answer. Is it still running?");
  }
}

/** @type {(() => void)} */
let begin;
/** Resolved when the engine can answer. @type {Promise<void>} */
export const ready = IN_BROWSER ? new Promise((resolve) => { begin = resolve; }) : Promise.resolve();

/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, {resolve: (answer: string) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
let asked = 0;
/** @type {Promise<any>} */
let last = Promise.resolve();

/**
 * Ask the worker, one request at a time, so that a request that is cancelled before its turn costs nothing.
 * @param {string} method @param {string} body @param {AbortSignal} [signal] @returns {Promise<string>}
 */
function inWorker(method, body, signal) {
  const answer = last.then(() => new Promise((resolve, reject) => {
    if (signal && signal.aborted) throw signal.reason;
    asked += 1;
    waiting.set(asked, { resolve, reject });
    started().postMessage({ id: asked, method, body });
  }));
  last = answer.catch(() => {});
  return answer;
}

/** @returns {Worker} */
function started() {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, failure } }) => {
    begin();
    keepOffline();
    const found = waiting.get(id);
    waiting.delete(id);
    if (found && failure) found.reject(new Refusal(`The engine failed: ${failure}`));
    else if (found) found.resolve(answer);
  });
  worker.addEventListener("error", () => {
    begin();
    for (const { reject } of waiting.values()) reject(new Refusal("The engine could not be loaded. Reload the page."));
    waiting.clear();
  });
  return worker;
}

let kept = false;

/** Let the browser keep all files, once they have been loaded for the first answer. */
function keepOffline() {
  if (kept || !("serviceWorker" in navigator)) return;
  kept = true;
  navigator.serviceWorker.register("offline.js").catch(() => {});
}

if (IN_BROWSER) started();

/** @param {string} text a message, with what it quotes in backticks @returns {string} the text as a sentence */
export function sentence(text) {
  const quoted = text.replace(/`([^`]*)`/g, "“$1”");
  const capital = quoted.charAt(0).toUpperCase() + quoted.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
