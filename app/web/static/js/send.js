// Sends a form so that it is done once, whatever happens to the phone, the page or the answer.
//
// What is sent gets a key of its own, made here and stored before the first try. Until the server has answered, the
// same key is sent again, also by the next page that opens on this phone: the server does each key once.

const PENDING = "reckless.pending";
const TRY_MS = 8000;
const WAITS_MS = [500, 1000, 2000, 4000, 8000];
const KEEP_MS = 24 * 3600 * 1000;

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] || "");
}

export function pending() {
  try {
    const kept = JSON.parse(localStorage.getItem(PENDING));
    return kept && kept.user === document.body.dataset.user && Date.now() - kept.at < KEEP_MS ? kept : null;
  } catch {
    return null;
  }
}

function keep(order) {
  try {
    localStorage.setItem(PENDING, JSON.stringify(order));
  } catch { /* Storage is off: this page alone remembers it. */ }
}

function forget(order) {
  if (pending()?.key === order.key) localStorage.removeItem(PENDING);
}

export function order(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.set(button.name, button.value);
  fields.set("key", newKey());
  return {
    key: fields.get("key"), url: form.getAttribute("action"), body: new URLSearchParams(fields).toString(),
    user: document.body.dataset.user, at: Date.now(),
  };
}

// Answers {status, code, message, go}; never gives up, and says through `onWait` when there is no answer yet.
export async function deliver(sent, onWait) {
  keep(sent);
  for (let tries = 0; ; tries += 1) {
    const answer = await attempt(sent);
    if (answer) {
      forget(sent);
      return answer;
    }
    onWait();
    await pause(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
  }
}

async function attempt(sent) {
  const body = new URLSearchParams(sent.body);
  body.set("csrf", document.querySelector('meta[name="csrf"]').content);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TRY_MS);
  try {
    const response = await fetch(sent.url, {
      method: "POST", body, signal: stop.signal, credentials: "same-origin",
      headers: { "X-Requested-With": "reckless" },
    });
    // A server or proxy that is down may still have passed it on: that is no answer.
    if (response.status >= 500) return null;
    return { status: response.status, ...(await response.json()) };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    addEventListener("online", () => { clearTimeout(timer); done(); }, { once: true });
  });
}
