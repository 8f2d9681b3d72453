#include "physics/dynamics/device/column_parts.h"

#include <utility>

namespace diagc::dynamics {

std::size_t ColumnParts::begin(std::size_t piece) const {
  const std::size_t own = share_.rank();
  return (blocks_.first(own, piece) - blocks_.first(own, 0)) * (share_.points() - share_.count());
}

DevicePiece ColumnParts::to_columns(const SharedArray& array, std::size_t piece) const {
  DevicePiece parts;
  const std::size_t own = share_.rank(), here = blocks_.count(own, piece) * array.of_block;
  cuda::api::DevicePointer others = array.others + begin(piece) * array.of_block;
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    if (rank == own) {
      parts.outgoing.emplace_back();
      parts.incoming.emplace_back();
      continue;
    }
    parts.outgoing.push_back(
        {{array.own + blocks_.first(rank, piece) * array.of_block, of_point_ * array.of_block},
         blocks_.count(rank, piece) * array.of_block,
         share_.count()});
    parts.incoming.push_back({{others, here}, here, share_.count_of(rank)});
    others += share_.count_of(rank) * here;
  }
  return parts;
}

DevicePiece ColumnParts::to_points(const SharedArray& array, std::size_t piece) const {
  DevicePiece parts = to_columns(array, piece);
  std::swap(parts.outgoing, parts.incoming);
  return parts;
}

DevicePiece cut_at_points(DevicePiece& piece, std::size_t own, const FirstPoints& outgoing,
                          const FirstPoints& incoming) {
  DevicePiece rest = piece;
  const auto cut = [](DevicePart& part, DevicePart& others, std::size_t first) {
    others = part.rows_from(first);
    part.rows = first;
  };
  for (std::size_t rank = 0; rank < piece.outgoing.size(); ++rank) {
    if (rank == own) continue;
    cut(piece.outgoing[rank], rest.outgoing[rank], outgoing(rank));
    cut(piece.incoming[rank], rest.incoming[rank], incoming(rank));
  }
  return rest;
}

}  // namespace diagc::dynamics
