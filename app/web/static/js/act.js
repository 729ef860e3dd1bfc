// Pages with a form that acts and leads on: paying to its receipt, a refusal to what is owed instead.

import { say, sayThere, watchForms } from "./forms.js";

watchForms((answer) => {
  const to = new URL(answer.go || location.href, location.href);
  // What can't be read is put right where it was typed; the page of a refused payment says itself what is wrong.
  if (answer.code === "invalid") {
    say(answer.message);
    return false;
  }
  if (answer.status >= 400 && !to.searchParams.has("refused")) sayThere(answer.message);
  location.replace(to.href);
  return true;
});

const amount = document.getElementById("amount");
for (const radio of document.querySelectorAll("input[data-amount]")) {
  radio.addEventListener("change", () => { amount.value = radio.dataset.amount; });
}
