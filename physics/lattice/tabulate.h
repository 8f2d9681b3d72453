#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "physics/lattice/propagator_table.h"

namespace diagc::lattice {

/// More than this many are beyond what a table is for.
inline constexpr std::uint32_t most_table_intervals = 1u << 17;

/// Writes G0 of every row at τ in [0, β], where 0 stands for the limit 0⁺ and β for −(the limit 0⁻).
using PropagatorsAt = std::function<void(double tau, std::span<double> rows)>;

/// A table of the fewest intervals, a power of two, with which the measured error is at most `bound`.
/// Nodes are the extrema of Chebyshev polynomials, both ends of every interval among them, so that the
/// table is continuous; errors are measured midway between the nodes, where they are largest.
/// equal_time is set without Hartree shift. Throws WrongModel where the bound cannot be reached.
PropagatorTable tabulate(std::uint32_t rows, double beta, std::uint32_t degree, double bound,
                         const PropagatorsAt& propagators);

/// Throws WrongModel where such a table takes more than 4 GiB.
void require_table_fits(std::uint32_t rows, std::uint32_t intervals, std::uint32_t degree);

/// The same with a given number of intervals, whatever the error is.
PropagatorTable tabulate_with(std::uint32_t rows, double beta, std::uint32_t degree,
                              std::uint32_t intervals, const PropagatorsAt& propagators);

}  // namespace diagc::lattice
