// The desk's first page looks again by itself, and says so when it can't.

const EVERY_MS = 10000;

async function look() {
  if (document.hidden) return;
  try {
    const response = await fetch(`/organizer/${location.search}`, { credentials: "same-origin", cache: "no-store" });
    if (response.redirected) { location.assign(response.url); return; }
    if (!response.ok) throw new Error(response.status);
    put(new DOMParser().parseFromString(await response.text(), "text/html").getElementById("live"));
  } catch {
    document.querySelector(".asof").classList.add("lost");
  }
}

function put(made) {
  const old = document.getElementById("live");
  // Somebody is on a button or link of it: what they are about to press stays where it is.
  if (!made || (old.contains(document.activeElement) && document.activeElement.matches(":focus-visible"))) return;
  for (const each of old.querySelectorAll("details[id]")) made.querySelector(`#${each.id}`)?.toggleAttribute("open", each.open);
  old.replaceWith(made);
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
