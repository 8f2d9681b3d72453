// Rows at others' points that a device solves for itself, at columns that it evaluates.
#include "physics/dynamics/device/column_parts.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

bool DeviceEngine::State::may_solve_at_columns() const {
  // What travels in a stream of its own holds nothing else up this way.
  return solves_for_others_first() && !loss_of_all.empty() && !shared.exchange->packs() &&
         pieces_of_columns(panels() + 1, true).pieces() == BlockPieces::most_solved;
}

std::size_t DeviceEngine::State::bytes_of_edge_block() const {
  return shape.pieces() * 2 * shape.edge_group() * complex_bytes;
}

void DeviceEngine::State::reserve_at_columns() {
  if (!may_solve_at_columns()) return;
  const std::size_t now = panels() + 1, next = now + 1;
  // Integrals that are there are read yet.
  grow_ahead(integrals_of_others, of_integrals_of_others, bytes_of_others(next, block_bytes()),
             bytes_of_others(next + spare_panels, block_bytes()));
  grow(edge_of_others, of_edge_of_others, bytes_of_others(now, bytes_of_edge_block()),
       bytes_of_others(now + spare_panels, bytes_of_edge_block()));
  solver_of_others.reserve((all_points - points) * block_bytes());
}

void DeviceEngine::State::begin_integrals_of_others(bool may_be_last) {
  // Integrals stand at stored columns where the history has looked.
  sent_integrals =
      may_be_last && has_resolution && may_solve_at_columns() && all_solve_with_history();
  if (!sent_integrals) return;
  // All devices take new ones from now on.
  has_integrals_of_others = false;
  const std::size_t bytes = bytes_of_others(panels() + 2, block_bytes());
  grow(integrals_of_others, of_integrals_of_others, bytes, bytes);
  mark(solved_here_place, stream);
}

void DeviceEngine::State::send_integrals() {
  const PointShare& share = *shared.points;
  const BlockPieces blocks = pieces_of_columns(panels() + 1, true);
  const ColumnParts parts(share, blocks, panels() + 1);
  const SharedArray array{collisions.address(), integrals_of_others.address(), block_bytes()};
  const cuda::Event &first_points = places[first_points_place],
                    &all_points_there = mark(integrals_place, stream);
  std::vector<DevicePiece> sent, rest;
  const auto prepare = [&](DevicePiece& piece, const cuda::Event& ready) {
    piece.ready = &ready;
    piece.free = &places[solved_here_place];
    piece.arrived = &arrival(integrals_arrival);
  };
  // The next panel's own block has none, and this one's comes last.
  const std::size_t last = blocks.pieces() - 1,
                    left = std::min<std::size_t>(blocks.count(share.size() - 1, last), 2);
  for (std::size_t piece = 0; piece <= last; ++piece) {
    if (piece == BlockPieces::piece_read) continue;
    DevicePiece& first = sent.emplace_back(parts.to_columns(array, piece));
    if (piece == last) leave_last_blocks(first, left);
    rest.push_back(cut_at_points(
        first, share.rank(), [&](std::size_t) { return first_written(share.rank()); },
        [&](std::size_t rank) { return first_written(rank); }));
    prepare(first, first_points);
    prepare(rest.back(), all_points_there);
  }
  sent.insert(sent.end(), rest.begin(), rest.end());
  if (left > 1)
    prepare(sent.emplace_back(block_of_last(parts.to_columns(array, last), left)),
            all_points_there);
  shared.exchange->send(sent, *traffic);
}

void DeviceEngine::State::leave_last_blocks(DevicePiece& piece, std::size_t count) const {
  const std::size_t last = shared.points->size() - 1;
  const auto leave = [&](DevicePart& part) {
    if (part.width > 0) part.width -= count * block_bytes();
  };
  leave(piece.outgoing[last]);
  if (shared.points->rank() == last) std::ranges::for_each(piece.incoming, leave);
}

DevicePiece DeviceEngine::State::block_of_last(DevicePiece piece, std::size_t from_end) const {
  const std::size_t last = shared.points->size() - 1;
  const auto keep = [&](DevicePart& part, bool is_taken) {
    if (!is_taken || part.width == 0) {
      part = DevicePart();
      return;
    }
    part.at.address += part.width - from_end * block_bytes();
    part.width = block_bytes();
  };
  for (std::size_t rank = 0; rank <= last; ++rank) {
    keep(piece.outgoing[rank], rank == last);
    keep(piece.incoming[rank], shared.points->rank() == last);
  }
  return piece;
}

