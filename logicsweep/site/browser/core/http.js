// Questions to the program that serves the page; answers come as messages, one JSON object a line.

let token = document.querySelector('meta[name="token"]')?.content;

// As `ask` in `ask.js`.
export async function ask(question, heard, signal) {
  try {
    const used = token;
    let response = await sent(question, signal);
    if (response.status === 403) {
      await renew();
      if (token !== used) response = await sent(question, signal);
    }
    if (!response.ok) throw new Error((await response.json()).error);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (let part; !(part = await reader.read().catch(lost)).done;) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) if (!signal?.aborted) heard(JSON.parse(line));
    }
    return true;
  } catch (problem) {
    if (signal?.aborted) return false;
    throw problem;
  }
}

function sent(question, signal) {
  return fetch("api/answer", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Logicsweep-Token": token },
    body: JSON.stringify(question),
    signal,
  }).catch(lost);
}

// Say in words that the network failed; what goes wrong with an answer is another thing.
function lost(problem) {
  throw problem instanceof TypeError ? new Error("nobody answers; is logicsweep serve still running?") : problem;
}

// Take the token of the page as it is served now: it changes with every start, and a page that is
// open goes on after one, unless it is of another version.
async function renew() {
  const served = new DOMParser().parseFromString(await (await fetch("./").catch(lost)).text(), "text/html");
  const version = (page) => page.querySelector('script[type="module"]')?.getAttribute("src");
  if (version(served) === version(document)) token = served.querySelector('meta[name="token"]').content;
}
