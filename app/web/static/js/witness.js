// This phone is a witness: it keeps the last checkpoint that it saw of each log, and complains when the server shows
// a history that does not contain it.

import { get } from "./get.js";
import { consistent, parse, signed } from "./merkle.js";

const KEPT = "reckless.checkpoint."; // and the name of the log
const BROKEN = "reckless.broken";
const EVERY_MS = 60000;
const box = document.getElementById("witness");

async function lookAtAll() {
  const logs = new Set(keptLogs());
  if (box.dataset.log) logs.add(box.dataset.log);
  for (const log of logs) await look(log);
}

async function look(log) {
  if (document.hidden || read(BROKEN)) return;
  const kept = read(KEPT + log);
  const answer = await get(`/proof/${encodeURIComponent(log)}/consistency?from=${kept ? kept.size : 0}`);
  if (answer.status !== 200) return;
  const { checkpoint, hashes, key } = JSON.parse(answer.text);
  if (!checkpoint && !kept) return;
  const now = { ...parse(checkpoint), key };
  const wrong = await problem(kept, now, hashes);
  if (wrong) {
    write(BROKEN, { wrong, log, kept, now });
    complain();
    // What another tab has seen meanwhile is not written over unchecked: the next look is held against it.
  } else if (JSON.stringify(read(KEPT + log)) === JSON.stringify(kept)) write(KEPT + log, now);
}

async function problem(kept, now, hashes) {
  if (!now.note) return kept.key === now.key ? "forked" : "other"; // all that it has seen is gone
  if ((await signed(now.note, kept?.key ?? now.key)) === false) return kept && kept.key !== now.key ? "other" : "unsigned";
  if (!kept) return "";
  if (kept.origin !== now.origin || kept.key !== now.key) return "other";
  return (await consistent(kept, now, hashes)) ? "" : "forked";
}

function complain() {
  const broken = read(BROKEN);
  if (!broken) return;
  box.hidden = false;
  box.querySelector(".text").textContent = box.dataset[broken.wrong];
  box.querySelector(".kept").textContent = broken.kept?.note ?? "";
  box.querySelector(".now").textContent = broken.now.note;
}

function keptLogs() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(KEPT)).map((name) => name.slice(KEPT.length));
  } catch {
    return [];
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing is no witness; it plays like any other.
  }
}

box.querySelector("button").addEventListener("click", () => {
  const broken = read(BROKEN);
  localStorage.removeItem(BROKEN);
  if (broken?.now.note) write(KEPT + broken.log, broken.now);
  else if (broken) localStorage.removeItem(KEPT + broken.log);
  box.hidden = true;
});
complain();
lookAtAll();
setInterval(lookAtAll, EVERY_MS);
addEventListener("visibilitychange", lookAtAll);
