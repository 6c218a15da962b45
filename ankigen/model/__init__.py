"""Frozen data that all stages share; imports nothing of ours."""
