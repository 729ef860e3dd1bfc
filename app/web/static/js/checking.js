// "Checking": shown while it is not known whether what was sent has arrived. It never says that something failed.

const box = document.getElementById("checking");
let since = 0;
let ticking = 0;
let before = null;

export function checking() {
  if (since) return;
  since = Date.now();
  before = document.activeElement;
  box.hidden = false;
  box.focus();
  ticking = setInterval(() => {
    document.getElementById("checking-for").textContent = Math.round((Date.now() - since) / 1000);
  }, 1000);
}

export function checked() {
  if (!since) return;
  since = 0;
  clearInterval(ticking);
  box.hidden = true;
  before?.focus?.();
}
