// Sends a form so that it is done once, whatever happens to the phone, the page or the answer.
//
// What is sent gets a key of its own, made here and stored before the first try. Until the server has answered, the
// same key is sent again, also by the next page that opens on this phone: the server does each key once.

const PENDING = "reckless.pending.";
const TRY_MS = 8000;
const WAITS_MS = [500, 1000, 2000, 4000, 8000];
const KEEP_MS = 24 * 3600 * 1000;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] || "");
}

// What this person sent from this phone and has had no answer to, the oldest first.
export function pending() {
  const kept = [];
  try {
    for (const name of Object.keys(localStorage).filter((n) => n.startsWith(PENDING))) {
      const order = JSON.parse(localStorage.getItem(name));
      if (Date.now() - order.at > KEEP_MS) localStorage.removeItem(name);
      else if (order.user === document.body.dataset.user) kept.push(order);
    }
  } catch { /* Storage is off: there is nothing to come back to. */ }
  return kept.sort((a, b) => a.at - b.at);
}

function keep(order) {
  try {
    localStorage.setItem(PENDING + order.key, JSON.stringify(order));
  } catch { /* Storage is off: this page alone remembers it. */ }
}

function forget(order) {
  try {
    localStorage.removeItem(PENDING + order.key);
  } catch { /* Nothing was kept. */ }
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
    // Whoever was signed out meanwhile is asked to sign in, and what they sent waits for them.
    if (answer && !answer.again) forget(sent);
    if (answer) return answer;
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
