// Begins the worker of a page that has the kernel, before the other scripts of the page come. What a frame of
// another page leaves out is never drawn, either. Where no host serves the page, browsers load no worker and
// no module: then the sentence that says so stays.

if (location.protocol !== "file:") document.documentElement.classList.add("begun");
if (window.top !== window.self) document.documentElement.classList.add("embedded");

window.logicsweepWorker = new Worker(
  new URL("worker.js", document.currentScript.src), { type: "module" });
// The page begins another one, and hears what is wrong with it.
window.logicsweepWorker.addEventListener("error", () => { window.logicsweepWorker = null; });
