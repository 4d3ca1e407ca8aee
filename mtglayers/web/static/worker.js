// The engine in the browser: CPython in WebAssembly, which answers the methods of docs/protocol.md in this worker.

import { loadPyodide } from "./runtime/pyodide.mjs";

const UNPACK = `
def unpack(data, folder):
    import marshal, os
    from compression import zstd
    for name, content in marshal.loads(zstd.decompress(data.to_bytes())).items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
unpack`;

/** @returns {Promise<(method: string, body: string) => string>} the engine */
async function started() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("./runtime/", import.meta.url).href }),
    fetched(),
  ]);
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const { name, data } of packages) {
    if (name.endsWith(".whl")) python.unpackArchive(data, "zip", { extractDir: folder });
    else python.runPython(UNPACK)(data, folder);
  }
  return python.runPython("from mtglayers.server.browser import BrowserEngine; BrowserEngine().answer");
}

/** @returns {Promise<{name: string, data: ArrayBuffer}[]>} what the engine imports */
async function fetched() {
  const listed = await (await fetch(new URL("./runtime/packages.json", import.meta.url))).json();
  return Promise.all(listed.map(async (/** @type {string} */ name) =>
    ({ name, data: await (await fetch(new URL(`./runtime/${name}`, import.meta.url))).arrayBuffer() })));
}

const engine = started();

addEventListener("message", async ({ data: { id, method, body } }) => {
  try {
    postMessage({ id, answer: (await engine)(method, body) });
  } catch (error) {
    postMessage({ id, failure: String(error).trim().split("\n").at(-1) });
  }
});
