import { useEffect, useReducer } from "react";
import { actionOf } from "./keys.js";
import { reduce, selectedOf } from "./plan.js";
import { load, store } from "./storage.js";
import { Adding } from "./Adding.jsx";
import { List } from "./List.jsx";
import { Place } from "./Place.jsx";
import { Tools } from "./Tools.jsx";
import { Wall } from "./Wall.jsx";

export function App() {
  const [plan, dispatch] = useReducer(reduce, undefined, load);

  useEffect(() => store(plan), [plan]);

  useEffect(() => {
    const press = (event) => {
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      dispatch(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const chosen = selectedOf(plan);
  const alone = chosen.length === 1 ? chosen[0] : null;
  return (
    <div className="plan">
      <div>
        <Adding dispatch={dispatch} />
        <Tools plan={plan} dispatch={dispatch} />
        <div className="bar">
          <Place key={`left ${alone?.id}`} side="left" label="From the left" picture={alone} dispatch={dispatch} />
          <Place key={`floor ${alone?.id}`} side="floor" label="From the floor" picture={alone} dispatch={dispatch} />
        </div>
        <Wall plan={plan} dispatch={dispatch} />
      </div>
      <List plan={plan} dispatch={dispatch} />
    </div>
  );
}
