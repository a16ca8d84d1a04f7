"""What each of the pages shows, as data for its script."""

from collections.abc import Callable

from quiz.evening import Evening, Guest, Question


def of_host(evening: Evening, is_here: Callable[[str], bool]) -> dict[str, object]:
    """Return what the host sees: all that the screen shows, and the guests."""

    def entry(guest: Guest) -> dict[str, object]:
        return {"key": guest.key, "name": guest.name, "away": not is_here(guest.key)}

    return {**of_screen(evening), "guests": [entry(guest) for guest in evening.by_name()]}


def of_screen(evening: Evening) -> dict[str, object]:
    """Return what everybody may see."""
    question = evening.question
    return {
        "over": evening.is_over,
        "ranking": [_ranked(place, guest) for place, guest in evening.ranking()],
        "question": question and _shown(question),
        "answered": f"{len(question.chosen)} of {len(evening.guests)} answered" if question else "",
    }


def of_guest(evening: Evening, key: str) -> dict[str, object]:
    """Return what one guest sees, or somebody who has not joined."""
    guest, question = evening.guest(key), evening.question
    return {
        "over": evening.is_over,
        "ranking": [_ranked(place, guest) for place, guest in evening.ranking()],
        "question": question and _shown(question),
        "me": guest and guest.name,
        "chosen": question and question.chosen.get(key),
    }


def _ranked(place: int, guest: Guest) -> str:
    return f"{place}. {guest.name} {guest.points} {'point' if guest.points == 1 else 'points'}"


def _shown(question: Question) -> dict[str, object]:
    """Return the question; which answer is right only once it is closed."""
    shown = {"number": question.number, "text": question.text, "answers": question.answers, "open": question.is_open}
    return {**shown, "right": None if question.is_open else question.right}
