// Runs a file of Python in Pyodide, with folders of this machine in place of its own.
//
//     node in_pyodide.mjs PYODIDE FILE QUESTIONS LIBRARY FOLDER...
//
// PYODIDE is the folder of the npm package, FILE is run as Python, and LIBRARY is the kernel. Python
// sees each FOLDER under its own path, and imports from there.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, file, questions, library, ...folders] = process.argv.slice(2);
const inside = (path) => new WebAssembly.Module(readFileSync(path));

// A function that Pyodide does not have fails only when it is called.
const offered = WebAssembly.Module.exports(inside(resolve(pyodide, "pyodide.asm.wasm")));
const names = new Set(offered.map(({ name }) => name));
const wanted = WebAssembly.Module.imports(inside(library)).filter(({ kind }) => kind === "function");
const missing = wanted.filter(({ module, name }) => module !== "env" || !names.has(name));
if (missing.length) throw new Error(`Pyodide lacks ${missing.map(({ name }) => name)}`);

const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")));
const kernel = { LOGICSWEEP_KERNEL: "native", LOGICSWEEP_KERNEL_FILE: library };
const env = { ...kernel, QUESTIONS: questions, PYTHONDONTWRITEBYTECODE: "1" };
const python = await loadPyodide({ env });
for (const folder of folders) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(folder)})`);
}
python.runPython(readFileSync(file, "utf8"));
