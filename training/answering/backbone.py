"""What an examinee starts from, on this machine: a BERT's folder, or an examinee without experts."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers

from engine.bundle import Bundle
from engine.errors import BundleMissing, RecipeError
from engine.examinee_manifest import WEIGHTS as EXAMINEE_WEIGHTS
from engine.examinee_manifest import examinee_config
from engine.text.tokenizer import ReportTokenizer
from training.answering.recipe import AnsweringRecipe

WEIGHTS, TOKENIZER, VOCABULARY, SETTINGS = (
    "model.safetensors",
    "tokenizer.json",
    "vocab.txt",
    "tokenizer_config.json",
)
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
UNKNOWN = "[UNK]"
DENSE = "dense"  # backbone = "dense:BUNDLE"


def dense_examinee(backbone: str) -> Bundle | None:
    """The bundle that "dense:BUNDLE" names, None for any other backbone.

    `RecipeError` if it is absent or has experts, else as `Bundle.read`.
    """
    kind, _, place = backbone.partition(":")
    if kind != DENSE:
        return None
    try:
        bundle = Bundle.open(place)
    except BundleMissing as problem:
        raise RecipeError(
            problem.what,
            where=place,
            todo="Train one without experts first and name it: --set backbone=dense:FOLDER "
            "(resources/docs/recipes.md).",
        ) from problem
    if examinee_config(bundle.manifest).unshared_experts:
        raise RecipeError(
            "this examinee has experts of its own.", where=place, todo="Name one that was trained without."
        )
    return bundle


def check_backbone(recipe: AnsweringRecipe) -> None:
    """`RecipeError` where the backbone is not on this machine, or its weights are not the recipe's."""
    if not recipe.backbone:
        return
    bundle = dense_examinee(recipe.backbone)
    weights = bundle.path(EXAMINEE_WEIGHTS) if bundle is not None else Path(recipe.backbone, WEIGHTS)
    if not weights.is_file():
        raise RecipeError(
            f'the backbone "{recipe.backbone}" is no folder with {WEIGHTS} on this machine, and nothing is '
            "downloaded.",
            where=recipe.name,
            todo="Copy a BERT here and name its folder: --set backbone=FOLDER (resources/docs/recipes.md).",
        )
    if recipe.backbone_sha256 and sha256_of(weights) != recipe.backbone_sha256:
        raise RecipeError(
            "these are not the weights that the recipe starts from: their SHA-256 differs.",
            where=str(weights),
            todo='Copy them again, or take these with --set backbone_sha256="".',
        )


def sha256_of(path: Path) -> str:
    """Of a file's bytes, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def backbone_tokenizer(folder: Path) -> ReportTokenizer:
    """The folder's `tokenizer.json`, or the WordPiece that its `vocab.txt` spells out."""
    if (folder / TOKENIZER).is_file():
        return ReportTokenizer.load(folder / TOKENIZER)
    try:
        words = (folder / VOCABULARY).read_text(encoding="utf-8").splitlines()
        settings = folder / SETTINGS
        lower = (
            json.loads(settings.read_text("utf-8")).get("do_lower_case", True) if settings.is_file() else True
        )
    except (OSError, ValueError) as problem:
        raise RecipeError(
            f"this backbone has no tokenizer that can be read: {problem}.",
            where=str(folder),
            todo=f"Copy {TOKENIZER} or {VOCABULARY} beside its weights.",
        ) from problem
    return word_piece(words, bool(lower))


def word_piece(words: list[str], lower: bool) -> ReportTokenizer:
    """BERT's tokenizer with this vocabulary."""
    tokenizer = Tokenizer(
        models.WordPiece({word: index for index, word in enumerate(words)}, unk_token=UNKNOWN)
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lower)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in SPECIAL if name in words])
    return ReportTokenizer(tokenizer)
