// Begins the worker of a page without a server, before the other scripts of the page come.

window.logicsweepWorker = new Worker(
  new URL("worker.js", document.currentScript.src), { type: "module" });
// The page begins another one, and hears what is wrong with it.
window.logicsweepWorker.addEventListener("error", () => { window.logicsweepWorker = null; });
