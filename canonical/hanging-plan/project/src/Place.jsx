import { useEffect, useRef, useState } from "react";
import { fullNumber } from "./numbers.js";

/** Box for one side of a picture's place; what was typed is stored for this picture, whatever is selected next. */
export function Place({ side, label, picture, dispatch }) {
  const [typed, setTyped] = useState(null);
  const unstored = useRef(null);
  unstored.current = typed;

  const keep = () => {
    const number = unstored.current === null ? null : fullNumber(unstored.current);
    unstored.current = null;
    if (number !== null) dispatch({ type: "place", id: picture.id, place: { [side]: number } });
  };
  useEffect(() => keep, []);

  const leave = () => {
    keep();
    setTyped(null);
  };
  return (
    <label>
      {label}{" "}
      <input
        id={side}
        inputMode="numeric"
        disabled={!picture}
        value={typed ?? picture?.[side] ?? ""}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && leave()}
        onBlur={leave}
      />
    </label>
  );
}
