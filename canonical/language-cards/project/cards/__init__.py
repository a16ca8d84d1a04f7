"""Flash cards: decks, boxes, studying, statistics, files."""
