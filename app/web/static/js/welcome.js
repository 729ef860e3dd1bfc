// The invitation's secret stands after the #: it leaves the address at once and is kept until this tab is closed, for
// a password that was too short.

const KEPT = "reckless.invitation";
const secret = location.hash.slice(1) || sessionStorage.getItem(KEPT);
history.replaceState(null, "", location.pathname);
if (secret) {
  sessionStorage.setItem(KEPT, secret);
  document.getElementById("secret").value = secret;
  document.getElementById("by-hand").hidden = true;
  document.getElementById("password").focus();
}
