"""Stock of spare parts: items, movements, import and export, what has to be ordered."""
