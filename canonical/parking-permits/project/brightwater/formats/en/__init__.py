"""English formats of this site."""
