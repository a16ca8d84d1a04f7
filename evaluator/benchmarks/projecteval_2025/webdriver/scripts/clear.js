// Empties a text box or an editable element, as Selenium does: what is empty stays untouched.
(element) => {
  const KEPT = ["button", "submit", "image", "reset", "checkbox", "radio", "hidden"];
  const isField = element.matches("input, textarea") && !KEPT.includes(element.type);
  if ((!isField && !element.isContentEditable) || (isField && (element.disabled || element.readOnly))) {
    throw new Error("invalid element state: the element cannot be edited");
  }
  const box = element.getBoundingClientRect();
  const isOutside = box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  if (element.type !== "file" && (isOutside || !__SHOWN__(element))) {
    throw new Error("element not interactable: the element is not shown");
  }
  if (!isField) {
    element.focus();
    element.innerHTML = "";
    element.blur();
  } else if (element.value || element.type === "number") {
    element.focus();
    const changes = element.value !== "";
    element.value = "";
    if (changes) element.dispatchEvent(new Event("change", { bubbles: true }));
    element.blur();
  }
}
