// The engine in the browser: CPython in WebAssembly, which answers the methods of docs/protocol.md in this worker.

import { loadPyodide } from "./runtime/pyodide.mjs";

/** @returns {Promise<(method: string, body: string) => string>} the engine */
async function started() {
  const [python, archives] = await Promise.all([
    loadPyodide({ indexURL: new URL("./runtime/", import.meta.url).href }),
    fetched(),
  ]);
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir });
  return python.runPython("from mtglayers.server.browser import BrowserEngine; BrowserEngine().answer");
}

/** @returns {Promise<ArrayBuffer[]>} the packages that the engine imports */
async function fetched() {
  const listed = await (await fetch(new URL("./runtime/packages.json", import.meta.url))).json();
  return Promise.all(listed.map(async (/** @type {string} */ name) =>
    (await fetch(new URL(`./runtime/${name}`, import.meta.url))).arrayBuffer()));
}

const engine = started();

addEventListener("message", async ({ data: { id, method, body } }) => {
  try {
    postMessage({ id, answer: (await engine)(method, body) });
  } catch (error) {
    postMessage({ id, failure: String(error).trim().split("\n").at(-1) });
  }
});
