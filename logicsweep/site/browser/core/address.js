// The state of the page as the fragment of its address, which a browser never sends anywhere, and links:
// where they begin, and for whom they open.

// Names by which a computer reaches itself, and nobody else reaches it.
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function base64Of(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
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

// The link with a fragment, and a sentence about who can open it. It begins with the public address,
// else, if that is empty, with the address of this page, `here`.
export function linkOf(fragment, here = location.href,
  publicUrl = document.querySelector('meta[name="public-url"]').content) {
  const link = new URL(fragment, publicUrl || here);
  const { host, hostname } = link;
  const opens = LOOPBACK.test(hostname) ? `only on a computer that serves this page, at ${host}`
    : publicUrl ? `for everybody, at ${host}` : `for whoever can reach ${host}`;
  return { link: link.href, opens: `It opens ${opens}.` };
}
