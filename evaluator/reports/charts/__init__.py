"""Charts of a run: the numbers behind each, drawn by matplotlib (extra ``charts``)."""
