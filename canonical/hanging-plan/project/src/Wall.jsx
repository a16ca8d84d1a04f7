import { useState } from "react";
import { WALL, possible, rested, shifted } from "./geometry.js";
import { selectedOf } from "./plan.js";

/** Pixels of a centimetre at 100 %. */
const PIXELS = 1.4;

export function Wall({ plan, dispatch }) {
  const { pictures, selected, zoom, hasGrid } = plan;
  const [pull, setPull] = useState(null);
  const scale = (PIXELS * zoom) / 100;

  /** How far the selected pictures are pulled with the mouse at this place. */
  const stepTo = (event) => {
    const way = { right: (event.clientX - pull.x) / scale, up: (pull.y - event.clientY) / scale };
    const held = pictures.find((each) => each.id === pull.id);
    return possible(selectedOf(plan), rested(held, way, hasGrid));
  };

  const take = (event, { id }) => {
    event.stopPropagation();
    if (event.button !== 0) return;
    if (event.shiftKey) return dispatch({ type: "toggle", id });
    event.currentTarget.setPointerCapture(event.pointerId);
    if (!selected.includes(id)) dispatch({ type: "select", id });
    setPull({ id, x: event.clientX, y: event.clientY, step: null });
  };
  const pullOn = (event) => {
    const isStill = !pull || (!pull.step && event.clientX === pull.x && event.clientY === pull.y);
    if (!isStill) setPull({ ...pull, step: stepTo(event) });
  };
  const drop = (event, { id }) => {
    if (pull) dispatch(pull.step ? { type: "move", step: stepTo(event) } : { type: "select", id });
    setPull(null);
  };
  const press = (event, { id }) => {
    if (event.key === "Enter") dispatch({ type: event.shiftKey ? "toggle" : "select", id });
  };

  const shown = (each) => (pull?.step && selected.includes(each.id) ? shifted(each, pull.step) : each);
  const style = ({ left, floor, width, height }) => ({
    left: left * scale,
    bottom: floor * scale,
    width: width * scale,
    height: height * scale,
  });
  return (
    <div className="frame">
      <div
        className="wall"
        style={{ width: WALL.width * scale, height: WALL.height * scale }}
        onPointerDown={() => dispatch({ type: "selectNothing" })}
      >
        {pictures.map((each) => (
          <div
            key={each.id}
            className={selected.includes(each.id) ? "picture selected" : "picture"}
            style={style(shown(each))}
            tabIndex={0}
            aria-selected={selected.includes(each.id)}
            onPointerDown={(event) => take(event, each)}
            onPointerMove={pullOn}
            onPointerUp={(event) => drop(event, each)}
            onPointerCancel={() => setPull(null)}
            onKeyDown={(event) => press(event, each)}
          >
            {each.title}
          </div>
        ))}
      </div>
    </div>
  );
}
