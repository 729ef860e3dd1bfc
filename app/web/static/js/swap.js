// Puts a new version of the live part in place without taking away what somebody holds: focus, open parts, scrolling.

// As it was served: read before anything has changed it.
let shown = plain(document.getElementById("live")?.outerHTML || "");

// Keys in forms are drawn anew with every answer; they alone are no change.
function plain(html) {
  return html.replace(/name="key" value="[^"]*"/g, "");
}

// The new part, or null when nothing has changed.
export function swap(holder, html) {
  const made = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const old = holder.firstElementChild;
  if (!made || plain(made.outerHTML) === shown) return null;
  shown = plain(made.outerHTML);
  const focused = document.activeElement?.id;
  for (const part of old.querySelectorAll("details[open][id]")) {
    made.querySelector(`#${CSS.escape(part.id)}`)?.setAttribute("open", "");
  }
  const before = balances(old);
  old.replaceWith(made);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  if (made.dataset.match === old.dataset.match) showChanges(made, before);
  return made;
}

function balances(part) {
  return new Map([...part.querySelectorAll("[data-balance]")].map((e) => [e.dataset.user, Number(e.dataset.balance)]));
}

function showChanges(part, before) {
  for (const shown of part.querySelectorAll("[data-balance]")) {
    const change = Number(shown.dataset.balance) - before.get(shown.dataset.user);
    if (!change) continue;
    const delta = document.createElement("span");
    delta.className = change < 0 ? "delta less" : "delta";
    delta.textContent = change < 0 ? `−${-change}` : `+${change}`;
    delta.setAttribute("aria-hidden", "true");
    delta.addEventListener("animationend", () => delta.remove());
    shown.append(delta);
  }
}
