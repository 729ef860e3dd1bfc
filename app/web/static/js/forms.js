// Every button that acts: one press, one order; a second press while it is under way does nothing.

import { checked, checking } from "./checking.js";
import { deliver, order, pending } from "./send.js";

const CHECK_AFTER_MS = 1500;
let busy = false;

async function send(sent, form, then) {
  busy = true;
  form?.setAttribute("aria-busy", "true");
  const slow = setTimeout(checking, CHECK_AFTER_MS);
  const answer = await deliver(sent, checking);
  clearTimeout(slow);
  checked();
  busy = false;
  form?.removeAttribute("aria-busy");
  if (answer.again) location.href = answer.go;
  else then(answer);
}

// `then(answer)` hears what the server said; what an earlier page sent and never heard of comes first.
export async function watchForms(then) {
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.enctype === "multipart/form-data" || !form.elements.key) return;
    event.preventDefault();
    if (!busy) send(order(form, event.submitter), form, then);
  });
  for (const kept of pending()) await send(kept, null, then);
}

export function say(text) {
  const notes = document.getElementById("notes");
  const line = document.createElement("p");
  line.className = "say bad";
  line.textContent = text;
  notes.replaceChildren(line);
}
