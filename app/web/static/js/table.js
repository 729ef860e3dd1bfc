// The table's page: keeps itself up to date, and sends what is tapped.

import { dropAhead, dueAhead, keepAhead } from "./ahead.js";
import { nudge, stayAwake } from "./awake.js";
import { countDown } from "./countdown.js";
import { say, watchForms, whenIdle } from "./forms.js";
import { get } from "./get.js";
import { Live } from "./live.js";
import { paidToMe } from "./paid.js";
import { swap } from "./swap.js";

const holder = document.getElementById("table");
const path = holder.dataset.path;
const link = document.getElementById("link");
let asking = null;
let next = null;
let picking = Promise.resolve();

// Resolves once what is drawn is no older than this call.
function refresh() {
  if (asking) {
    next ??= asking.catch(() => {}).then(() => { next = null; return refresh(); });
    return next;
  }
  asking = fetchAndDraw().finally(() => { asking = null; });
  return asking;
}

async function fetchAndDraw() {
  const answer = await get(`${path}/fragment${location.search}`);
  if (answer.status === 401 || answer.status === 403) location.href = JSON.parse(answer.text).go || "/";
  if (answer.status === 200) {
    draw(answer.text);
    live.fetched();
  } else if (answer.status === 0) live.failed();
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
  const due = dueAhead(part)?.value;
  if (due) whenIdle(() => press(due));
}

// Who taps faster than the page is drawn means what stands there under the same words by then: each link holds what
// was picked before it. What is gone by then was tapped twice.
async function pick(said) {
  const link = [...holder.querySelectorAll("[data-pick]")].find((one) => label(one) === said);
  if (!link) return;
  history.replaceState(null, "", link.href);
  await refresh();
  document.getElementById("headline").focus();
}

// The button of this move, if it is still there.
function press(move) {
  const button = [...holder.querySelectorAll('button[name="move"]')].find((one) => one.value === move);
  button?.form.requestSubmit(button);
}

function label(link) {
  return (link.querySelector("b") || link).textContent.replace(/^✓ /, "").trim();
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
    const said = label(picked);
    picking = picking.catch(() => {}).then(() => pick(said));
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
