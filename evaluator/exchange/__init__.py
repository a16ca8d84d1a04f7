"""Missions and solutions of ours as files of the public benchmark, and its files as ours."""
