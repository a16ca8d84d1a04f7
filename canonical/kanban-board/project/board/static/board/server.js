/* The JSON interface of the server. */

const boardId = document.getElementById("board").dataset.board;

function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
}

/** Ask the server; the answer is {ok, data}, where data is the board or {message}. */
async function ask(address, content) {
  const options = content === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: JSON.stringify(content),
  };
  try {
    const answer = await fetch(address, options);
    return { ok: answer.ok, data: await answer.json() };
  } catch {
    return { ok: false, data: { message: "The server does not answer." } };
  }
}

export const readBoard = () => ask(`/api/boards/${boardId}/`);
export const addCard = (column, title) => ask(`/api/boards/${boardId}/cards/`, { column, title });
export const undo = () => ask(`/api/boards/${boardId}/undo/`, {});
export const moveCard = (id, column, index = null) => ask(`/api/cards/${id}/move/`, { column, index });
export const renameCard = (id, title) => ask(`/api/cards/${id}/rename/`, { title });
export const labelCard = (id, label) => ask(`/api/cards/${id}/label/`, { label });
export const deleteCard = (id) => ask(`/api/cards/${id}/delete/`, {});
