// The tile's private code: the secret stands after the #, leaves the address at once, and is sent in a form.

const secret = location.hash.slice(1);
history.replaceState(null, "", location.pathname + location.search);
if (secret) {
  document.getElementById("secret").value = secret;
  document.getElementById("enter").submit();
}
