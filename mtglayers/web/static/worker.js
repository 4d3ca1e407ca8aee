// The engine in the browser: CPython in WebAssembly, which answers the methods of docs/protocol.md in this worker.

import { loadPyodide } from "./runtime/pyodide.mjs";

// Modules are imported from what was unpacked; only other files are written into the file system.
const UNPACK = `
import sys

class Unpacked:
    def __init__(self, files, folder):
        self.files, self.folder = files, folder

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec
        base = name.replace(".", "/")
        for file in (f"{base}/__init__.pyc", f"{base}.pyc"):
            if file in self.files:
                spec = ModuleSpec(name, self, origin=f"{self.folder}/{file}", is_package=file.endswith("/__init__.pyc"))
                spec.has_location = True
                if spec.submodule_search_locations is not None:
                    spec.submodule_search_locations.append(f"{self.folder}/{base}")
                return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        import marshal
        compiled = memoryview(self.files.pop(module.__spec__.origin.removeprefix(f"{self.folder}/")))
        exec(marshal.loads(compiled[16:]), module.__dict__)

def unpack(data, folder):
    import marshal, os
    from compression import zstd
    modules = {}
    for name, content in marshal.loads(zstd.decompress(data.to_bytes())).items():
        if name.endswith(".pyc"):
            modules[name] = content
            continue
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    sys.meta_path.insert(0, Unpacked(modules, folder))
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

let rest = 0;
let searched = false;

/** The first search reads the names of all cards, so one is made as soon as nothing is asked for half a second. */
function prepareSearch(answer) {
  clearTimeout(rest);
  if (!searched) rest = setTimeout(() => { searched = true; answer("cards.search", '{"text":"a","limit":1}'); }, 500);
}

addEventListener("message", async ({ data: { id, method, body } }) => {
  try {
    const answer = await engine;
    postMessage({ id, answer: answer(method, body) });
    prepareSearch(answer);
  } catch (error) {
    postMessage({ id, failure: String(error).trim().split("\n").at(-1) });
  }
});
