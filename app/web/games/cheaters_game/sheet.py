"""The rules page of Cheater's Game: what is printed, what its author answered, and the rulings of the house."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.rules.cheaters_game.sheet import Sheet, load
from app.web.games.cheaters_game.house import OPTIONS
from app.web.games.options import said
from app.web.reading import Table
from app.web.screen import Chapter, Rule, Rules

Options = Mapping[str, Any]


def rules(table: Table, deck: str, options: Options) -> Rules:
    """The page, with these options in force."""
    sheet = load(deck)
    return Rules(
        title=sheet.name,
        motto=_("They say that cheaters never win."),
        about=_(
            "For %(low)d to %(high)d unscrupulous barons. Honest points are yours. An alliance's points come faster, "
            "count for every member, and are lost to whoever blows the whistle.",
            low=sheet.min_players,
            high=sheet.max_players,
        ),
        chapters=(
            Chapter(_("On your turn, one of these"), _turn(sheet, options)),
            Chapter(_("Doubles"), _doubles(table, options)),
            Chapter(_("Beginning and end"), _end(sheet, options)),
            Chapter(_("Silence and leaving"), _silence(options)),
        ),
    )


def _ruled(options: Options, *names: str) -> tuple[Rule, ...]:
    return tuple(Rule(sentence, house=True) for sentence in said(OPTIONS, options, *names))


def _turn(sheet: Sheet, options: Options) -> tuple[Rule, ...]:
    return (
        Rule(_("Roll one die for yourself: honest points.")),
        Rule(
            _(
                "Form an alliance with everybody who accepts, if one of the %(sets)d sets of pawns is free. You lead "
                "it, and roll at once.",
                sets=sheet.alliance_sets,
            )
        ),
        *_ruled(options, "forming_rolls_all", "declined_costs_turn", "ask_again"),
        Rule(_("Roll for every alliance that you lead: one die for each member, onto the alliance.")),
        *_ruled(options, "leader_rolls"),
        Rule(
            _(
                "Blow the whistle on an alliance you are in: you gain its points, every other member loses as many and "
                "passes a turn, and the alliance ends. Honest points can fall below zero."
            )
        ),
    )


def _doubles(table: Table, options: Options) -> tuple[Rule, ...]:
    misunderstood = (
        _("Who accepted by misunderstanding says so: nobody gets any of it.")
        if table.mode == "table"
        else _("On the phone an offer can't be misunderstood.")
    )
    return (
        Rule(_("All dice whose value appears more than once are added up; they count for the alliance too.")),
        *_ruled(options, "shared_pool"),
        Rule(
            _(
                "Offer a part of that to one other player, from nothing to all of it, and keep the rest. One offer, no "
                "negotiation."
            )
        ),
        Rule(_("Accepted, both parts are honest points. Refused, all of it is gone.")),
        Rule(misunderstood, house=table.mode != "table"),
    )


def _end(sheet: Sheet, options: Options) -> tuple[Rule, ...]:
    ends = (
        Rule(
            _(
                "Win The Race: the game ends after a round in which somebody has more than %(points)d points.",
                points=sheet.race_over,
            )
        )
        if options["race"]
        else Rule(_("The game ends after %(rounds)d rounds.", rounds=options["rounds"]), house=True)
    )
    starts = _("Seat %(seat)d goes first; play passes to the left.", seat=options["starting_seat"])
    return (
        Rule(starts, house=True),
        ends,
        Rule(
            _(
                "Your total is your honest points, and all the points of every alliance you are in. The highest wins."
            )
        ),
        Rule(_("Equal totals: the most honest points win.")),
        Rule(
            _(
                "Equal again: everybody who has cheater points loses, and the highest total of the others wins."
            )
        ),
        *_ruled(options, "equal_scores_share"),
        Rule(_("If nobody is left, all lose.")),
    )


def _silence(options: Options) -> tuple[Rule, ...]:
    timer_s = options["timer_s"]
    clock = (
        ngettext(
            "An invitation and an offer wait %(num)d second.",
            "An invitation and an offer wait %(num)d seconds.",
            timer_s,
        )
        if timer_s
        else _("No timer runs: every question waits as long as it takes.")
    )
    return (
        Rule(clock, house=True),
        Rule(_("Silence declines an invitation and refuses an offer. A turn waits."), house=True),
        Rule(
            _(
                "Whoever resigns is out at once. The next member leads; who is left alone in an alliance has its "
                "points as honest ones."
            ),
            house=True,
        ),
        *_ruled(options, "host_may_undo"),
    )
