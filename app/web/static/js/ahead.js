// Answering ahead: "let it pass, then pay". The second answer waits here and is sent when its moment comes, or is
// dropped when another moment comes instead.

const KEPT = "reckless.ahead";

export function keepAhead(table, match, then) {
  sessionStorage.setItem(KEPT, JSON.stringify({ table, match, then }));
}

export function dropAhead() {
  sessionStorage.removeItem(KEPT);
}

// The button of the answer whose moment has come, or null.
export function dueAhead(live, table) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  if (!kept || kept.table !== table) return null;
  if (live.dataset.phase === "challenge" || live.dataset.phase === "show" || live.dataset.phase === "lose_card") {
    return null;
  }
  dropAhead();
  if (live.dataset.phase !== "counter" || live.dataset.match !== kept.match) return null;
  const wanted = JSON.stringify(JSON.parse(kept.then));
  return [...live.querySelectorAll('button[name="move"]')].find((b) => b.value === wanted) || null;
}
