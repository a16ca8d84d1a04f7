"""Process that uses browsers and then ends.

``python -m tests.support.sample_evaluator ENGINE ENDING``, where
ENDING is ``well``, ``error`` or ``hang``.
"""

from __future__ import annotations

import signal
import sys
from typing import cast

from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import open_browser
from simulators.setting import BrowserName, Setting
from tests.support.conformance_site import serve


def main(engine: BrowserName, ending: str) -> None:
    setting = Setting(patience=0.2, browser=engine)
    with (
        serve() as connect,
        SiteProxy(connect) as proxy,
        open_browser(setting, proxy) as browser,
        browser.session() as user,
    ):
        user.opens("/")
        user.someone_else().opens("/")
        print("ready", flush=True)
        if ending == "error":
            user.clicks("#nowhere")
        if ending == "hang":
            signal.pause()  # until it is killed


if __name__ == "__main__":
    main(cast(BrowserName, sys.argv[1]), sys.argv[2])
