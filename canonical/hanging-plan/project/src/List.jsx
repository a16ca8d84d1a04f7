import { overlapsAny } from "./geometry.js";

export function List({ plan, dispatch }) {
  const { pictures, selected } = plan;
  const looks = (each) =>
    [selected.includes(each.id) && "selected", overlapsAny(each, pictures) && "overlapping"].filter(Boolean).join(" ");
  return (
    <div>
      <table className="list">
        <thead>
          <tr><th>Picture</th><th>Width</th><th>Height</th><th>From the left</th><th>From the floor</th></tr>
        </thead>
        <tbody>
          {pictures.map((each) => (
            <tr
              key={each.id}
              className={looks(each)}
              onClick={(event) => dispatch({ type: event.shiftKey ? "toggle" : "select", id: each.id })}
            >
              <td>{each.title}</td>
              <td className="width">{each.width}</td>
              <td className="height">{each.height}</td>
              <td className="left">{each.left}</td>
              <td className="floor">{each.floor}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
