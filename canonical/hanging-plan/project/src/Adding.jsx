import { useRef, useState } from "react";
import { WALL } from "./geometry.js";
import { fullNumber } from "./numbers.js";

const BLANK = { title: "", width: "", height: "" };

function refusalOf({ title, width, height }) {
  const fits = (text, most) => fullNumber(text) >= 1 && fullNumber(text) <= most;
  if (!title.trim()) return "Give the picture a title.";
  if (!fits(width, WALL.width)) return `The width is a full number from 1 to ${WALL.width}.`;
  if (!fits(height, WALL.height)) return `The height is a full number from 1 to ${WALL.height}.`;
  return "";
}

export function Adding({ dispatch }) {
  const [typed, setTyped] = useState(BLANK);
  const [message, setMessage] = useState("");
  const first = useRef(null);

  const add = (event) => {
    event.preventDefault();
    const refusal = refusalOf(typed);
    setMessage(refusal);
    if (refusal) return;
    const { title, width, height } = typed;
    dispatch({ type: "add", title, width: fullNumber(width), height: fullNumber(height) });
    setTyped(BLANK);
    first.current.focus();
  };

  const box = (name, label, more) => (
    <label>
      {label} <input id={name} value={typed[name]} onChange={(event) => setTyped({ ...typed, [name]: event.target.value })} {...more} />
    </label>
  );
  return (
    <form className="bar" onSubmit={add} noValidate>
      {box("title", "Title", { ref: first })}
      {box("width", "Width (cm)", { inputMode: "numeric" })}
      {box("height", "Height (cm)", { inputMode: "numeric" })}
      <button id="add">Add</button>
      <span className="message" role="alert">{message}</span>
    </form>
  );
}
