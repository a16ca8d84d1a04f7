"""Fakes and helpers of the tests: commands, servers, fault injection, generated sources."""
