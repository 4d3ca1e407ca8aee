// Run packing.py in Pyodide: node packing.js FOLDER PACKAGE ARCHIVE...

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

async function main([folder, own, ...archives]) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  // Compiled modules without the columns of errors are a quarter smaller.
  const python = await loadPyodide({ indexURL: `${folder}/`, env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
  const packages = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const archive of archives) {
    python.unpackArchive(new Uint8Array(readFileSync(join(folder, archive))), "zip", { extractDir: packages });
  }
  python.mountNodeFS("/built", folder);
  python.FS.writeFile("/packing.py", readFileSync(join(__dirname, "packing.py")));
  python.runPython("import sys; sys.path.append('/')");
  python.pyimport("packing").pack("/built", packages, own);
}

main(process.argv.slice(2)).catch((error) => { console.error(String(error)); process.exitCode = 1; });
