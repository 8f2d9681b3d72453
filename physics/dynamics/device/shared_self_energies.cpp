// Σ of points that are shared among devices (shared_self_energy.h has the same for processors). Rows and Σ travel on a stream of their own.
#include <vector>

#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

namespace {

using cuda::NcclPart;

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

/// Parts whose addresses count from this one.
std::vector<NcclPart> at_base(std::vector<NcclPart> parts, DeviceAddress base) {
  for (NcclPart& part : parts) part.address += base;
  return parts;
}

}  // namespace

void DeviceEngine::State::exchange_losses() {
  const PointShare& share = *shared.points;
  const std::size_t of_point = shape.order * elements * complex_bytes;
  std::vector<NcclPart> outgoing, incoming;
  for (std::size_t rank = 0; rank < share.size(); ++rank) {
    outgoing.push_back({loss.address() + first_point * of_point, points * of_point});
    incoming.push_back(
        {loss.address() + share.first_of(rank) * of_point, share.count_of(rank) * of_point});
  }
  shared.exchange->all_to_all(outgoing, incoming, stream);
}

void DeviceEngine::State::move_blocks(const DeviceMoved& parameter, const cuda::Stream& on) {
  const std::size_t numbers = std::size_t{parameter.points} * parameter.count * 2 * shape.factor();
  code->launch("move_blocks", resident(blocks_of(numbers, moving_threads)), moving_threads, 0,
               parameter, on);
}

void DeviceEngine::State::share_self_energy() {
  const PointShare& share = *shared.points;
  const std::size_t ranks = share.size(), own = share.rank(), all = panels() + 1;
  const BlockPieces blocks(all, ranks);
  std::size_t used = 0;
  const auto mark = [&](const cuda::Stream& on) -> const cuda::Event& {
    if (used == places.size()) places.emplace_back(device);
    places[used].record(on);
    return places[used++];
  };
  // Collision integrals are not needed any more: rows to be sent stand in their place, and Σ that has come.
  const auto moving = [&](std::size_t rank, std::size_t piece, DeviceAddress at) {
    return DeviceMoved{.to = at,
                       .to_blocks = narrow(blocks.count(rank, piece)),
                       .count = narrow(blocks.count(rank, piece)),
                       .points = narrow(points)};
  };
  std::vector<std::vector<NcclPart>> packed(blocks.pieces()), apart(blocks.pieces());
  std::vector<const cuda::Event*> arrived;
  DeviceAddress to = collisions.address(), from = 0;
  traffic->wait_for(mark(stream));
  for (std::size_t piece = 0; piece < blocks.pieces(); ++piece) {
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t here = blocks.count(rank, piece), mine = blocks.count(own, piece);
      const NcclPart out{to, rank == own ? 0 : points * here * block_bytes()};
      const NcclPart in{from, rank == own ? 0 : share.count_of(rank) * mine * block_bytes()};
      if (out.bytes > 0) {
        DeviceMoved parameter = moving(rank, piece, to);
        parameter.from = next->numbers.address() + blocks.first(rank, piece) * block_bytes();
        parameter.from_blocks = narrow(all);
        move_blocks(parameter, *traffic);
      }
      to += out.bytes;
      from += in.bytes;
      packed[piece].push_back(out);
      apart[piece].push_back(in);
    }
    shared.exchange->all_to_all(packed[piece], at_base(apart[piece], received.address()), *traffic);
    arrived.push_back(&mark(*traffic));
  }
  for (std::size_t piece = 0; piece < blocks.pieces(); ++piece) {
    stream.wait_for(*arrived[piece]);
    DeviceSelfEnergy parameter = self_energy_parameter();
    parameter.received += apart[piece].front().address;
    parameter.results += apart[piece].front().address;
    parameter.first_block = narrow(blocks.first(own, piece));
    parameter.blocks = narrow(blocks.count(own, piece));
    launch_self_energy(parameter);
    traffic->wait_for(mark(stream));
    shared.exchange->all_to_all(at_base(apart[piece], results.address()), packed[piece], *traffic);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      if (packed[piece][rank].bytes == 0) continue;
      DeviceMoved parameter =
          moving(rank, piece, factors.address() + blocks.first(rank, piece) * block_bytes());
      parameter.from = packed[piece][rank].address;
      parameter.from_blocks = parameter.count;
      parameter.to_blocks = narrow(all);
      move_blocks(parameter, *traffic);
    }
  }
  timed(seconds.traffic, [&] { stream.wait_for(mark(*traffic)); });
}

}  // namespace diagc::dynamics
