#pragma once

#include <optional>

#include "physics/lattice/own_propagator.h"
#include "physics/lattice/propagator_table.h"
#include "runtime/system/child_process.h"

namespace diagc::lattice {

/// Name and work of the worker of own_tables(), for the list that a program gives to run_as_worker().
inline constexpr const char* own_propagator_worker_name = "own-propagator-worker";
int own_propagator_worker(const std::vector<std::string>& arguments);

/// G0 and, where the header has g0_mu, ∂G0/∂μ on the same intervals.
struct OwnTables {
  PropagatorTable table;
  std::optional<PropagatorTable> derivative;
};

/// The tables of an own propagator, a row for every displacement x + L0 (y + L1 z). The header is read,
/// compiled and called in a process of its own: where it crashes, hangs or takes too much memory, and
/// where Clang does so while it reads it, that is an error at the header's line. Throws WrongModel: that,
/// whatever is wrong with the header, a value that is not finite, a table that is too large, and where
/// there is no Clang or the program offers no such worker.
OwnTables own_tables(const OwnPropagator& own, std::uint32_t degree, const ProcessLimits& limits);

/// The same from a file that write_own_tables() wrote, bit by bit. Throws WrongModel where it is damaged or
/// belongs to another lattice, temperature, precision or degree.
OwnTables read_own_tables(const ModelOptions& options, std::uint32_t degree);

/// Whether a path of ModelOptions::own_propagator names such a file: it ends with ".npy".
bool is_own_table(const std::string& path);

/// A NumPy file with one axis of float64: a label of 16 numbers (mark, format, coordinates, three
/// extents, β, bits of a number, degree, intervals, the two measured errors, two halves of a checksum, two
/// zeros), the values at τ → 0⁻ [row], and the coefficients [row][interval][degree + 1]. Format 1 ends there; format 2 goes on with
/// the derivative: its two measured errors, values and coefficients. Appears whole or not at all; throws std::runtime_error where it
/// cannot be written.
void write_own_tables(const std::string& path, const ModelOptions& options,
                      const OwnTables& tables);

}  // namespace diagc::lattice
