"""What a concern is about, and what it does to signing (IHE MRRT: prohibit, alert, silent).

The words of both are kept in logs and bound by signatures; they never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType


class ConcernKind(Enum):
    """What a concern is about."""

    EMPTY_FIELD = "empty field"
    CONTRADICTION = "contradiction"
    AGAINST_EXPERTS = "against the experts"
    NOT_MENTIONED = "not mentioned"
    UNEDITED = "unedited AI text"
    UNFAMILIAR = "unfamiliar film"


class Weight(Enum):
    """What a concern does to signing, from the gravest down."""

    PROHIBIT = "prohibit"
    ALERT = "alert"
    SILENT = "silent"


Policy = Mapping[ConcernKind, Weight]

DEFAULT_POLICY: Policy = MappingProxyType(
    dict.fromkeys(ConcernKind, Weight.ALERT) | {ConcernKind.EMPTY_FIELD: Weight.PROHIBIT}
)


def strictest(policies: Iterable[Policy]) -> Policy:
    """One policy that forbids what any of them forbids; the default where there is none.

    A kind that a policy does not know, because it is older, has its default weight.
    """
    given = list(policies) or [DEFAULT_POLICY]
    gravest = list(Weight)
    return MappingProxyType(
        {
            kind: min((policy.get(kind, DEFAULT_POLICY[kind]) for policy in given), key=gravest.index)
            for kind in ConcernKind
        }
    )
