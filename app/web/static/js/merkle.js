// Does a later checkpoint hold all that an earlier one held? RFC 6962 trees, checked as RFC 9162, 2.1.4.2 says.

import { sha256 } from "./sha256.js";

export function parse(note) {
  const [origin, size, root] = note.split("\n");
  return { note, origin, size: Number(size), root };
}

// `old` and `now` are parsed checkpoints, `hashes` the server's proof in base64.
export async function consistent(old, now, hashes) {
  if (old.size === now.size) return old.root === now.root;
  if (!(old.size > 0 && old.size < now.size)) return false;
  const path = hashes.map(bytes);
  if (old.size % 2 ** bits(old.size) === 0 && 2 ** bits(old.size) === old.size) path.unshift(bytes(old.root));
  if (!path.length) return false;
  let node = old.size - 1;
  let last = now.size - 1;
  while (node % 2) [node, last] = [(node - 1) / 2, half(last)];
  let before = path[0];
  let after = path[0];
  for (const sibling of path.slice(1)) {
    if (last === 0) return false;
    if (node % 2 || node === last) {
      before = await over(sibling, before);
      after = await over(sibling, after);
      while (node && node % 2 === 0) [node, last] = [half(node), half(last)];
    } else after = await over(after, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && text(before) === old.root && text(after) === now.root;
}

// Whether the note is signed with this key; null where the browser can't tell, as on plain http.
export async function signed(note, verifierKey) {
  if (!globalThis.crypto?.subtle) return null;
  const key = bytes(verifierKey.split("+").slice(2).join("+")).slice(1);
  const [body, below] = note.split("\n\n");
  const mark = below.split("\n").find((line) => line.startsWith("— "));
  try {
    const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    const signature = bytes(mark.split(" ")[2]).slice(4);
    return await crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(`${body}\n`));
  } catch (fault) {
    return fault.name === "NotSupportedError" ? null : false;
  }
}

async function over(left, right) {
  const joined = new Uint8Array(1 + left.length + right.length);
  joined[0] = 1;
  joined.set(left, 1);
  joined.set(right, 1 + left.length);
  return sha256(joined);
}

const half = (n) => Math.floor(n / 2);
const bits = (n) => Math.floor(Math.log2(n));
const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const text = (hash) => btoa(String.fromCharCode(...hash));
