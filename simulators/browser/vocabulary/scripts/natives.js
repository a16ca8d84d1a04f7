// The browser's own methods and properties, called past any named element: a form's `parentElement` may be an <input>.
const method = (type, name) => Function.prototype.call.bind(type.prototype[name]);
const property = (type, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).get);
const setter = (type, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).set);

const page = {
  adoptedStyleSheets: property(Document, "adoptedStyleSheets"),
  all: method(Document, "querySelectorAll"),
  animations: method(Document, "getAnimations"),
  at: method(Document, "elementsFromPoint"),
  body: property(Document, "body"),
  create: method(Document, "createElement"),
  evaluate: method(Document, "evaluate"),
  fonts: property(Document, "fonts"),
  range: method(Document, "createRange"),
  root: property(Document, "documentElement"),
  scroller: property(Document, "scrollingElement"),
  setAdoptedStyleSheets: setter(Document, "adoptedStyleSheets"),
  state: property(Document, "readyState"),
  styleSheets: property(Document, "styleSheets"),
  title: property(Document, "title"),
  url: property(Document, "URL"),
  walker: method(Document, "createTreeWalker"),
};
const native = {
  animate: method(Element, "animate"),
  attribute: method(Element, "getAttribute"),
  box: method(Element, "getBoundingClientRect"),
  children: property(Node, "childNodes"),
  className: property(Element, "className"),
  clientHeight: property(Element, "clientHeight"),
  clientWidth: property(Element, "clientWidth"),
  closest: method(Element, "closest"),
  contains: method(Node, "contains"),
  elementCount: property(Element, "childElementCount"),
  focus: method(HTMLElement, "focus"),
  follows: method(Node, "compareDocumentPosition"),
  id: property(Element, "id"),
  innerText: property(HTMLElement, "innerText"),
  isShown: method(Element, "checkVisibility"),
  matches: method(Element, "matches"),
  name: property(Element, "localName"),
  offsetParent: property(HTMLElement, "offsetParent"),
  parent: property(Node, "parentElement"),
  rectangles: method(Element, "getClientRects"),
  rootNode: method(Node, "getRootNode"),
  scroll: method(Element, "scrollIntoView"),
  scrollBy: method(Element, "scrollBy"),
  scrollLeft: property(Element, "scrollLeft"),
  scrollTo: method(Element, "scrollTo"),
  scrollTop: property(Element, "scrollTop"),
  scrollHeight: property(Element, "scrollHeight"),
  scrollWidth: property(Element, "scrollWidth"),
  shadow: property(Element, "shadowRoot"),
  textContent: property(Node, "textContent"),
};
const shadowSheets = { adopted: property(ShadowRoot, "adoptedStyleSheets"), own: property(ShadowRoot, "styleSheets"), adopt: setter(ShadowRoot, "adoptedStyleSheets") };
const allBelow = (root, selector) => {
  if (root.nodeType === Node.DOCUMENT_NODE) return [...page.all(root, selector)];
  const find = root.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? DocumentFragment : Element;
  return [...find.prototype.querySelectorAll.call(root, selector)];
};
const elementsAt = (root, x, y) =>
  root.nodeType === Node.DOCUMENT_NODE ? page.at(root, x, y) : ShadowRoot.prototype.elementsFromPoint.call(root, x, y);

const MAX_TEXT_CHARS = 200_000;
const cut = (text, longest = MAX_TEXT_CHARS) =>
  text.length <= longest ? text : `${text.slice(0, longest)} … ${text.length - longest} characters left out`;
const isSet = (value) => Boolean(value) && value !== "none" && value !== "normal" && value !== "auto";
const folded = (text) => (text || "").replace(/\s+/g, " ").trim();
const parentOf = (element) => native.parent(element) || native.rootNode(element).host || null;

// An element and all around it.
function* around(element) {
  for (let box = element; box; box = parentOf(box)) yield box;
}

// The value for `key`, made once.
function remembered(values, key, make) {
  if (!values.has(key)) values.set(key, make());
  return values.get(key);
}
