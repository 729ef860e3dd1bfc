// The table's page: keeps itself up to date, and sends what is tapped.

import { dropAhead, dueAhead, keepAhead } from "./ahead.js";
import { nudge, stayAwake } from "./awake.js";
import { countDown } from "./countdown.js";
import { say, watchForms } from "./forms.js";
import { Live } from "./live.js";
import { paidToMe } from "./paid.js";
import { swap } from "./swap.js";

const holder = document.getElementById("table");
const path = holder.dataset.path;
const link = document.getElementById("link");
let asking = false;
let again = false;

async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const response = await fetch(`${path}/fragment${location.search}`, { headers: { "X-Requested-With": "reckless" } });
    if (response.status === 401 || response.status === 403) location.href = (await response.json()).go || "/";
    else if (response.ok) draw(await response.text());
    if (response.ok) live.fetched();
  } catch { /* No connection: the line at the top says since when. */ }
  asking = false;
  if (again) {
    again = false;
    refresh();
  }
}

function draw(html) {
  const before = holder.firstElementChild.dataset.seq;
  const part = swap(holder, html);
  if (part) show(part, part.dataset.seq !== before);
  else countDown(new DOMParser().parseFromString(html, "text/html").getElementById("live").dataset.seconds);
}

function show(part, moved) {
  document.title = part.dataset.title;
  document.getElementById("icon").href = part.dataset.icon;
  countDown(part.dataset.seconds);
  stayAwake(part.dataset.running === "1");
  const ahead = part.querySelector("#ahead");
  if (ahead) ahead.hidden = false;
  if (!moved) return;
  const headline = part.querySelector("#headline")?.textContent || "";
  document.getElementById("spoken").textContent = headline;
  if (part.dataset.asked === "1") nudge();
  paidToMe(part, path);
  const due = dueAhead(part);
  if (due) due.form.requestSubmit(due);
}

function state(name, seconds) {
  link.dataset.state = name;
  const text = link.dataset[name].replace("%s", seconds);
  const shownText = link.querySelector(".text");
  if (shownText.textContent !== text) shownText.textContent = text;
}

document.addEventListener("click", (event) => {
  const picked = event.target.closest("[data-pick]");
  if (picked) {
    event.preventDefault();
    history.replaceState(null, "", picked.href);
    refresh();
  }
  const button = event.target.closest("button[name=move]");
  if (button?.dataset.then) keepAhead(holder.firstElementChild.dataset.play, button.dataset.then);
  else if (button) dropAhead();
});

document.addEventListener("visibilitychange", () => stayAwake(holder.firstElementChild.dataset.running === "1"));

watchForms((answer) => {
  document.getElementById("notes").replaceChildren();
  if (answer.status >= 400) {
    dropAhead();
    say(answer.message);
  }
  const to = answer.go ? new URL(answer.go, location.href) : null;
  if (to && (answer.status < 400 || to.pathname === "/pay/") && to.pathname !== path) {
    location.href = to.href;
    return;
  }
  history.replaceState(null, "", path);
  refresh();
});

const live = new Live(path, refresh, state);
show(holder.firstElementChild, true);
