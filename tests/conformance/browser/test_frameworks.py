"""Which client framework rendered an element: pages of React and Vue, in several builds, and imitations."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.engines.frameworks import Framework
from simulators.browser.vocabulary.session import open_browser
from simulators.errors import ExpectationFailed
from simulators.runtime.environments import host
from simulators.setting import BrowserName, Setting
from tests.support.conformance_site import ConformanceSite, serve

REACT = """
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";
import { createPortal } from "react-dom";
const Row = ({ name }) => h("li", { className: "row" }, h("b", null, name));
const ByHand = () => h("div", { id: "set", dangerouslySetInnerHTML: { __html: "<i id=within>set</i>" } });
function List() {
  const [names, setNames] = useState(["one"]);
  return h("section", { id: "list" }, h("ul", { id: "names" }, names.map((name) => h(Row, { key: name, name }))),
    h("button", { id: "more", onClick: () => setNames([`before ${names.length}`, ...names]) }, "More"), h(ByHand),
    h("div", { ref: (node) => node && (node.innerHTML = "<p id=beside>beside</p>") }),
    createPortal(h("p", { id: "elsewhere" }, "elsewhere"), document.querySelector("aside")));
}
createRoot(document.querySelector("main")).render(h(List));
"""

VUE_FUNCTIONS = """
import { createApp, h, ref, Teleport } from "vue";
const Row = { props: ["name"], render() { return h("li", { class: "row" }, h("b", this.name)); } };
const List = { setup() {
  const names = ref(["one"]);
  const rows = () => names.value.map((name) => h(Row, { key: name, name }));
  return () => h("section", { id: "list" }, [h("ul", { id: "names" }, rows()), h("button",
    { id: "more", onClick: () => (names.value = [`before ${names.value.length}`, ...names.value]) },
    "More"), h("div", { id: "set", innerHTML: "<i id=within>set</i>" }),
    h("div", { ref: (node) => node && (node.innerHTML = "<p id=beside>beside</p>") }),
    h(Teleport, { to: "aside" }, h("p", { id: "elsewhere" }, "elsewhere"))]);
} };
createApp(List).mount("main");
"""

VUE_TEMPLATE = """
import { createApp, ref } from "vue/dist/vue.esm-bundler.js";
const template = `<div><div><section id="list"><div>
  <ul id="names"><li v-for="name in names" :key="name" class="row"><b>{{ name }}</b></li></ul>
  <button id="more" @click="names = ['before ' + names.length, ...names]">More</button></div>
  <div id="set" v-html="'<i id=within>set</i>'"></div><div :ref="byHand"></div>
  <Teleport to="aside"><p id="elsewhere">elsewhere</p></Teleport></section></div></div>`;
createApp({ template, setup: () => ({
  names: ref(["one"]),
  byHand: (node) => node && (node.innerHTML = "<p id=beside>beside</p>"),
}) }).mount("main");
"""

IMITATED = """<main><section id=list><ul id=names><li class=row>one</li></ul></section></main><script>
  const list = document.querySelector('#list'), main = document.querySelector('main');
  function Fiber(stateNode, type) { Object.assign(this, { stateNode, type, return: null, child: null }); }
  const fiber = new Fiber(list, 'section'), top = new Fiber({ containerInfo: main });
  Object.assign(fiber, { return: top }); top.child = fiber; top.stateNode.current = top;
  list.__reactFiber$x = fiber; list.__reactProps$x = {};
  const names = document.querySelector('#names'), context = {};
  main.__vue_app__ = { _container: main, _context: context, provide() {} };
  main._vnode = { __v_isVNode: true, type: 'ul', el: names, appContext: context };
</script>"""

ENTRIES = {"react": REACT, "functions": VUE_FUNCTIONS, "template": VUE_TEMPLATE}
BUILDS: dict[str, tuple[Framework, str, tuple[str, ...]]] = {
    "/react": ("React", "react", ("--minify", '--define:process.env.NODE_ENV="production"')),
    "/react-development": ("React", "react", ('--define:process.env.NODE_ENV="development"',)),
    "/vue": ("Vue", "functions", ("--minify", '--define:process.env.NODE_ENV="production"')),
    "/vue-template": ("Vue", "template", ("--minify", '--define:process.env.NODE_ENV="production"')),
    "/vue-development": ("Vue", "template", ('--define:process.env.NODE_ENV="development"',)),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProxy]:
    """Pages of all builds, bundled with the packages of the environment `node`."""
    if missing := host.problem("node"):
        pytest.skip(missing)
    scripts = _bundles(host.build("node").root, tmp_path_factory.mktemp("bundles"))

    class Pages(ConformanceSite):
        def do_GET(self) -> None:  # noqa: N802 - the name of the base class
            path = urlsplit(self.path).path
            if path.endswith(".js"):
                self.send(200, scripts[path.removesuffix(".js")], "text/javascript")
            elif path == "/imitated":
                self.page(IMITATED)
            else:
                self.page(f"<title>Page</title><aside></aside><main></main><script type=module src={path}.js></script>")

    with serve(Pages) as connect, SiteProxy(connect) as proxy:
        yield proxy


def _bundles(root: Path, folder: Path) -> dict[str, bytes]:
    (folder / "node_modules").symlink_to(root / "node_modules")
    for name, source in ENTRIES.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    bundler = str(root / "node_modules" / ".bin" / "esbuild")
    return {
        path: subprocess.run(
            (bundler, f"{entry}.js", "--bundle", "--format=esm", *options), cwd=folder, capture_output=True, check=True
        ).stdout
        for path, (_, entry, options) in BUILDS.items()
    }


@pytest.fixture(scope="module")
def visitor(site: SiteProxy, engine: BrowserName) -> Iterator[BrowserUser]:
    with open_browser(Setting(patience=2.5, browser=engine), site) as browser, browser.session() as user:
        yield user


@pytest.mark.parametrize("path", BUILDS)
def test_what_a_framework_rendered(visitor: BrowserUser, path: str) -> None:
    """At first and after changes, in components and outside of the container; HTML that it was handed is not."""
    framework = BUILDS[path][0]
    visitor.opens(path)
    for count in (1, 2, 3):
        visitor.sees_count(count, ".row")
        for element in ("#list", "#names", "#more", "#set", "#elsewhere"):
            visitor.sees_rendered_by("React", "Vue", element=element)
            visitor.sees_rendered_by(framework, element=element)
        for name in ("one", "before 1", "before 2")[:count]:
            visitor.sees_rendered_by(framework, element=".row", beside=name)
        visitor.clicks("#more")
    other: Framework = "Vue" if framework == "React" else "React"
    visitor.patience = 0.1
    for element in ("#within", "#beside"):
        with pytest.raises(ExpectationFailed, match="it is in no framework's tree"):
            visitor.sees_rendered_by("React", "Vue", element=element)
    with pytest.raises(ExpectationFailed, match=f"it was by {framework}"):
        visitor.sees_rendered_by(other, element="#list")
    visitor.patience = 2.5


def test_a_tree_that_no_framework_made(visitor: BrowserUser) -> None:
    visitor.opens("/imitated")
    visitor.patience = 0.1
    for element in ("#list", "#names", ".row"):
        with pytest.raises(ExpectationFailed, match="it is in no framework's tree"):
            visitor.sees_rendered_by("React", "Vue", element=element)
    visitor.patience = 2.5
