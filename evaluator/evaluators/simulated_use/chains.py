"""Which testcodes belong together: those connected by `requires` share one session."""

from __future__ import annotations

from missions.mission import Mission


def chains(mission: Mission) -> dict[str, str]:
    """Testcode id → the id of the first testcode of its chain (itself when it stands alone)."""
    testcodes = mission.testcodes
    if mission.one_session:
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


def last_of_chain(mission: Mission) -> set[str]:
    """The testcodes after which their chain's session can be closed."""
    roots = chains(mission)
    return set({roots[testcode.id]: testcode.id for testcode in mission.testcodes}.values())
