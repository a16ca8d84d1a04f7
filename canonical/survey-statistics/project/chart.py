"""The shares of a choice as a picture."""

from pathlib import Path

from evaluation import Survey
from PIL import Image, ImageDraw
from questions import Question
from rounding import rounded

SIZE = (640, 400)
BAR_WIDTH, BAR_DISTANCE, PIXELS_PER_PERCENT = 40, 72, 3
LEFT, BASE = 40, 340
WHITE, INK = (255, 255, 255), (20, 20, 20)
COLORS = (
    (31, 119, 180),
    (255, 127, 14),
    (44, 160, 44),
    (214, 39, 40),
    (148, 103, 189),
    (140, 86, 75),
    (227, 119, 194),
    (127, 127, 127),
)
LONGEST_LABEL = 11


def draw_chart(survey: Survey, question: Question, path: Path) -> None:
    """Draw a bar for each option of a question."""
    picture = Image.new("RGB", SIZE, WHITE)
    draw = ImageDraw.Draw(picture)
    draw.text((LEFT, 8), question.text, fill=INK)
    for place, line in enumerate(survey.count_options(question)):
        left = LEFT + place * BAR_DISTANCE
        height = int(rounded(line.share * PIXELS_PER_PERCENT, 0))
        if height:
            draw.rectangle((left, BASE - height, left + BAR_WIDTH - 1, BASE - 1), fill=COLORS[place])
        draw.text((left, BASE + 8), line.option[:LONGEST_LABEL], fill=INK)
    draw.line((LEFT - 8, BASE, SIZE[0] - 16, BASE), fill=INK)
    picture.save(path)
