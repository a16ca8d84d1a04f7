// Calls `asked` with what a testcode gave: data in which elements stand as places among `elements`. A testcode's own
// script may answer anything, which is made plain; an element that has left the page cannot be asked.
(asked, testcodes) => (given, ...elements) => {
  const KEY = "projecteval reference";
  for (const element of elements) {
    if (!element.isConnected) throw new Error("stale element reference: the element is no longer on the page");
  }
  const revived = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return Array.from(value, revived);
    if (KEY in value) return elements[value[KEY]];
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
  };
  const plain = (value) => {
    if (value === null || typeof value !== "object" || typeof value.nodeType === "number") return value;
    if (Array.isArray(value)) return Array.from(value, plain);
    if (value instanceof Date) return {};
    if (value instanceof DOMTokenList) return [...value];
    if (typeof value.toJSON === "function") return value.toJSON();
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
  };
  const answer = asked(...revived(given));
  if (!testcodes) return answer;
  return answer && typeof answer.then === "function" ? answer.then(plain) : plain(answer);
}
