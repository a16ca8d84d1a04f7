"""Groups of testcodes that share a session: those connected by `requires`."""

from __future__ import annotations

from missions.mission import Mission


def chains(mission: Mission, shared: bool = False) -> dict[str, str]:
    """Return for each testcode id the first id of its chain; all are one chain when the session is `shared`."""
    testcodes = mission.testcodes
    if shared:
        return {testcode.id: testcodes[0].id for testcode in testcodes}
    first = {testcode.id: testcode.id for testcode in testcodes}

    def root(testcode_id: str) -> str:
        while first[testcode_id] != testcode_id:
            testcode_id = first[testcode_id]
        return testcode_id

    for testcode in testcodes:
        for required in testcode.requires:
            one, other = root(required), root(testcode.id)
            if one != other:
                first[other] = one
    return {testcode.id: root(testcode.id) for testcode in testcodes}


def last_of_chain(mission: Mission, shared: bool = False) -> set[str]:
    """Return the testcodes after which their chain's session can be closed."""
    roots = chains(mission, shared)
    return set({roots[testcode.id]: testcode.id for testcode in mission.testcodes}.values())
