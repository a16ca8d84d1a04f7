"""What agents are asked: level by level, mode by mode, from files with names and versions."""
