"""How the holdings of all players are drawn: who is known, who may hold any two cards, and blocks of others.

A block is a list of rows, each a combo for one player or a joint holding of several, with an alias table to
draw a row by its weight. Players whose ranges share cards are put into one block as far as their joint
holdings can be listed, so that few deals are drawn in vain.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_draw import COMBO_SHIFT, deal_holdings, fill_aliases
from oddchip.equity.combos import COMBO_CARDS, COMBO_MASKS, COMBOS
from oddchip.equity.feasible import no_deal
from oddchip.equity.spot import RangeSpot
from oddchip.evaluator import DECK_SIZE

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_LISTED = 200_000
"""Products of ranges up to this size are listed, which takes some milliseconds."""
MOST_IN_CACHE = 4_096
"""Joint holdings that are drawn as fast as a single combo."""
LOW_ACCEPTANCE = 0.5


class Dealing(NamedTuple):
    """What the kernels need to draw holdings."""

    known: Integers
    """(players,): the combos of known players, 0 for others."""
    block_rows: Integers
    """(blocks + 1,): where the rows of each block start."""
    block_seats: Integers
    """(blocks + 1,): where the players of each block start in `seats`."""
    block_cells: Integers
    """(blocks,): where the combos of each block start in `combos`."""
    seats: Integers
    """Players, counted from 0, block by block."""
    combos: npt.NDArray[np.int16]
    """Row by row the combos of a block's players."""
    masks: npt.NDArray[np.uint64]
    """(rows,): the cards of a row."""
    chances: Floats
    """(rows,): of the alias table."""
    aliases: Integers
    """(rows,): of the alias table, counted from the first row of the block."""
    is_uniform: npt.NDArray[np.bool_]
    """(blocks,): whether the rows of a block have the same weight."""
    open_seats: Integers
    """Players who may hold any two cards."""
    live: Integers
    """The cards that are neither known to be held nor on the board nor dead."""
    pairs: npt.NDArray[np.uint64]
    """Combos of live cards: the cards as bits, and the combo above these 52 bits."""
    is_weighted: bool
    """Whether players are drawn again alone, and deals weighted by what was free."""
    row_weights: Floats
    """(rows,): the weight of each row."""
    totals: Floats
    """(blocks,): the weight of each block; this and the next two only if weighted."""
    card_sums: Floats
    """(blocks, 52): the weight of a block's combos with each card."""
    combo_weights: Floats
    """(blocks, 1326)."""
    scale: float
    """What weights are multiplied by."""


class Block(NamedTuple):
    """Players who are dealt to together, and what they may hold."""

    players: tuple[int, ...]
    rows: npt.NDArray[np.int16]
    """(n, players): combos."""
    weights: Floats
    """(n,)."""


def make_dealing(spot: RangeSpot, *, weighted: bool) -> Dealing:
    """Return how to draw the holdings of a spot.

    weighted: draw each player alone and weight the deals, instead of throwing deals away. Raises
    `ImpossibleSpotError` when known hands or listed ranges leave no deal.
    """
    weights, known = _with_known_hands(spot)
    gone = _cards_of(np.flatnonzero(weights[sorted(known)].any(axis=0))) | {*spot.board, *spot.dead}
    live = np.array([card for card in range(DECK_SIZE) if card not in gone], dtype=np.int64)
    others = [player for player in range(len(weights)) if player not in known]
    open_seats = [player for player in others if _is_any_two(weights[player], len(live))]
    ranges = sorted(set(others) - set(open_seats), key=lambda player: int(np.count_nonzero(weights[player])))
    blocks = [_single(weights, player) for player in ranges] if weighted else _blocks(weights, ranges)
    known_combos = np.zeros(len(weights), dtype=np.int64)
    for player, combo in known.items():
        known_combos[player] = combo
    return _laid_out(blocks, known_combos, np.array(open_seats, dtype=np.int64), live, weighted)


def _with_known_hands(spot: RangeSpot) -> tuple[Floats, dict[int, int]]:
    """The weights without what is known of others, and the combos of the players who have only one left."""
    weights = spot.weights.copy()
    known: dict[int, int] = {}
    while True:
        found = [
            player
            for player in range(len(weights))
            if player not in known and np.count_nonzero(weights[player]) == 1
        ]
        if not found:
            return weights, known
        player = found[0]
        known[player] = int(np.flatnonzero(weights[player])[0])
        blocked = np.isin(COMBO_CARDS, COMBO_CARDS[known[player]]).any(axis=1)
        for other in range(len(weights)):
            if other != player:
                weights[other, blocked] = 0.0
        if not weights.any(axis=1).all():
            raise no_deal()


def deal_without_board(
    dealing: Dealing, stream: npt.NDArray[np.uint64], tries: int
) -> tuple[npt.NDArray[np.int16], Floats]:
    """Return the combos of the deals that are possible among so many tries, and their weights.

    The combos are (players, n), the weights (n,).
    """
    used, boards = np.zeros(tries, dtype=np.uint64), np.zeros(tries, dtype=np.int64)
    weights = np.full(tries, dealing.scale)
    drawn = np.repeat(dealing.known[:, np.newaxis], tries, axis=1).astype(np.int16)
    found = deal_holdings(dealing, stream, tries, used, weights, boards, drawn)
    return drawn[:, :found], weights[:found]


