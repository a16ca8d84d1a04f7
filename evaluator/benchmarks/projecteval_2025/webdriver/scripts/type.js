// Puts the keyboard's focus on an element, the cursor behind what it holds, and answers what it takes: "keys"; "text",
// which may be put in at once, where it is a plain box without listeners for keys; "files", named to it;
// "nothing" more, where it has a picker (a colour) and was given its value.
(element, text) => {
  if (element.matches("input[type=file]")) return "files";
  if (!__SHOWN__(element)) throw new Error("element not interactable: the element is not shown");
  if (element.matches("input[type=color]")) {
    element.value = text;
    return "nothing";
  }
  const page = element.ownerDocument;
  const before = page.activeElement;
  if (before !== element && before) before.blur();
  element.focus();
  const now = page.activeElement;
  if (now !== element && !element.contains(now) && !(element.isContentEditable && now.contains(element))) {
    throw new Error("element not interactable: the element takes no keys");
  }
  if (before !== element && element.value && element.value.length && element.setSelectionRange) {
    try {
      element.setSelectionRange(element.value.length, element.value.length);
    } catch (error) { /* a box of this kind has no place for a cursor */ }
  }
  if (before !== element && element.isContentEditable) {
    getSelection().selectAllChildren(element);
    getSelection().collapseToEnd();
  }
  const HEARD = ["onkeydown", "onkeypress", "onkeyup", "onbeforeinput", "oninput"];
  const watch = window.__projecteval;
  if (!watch || element.getRootNode() !== page) return "keys";
  const hears = (one) => watch.hear.has(one) || HEARD.some((name) => one[name]);
  if (hears(window) || hears(page)) return "keys";
  for (let one = element; one; one = one.parentElement) if (hears(one)) return "keys";
  const TEXTS = ["text", "search", "url", "tel", "email", "password", "number", "textarea"];
  const isPlain = TEXTS.includes(element.type) && !element.readOnly && element.matches("input, textarea");
  return isPlain ? "text" : "keys";
}
