// The table's page: keeps itself up to date, and sends what is tapped.

import { dropAhead, dueAhead, keepAhead } from "./ahead.js";
import { nudge, stayAwake } from "./awake.js";
import { countDown } from "./countdown.js";
import { say, watchForms } from "./forms.js";
import { get } from "./get.js";
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
  const answer = await get(`${path}/fragment${location.search}`);
  asking = false;
  if (answer.status === 401 || answer.status === 403) location.href = JSON.parse(answer.text).go || "/";
  if (answer.status === 200) {
    draw(answer.text);
    live.fetched();
  } else if (answer.status === 0) live.failed();
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
  speak(part.querySelector("#headline").textContent);
  if (part.dataset.asked === "1") nudge();
  paidToMe(part, path);
  const due = dueAhead(part);
  if (due) due.form.requestSubmit(due);
}

function speak(text) {
  document.getElementById("spoken").textContent = text;
}

function state(name, seconds) {
  const before = link.dataset.state;
  if (name === "lost" && before !== "lost") speak(link.dataset.gone);
  else if (name !== "lost" && before === "lost") speak(link.dataset.back);
  link.dataset.state = name;
  const text = seconds ? link.dataset[name].replace("%s", seconds) : link.dataset[name === "lost" ? "gone" : name];
  const shownText = link.querySelector(".text");
  if (shownText.textContent !== text) shownText.textContent = text;
}

document.addEventListener("click", (event) => {
  const picked = event.target.closest("[data-pick]");
  if (picked) {
    event.preventDefault();
    history.replaceState(null, "", picked.href);
    refresh().then(() => document.getElementById("headline").focus());
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
    return true;
  }
  history.replaceState(null, "", path);
  return refresh();
});

const live = new Live(path, refresh, state);
show(holder.firstElementChild, false);
paidToMe(holder.firstElementChild, path);
