// The scanner's page: one code held in view is looked up once, and leads to one page to confirm.

import { Camera, why } from "./camera.js";

const box = document.getElementById("camera");
const says = document.getElementById("camera-says");
const csrf = document.querySelector('meta[name="csrf"]').content;
const AGAIN_MS = 3000;
let camera = null;
let refused = { text: "", at: 0 };

function say(text) {
  says.textContent = text;
  says.hidden = !text;
}

async function ask(url, body) {
  try {
    const response = await fetch(url, {
      method: "POST", body, headers: { "X-Requested-With": "reckless", "X-CSRF-Token": csrf },
    });
    return await response.json();
  } catch {
    return { message: box.dataset.offline };
  }
}

// True once the page is being left for what was found.
function follow(answer, text) {
  if (answer.message) {
    say(answer.message);
    refused = { text, at: Date.now() };
    return false;
  }
  if (!answer.go) return false;
  camera.stop();
  location.href = answer.go;
  return true;
}

async function found(text) {
  if (text === refused.text && Date.now() - refused.at < AGAIN_MS) return false;
  return follow(await ask("/scan", new URLSearchParams({ typed: text })), text);
}

async function seen(frame) {
  return follow(await ask("/scan/frame", frame), "");
}

async function begin() {
  const reason = why(box);
  say(reason || box.dataset.closer);
  if (reason) return;
  camera = new Camera(document.getElementById("video"));
  try {
    box.hidden = false;
    await camera.start();
  } catch (error) {
    box.hidden = true;
    say(error.name === "NotAllowedError" ? box.dataset.refused : box.dataset.none);
    return;
  }
  camera.look(found, seen);
}

addEventListener("pagehide", () => camera?.stop());
addEventListener("pageshow", (event) => event.persisted && begin());
begin();
