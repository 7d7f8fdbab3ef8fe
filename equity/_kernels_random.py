"""Kernels for random numbers and for boards in a random order without repetition.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014):
a counter that grows by an odd number of its own for each stream, and a mixing of its bits. A loop that counts
by itself and only mixes is compiled to vector instructions.
"""

import numpy as np

from oddchip.evaluator._jit import kernel

FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
UNIT = 2.0**-53
ONE, ELEVEN = np.uint64(1), np.uint64(11)
ROUNDS = 4


@kernel
def mixed(counter):
    """Return 64 random bits for a counter."""
    bits = counter
    bits = (bits ^ (bits >> np.uint64(30))) * FIRST_FACTOR
    bits = (bits ^ (bits >> np.uint64(27))) * SECOND_FACTOR
    return bits ^ (bits >> np.uint64(31))


@kernel
def next_bits(stream):
    """Return 64 random bits; stream: uint64 [counter, odd step]."""
    stream[0] += stream[1]
    return mixed(stream[0])


@kernel
def as_unit(bits):
    """Return random bits as a number, 0 <= x < 1."""
    return np.float64(bits >> ELEVEN) * UNIT


@kernel
def new_keys(order_key, order_pass, keys):
    """Write the keys that `scatter` needs for one pass over all boards; they are random and odd."""
    counter = mixed(order_key[0] + np.uint64(order_pass) * order_key[1])
    for index in range(keys.shape[0]):
        counter += order_key[1]
        keys[index] = mixed(counter) | ONE


@kernel
def scatter(numbers, count, bits, keys):
    """Replace the first `count` places in `numbers` by where a permutation of 0..2**bits - 1 sends them.

    numbers: uint64; keys: uint64 (2 * ROUNDS,), odd. Multiplying by an odd number, adding and folding the
    upper bits onto the lower ones can each be undone.
    """
    mask = (ONE << bits) - ONE
    fold = max(bits >> ONE, ONE)
    for index in range(ROUNDS):
        factor, term = keys[2 * index], keys[2 * index + 1]
        for each in range(count):
            number = (numbers[each] * factor + term) & mask
            numbers[each] = number ^ (number >> fold)
