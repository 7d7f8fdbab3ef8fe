"""Many replayed hands at a glance: how they agree with their records, and who was lucky."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.rules.all_in import find_all_in
from oddchip.rules.narrative import name_of
from oddchip.rules.replay import Replay


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """One player's all-ins in which all hands are known."""

    name: str
    all_ins: int
    expected: float
    """The chips that he could expect to win in them, less what he put in."""
    won: float
    """The chips that he won in them, less what he put in."""

    @property
    def luck(self) -> float:
        """How many chips more he won than he could expect."""
        return self.won - self.expected


@dataclass(frozen=True, slots=True)
class Summary:
    """What many hands come to."""

    hands: int
    equal: int
    """Hands whose stacks at the end are those that were recorded."""
    rake: int
    """Those that differ by the rake that was taken."""
    half_chips: int
    """Those that differ because odd chips were divided."""
    different: int
    unrecorded: int
    unfinished: int
    remarks: int
    players: tuple[PlayerLuck, ...]
    """Whoever was all-in, the luckiest first."""


def summarize(replays: Iterable[Replay]) -> Summary:
    """Return what hands come to.

    >>> summarize([]).hands
    0
    """
    hands = list(replays)
    kinds = Counter(played.comparison for played in hands if played.settlement is not None)
    return Summary(
        hands=len(hands),
        equal=kinds["equal"],
        rake=kinds["rake"],
        half_chips=kinds["half chips"],
        different=kinds["different"],
        unrecorded=kinds[None],
        unfinished=sum(played.settlement is None for played in hands),
        remarks=sum(len(played.remarks) for played in hands),
        players=_luck(hands),
    )


def _luck(hands: list[Replay]) -> tuple[PlayerLuck, ...]:
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for played in hands:
        moment = find_all_in(played)
        if moment is None or moment.got is None:
            continue
        competing = {player for pot in moment.pots for player in pot.equities}
        for player in sorted(competing):
            start = float(played.hand.starting_stacks[player - 1])
            own = sums[name_of(played, player)]
            own[0] += 1
            own[1] += moment.expected[player - 1] - start
            own[2] += moment.got[player - 1] - start
    players = [PlayerLuck(name, int(count), expected, won) for name, (count, expected, won) in sums.items()]
    return tuple(sorted(players, key=lambda player: (-player.luck, player.name)))
