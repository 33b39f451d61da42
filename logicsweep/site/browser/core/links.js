// Links to the page: where they begin, and for whom they open.

// Names by which a computer reaches itself, and nobody else reaches it.
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

// The link with a fragment, and a sentence about who can open it. It begins with the public address,
// else, if that is empty, with the address of this page, `here`.
export function linkOf(fragment, here, publicUrl) {
  const link = new URL(fragment, publicUrl || here);
  return { link: link.href, opens: sentenceOf(link, Boolean(publicUrl)) };
}

function sentenceOf({ host, hostname }, isPublic) {
  if (LOOPBACK.test(hostname)) {
    return `It opens only on a computer that serves this page, at ${host}.`;
  }
  return isPublic ? `It opens for everybody, at ${host}.` : `It opens for whoever can reach ${host}.`;
}
