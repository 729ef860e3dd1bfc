// "Show my code": follows what is owed, and turns when it is paid, while the code is held up.

import { get } from "./get.js";
import { Live } from "./live.js";
import { paidToMe } from "./paid.js";
import { swap } from "./swap.js";

const holder = document.getElementById("receiving");

async function refresh() {
  const answer = await get("/receive/fragment");
  if (answer.status !== 200) return;
  live.fetched();
  const part = swap(holder, answer.text);
  if (part) paidToMe(part, holder.dataset.path);
}

const live = new Live(holder.dataset.path, refresh, () => {});
paidToMe(holder.firstElementChild, holder.dataset.path);
