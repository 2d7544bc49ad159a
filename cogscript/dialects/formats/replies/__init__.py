"""Agents that answer in text: labelled replies, calls written as text, transcripts."""
