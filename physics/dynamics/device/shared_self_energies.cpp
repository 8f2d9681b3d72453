// Σ of points that are shared among devices (shared_self_energy.h has the same for processors). Rows and Σ travel on a stream of their own.
#include <vector>

#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

namespace {

/// Blocks of columns by who evaluates them, in pieces that travel one after the other.
class BlockPieces {
 public:
  BlockPieces(std::size_t blocks, std::size_t ranks) : blocks_(blocks), ranks_(ranks) {
    // Of a piece a device has enough pairs of times to be busy.
    constexpr std::size_t least_blocks = 4, most_pieces = 4;
    pieces_ = std::clamp<std::size_t>(blocks / ranks / least_blocks, 1, most_pieces);
  }
  std::size_t pieces() const { return pieces_; }
  std::size_t first(std::size_t rank, std::size_t piece) const {
    const std::size_t begin = blocks_ * rank / ranks_, end = blocks_ * (rank + 1) / ranks_;
    return begin + (end - begin) * piece / pieces_;
  }
  std::size_t count(std::size_t rank, std::size_t piece) const {
    return first(rank, piece + 1) - first(rank, piece);
  }

 private:
  std::size_t blocks_, ranks_, pieces_ = 1;
};

}  // namespace

const cuda::Event& DeviceEngine::State::mark(std::size_t place, const cuda::Stream& on) {
  while (places.size() <= place) places.emplace_back(device);
  places[place].record(on);
  return places[place];
}

void DeviceEngine::State::exchange_losses() {
  const PointShare& share = *shared.points;
  const std::size_t of_point = shape.order * elements * complex_bytes;
  const auto part = [&](std::size_t first, std::size_t count) {
    return DevicePart{{loss.address() + first * of_point, count * of_point}, count * of_point};
  };
  DevicePiece piece;
  for (std::size_t rank = 0; rank < share.size(); ++rank) {
    const bool is_own = rank == share.rank();
    piece.outgoing.push_back(is_own ? DevicePart() : part(first_point, points));
    piece.incoming.push_back(is_own ? DevicePart()
                                    : part(share.first_of(rank), share.count_of(rank)));
  }
  mark(1, stream);
  piece.ready = &mark(0, stream);
  piece.arrived = &places[1];
  timed(seconds.traffic, [&] { shared.exchange->send(std::span(&piece, 1), 0, stream); });
}

void DeviceEngine::State::share_self_energy() {
  const PointShare& share = *shared.points;
  const std::size_t ranks = share.size(), own = share.rank(), all = panels() + 1;
  const BlockPieces blocks(all, ranks);
  const std::size_t count = blocks.pieces();
  // Rows go to where their columns are evaluated, Σ comes back to where rows are.
  std::vector<DevicePiece> rows_sent(count), sigma_sent(count);
  std::vector<std::size_t> begin;  // of pieces that have come, in bytes
  const auto in_rows = [&](DeviceAddress array, std::size_t rank, std::size_t piece) {
    return DevicePart{{array + blocks.first(rank, piece) * block_bytes(), all * block_bytes()},
                      blocks.count(rank, piece) * block_bytes(),
                      points};
  };
  const auto side_by_side = [&](DeviceAddress array, std::size_t rank, std::size_t piece) {
    const std::size_t width = blocks.count(own, piece) * block_bytes();
    return DevicePart{{array, width}, width, share.count_of(rank)};
  };
  // Places: two of the losses, then of every piece rows that have come, Σ that is there, Σ that has come; rows that are there.
  const auto place = [&](std::size_t piece, std::size_t what) { return 2 + piece * 3 + what; };
  const std::size_t of_rows = place(count, 0);
  std::size_t at = 0;
  for (std::size_t piece = 0; piece < count; ++piece) {
    begin.push_back(at);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const bool is_own = rank == own;
      const DevicePart none;
      rows_sent[piece].outgoing.push_back(is_own ? none
                                                 : in_rows(next->numbers.address(), rank, piece));
      rows_sent[piece].incoming.push_back(
          is_own ? none : side_by_side(received.address() + at, rank, piece));
      sigma_sent[piece].outgoing.push_back(
          is_own ? none : side_by_side(results.address() + at, rank, piece));
      sigma_sent[piece].incoming.push_back(is_own ? none : in_rows(factors.address(), rank, piece));
      if (!is_own) at += rows_sent[piece].incoming.back().bytes();
    }
  }
  // Also of what is sent later, so that whoever asks for it finds it.
  mark(of_rows, stream);
  for (std::size_t piece = 0; piece < count; ++piece) {
    rows_sent[piece].ready = &places[of_rows];
    rows_sent[piece].arrived = &places[place(piece, 0)];
    sigma_sent[piece].arrived = &places[place(piece, 2)];
  }
  // Collision integrals are not needed any more.
  const DeviceAddress scratch = collisions.address();
  shared.exchange->send(rows_sent, scratch, *traffic);
  for (std::size_t piece = 0; piece < count; ++piece) {
    timed(seconds.traffic, [&] { stream.wait_for(*rows_sent[piece].arrived); });
    DeviceSelfEnergy parameter = self_energy_parameter();
    parameter.received += begin[piece];
    parameter.results += begin[piece];
    parameter.first_block = narrow(blocks.first(own, piece));
    parameter.blocks = narrow(blocks.count(own, piece));
    launch_self_energy(parameter);
    sigma_sent[piece].ready = &mark(place(piece, 1), stream);
  }
  shared.exchange->send(sigma_sent, scratch, *traffic);
  timed(seconds.traffic, [&] { stream.wait_for(*sigma_sent.back().arrived); });
}

}  // namespace diagc::dynamics
