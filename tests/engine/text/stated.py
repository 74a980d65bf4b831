"""Findings in one line, for tables of sentences."""

from __future__ import annotations

from engine.panel import Finding, Polarity

POLARITIES = {"+": Polarity.PRESENT, "-": Polarity.ABSENT, "?": Polarity.UNCERTAIN}


def said(line: str) -> Finding:
    """ "+Pleural Effusion/left/base" as a finding."""
    label, side, place = (line[1:] + "//").split("/")[:3]
    return Finding(label, POLARITIES[line[0]], side, place)
