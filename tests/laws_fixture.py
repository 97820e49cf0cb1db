#!/usr/bin/env python3
"""Write down what the three documents of rules hold, without their text.

    tests/laws_fixture.py FOLDER

FOLDER holds dalnet-chessmasters-rules.txt, nsw-junior-one-day-rules.txt and la-roux-laws.txt. Two files in
tests/fixtures/laws are written anew: articles.txt, the number of every article, and shingles.txt, a hash of every run
of WINDOW words and of every shorter sentence. With them tests/it/laws.rs holds `!rules` and the whole repository
against the documents, which are no part of it.
"""
import pathlib
import re
import sys

WINDOW = 6
# Shorter than this are headings and names, which are nobody's sentences: "Castling", "King against king".
SENTENCE_MIN = 4
DOCUMENTS = {
    "DAL": "dalnet-chessmasters-rules.txt",
    "NSW": "nsw-junior-one-day-rules.txt",
    "ROUX": "la-roux-laws.txt",
}


def words(text):
    """Lower case, without marks; a word with an apostrophe is one word. As `words` in tests/it/laws.rs."""
    return re.findall(r"[^\W_]+", re.sub("['\u2019`]", "", text.lower()))


def fnv1a(text):
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def runs(text):
    """Every run of WINDOW words, across sentences and paragraphs, and every shorter sentence."""
    every = words(text)
    for at in range(len(every) - WINDOW + 1):
        yield every[at:at + WINDOW]
    for paragraph in text.split("\n"):
        for sentence in re.split(r"(?<=[.;:?!])\s+", re.sub(r"^\s*\d+(\.\d+)*\.?\s*", "", paragraph)):
            short = words(sentence)
            if SENTENCE_MIN <= len(short) < WINDOW:
                yield short


def dalnet(text):
    """Roman numbers, `8.3` even where no blank follows it, and points by their indentation: a), i., A."""
    above = []
    for line in text.split("\n"):
        whole = re.match(r"((?:IV|I{1,3})(?:\.[a-z])?)\. |(\d+\.\d+)", line)
        point = re.match(r"( *)\u2022 (\w{1,3})\)?\. ", line)
        if whole:
            above = [whole[1] or whole[2]]
        elif point:
            depth = 1 + len(point[1]) // 2
            above = above[:depth] + [point[2] if depth == 1 else "." + point[2]]
        else:
            continue
        yield "".join(above)


def nsw(text):
    """Numbers, and letters in brackets at the start of a paragraph or inside one; the conduct rules count anew."""
    part, number = "", ""
    for line in text.replace("\u00a0", " ").split("\n"):
        if line.strip().startswith("CONDUCT RULES"):
            part = "conduct "
        whole = re.match(r" *(\d+)\. ", line)
        if whole:
            number = part + whole[1]
            yield number
        for letter in re.findall(r"\(([a-z])\) ", line):
            yield number + letter


def roux(text):
    """The first one is printed as `I.` behind the heading, the others as Arabic numbers."""
    if re.search(r": I\. ", text):
        yield "1"
    for line in text.split("\n"):
        whole = re.match(r"(\d+)\. ", line)
        if whole:
            yield whole[1]


def main():
    folder = pathlib.Path(sys.argv[1])
    target = pathlib.Path(__file__).parent / "fixtures" / "laws"
    texts = {name: (folder / file).read_text(encoding="utf-8") for name, file in DOCUMENTS.items()}
    numbers = {"DAL": dalnet, "NSW": nsw, "ROUX": roux}
    articles = [f"{name} {number}" for name, text in texts.items() for number in numbers[name](text)]
    hashes = {(len(run), fnv1a(" ".join(run))) for text in texts.values() for run in runs(text)}
    head = "# Written by tests/laws_fixture.py.\n"
    target.joinpath("articles.txt").write_text(head + "".join(f"{article}\n" for article in articles))
    rows = "".join(f"{count} {value:016x}\n" for count, value in sorted(hashes))
    target.joinpath("shingles.txt").write_text(head + "# A number of words, and the hash of that many.\n" + rows)
    print(f"{len(articles)} articles, {len(hashes)} hashes")


if __name__ == "__main__":
    main()
