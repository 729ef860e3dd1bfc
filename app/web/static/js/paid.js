// The payee's phone: when a payment arrives, the whole screen turns and shows the payer's four digits.

import { get } from "./get.js";

const SEEN = "reckless.paid";

// What was there when this tab first saw the table is no news; what came while the phone slept is.
export async function paidToMe(part, path) {
  const number = part.dataset.paid || "0";
  const [table, before] = (sessionStorage.getItem(SEEN) || "").split("#");
  sessionStorage.setItem(SEEN, `${path}#${number}`);
  if (table !== path || before === number || number === "0") return;
  const answer = await get(`${path}/paid/${number}`);
  if (answer.status === 200) cover(answer.text, path);
}

function cover(html, path) {
  document.getElementById("paid-to-me")?.remove();
  const before = document.activeElement;
  const box = document.createElement("div");
  box.id = "paid-to-me";
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-labelledby", "paid-headline");
  box.innerHTML = html;
  const close = () => {
    if (location.pathname !== path) {
      location.href = path;
      return;
    }
    box.remove();
    before?.focus?.();
  };
  box.querySelector("#paid-close").addEventListener("click", close);
  box.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.body.append(box);
  box.querySelector("#paid-close").focus();
}
