// Asks the server for a part of a page; gives up after a while, so that a hanging connection never blocks the next try.

const GIVE_UP_MS = 8000;

export async function get(address) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), GIVE_UP_MS);
  try {
    const response = await fetch(address, { headers: { "X-Requested-With": "reckless" }, signal: stop.signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  } finally {
    clearTimeout(timer);
  }
}
