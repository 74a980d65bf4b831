"""Recipes that teach to caption (`task = "captioning"`), read as strictly as the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import RecipeError
from engine.models.expansionnet_config import ExpansionNetConfig
from engine.models.grid_config import GridConfig
from training.recipes import CAPTIONING, TASK, InputRecipe, parse_table, recipe_table

VIT_OF = "vit"  # pretrained = "vit:BUNDLE"


@dataclass(frozen=True, slots=True)
class CaptionDataRecipe:
    """Which pictures with which captions, and how captions become tokens.

    `source` is "coco:FILE" (Karpathy's dataset_coco.json) or a corpus of reports ("phantom:DIR", ...), whose
    reports are captions. `regions` is a folder of .npy or .npz files or an .h5 file with what a detector
    found; "" lets the image backbone look at the pictures, which for COCO lie in `pictures` ("": beside the
    file). `tokenizer` and `min_count` as in the panel's recipes; the paper's `min_count` is 5.
    """

    source: str
    regions: str = ""
    pictures: str = ""
    tokenizer: str = ""
    min_count: int = 5


@dataclass(frozen=True, slots=True)
class StageRecipe:
    """One of the three stages. 0 epochs: it is left out.

    The rate rises over `warm_up` steps and is multiplied by `decay` every `decay_epochs` epochs (0: never).
    `warm_up_shape` "hyperbolic" is the released code's lr / (steps left), which the paper's word hides.
    `patience`: epochs without a better validation after which the stage ends; 0: it goes on to its end.
    """

    epochs: int = 0
    batch: int = 48
    lr: float = 2e-4
    warm_up: int = 0
    warm_up_shape: Literal["linear", "hyperbolic"] = "linear"
    decay: float = 0.8
    decay_epochs: int = 2
    patience: int = 0
    dropout: float = 0.3
    clip_norm: float = 0.0

    def __post_init__(self) -> None:
        for name in ("batch", "lr", "decay"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        for name in ("epochs", "warm_up", "decay_epochs", "patience", "clip_norm"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be below 0, got {getattr(self, name)}")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}, not in [0, 1)")


@dataclass(frozen=True, slots=True)
class SamplingRecipe:
    """Self-critical training: samples of a picture, and how many tokens they have at most, end included."""

    samples: int = 5
    max_tokens: int = 20

    def __post_init__(self) -> None:
        if self.samples < 2 or self.max_tokens < 1:
            raise ValueError(f"{self.samples} samples of {self.max_tokens} tokens cannot be compared")


@dataclass(frozen=True, slots=True)
class CaptionDecodingRecipe:
    """A bundle's decoding: `beam` hypotheses by the released length rule, the best `drafts` are kept."""

    beam: int = 5
    drafts: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.drafts <= self.beam:
            raise ValueError(f"{self.drafts} drafts of {self.beam} hypotheses cannot be had")


@dataclass(frozen=True, slots=True)
class CaptioningRecipe:
    """All that decides a captioner's training run, apart from the data's own bytes.

    `model.vocab_size` and `model.feature_width` are overwritten with what words and regions ask for; of
    `model.dropout` each stage has its own. `grid` is the image backbone; `pretrained` its weights: those of a
    trained panel's ViT, "vit:BUNDLE", which then brings its sizes and stands for `grid`, or a safetensors
    file. `train_grid`: the backbone learns too; otherwise it looks at every picture once, and its regions are
    kept beside the runs in half precision. Captions are cut to `model.max_tokens` tokens, marks included.
    """

    task: Literal["captioning"]
    name: str
    seed: int
    data: CaptionDataRecipe
    model: ExpansionNetConfig
    cross_entropy: StageRecipe
    fine_tuning: StageRecipe = field(default_factory=StageRecipe)
    self_critical: StageRecipe = field(default_factory=StageRecipe)
    sampling: SamplingRecipe = field(default_factory=SamplingRecipe)
    decoding: CaptionDecodingRecipe = field(default_factory=CaptionDecodingRecipe)
    label_smoothing: float = 0.1  # released code, not in the paper
    grid: GridConfig | None = None
    pretrained: str = ""
    train_grid: bool = False
    input: InputRecipe = field(default_factory=InputRecipe)
    precision: Literal["float32", "bfloat16"] = "float32"

    def __post_init__(self) -> None:
        if not self.cross_entropy.epochs:
            raise ValueError("cross_entropy.epochs is 0: nothing would be learned first")
        if not 0 <= self.label_smoothing < 1:
            raise ValueError(f"label_smoothing is {self.label_smoothing}, not in [0, 1)")
        if self.sampling.max_tokens > self.model.max_tokens:
            raise ValueError(
                f"sampling.max_tokens is {self.sampling.max_tokens}, more than the model's "
                f"{self.model.max_tokens}"
            )
        looks = self.grid is not None or bool(self.pretrained)
        if looks == bool(self.data.regions):
            raise ValueError("either data.regions or an image backbone (grid, pretrained) makes regions")
        if self.grid is None and self.pretrained and not self.panel:
            raise ValueError('pretrained weights need [grid], unless they are "vit:BUNDLE"')
        if self.train_grid and not looks:
            raise ValueError("train_grid without an image backbone")

    @property
    def panel(self) -> str:
        """The bundle whose ViT is the backbone; "" for none."""
        kind, _, place = self.pretrained.partition(":")
        return place if kind == VIT_OF else ""


def load_captioning(name: str, settings: Iterable[str] = ()) -> CaptioningRecipe:
    """The recipe at a path, or of that name among the shipped ones, with `--set` settings applied.

    Raises `RecipeError` where the file is absent, is for another task, or any key or value does not fit.
    """
    return parse_captioning(*recipe_table(name, settings))


def parse_captioning(table: Mapping[str, Any], origin: str) -> CaptioningRecipe:
    """The recipe in a table that came from `origin` (named in errors)."""
    if table.get(TASK) != CAPTIONING:
        raise RecipeError(
            f'this recipe does not teach to caption: task = "{CAPTIONING}" is missing.', where=origin
        )
    recipe: CaptioningRecipe = parse_table(CaptioningRecipe, table, "", origin)
    return recipe
