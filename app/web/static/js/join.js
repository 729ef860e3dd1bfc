// Before one sits down: who sits there already, as others take their seats.

import { get } from "./get.js";
import { swap } from "./swap.js";

const EVERY_MS = 3000;
const holder = document.getElementById("seats");

async function look() {
  if (document.hidden) return;
  const answer = await get(location.pathname);
  if (answer.status !== 200) return;
  const { status } = holder.firstElementChild.dataset;
  const part = swap(holder, answer.text);
  // The game began or ended: there is something else to do on the page.
  if (part && part.dataset.status !== status) location.reload();
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
