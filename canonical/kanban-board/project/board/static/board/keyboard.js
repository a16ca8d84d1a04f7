/* Moving, deleting and renaming the card that has the focus. */

import { change } from "./changing.js";
import { cardElement, currentState, draw } from "./drawing.js";
import { deleteCard, moveCard, renameCard } from "./server.js";

const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };
const UP_AND_DOWN = { ArrowUp: -1, ArrowDown: 1 };

/** Where a card is: the number of its column, and its index in that. */
function placeOf(id) {
  const { columns } = currentState();
  const column = columns.findIndex(({ cards }) => cards.some((card) => card.id === id));
  return { columns, column, index: columns[column]?.cards.findIndex((card) => card.id === id) };
}

function moveSideways(id, step) {
  const { columns, column } = placeOf(id);
  const target = columns[column + step];
  return target && change(moveCard(id, target.id));
}

function moveUpOrDown(id, step) {
  const { columns, column, index } = placeOf(id);
  const target = index + step;
  const hasPlace = target >= 0 && target < columns[column].cards.length;
  return hasPlace && change(moveCard(id, columns[column].id, target));
}

function rename(element) {
  const id = Number(element.dataset.card);
  const title = element.querySelector(".card-title");
  const box = document.createElement("input");
  box.className = "rename";
  box.value = title.textContent;
  title.replaceWith(box);
  box.focus();
  box.select();
  const leave = () => {
    box.remove();
    element.removeAttribute("data-card");
    draw();
    cardElement(id)?.focus();
  };
  box.addEventListener("keydown", async (event) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      leave();
    } else if (event.key === "Enter" && (await change(renameCard(id, box.value)))) {
      leave();
    }
  });
}

let queue = Promise.resolve();

document.getElementById("board").addEventListener("keydown", (event) => {
  const element = event.target;
  if (!element.matches("li[data-card]")) {
    return;
  }
  const id = Number(element.dataset.card);
  if (event.key in SIDEWAYS) {
    queue = queue.then(() => moveSideways(id, SIDEWAYS[event.key]));
  } else if (event.key in UP_AND_DOWN) {
    queue = queue.then(() => moveUpOrDown(id, UP_AND_DOWN[event.key]));
  } else if (event.key === "Delete") {
    queue = queue.then(() => change(deleteCard(id)));
  } else if (event.key === "F2") {
    rename(element);
  } else {
    return;
  }
  event.preventDefault();
});
