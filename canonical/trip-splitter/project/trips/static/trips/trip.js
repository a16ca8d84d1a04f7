"use strict";

/* A form with data-confirm is only sent when the question is answered with yes. */
for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    if (!window.confirm(form.dataset.confirm)) {
      event.preventDefault();
    }
  });
}

const copyButton = document.getElementById("copy-summary");
const copied = document.getElementById("copied");

copyButton.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(copyButton.dataset.text);
    copied.textContent = "Summary copied.";
  } catch {
    copied.textContent = "Your browser did not allow copying.";
  }
});
