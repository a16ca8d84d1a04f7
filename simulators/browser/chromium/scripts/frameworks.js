// Called on an element in the page's own world, where a framework keeps its tree. Returns [name, code]: the framework that
// rendered the element, and a function of that framework's code by which its script is found; undefined for any other element.
// Language only, no built-in functions: a page may have replaced them.
function () {
  const element = this;
  const isA = (value, kind) => typeof value === kind && value !== null;
  const parentOf = (node) => node.parentNode || node.host;
  const isWithin = (node, outer) => {
    for (let each = node; each; each = parentOf(each)) if (each === outer) return true;
    return false;
  };

  // React: each element names its fiber; from there the parents lead to the root, each with the fiber among its children.
  const begins = (text, start) => {
    for (let place = 0; place < start.length; place++) if (text[place] !== start[place]) return false;
    return true;
  };
  const isChild = (parent, fiber) => {
    for (let each = parent && parent.child; each; each = each.sibling) {
      if (each === fiber || each === fiber.alternate) return true;
    }
    return false;
  };
  const react = () => {
    let fiber = null, props = null;
    for (const key in element) {
      if (begins(key, "__reactFiber$")) fiber = element[key];
      if (begins(key, "__reactProps$")) props = element[key];
    }
    if (!isA(fiber, "object") || !isA(props, "object")) return;
    if (fiber.stateNode !== element || fiber.type !== element.localName) return;
    const code = fiber.constructor;
    let top = fiber, isElsewhere = false;
    for (; top.return; top = top.return) {
      if (top.constructor !== code || !(isChild(top.return, top) || isChild(top.return.alternate, top))) return;
      isElsewhere = isElsewhere || (isA(top.stateNode, "object") && isA(top.stateNode.containerInfo, "object"));
    }
    const root = top.stateNode;
    if (!isA(root, "object") || (root.current !== top && root.current !== top.alternate)) return;
    if (isElsewhere || isWithin(element, root.containerInfo)) return ["React", code];
  };

  // Vue: the container names its app and the tree that was rendered into it, in which the element is looked for.
  const childrenOf = (node) => {
    if (node.component) return [node.component.subTree];
    if (node.suspense) return [node.suspense.activeBranch];
    return isA(node.children, "object") && node.children.length > 0 ? node.children : [];
  };
  const placeOf = (node) => {  // of an element whose own node was not compared again
    if (node.el) return node.el;
    const children = childrenOf(node);
    for (let number = 0; number < children.length; number++) {
      const inner = isA(children[number], "object") && placeOf(children[number]);
      if (inner) return inner.parentNode;
    }
    return null;
  };
  const isFixed = (node) => {  // HTML that does not change is set as a whole, from `el` to `anchor`
    if (!(node.staticCount > 0)) return false;
    for (let each = node.el; each; each = each.nextSibling) {
      if (isWithin(element, each)) return true;
      if (each === node.anchor) return false;
    }
    return false;
  };
  const isInTree = (top) => {
    let open = { node: top, next: null };
    while (open) {
      const { node } = open;
      open = open.next;
      if (!isA(node, "object") || node.__v_isVNode !== true) continue;
      if (isFixed(node) || (node.type === element.localName && placeOf(node) === element)) return true;
      const children = childrenOf(node);
      for (let number = 0; number < children.length; number++) open = { node: children[number], next: open };
    }
    return false;
  };
  const ofContainer = (container) => {
    const app = container.__vue_app__, top = container._vnode;
    if (!isA(app, "object") || app._container !== container || !isA(top, "object")) return;
    if (top.appContext === app._context && isInTree(top)) return ["Vue", app.provide];
  };
  const next = (node) => {  // the whole document is searched: an app may render into other places than its container
    if (node.firstChild) return node.firstChild;
    for (let each = node; each; each = each.parentNode) if (each.nextSibling) return each.nextSibling;
  };
  const vue = () => {
    for (let each = element; each; each = parentOf(each)) {
      const found = ofContainer(each);
      if (found) return found;
    }
    for (let each = element.ownerDocument; each; each = next(each)) {
      const found = ofContainer(each);
      if (found) return found;
    }
  };
  return react() || vue();
}
