"""How this site writes what differs between countries: dates are ISO 8601."""

DATE_FORMAT = "Y-m-d"
