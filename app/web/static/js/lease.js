// One stream for each browser: the tabs of a table agree on one that holds it, by a lease in the storage they share.
// (The browser's own locks are missing on plain http.) A tab that is gone stops renewing, and another takes over.

const LEASE_MS = 5000;
const me = crypto.getRandomValues(new Uint32Array(2)).join("-");

function held(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// True while this tab holds the lease; to be asked again more often than the lease lasts.
export function lead(name) {
  const now = Date.now();
  const lease = held(name);
  if (lease && lease.tab !== me && lease.until > now && lease.until <= now + LEASE_MS) return false;
  try {
    localStorage.setItem(name, JSON.stringify({ tab: me, until: now + LEASE_MS }));
  } catch {
    return true;
  }
  return held(name)?.tab === me;
}

export function release(name) {
  if (held(name)?.tab === me) localStorage.removeItem(name);
}
