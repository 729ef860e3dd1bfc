// Counts the seconds down that the server said were left.

let ends = 0;
let ticking = 0;

export function countDown(seconds) {
  clearInterval(ticking);
  if (seconds === undefined) return;
  ends = performance.now() + Number(seconds) * 1000;
  ticking = setInterval(show, 500);
}

function show() {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  for (const clock of document.querySelectorAll(".clock")) clock.textContent = left;
  if (!left) clearInterval(ticking);
}
