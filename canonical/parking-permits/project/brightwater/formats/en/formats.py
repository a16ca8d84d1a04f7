"""Dates as the parking office writes them."""

DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = "Y-m-d H:i"
DATE_INPUT_FORMATS = ["%Y-%m-%d"]
