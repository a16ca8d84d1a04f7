// Keys that work anywhere on the page except in boxes, where they have their usual meaning.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const CONTROL = { z: "undo", y: "redo", d: "copy" };

/** The action of a key; null for a key without one. */
export function actionOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }) {
  if (altKey || target.matches("input:not([type=checkbox]), textarea, select")) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() in CONTROL ? { type: CONTROL[key.toLowerCase()] } : null;
  if (key === "Delete") return { type: "remove" };
  if (key === "Escape") return { type: "selectNothing" };
  if (!(key in ARROWS)) return null;
  const [right, up] = ARROWS[key].map((each) => each * (shiftKey ? 10 : 1));
  return { type: "move", step: { right, up } };
}
