"""The words that an answer in prose may have around its claim; any other word leaves it open.

An answer is refused for a word that is missing here, so it is never misread for one.
"""

from __future__ import annotations

from typing import Final

from logicsweep.board.verdicts import Verdict
from logicsweep.lab.judging.claims import Action


def _words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


ACTIONS: Final = {
    **dict.fromkeys(("open", "reveal", "dig", "click", "uncover"), Action.OPEN),
    **dict.fromkeys(("opening", "revealing", "digging", "clicking", "uncovering"), Action.OPEN),
    **dict.fromkeys(("flag", "flagging", "mark", "marking"), Action.FLAG),
    **dict.fromkeys(("chord", "chording"), Action.CHORD),
}
# `mark` alone may mean to mark as safe.
MARKS: Final = frozenset(("mark", "marking"))
VERDICTS: Final = {
    "safe": Verdict.SAFE,
    "mine": Verdict.MINE,
    "bomb": Verdict.MINE,
    "mine-free": Verdict.SAFE,
    "bomb-free": Verdict.SAFE,
    "undetermined": Verdict.UNDETERMINED,
}
LAYOUTS: Final = _words(
    """
    layout layouts configuration configurations arrangement arrangements placements
    """
)

# Between a verb and its cell.
OBJECT: Final = _words("the cell square tile at on in is position coordinate coordinates : =")
# Before a claim in its sentence.
HEAD: Final = _words(
    """
    here the a an i we you it is will i'll we'll i'd let's should must can to my our so therefore
    thus hence now next then final best safest move action answer recommended recommend suggest
    suggestion recommendation choose choice pick decision decide conclude conclusion result
    verdict yes only please go ahead want safe safely cell square tile at know that have place put :
    , →
    """
)
# Before a claim in a documented form, in the line before.
FORMAL_HEAD: Final = HEAD | _words(
    """
    are based on clues clue board analysis certain cells given from above reasoning deductions
    following in requested format json response output complete list all of
    """
)
# A bare cell, verdict or number is read only if no other words are in the text.
BARE: Final = (
    HEAD - _words("safe safely ahead a an then have place put want that know to")
) | frozenset(("selected", "position", "with", "."))
BARE_VERDICT: Final = _words(
    """
    a be certainly definitely must here the it is so therefore thus hence now final answer
    conclusion result verdict my our cell square tile it's that's yes . ! : , →
    """
)
BARE_NUMBER: Final = (BARE - frozenset(("can", "should"))) | _words(
    "= ≈ approximately probability chance of mine a exactly ( )"
)
# A bare cell with reasons behind it is a move if one of these stands before.
CHOICE: Final = _words(
    "answer move action choice choose pick decision recommendation suggestion with"
)
# Before a verdict in its sentence.
VERDICT_HEAD: Final = HEAD - _words(
    "to want should can will i'd let's place put next go ahead please safe safely only then"
) | frozenset(("this", "means"))
# Between a cell and its verdict.
LINK: Final = _words(
    """
    is must be definitely certainly guaranteed proved proven provably therefore thus
    hence a an the contains contain : = → also indeed
    """
)
# Before several cells with one verdict, and between them and the verdict.
HEAD_OF_SEVERAL: Final = VERDICT_HEAD | _words("both cells squares tiles")
LINK_OF_SEVERAL: Final = (LINK - _words("is a an contains contain : = →")) | _words("are both all")
# Before the `not` of `is not a mine`, which says that a cell is safe.
SURELY: Final = _words("definitely certainly provably therefore thus hence also indeed")
# What makes a sentence with a cell and a verdict a denial or a guess.
HEDGE: Final = _words(
    """
    not no never cannot can't isn't nor neither without probably likely unlikely maybe might may
    could would should possibly perhaps either or almost nearly mostly are seems looks appears
    believe think guess if whether un non assumed
    """
)
CHANCE: Final = _words(
    """
    the probability chance of a mine mines at in for that is being be there cell square contains
    hitting p mine's exactly equals has with so therefore thus hence answer final result i we get
    get's to covered position that's overall exact = : ≈ approximately ( ) | , →
    """
)
# Between a number and its approximation; it has one of the second words.
APPROXIMATELY: Final = _words(
    "i e . , ( or ie which is about approximately roughly around approx = ≈ ~ ∼"  # noqa: RUF001
)
ROUGHLY: Final = _words("e ie about approximately roughly around approx ≈ ~ ∼")  # noqa: RUF001
COUNT: Final = _words(
    """
    the number of there is are exactly total in all that agree with board consistent possible
    valid so therefore thus hence answer final we have get i count result different distinct
    mine this remain remaining = : , →
    """
)
SOURCE: Final = _words("of the clue clues at in and by from on , ; ( ) & cell cells number total")

