// Every button that acts: one press, one order; a second press while it is under way does nothing.

import { checked, checking } from "./checking.js";
import { deliver, order, pending } from "./send.js";

const CHECK_AFTER_MS = 1500;
const SAID = "reckless.said";
let busy = false;
let sending = Promise.resolve();

async function send(sent, form, then) {
  busy = true;
  form?.setAttribute("aria-busy", "true");
  const slow = setTimeout(checking, CHECK_AFTER_MS);
  const answer = await deliver(sent, checking);
  clearTimeout(slow);
  checked();
  form?.removeAttribute("aria-busy");
  if (answer.again) location.href = answer.go;
  else busy = Boolean(await then(answer));
}

// A page that was left with its answer, and is looked at again by "back".
addEventListener("pageshow", (event) => { if (event.persisted) busy = false; });

// `then(answer)` hears what the server said, and gives true when another page is on its way: a tap on the old one is
// nothing any more. What an earlier page sent and never heard of comes first.
export async function watchForms(then) {
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.enctype === "multipart/form-data" || !form.elements.key) return;
    event.preventDefault();
    if (!busy) sending = send(order(form, event.submitter), form, then);
  });
  try {
    const said = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (said) say(said);
  } catch { /* Storage is off: nothing was said on the page before. */ }
  for (const kept of pending()) await (sending = send(kept, null, then));
}

// Once nothing is under way any more: a press that the page makes by itself is never one too many.
export function whenIdle(then) {
  sending.then(then);
}

// Said on the page to which this one leads.
export function sayThere(text) {
  try {
    sessionStorage.setItem(SAID, text);
  } catch { /* Storage is off: the next page shows how things are. */ }
}

export function say(text) {
  const notes = document.getElementById("notes");
  const line = document.createElement("p");
  line.className = "say bad";
  line.textContent = text;
  notes.replaceChildren(line);
}
