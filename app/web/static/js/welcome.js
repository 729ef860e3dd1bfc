// The invitation's secret stands after the #: it leaves the address at once and is kept until this tab is closed, for
// a password that was too short.

import { say } from "./forms.js";

const KEPT = "reckless.invitation";
const secret = location.hash.slice(1) || sessionStorage.getItem(KEPT);
history.replaceState(null, "", location.pathname);
if (secret) {
  sessionStorage.setItem(KEPT, secret);
  document.getElementById("secret").value = secret;
  document.getElementById("by-hand").hidden = true;
  document.getElementById("password").focus();
  tellName();
}

// The name to sign in with belongs to the invitation: it is seen, and kept by a password manager, before it is needed.
async function tellName() {
  try {
    const response = await fetch("/organizer/welcome/name", {
      method: "POST",
      headers: { "X-Requested-With": "reckless" },
      body: new URLSearchParams({ secret, csrf: document.querySelector('#welcome [name="csrf"]').value }),
    });
    const answer = response.ok || response.status === 404 ? await response.json() : {};
    if (answer.message) say(answer.message);
    if (!answer.user) return;
    document.getElementById("user").value = answer.user;
    document.getElementById("known").hidden = false;
  } catch { /* Out of reach: the desk says the name once the password is set. */ }
}
