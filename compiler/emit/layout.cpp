#include "compiler/emit/layout.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace diagc {

std::uint32_t rows(const Variable& variable) {
  return static_cast<std::uint32_t>(variable.scalars()) *
         static_cast<std::uint32_t>(rows_of(variable.type));
}

std::uint32_t rows(const std::vector<Variable>& variables) {
  return first_row(variables, variables.size());
}

std::uint32_t first_row(const std::vector<Variable>& variables, std::size_t variable) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < variable; ++i) sum += rows(variables[i]);
  return sum;
}

std::vector<std::uint32_t> rows_before(const std::vector<Variable>& variables) {
  std::vector<std::uint32_t> first = {0};
  for (const Variable& variable : variables) first.push_back(first.back() + rows(variable));
  return first;
}

RowPlace place_of(const std::vector<Variable>& variables, std::uint32_t scalar) {
  // Variables without elements share the number of the first scalar behind them.
  const auto behind = std::ranges::upper_bound(variables, scalar, {}, &Variable::first);
  if (behind != variables.begin()) {
    const Variable& variable = *std::prev(behind);
    if (scalar < variable.first + variable.scalars()) {
      return {static_cast<std::size_t>(std::prev(behind) - variables.begin()),
              (scalar - variable.first) * static_cast<std::uint32_t>(rows_of(variable.type))};
    }
  }
  throw std::logic_error("no variable has scalar " + std::to_string(scalar));
}

std::vector<RowPlace> row_places(const std::vector<Variable>& variables) {
  std::vector<RowPlace> places;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    for (std::uint32_t row = 0; row < rows(variables[v]); ++row) places.push_back({v, row});
  }
  return places;
}

}  // namespace diagc