def _cards_of(combos: npt.NDArray[np.intp]) -> set[int]:
    return set(COMBO_CARDS[combos].ravel().tolist())


def _is_any_two(weights: Floats, live: int) -> bool:
    held = weights[weights > 0]
    return len(held) == live * (live - 1) // 2 and bool(held.min() == held.max())


def _blocks(weights: Floats, ranges: list[int]) -> list[Block]:
    """Blocks of the players with ranges, those with the fewest combos first in each."""
    blocks = []
    for linked in _linked(weights, ranges):
        joined = 1
        product = np.count_nonzero(weights[linked[0]])
        while joined < len(linked):
            product *= np.count_nonzero(weights[linked[joined]])
            if product > MOST_LISTED:
                break
            joined += 1
        joint = _joint(weights, linked[:joined]) if joined > 1 else None
        if joint is None:
            blocks += [_single(weights, player) for player in linked]
        else:
            blocks += [joint, *[_single(weights, player) for player in linked[joined:]]]
    return blocks


def _linked(weights: Floats, ranges: list[int]) -> list[list[int]]:
    """The players in groups whose ranges share cards, directly or through others."""
    groups: list[tuple[list[int], set[int]]] = []
    for player in ranges:
        cards = _cards_of(np.flatnonzero(weights[player]))
        touched = [group for group in groups if group[1] & cards]
        groups = [group for group in groups if not group[1] & cards]
        members = sorted(sum((group[0] for group in touched), [player]), key=ranges.index)
        groups.append((members, cards.union(*(group[1] for group in touched))))
    return [group[0] for group in groups]


def _single(weights: Floats, player: int) -> Block:
    combos = np.flatnonzero(weights[player])
    return Block((player,), combos.astype(np.int16)[:, np.newaxis], weights[player, combos])


def _joint(weights: Floats, players: list[int]) -> Block | None:
    """The joint holdings of players, if it is better to draw those than a combo for each player."""
    joint = _single(weights, players[0])
    masks = COMBO_MASKS[joint.rows[:, 0]]
    for player in players[1:]:
        own = _single(weights, player)
        own_masks = COMBO_MASKS[own.rows[:, 0]]
        row, combo = np.nonzero(masks[:, np.newaxis] & own_masks == 0)
        joint = Block(
            (*joint.players, player),
            np.concatenate([joint.rows[row], own.rows[combo]], axis=1),
            joint.weights[row] * own.weights[combo],
        )
        masks = masks[row] | own_masks[combo]
    count = len(joint.weights)
    if not count:
        raise no_deal()
    accepted = joint.weights.sum() / weights[players].sum(axis=1).prod()
    return None if count > MOST_IN_CACHE and accepted > LOW_ACCEPTANCE else joint


def _laid_out(
    blocks: list[Block],
    known: Integers,
    open_seats: Integers,
    live: Integers,
    weighted: bool,
) -> Dealing:
    rows = sum(len(block.weights) for block in blocks)
    chances, aliases = np.ones(rows), np.zeros(rows, dtype=np.int64)
    masks = np.zeros(rows, dtype=np.uint64)
    row_starts = _starts([len(block.weights) for block in blocks])
    for start, block in zip(row_starts.tolist(), blocks, strict=False):
        part = slice(start, start + len(block.weights))
        fill_aliases(block.weights, chances[part], aliases[part])
        for combos in block.rows.T:
            masks[part] |= COMBO_MASKS[combos]
    count = len(blocks) if weighted else 0
    combo_weights = np.zeros((count, COMBOS))
    for index in range(count):
        combo_weights[index, blocks[index].rows[:, 0]] = blocks[index].weights
    holds = (COMBO_CARDS[:, :, np.newaxis] == np.arange(DECK_SIZE)).any(axis=1)
    return Dealing(
        known=known,
        block_rows=row_starts,
        block_seats=_starts([len(block.players) for block in blocks]),
        block_cells=_starts([block.rows.size for block in blocks])[:-1],
        seats=np.array([player for block in blocks for player in block.players], dtype=np.int64),
        combos=np.concatenate([np.empty(0, dtype=np.int16), *[block.rows.ravel() for block in blocks]]),
        masks=masks,
        chances=chances,
        aliases=aliases,
        is_uniform=np.array([np.ptp(block.weights) == 0 for block in blocks], dtype=np.bool_),
        open_seats=open_seats,
        live=live,
        pairs=_pairs(live) if len(open_seats) else np.empty(0, dtype=np.uint64),
        is_weighted=weighted,
        row_weights=np.concatenate([np.empty(0), *[block.weights for block in blocks]]),
        totals=combo_weights.sum(axis=1),
        card_sums=(combo_weights[:, :, np.newaxis] * holds).sum(axis=1),
        combo_weights=combo_weights,
        scale=1.0,
    )


def _pairs(live: Integers) -> npt.NDArray[np.uint64]:
    combos = np.flatnonzero(np.isin(COMBO_CARDS, live).all(axis=1)).astype(np.int16)
    return (combos.astype(np.uint64) << COMBO_SHIFT) | COMBO_MASKS[combos]


def _starts(sizes: list[int]) -> Integers:
    return np.cumsum([0, *sizes], dtype=np.int64)
