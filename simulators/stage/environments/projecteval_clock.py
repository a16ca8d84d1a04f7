"""Starts the clock that a mission fixes, in every Python of an environment (read by a ``.pth`` file).

``PROJECTEVAL_CLOCK`` is the difference between the mission's time and the real one, in seconds, so
that all processes of one stage, and the browser that visits it, agree on what time it is.
"""

import os

_difference = os.environ.get("PROJECTEVAL_CLOCK")
if _difference:
    import time

    import time_machine

    time_machine.travel(time.time() + float(_difference), tick=True).start()
