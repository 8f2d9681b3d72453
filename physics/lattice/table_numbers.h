#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "physics/lattice/own_propagator.h"
#include "physics/lattice/own_table.h"

namespace diagc::lattice {

/// What the table of an own propagator belongs to.
struct TableLabel {
  std::uint32_t coordinates = 0;
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  double beta = 0;
  std::uint32_t bits = 0;  ///< of a number: 32 or 64
  std::uint32_t degree = 0;
};

TableLabel label_of(const OwnPropagator& own, std::uint32_t degree);
TableLabel label_of(const ModelOptions& options, std::uint32_t degree);

/// The message is "found …, expected …"; the caller adds the place.
struct WrongTable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Tables as the numbers of the file of write_own_tables().
std::vector<double> table_numbers(const TableLabel& label, const OwnTables& tables);

/// The tables in these numbers. Throws WrongTable where they are no tables, are damaged, or carry another label.
OwnTables tables_from(std::span<const double> numbers, const TableLabel& expected);

}  // namespace diagc::lattice
