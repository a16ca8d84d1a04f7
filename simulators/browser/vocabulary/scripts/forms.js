// What a form would send, and a form that is sent as the page's own would be.
function readForm(request) {
  const control = element(request);
  const form = control && (native.matches(control, "form") ? control : control.form ?? native.closest(control, "form"));
  if (!form) return null;
  const sends = control !== form && ["submit", "image"].includes(control.type);
  const data = new FormData(form, sends ? control : null);
  const fields = [...data].filter(([name, value]) => typeof value === "string" && !/csrf/i.test(name));
  const url = (sends && native.attribute(control, "formaction")) || native.attribute(form, "action") || page.url(document);
  return { url: new URL(url, document.baseURI).href, fields: fields.map(([name, value]) => [cut(name), cut(value)]) };
}

function sendForm(request) {
  const form = page.create(document, "form");
  [form.method, form.action, form.hidden] = ["post", request.url, true];
  const hold = (name, value) => {
    const box = page.create(document, "textarea");
    [box.name, box.value] = [name, value];
    Element.prototype.append.call(form, box);
  };
  const tokens = allBelow(document, "input[type=hidden]").filter((box) => /csrf/i.test(box.name));
  const cookie = document.cookie.match(/(?:^|; *)csrftoken=([^;]+)/);
  if (cookie) hold("csrfmiddlewaretoken", cookie[1]);
  else if (tokens.length) hold(tokens[0].name, tokens[0].value);
  for (const [name, value] of request.fields) hold(name, value);
  Element.prototype.append.call(page.root(document), form);
  HTMLFormElement.prototype.submit.call(form);
  return null;
}
