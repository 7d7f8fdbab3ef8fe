"""A bit trick that Numba has no function for."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def lowest_bit(_context, bits):
    """Return the place of the lowest bit set in a uint64 that is not 0."""

    def code(_context, builder, _signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code