# What may begin the reasons behind a claim, and the words that must follow some of these.
REASONS: Final = _words("because since for as given due")
BEHIND_REASON: Final = {
    "for": _words("sure certain it its"),
    "as": _words("the it its all both there each every"),
    "given": _words("the that"),
    "due": _words("to"),
}
AFTER: Final = _words(": ; - – — ( [ ,")  # noqa: RUF001
AFTER_COMMA: Final = _words("because since as which given it so the both")
TAIL: Final = _words("now safely next please ! ✅ ✓ ✔ 👍 🎯 🙂 😊")
NOUNS: Final = _words("cell square tile position")
EVERY: Final = _words("every all each")
VALID: Final = _words("possible valid consistent legal the")
# What ends the reasons before a claim.
HENCE: Final = _words("therefore thus hence → ⇒")
PREMISE: Final = _words("since because as given")
# What makes reasons before a claim doubtful.
UNFIT: Final = _words(
    """
    wrong incorrect false never avoid don't do bad worse ignore disregard example
    """
)
# Sentences that begin so assert nothing.
SUPPOSITION: Final = _words("if suppose assume assuming consider whether determine")
CONDITION: Final = _words(
    """
    if unless when suppose supposing assume assuming whether except provided until
    """
)
# What ends a supposition, which holds for all that follows it otherwise.
SUPPOSED: Final = _words("suppose supposing assume assuming")
REFUTED: Final = _words(
    """
    contradiction contradicts contradicting impossible violates violated fails fail too
    inconsistent cannot can't exceed exceeds wrong false not
    """
)
# Words that take something back, or add a second answer.
DOUBT: Final = _words(
    """
    or either maybe perhaps possibly alternatively alternative actually wait instead otherwise
    correction correct sorry mistake wrong incorrect false rather hmm better best prefer
    preferred then next also another afterwards after later followed but however unsure
    uncertain unclear guess scratch ignore disregard cancel oops kidding joking different
    reconsider changed change choose pick select take try play go going second backup fallback
    except although though no never don't do bad worse risky dangerous avoid shouldn't probably
    likely might could would should edit update revised revise unless reverse opposite lie lied
    untrue nope undo retract reject rejected ❌ ✗ ✘
    """
)
DENIAL: Final = _words("not isn't cannot can't")
# A cannot-be-a-mine is a reason, not a denial of the answer.
DENIED: Final = _words("be contain hold a the mine mines bomb have")
# At the end of a line, these may belong to the claim in the next one.
WRAPPED: Final = HEDGE | DENIAL | CONDITION | UNFIT
# Reasons before a claim, and between a claim and its repetition, have one of these.
EXPLAINS: Final = _words(
    """
    clue clues neighbour neighbours neighbor neighbors adjacent touches touch sees needs
    satisfied because since mine mines number shows count
    """
)
# What makes a reason for a verdict a guess.
UNSURE: Final = _words(
    """
    may some half most many few usually typically hopefully assumed assumption contradiction
    neither nor impossible contradicts chance probability odds percent risk risky luck lucky hope
    hoping case unlikely proof know knows bet gamble feel feels seem seems think believe hunch
    intuition instinct
    """
)
# Beside them, reasons for a move may speak of chances.
OF_CHANCE: Final = _words("chance probability odds percent risk most few")
# Asides that only strengthen a claim.
CERTAINTY: Final = TAIL | _words(  # and lines between parts
    """
    certain certainly definitely sure proved proven provably guaranteed deduced forced logically
    100% qed , ( ) [ ] - – — = _
    """  # noqa: RUF001
)
MINES: Final = _words("mine mines bomb bombs")
# The words of a reason, none of which takes anything back.
REASON: Final = _words(
    """
    the a an clue clues at in of and both all each every its their are is be has have already
    exactly only just mine mines number numbers cells squares covered open opened revealed known
    neighbour neighbours neighbor neighbors neighboring neighbouring adjacent touches touch
    touching sees see needs need requires require satisfied satisfies based on met complete
    completed fulfilled shows show count because since so therefore thus hence which by from with as
    to one two three four five six seven eight remaining more other others must
    layouts explanation note reason reasoning total them they these those due given now flagged
    @ § # 100% , : ; ( ) [ ] - – — = → / & .
    """  # noqa: RUF001
)
EXPLAINING: Final = _words(
    """
    clue clues neighbour neighbours neighbor neighbors adjacent touches touch touching sees needs
    need satisfied satisfies met because since shows count number
    """
)
# A sentence of courtesy at the end of an answer.
PLEASANTRIES: Final = (
    *("let me know", "i hope", "hope this", "hope that", "hope it", "good luck", "feel free"),
    *(
        "happy to",
        "i'm happy to",
        "i am happy to",
        "happy minesweeping",
        "enjoy",
        "thanks",
        "thank you",
        "would you like",
        "do you want",
        "please let me",
    ),
)
PLEASANT: Final = _words(
    """
    let me know if you you'd you'll would like want need have has any more other further help
    questions question explanation explanations explained details detail an a the of i i'll to
    explain hope this that it helps helped good luck feel free ask happy minesweeper sweeping
    playing game with your enjoy thanks thank for do assistance anything else reasoning step by
    assist glad am i'm is clear and can on position board puzzle rest out in see minesweeping
    🍀 😊 🙂 👍 🎯 ! , : - ?
    """
)
# What would follow if a claim were wrong.
REFUTES: Final = _words(
    """
    would could exceed exceeds exceeding too many few contradict contradicts contradicting
    contradiction violate violates violated violating lack lacks enough not than then get be
    impossible satisfy this that
    """
)
