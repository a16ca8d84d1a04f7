/* A board: draws it, sends what the user does, and asks now and then what others have done. */

import { change } from "./changing.js";
import { allowDragging } from "./dragging.js";
import { currentState, draw, takeOver } from "./drawing.js";
import "./keyboard.js";
import { addCard, labelCard, readBoard, undo } from "./server.js";

const PAUSE = 800;

for (const column of document.querySelectorAll(".column")) {
  const box = column.querySelector(".new-card");
  box.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") {
      return;
    }
    const title = box.value;
    box.value = "";
    if (!(await change(addCard(column.dataset.column, title))) && !box.value) {
      box.value = title;
    }
  });
}

document.getElementById("board").addEventListener("change", (event) => {
  if (event.target.matches("select.label")) {
    const id = Number(event.target.closest("li[data-card]").dataset.card);
    change(labelCard(id, event.target.value));
  }
});

document.getElementById("undo").addEventListener("click", () => change(undo()));

async function watch() {
  const { ok, data } = await readBoard();
  if (ok) {
    takeOver(data);
  }
  setTimeout(watch, PAUSE);
}

draw();
allowDragging(currentState);
setTimeout(watch, PAUSE);
