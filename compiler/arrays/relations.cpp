#include "compiler/arrays/relations.h"

#include <algorithm>
#include <cstdlib>

namespace diagc::arrays {

std::optional<std::vector<std::int32_t>> single_site(const ArgumentMatrix& matrix,
                                                     std::optional<std::size_t> free) {
  if (matrix.empty()) return std::nullopt;
  const std::size_t operands = matrix[0].size();
  const std::size_t columns = operands + (free ? 1 : 0);
  std::vector<std::vector<std::int64_t>> rows;
  for (std::size_t v = 0; v < matrix.size(); ++v) {
    std::vector<std::int64_t> row(matrix[v].begin(), matrix[v].end());
    if (free) row.push_back(v == *free ? -1 : 0);
    rows.push_back(std::move(row));
  }
  // Pivots are 1 or −1, so that what holds for integers holds modulo every length.
  std::vector<std::size_t> pivot_of_row;
  std::vector<bool> is_pivot(columns);
  for (std::size_t done = 0; done < rows.size(); ++done) {
    bool found = false;
    for (std::size_t r = done; r < rows.size() && !found; ++r) {
      for (std::size_t c = 0; c < columns && !found; ++c) {
        if (is_pivot[c] || std::abs(rows[r][c]) != 1) continue;
        std::swap(rows[done], rows[r]);
        is_pivot[c] = found = true;
        pivot_of_row.push_back(c);
        const std::int64_t sign = rows[done][c];
        for (std::int64_t& entry : rows[done]) entry *= sign;
        for (std::size_t other = 0; other < rows.size(); ++other) {
          const std::int64_t factor = rows[other][c];
          if (other == done || factor == 0) continue;
          for (std::size_t k = 0; k < columns; ++k) rows[other][k] -= factor * rows[done][k];
        }
      }
    }
    if (found) continue;
    const bool zero = std::all_of(
        rows.begin() + static_cast<std::ptrdiff_t>(done), rows.end(), [](const auto& row) {
          return std::ranges::all_of(row, [](std::int64_t entry) { return entry == 0; });
        });
    if (!zero) return std::nullopt;
    break;
  }
  if (pivot_of_row.size() + 1 != columns) return std::nullopt;
  const auto last = static_cast<std::size_t>(std::ranges::find(is_pivot, false) - is_pivot.begin());
  std::vector<std::int64_t> solution(columns);
  solution[last] = 1;
  for (std::size_t r = 0; r < pivot_of_row.size(); ++r) solution[pivot_of_row[r]] = -rows[r][last];
  if (free && solution[operands] == 0) return std::nullopt;
  const std::int64_t sign = free ? solution[operands] : 1;
  std::vector<std::int32_t> result;
  for (std::size_t i = 0; i < operands; ++i) {
    if (std::abs(solution[i]) > 1) return std::nullopt;
    result.push_back(static_cast<std::int32_t>(solution[i] * sign));
  }
  if (std::abs(sign) != 1) return std::nullopt;
  return result;
}

}  // namespace diagc::arrays
