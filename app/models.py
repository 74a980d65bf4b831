"""Which models read the studies: one, or two beside each other, chosen in the help menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from app.callbacks import CallbackLane
from app.language import tr
from app.messages import Notice, notice_of
from app.opening import EngineOpener
from app.presenters.desk import DeskPresenter
from app.views.window import DeskWindow

BETWEEN = "\n"  # of two models in a menu's value; no folder's name has it


class ModelChoice:
    """Fills the menu with the bundles that write reports, and opens those that are chosen."""

    def __init__(
        self, window: DeskWindow, desk: DeskPresenter, lane: CallbackLane, engine: EngineOpener
    ) -> None:
        self._window, self._desk, self._engine = window, desk, engine
        self._chosen: tuple[str, ...] | None = None
        window.models.chosen.connect(self.choose)
        lane.run(
            lambda _cancel, _tell: engine.writers(),
            done=self._offer,
            failed=lambda error: window.show_notice(notice_of(error)),
        )

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """Who was chosen here; None if nobody was, so that what was named at the start is kept."""
        return self._chosen

    def choose(self, value: str) -> None:
        """Let these read from now on."""
        self._chosen = tuple(value.split(BETWEEN))
        self._engine.use(self._chosen)
        self._desk.change_engine()
        self._window.show_notice(
            Notice(
                tr("From now on {models} read.", models=spoken(self._chosen)),
                todo=tr("Drafts that are here stay; Read again asks the chosen models."),
                done=True,
            )
        )

    def _offer(self, found: Sequence[str]) -> None:
        using = self._engine.bundles
        offered = choices((*found, *(each for each in using if each not in found)))
        self._window.models.offer({**offered, BETWEEN.join(using): spoken(using)})
        self._window.models.show_choice(BETWEEN.join(using))


def choices(models: Sequence[str]) -> Mapping[str, str]:
    """Each model alone, then each two of them, by value."""
    alone = {model: model for model in models}
    return {**alone, **{BETWEEN.join(pair): spoken(pair) for pair in combinations(models, 2)}}


def spoken(models: Sequence[str]) -> str:
    """One model, or two of them, in words."""
    return tr("{one} and {other}", one=models[0], other=models[1]) if len(models) > 1 else models[0]
