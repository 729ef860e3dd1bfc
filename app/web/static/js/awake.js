// What a phone does for its owner while a game runs: stay awake, and nudge when its owner is asked.

let lock = null;

export async function stayAwake(running) {
  if (!running || document.hidden) {
    lock?.release();
    lock = null;
  } else if (!lock && navigator.wakeLock) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { /* Low battery, or not allowed: the phone decides. */ }
  }
}

export function nudge() {
  // Before the first tap a phone may not be shaken.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([90, 60, 90]);
}
