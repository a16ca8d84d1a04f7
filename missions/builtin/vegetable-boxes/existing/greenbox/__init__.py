"""Program of a farm that brings vegetable boxes to its members."""
