// Pages with a form that acts and leads on: paying to its receipt, a refusal to what is owed instead.

import { watchForms } from "./forms.js";

watchForms((answer) => {
  location.replace(answer.go || location.href);
  return true;
});

const amount = document.getElementById("amount");
for (const radio of document.querySelectorAll("input[data-amount]")) {
  radio.addEventListener("change", () => { amount.value = radio.dataset.amount; });
}
