// Answering ahead: "let it pass, then pay". The second answer waits here and is sent when its moment comes, or is
// dropped when another moment comes instead. It belongs to one declared action: `play` is that one's line in the log.

const KEPT = "reckless.ahead";
const ON_THE_WAY = ["challenge", "show", "lose_card"];

export function keepAhead(play, then) {
  sessionStorage.setItem(KEPT, JSON.stringify({ play, then }));
}

export function dropAhead() {
  sessionStorage.removeItem(KEPT);
}

// The button of the answer whose moment has come, or null.
export function dueAhead(part) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  if (!kept) return null;
  const same = part.dataset.play === kept.play;
  if (same && ON_THE_WAY.includes(part.dataset.phase)) return null;
  dropAhead();
  if (!same || part.dataset.phase !== "counter") return null;
  return [...part.querySelectorAll('button[name="move"]')].find((button) => button.value === kept.then) || null;
}
