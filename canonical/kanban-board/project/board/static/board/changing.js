/* Changes that the user makes: send them, draw the answer, say what was refused. */

import { say, takeOver } from "./drawing.js";

/** Wait for the answer of the server and show it. Returns true when the change was made. */
export async function change(asking) {
  const { ok, data } = await asking;
  if (!ok) {
    say(data.message);
    return false;
  }
  say("");
  takeOver(data);
  return true;
}
