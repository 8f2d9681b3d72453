#include "runs/population/picked_rows.h"

#include <algorithm>
#include <stdexcept>

namespace diagc::runs {

Bytes next_piece(std::span<const PickedRow> rows, std::size_t& at) {
  Bytes piece;
  const std::size_t end = std::min(rows.size(), at + most_piece_rows);
  piece.reserve((end - at) * picked_row_bytes);
  for (; at < end; ++at) {
    write_value(piece, rows[at].step);
    write_value(piece, rows[at].member);
    write_value(piece, rows[at].value);
  }
  return piece;
}

void read_piece(std::span<const std::byte> piece, std::vector<PickedRow>& to) {
  if (piece.size() % picked_row_bytes != 0)
    throw std::runtime_error("its picked rows end too early");
  while (!piece.empty()) {
    PickedRow& row = to.emplace_back();
    row.step = read_value<std::uint64_t>(piece);
    row.member = read_value<std::uint32_t>(piece);
    row.value = read_finite(piece);
  }
}

}  // namespace diagc::runs
