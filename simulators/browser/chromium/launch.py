"""Choice, flags and environment of Chromium, the same for both engines."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from functools import cache, lru_cache
from pathlib import Path

from simulators.browser.chromium.processes import BrowserMemory, runs_scripts
from simulators.errors import InfrastructureError
from simulators.runtime.processes.cleanup_guard import mark_variables
from simulators.runtime.sandbox import PROGRAM_FOLDERS
from simulators.setting import Setting

HEADLESS_SHELL = "chromium-headless-shell"
BROWSERS = (
    HEADLESS_SHELL,
    f"/usr/lib/chromium/{HEADLESS_SHELL}",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ORDINARY = 1000
"""Number of the user as which Chromium runs where the evaluator is root."""
DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR")
"""Variables by which a window finds its desktop."""

DRIVERS = ("chromedriver", "/usr/lib/chromium/chromedriver", "/usr/bin/chromedriver")


class NoBrowser(InfrastructureError):
    """No usable Chromium or chromedriver on this machine; the message says what to install."""


FLAGS = (
    "--disable-background-networking",
    "--disable-blink-features=AutomationControlled",  # pages must not notice the evaluation
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",  # /dev/shm is tiny in many containers
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-popup-blocking",  # both engines alike: a test opens windows that a script asks for
    "--disable-quic",
    "--disable-site-isolation-trials",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
    # WebRTC would find the machine's addresses and send UDP past the proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
)

FEATURES_OFF = (
    "AcceptCHFrame",
    "AutoExpandDetailsElement",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "CertificateTransparencyComponentUpdater",
    "DestroyProfileOnBrowserClose",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "IsolateOrigins",  # one renderer for a window and its frames, so that one protocol session reaches all
    "IsolateSandboxedIframes",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "SpareRendererForSitePerProcess",  # a spare process for another site: a mission has one site
    "Translate",
    "site-per-process",
)


def find_browser(windowed: bool = False) -> Path:
    """Return the Chromium to use: ``PROJECTEVAL_CHROMIUM``, Debian's, Chrome, or Playwright's own.

    Raises `NoBrowser`; for a `windowed` one also when there is no display.
    """
    if windowed:
        return _find_windowed()
    found = _asked_for("PROJECTEVAL_CHROMIUM") or _first(BROWSERS) or _playwrights_own()
    if found is None:
        raise NoBrowser(
            "no Chromium was found: install the package chromium-headless-shell (or chromium), run "
            "`playwright install chromium`, or name one in PROJECTEVAL_CHROMIUM"
        )
    return found


def _find_windowed() -> Path:
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoBrowser("no display for a browser window: DISPLAY is not set; start this in a desktop session")
    found = _asked_for("PROJECTEVAL_CHROMIUM") or _first(tuple(name for name in BROWSERS if "headless" not in name))
    if found is None or "headless" in found.name:
        raise NoBrowser(
            "no Chromium with windows was found: install the package chromium, or name one in PROJECTEVAL_CHROMIUM"
        )
    return found


def find_driver() -> Path:
    """Return the chromedriver for Selenium: ``PROJECTEVAL_CHROMEDRIVER`` or on PATH. Raises `NoBrowser`."""
    found = _asked_for("PROJECTEVAL_CHROMEDRIVER") or _first(DRIVERS)
    if found is None:
        raise NoBrowser(
            "no chromedriver was found: install the package chromium-driver (the version of the browser), "
            "or name one in PROJECTEVAL_CHROMEDRIVER"
        )
    return found


def flags(setting: Setting, proxy: str, features_off: tuple[str, ...] = ()) -> list[str]:
    """Return the arguments of a browser with `setting` whose only network is `proxy`, without `features_off`."""
    width, height = setting.viewport
    return [
        *FLAGS,
        # Chromium takes the last --disable-features only, so this is the whole list.
        f"--disable-features={','.join((*FEATURES_OFF, *features_off))}",
        *(["--no-sandbox"] if not own_sandbox_works() else []),
        f"--proxy-server={proxy}",
        "--proxy-bypass-list=<-loopback>",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # names are resolved by the proxy
        f"--lang={setting.locale}",
        f"--accept-lang={setting.locale}",
        f"--window-size={width},{height}",
        f"--user-agent={user_agent(find_browser())}",
    ]


def piped_flags(setting: Setting, proxy: str, features_off: tuple[str, ...] = ()) -> list[str]:
    """Return the arguments of a headless browser that is controlled through a pipe: there is no port that an evaluated
    project could find, and the browser ends with the pipe when its client is killed."""
    headless = [] if "headless" in find_browser().name else ["--headless"]
    return [*flags(setting, proxy, features_off), "--remote-debugging-pipe", *headless]


def permissions(downloads: Path) -> tuple[tuple[str, dict[str, object]], ...]:
    """Return protocol commands that set the download folder and permit the clipboard to pages."""
    return (
        ("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)}),
        ("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    )


def environment(setting: Setting, home: Path) -> dict[str, str]:
    """Return all variables of the browser: none of the evaluator's own, and its files are in `home`."""
    return {
        "PATH": PROGRAM_FOLDERS,
        "HOME": str(home),
        "TMPDIR": str(home),
        "TZ": setting.timezone,
        "LANG": "C.UTF-8",
        "LANGUAGE": setting.locale.replace("-", "_"),
        **mark_variables(),
        **({name: os.environ[name] for name in DISPLAY if name in os.environ} if setting.headed else {}),
    }


