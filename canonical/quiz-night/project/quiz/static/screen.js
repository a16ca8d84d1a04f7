// The screen on the wall.

import { byId, element, fill, follow } from "./live.js";

follow((now) => {
  const { question } = now;
  byId("answered").textContent = now.answered;
  fill(byId("answers"), question, () =>
    (question?.answers ?? []).map((answer) => element("li", answer, answer === question.right ? "right" : "")),
  );
});
