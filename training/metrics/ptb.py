"""Penn Treebank tokens as the COCO captions' evaluation has them: lower case, most punctuation left out.

The tokeniser is Stanford's (corenlp 3.4.1), which pycocoevalcap brings and which needs Java.
"""

from __future__ import annotations

from collections.abc import Sequence

from training.metrics.java import JARS, Java, JavaFailed, one_line

FOLDER, JAR = JARS / "tokenizer", "stanford-corenlp-3.4.1.jar"
PROGRAM = "edu.stanford.nlp.process.PTBTokenizer"
LEFT_OUT = frozenset(
    ("''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", ".", "?", "!", ",", ":", "-", "--", "...", ";")
)


def ptb_texts(texts: Sequence[str], java: Java) -> list[str]:
    """Each text's tokens between single blanks. `JavaFailed` where the tokeniser does not answer.

    As in pycocoevalcap brackets stay, for they are "-lrb-" by the time when "-LRB-" would be left out.
    """
    given = [one_line(text) for text in texts]
    answers = java.lines(["-cp", JAR, PROGRAM, "-preserveLines", "-lowerCase"], given, FOLDER)
    if len(answers) != len(given):
        raise JavaFailed(f"the tokeniser answered {len(answers)} lines to {len(given)} texts")
    return [" ".join(word for word in line.split() if word not in LEFT_OUT) for line in answers]
