// The board looks again by itself, and says so when it can't.

const EVERY_MS = 3000;

async function look() {
  try {
    const response = await fetch(location.href, { credentials: "omit", cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    const made = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("board");
    if (made) document.getElementById("board").replaceWith(made);
  } catch {
    document.querySelector("#board .head").classList.add("lost");
  }
}

setInterval(look, EVERY_MS);