bool DeviceEngine::State::is_solved_for_here(std::size_t piece) const {
  return solves_at_columns && piece != BlockPieces::piece_read;
}

std::vector<DevicePiece> DeviceEngine::State::pieces_to_solve_with() {
  const PointShare& share = *shared.points;
  const BlockPieces blocks = pieces_of_columns(panels(), true);
  const std::size_t of_edge = bytes_of_edge_block(), of_factor = block_bytes() / 2,
                    own_rank = share.rank();
  std::vector<DevicePiece> pieces;
  // `here` for a rank, `there` from it, whose points begin at that one of the others.
  const auto add = [&](const auto& here, const auto& there, std::size_t ready) {
    DevicePiece& piece = pieces.emplace_back();
    std::size_t at = 0;
    for (std::size_t rank = 0; rank < share.size(); ++rank) {
      const bool is_own = rank == own_rank;
      piece.outgoing.push_back(is_own ? DevicePart() : here(rank));
      piece.incoming.push_back(is_own ? DevicePart() : there(at));
      piece.incoming.back().rows = is_own ? 1 : share.count_of(rank);
      if (!is_own) at += share.count_of(rank);
    }
    piece.ready = &places[ready];
    piece.free = &places[solved_here_place];
    piece.arrived = &arrival(solver_arrival);
  };
  const auto blocks_of_rank = [&](std::size_t rank) {
    return blocks.first(rank, blocks.pieces()) - blocks.first(rank, 0);
  };
  const std::size_t width = blocks_of_rank(own_rank) * of_edge;
  add(
      [&](std::size_t rank) {
        return DevicePart{
            {edge.address() + blocks.first(rank, 0) * of_edge, (panels() + 1) * of_edge},
            blocks_of_rank(rank) * of_edge,
            points};
      },
      [&](std::size_t at) {
        return DevicePart{{edge_of_others.address() + at * width, width}, width};
      },
      edge_place);
  const auto add_factor = [&](cuda::MemoryRows own, std::size_t place) {
    add([&](std::size_t) { return DevicePart{own, of_factor, points}; },
        [&](std::size_t at) {
          return DevicePart{
              {solver_of_others.address() + (2 * at + place) * of_factor, 2 * of_factor},
              of_factor};
        },
        solver_place);
  };
  add_factor({solver[newest_solver].address(), 2 * of_factor}, 0);
  add_factor({own_solver.address(), of_factor}, 1);
  return pieces;
}

DevicePiece DeviceEngine::State::own_block_for_last() const {
  const BlockPieces blocks = pieces_of_columns(panels(), true);
  const ColumnParts parts(*shared.points, blocks, panels() + 1);
  return block_of_last(
      parts.to_columns({next->numbers.address(), received.address(), block_bytes()},
                       blocks.pieces() - 1),
      1);
}

void DeviceEngine::State::solve_at_columns(std::size_t piece) {
  const BlockPieces blocks = pieces_of_columns(panels(), true);
  const ColumnParts parts(*shared.points, blocks, panels() + 1);
  const std::size_t own = shared.points->rank(), others = all_points - points,
                    begin = blocks.first(own, 0), first = blocks.first(own, piece),
                    count = blocks.count(own, piece),
                    groups = std::min(first + count, panels()) - first;
  // What a device has sent before, integrals among it, is there before that.
  if (piece == 0) take(solver_arrival);
  if (groups == 0) return;
  code->launch("solve_rows", resident(blocks_of(others * groups, warps_of_rows)),
               warps_of_rows * 32, 0,
               DevicePanelRows{
                   .edge = edge_of_others.address() + (first - begin) * bytes_of_edge_block(),
                   .solver = solver_of_others.address(),
                   .integrals = integrals_of_others.address() + parts.begin(piece) * block_bytes(),
                   .rows = received.address() + parts.begin(piece) * block_bytes(),
                   .control = control.address(),
                   .points = narrow(others),
                   .correlated = 1,
                   .begins = 1,
                   .groups = narrow(groups),
                   .of_edge = narrow(blocks.first(own, blocks.pieces()) - begin),
                   .of_integrals = narrow(count),
                   .of_rows = narrow(count)},
               stream);
}

}  // namespace diagc::dynamics
