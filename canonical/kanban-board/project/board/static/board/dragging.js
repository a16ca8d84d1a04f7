/* Dragging cards with the pointer. */

import { change } from "./changing.js";
import { cardElement } from "./drawing.js";
import { moveCard } from "./server.js";

const SHORTEST_DRAG = 5;

let drag = null;

/** Where a card would be dropped: {column, index}, counted without the card itself; null outside of the columns. */
function targetAt(x, y, dragged) {
  const under = document.elementFromPoint(x, y);
  const column = under?.closest(".column");
  if (!column) {
    return null;
  }
  const others = [...column.querySelectorAll("li[data-card]")].filter((card) => card.dataset.card !== dragged);
  const card = under.closest("li[data-card]");
  const place = others.indexOf(card);
  if (place < 0) {
    return { column: column.dataset.column, before: null };
  }
  const box = card.getBoundingClientRect();
  const behind = y > box.top + box.height / 2;
  return { column: column.dataset.column, before: behind ? others[place + 1] ?? null : card };
}

/** The index of a place in a column of the server, which knows also cards that the filter hides. */
function indexOf(target, dragged, state) {
  if (target.before === null) {
    return null;
  }
  const cards = state.columns.find(({ id }) => id === target.column).cards;
  return cards.filter(({ id }) => String(id) !== dragged).findIndex(({ id }) => String(id) === target.before.dataset.card);
}

function finish() {
  cardElement(drag.id)?.classList.remove("dragged");
  drag = null;
}

export function allowDragging(currentState) {
  const board = document.getElementById("board");
  board.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("li[data-card]");
    if (card && event.button === 0 && !event.target.closest("select, input")) {
      drag = { id: card.dataset.card, x: event.clientX, y: event.clientY, hasMoved: false };
    }
  });
  document.addEventListener("pointermove", (event) => {
    if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= SHORTEST_DRAG) {
      drag.hasMoved = true;
      cardElement(drag.id)?.classList.add("dragged");
    }
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag) {
      return;
    }
    const { id, hasMoved } = drag;
    finish();
    const target = hasMoved && targetAt(event.clientX, event.clientY, id);
    if (target) {
      change(moveCard(Number(id), target.column, indexOf(target, id, currentState())));
    }
  });
  document.addEventListener("pointercancel", () => drag && finish());
}
