"""What every sandbox promises; run once for each provider that works on this machine."""
