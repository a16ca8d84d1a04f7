"use strict";

/* Show the boxes that belong to the chosen way of splitting, hide the others. */
const split = document.getElementById("id_split");

function showBoxes() {
  for (const box of document.querySelectorAll("[data-split]")) {
    box.hidden = !box.dataset.split.split(" ").includes(split.value);
  }
}

split.addEventListener("change", showBoxes);
showBoxes();
