"""What happens to machines: processes killed at any moment, full disks, folders that cannot be written."""