@lru_cache
def user_agent(browser: Path) -> str:
    """Return the user agent of an ordinary, windowed Chromium of the same version."""
    return (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{_major_version(browser)}.0.0.0 Safari/537.36"
    )


@lru_cache
def _major_version(browser: Path) -> str:
    try:
        said = subprocess.run([browser, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise NoBrowser(f"{browser} cannot be started: {error}") from error
    version = re.search(r"\b(\d+)\.\d+\.\d+", said)
    if version is None:
        raise NoBrowser(f"{browser} does not say its version: {said.strip()[:200]!r}")
    return version[1]


def ordinary_identity() -> dict[str, object]:
    """Return the argument of ``Emulation.setUserAgentOverride`` that hides the headless browser in headers."""
    browser = find_browser()
    brands = [{"brand": name, "version": _major_version(browser)} for name in ("Chromium", "Google Chrome")]
    return {
        "userAgent": user_agent(browser),
        "userAgentMetadata": {
            "brands": [{"brand": "Not:A-Brand", "version": "8"}, *brands],
            "platform": "Linux",
            "platformVersion": "",
            "architecture": "x86",
            "model": "",
            "mobile": False,
        },
    }


def program(home: Path, headed: bool = False, memory: BrowserMemory | None = None) -> Path:
    """Return what starts the browser whose files are in `home`, one with windows when `headed`, counted by `memory`.

    Chromium refuses to use its sandbox as root. So root starts it in a user namespace where it has another number: its
    files remain root's, and it has no rights over the machine.
    """
    browser = find_browser(headed)
    user = as_ordinary_user() if os.geteuid() == 0 and own_sandbox_works() else []
    joins = [f"echo 0 > {shlex.quote(file)}" for file in (memory.join_files if memory is not None else ())]
    if not user and not joins:
        return browser
    script = home / "chromium"
    script.write_text("\n".join(["#!/bin/sh", *joins, f'exec {shlex.join([*user, str(browser)])} "$@"', ""]))
    script.chmod(0o755)
    return script


def as_ordinary_user() -> list[str]:
    """Return the command that starts another one in a user namespace where root has an ordinary user's number."""
    return ["unshare", "--user", f"--map-user={ORDINARY}", f"--map-group={ORDINARY}", "--"]


@lru_cache
def own_sandbox_works() -> bool:
    """Return True when Chromium can use its own sandbox, for which it creates namespaces as an ordinary user."""
    if shutil.which("unshare") is None or not runs_scripts(Path(tempfile.gettempdir())):
        return False
    entered = as_ordinary_user() if os.geteuid() == 0 else []
    trial = [*entered, "unshare", "--user", "--map-root-user", "--pid", "--fork", "true"]
    return subprocess.run(trial, capture_output=True, check=False).returncode == 0


def _asked_for(variable: str) -> Path | None:
    named = os.environ.get(variable)
    if not named:
        return None
    found = shutil.which(named)
    if found is None:
        raise NoBrowser(f"{variable} names {named!r}, which is not a program")
    return Path(found)


def _first(names: tuple[str, ...]) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def _playwrights_own() -> Path | None:
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    kinds = ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/*/chrome")
    return next((path for kind in kinds for path in sorted(cache.glob(kind), reverse=True)), None)


CLEAR_CLIPBOARD = """async () => {
  const clear = (event) => { event.clipboardData.setData('text/plain', ''); event.preventDefault(); };
  const end = performance.now() + 10000;
  document.addEventListener('copy', clear);
  while (!document.execCommand('copy')) {
    if (performance.now() > end) throw new Error('the clipboard cannot be emptied');
    await new Promise((done) => setTimeout(done, 20));
  }
  document.removeEventListener('copy', clear);
}"""
"""Function that empties the clipboard, which all contexts of a browser share. A window that has just been opened
refuses the command until it has the browser's focus."""


def clock_script(offset: float, version: int = 0) -> str:
    """Return a script that sets a page's clock `offset` seconds ahead; one must run before the page's own scripts.

    Of several in one page, in any order, the one with the highest `version` counts.
    """
    return _clock_template().replace("OFFSET", str(round(offset * 1000))).replace("VERSION", str(version))


@cache
def _clock_template() -> str:
    return (Path(__file__).parent / "scripts" / "clock.js").read_text(encoding="utf-8")


def highlights_script() -> str:
    """Return a script that hides the evaluator's custom highlights from a page; it must run before the page's own."""
    return (Path(__file__).parent / "scripts" / "highlights.js").read_text(encoding="utf-8")


def page_script(script: str) -> tuple[str, dict[str, object]]:
    """Return the command that runs a script in the current window's pages, now and before those that it opens later."""
    return "Page.addScriptToEvaluateOnNewDocument", {"source": script, "runImmediately": True}
