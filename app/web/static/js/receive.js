// "Show my code": follows what is owed, and turns when it is paid, while the code is held up.

import { Live } from "./live.js";
import { paidToMe } from "./paid.js";
import { swap } from "./swap.js";

const holder = document.getElementById("receiving");

async function refresh() {
  try {
    const response = await fetch("/receive/fragment", { headers: { "X-Requested-With": "reckless" } });
    if (!response.ok) return;
    live.fetched();
    const part = swap(holder, await response.text());
    if (part) paidToMe(part, holder.dataset.path);
  } catch { /* No connection: the next look tries again. */ }
}

const live = new Live(holder.dataset.path, refresh, () => {});
paidToMe(holder.firstElementChild, holder.dataset.path);
