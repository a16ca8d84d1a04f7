import { ZOOMS } from "./plan.js";
import { deliver, hangingList } from "./workshop.js";

export function Tools({ plan, dispatch }) {
  const { pictures, selected, past, future, zoom, hasGrid } = plan;
  const button = (id, label, action, isUseless) => (
    <button id={id} type="button" disabled={isUseless} onClick={() => dispatch(action)}>{label}</button>
  );
  return (
    <div className="bar">
      {button("undo", "Undo", { type: "undo" }, past.length === 0)}
      {button("redo", "Redo", { type: "redo" }, future.length === 0)}
      {button("align", "Align tops", { type: "alignTops" }, selected.length < 2)}
      {button("gaps", "Same gaps", { type: "equalGaps" }, selected.length < 3)}
      <label>
        <input id="grid" type="checkbox" checked={hasGrid} onChange={(event) => dispatch({ type: "grid", hasGrid: event.target.checked })} />
        Grid
      </label>
      {button("smaller", "Smaller", { type: "zoom", by: -ZOOMS.step }, zoom <= ZOOMS.least)}
      <span id="zoom">{`${zoom} %`}</span>
      {button("larger", "Larger", { type: "zoom", by: ZOOMS.step }, zoom >= ZOOMS.most)}
      <button id="download" type="button" onClick={() => deliver("hanging.csv", hangingList(pictures))}>For the workshop</button>
    </div>
  );
}
