// The state of the page as the fragment of its address, which a browser never sends anywhere.

export function base64Of(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

// The state in a fragment: JSON, deflated, in base64 for addresses.
export async function packed(state) {
  const data = await through(new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(state)));
  return base64Of(data).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The same back. Throws an Error in words.
export async function unpacked(text) {
  try {
    const data = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(data, (letter) => letter.charCodeAt(0));
    const plain = await through(new DecompressionStream("deflate-raw"), bytes);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    throw new Error("the link is damaged: it was not copied as a whole");
  }
}

// More than any board takes; a few bytes could otherwise unpack to gigabytes.
const MOST = 8_000_000;

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST) throw new Error("too long");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
