"""The pieces of a program in JavaScript or TypeScript, such as blanks and texts: where each ends that begins somewhere.

Whatever is written there, to pass all of it takes the time of reading it once.
"""

import re

_MOST = 1_000_000  # characters
_BLANK = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:.*?\*/|.*+))++", re.DOTALL)
_WITHIN = {sign: re.compile(rf"(?:[^{sign}\\\n]++|\\.)*+", re.DOTALL) for sign in "\"'"}  # quotation marks
_PIECE = re.compile(r"(?:[^`\\$]++|\\.|\$(?!\{))*+", re.DOTALL)  # of a template, between its expressions
_SKIPPED = re.compile(r"[^()\[\]{},;\"'`/]+|/")
_TYPE = re.compile(r"(?:[\w$.<>'\"|& ]++|\[[\w$.'\" ]*+\])++")
OPENING, CLOSING = "([{", ")]}"


class Pieces:
    def __init__(self, text: str) -> None:
        self.text = text[:_MOST]
        self._unclosed = dict.fromkeys(_WITHIN, range(0))  # the last text that no quotation mark closes

    def quoted(self, at: int) -> tuple[str, int] | None:
        """What is written in the quotation marks that begin here, and where they end; None where they are not closed.

        A sign within what is not closed is an escaped one, and what follows that is not closed either.
        """
        sign = self.text[at : at + 1]
        if not sign or sign not in self._unclosed or at in self._unclosed[sign]:
            return None
        found = _WITHIN[sign].match(self.text, at + 1)
        end = found.end() if found else at + 1
        if self.text[end : end + 1] != sign:
            self._unclosed[sign] = range(at, end)
            return None
        return self.text[at + 1 : end], end + 1

    def passed(self, at: int) -> int:
        """Where a blank, a comment or a text ends that begins here; the same place where there is none."""
        quoted = self.quoted(at)
        return quoted[1] if quoted else self.blank(at)

    def blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def type_end(self, at: int) -> int:
        at = self.blank(at)
        while found := _TYPE.match(self.text, at):
            at = found.end()
        return self.blank(at)

    def past_template(self, at: int) -> int:
        """Where a text between backticks ends, with others within what is put in."""
        within, at = ["`"], at + 1
        while within and at < len(self.text):
            if within[-1] == "`" and (found := _PIECE.match(self.text, at)) and found.end() > at:
                at = found.end()
                continue
            sign = self.text[at]
            if sign == within[-1]:
                within.pop()
            elif within[-1] == "`":
                within.append("}")
                at += sign == "$"
            elif (after := self.passed(at)) > at:
                at = after - 1
            elif sign in "`{":
                within.append("`" if sign == "`" else "}")
            at += 1
        return at

    def skipped(self, at: int) -> int:
        """Where an expression ends that is not understood."""
        nested = 0
        while at < len(self.text):
            sign = self.text[at]
            if (after := self.passed(at)) > at:
                at = after
                continue
            if sign == "`":
                at = self.past_template(at)
                continue
            if sign in OPENING:
                nested += 1
            elif sign in CLOSING:
                if not nested:
                    return at
                nested -= 1
            elif sign in ",;" and not nested:
                return at
            found = _SKIPPED.match(self.text, at)
            at = max(at + 1, found.end() if found and sign not in "()[]{},;" else at + 1)
        return at
