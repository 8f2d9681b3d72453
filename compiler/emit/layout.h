// Where the scalars of inputs, params and outputs stand in a kernel's rows. A real scalar is one row (for a param: one
// number), a complex one two, real part first.
#pragma once

#include <vector>

#include "compiler/graph/signature.h"

namespace diagc {

/// Place of a scalar: which variable, and which row of that variable's array.
struct RowPlace {
  std::size_t variable = 0;
  std::uint32_t row = 0;
};

std::uint32_t rows(const Variable& variable);
std::uint32_t rows(const std::vector<Variable>& variables);
/// Rows of the variables before this one.
std::uint32_t first_row(const std::vector<Variable>& variables, std::size_t variable);
/// The same for every variable; at the end the rows of all.
std::vector<std::uint32_t> rows_before(const std::vector<Variable>& variables);
RowPlace place_of(const std::vector<Variable>& variables, std::uint32_t scalar);
/// The place of every row of the variables, in their order.
std::vector<RowPlace> row_places(const std::vector<Variable>& variables);

}  // namespace diagc
