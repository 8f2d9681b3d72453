// What devices that share the points of a lattice evaluate at pairs of times (shared_columns.h has the same for processors). What it takes and what it
// gives travel on a stream of their own.
#include <vector>

#include "physics/dynamics/device/block_pieces.h"
#include "physics/dynamics/device/column_parts.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

const cuda::Event& DeviceEngine::State::mark(std::size_t place, const cuda::Stream& on) {
  while (places.size() <= place) places.emplace_back(device);
  places[place].record(on);
  return places[place];
}

DeviceArrival& DeviceEngine::State::arrival(std::size_t number) {
  while (arrivals.size() <= number) arrivals.emplace_back(device);
  return arrivals[number];
}

void DeviceEngine::State::take(std::size_t number) {
  timed(seconds.traffic, [&] { arrival(number).holds_up(stream); });
}

BlockPieces DeviceEngine::State::pieces_of_columns(std::size_t panels_there,
                                                   bool are_solved_where_read) const {
  const std::size_t at_once = multiprocessors / (shape.order * shape.order);
  return are_solved_where_read
             ? BlockPieces::solved_where_read(panels_there + 1, shared.points->size(), at_once)
             : BlockPieces(panels_there + 1, shared.points->size(), at_once);
}

void DeviceEngine::State::share_columns(std::span<const SharedArray> reads,
                                        std::span<const SharedArray> writes,
                                        const std::function<void(const ColumnPiece&)>& evaluate,
                                        bool are_solved_for) {
  const PointShare& share = *shared.points;
  const std::size_t ranks = share.size(), own = share.rank();
  const BlockPieces blocks = pieces_of_columns(panels(), solves_at_columns);
  const ColumnParts parts(share, blocks, panels() + 1);
  const std::size_t count = blocks.pieces();
  const bool by_points = are_solved_for && rows_come_by_points();
  // What is read goes to where its columns are evaluated, what is written comes back to where rows are.
  std::vector<DevicePiece> reads_sent, writes_sent;
  mark(read_place, stream);
  if (solves_at_columns) reads_sent = pieces_to_solve_with();
  for (std::size_t piece = 0; piece < count; ++piece) {
    // The panel's own block is the last one of the last device.
    const bool has_own_block = piece + 1 == count && own + 1 < ranks;
    const std::size_t solved = has_own_block                                 ? last_rows_place
                               : piece < blocks.solved_first() && !by_points ? first_rows_place
                                                                             : rows_place;
    for (const SharedArray& array : reads) {
      if (is_solved_for_here(piece)) break;
      DevicePiece& sent = reads_sent.emplace_back(parts.to_columns(array, piece));
      sent.ready = &places[are_solved_for ? solved : read_place];
      sent.arrived = &arrival(pieces_arrival + piece);
    }
    for (const SharedArray& array : writes) {
      DevicePiece& sent = writes_sent.emplace_back(parts.to_points(array, piece));
      // What stands where results come back has been read then.
      sent.free = &places[read_place];
      sent.arrived = &arrival(written_arrival);
    }
  }
  const auto append = [](std::vector<DevicePiece>& to, const std::vector<DevicePiece>& others) {
    to.insert(to.end(), others.begin(), others.end());
  };
  if (solves_at_columns) {
    DevicePiece& own_block = reads_sent.emplace_back(own_block_for_last());
    own_block.ready = &places[solver_place];
    own_block.arrived = &arrival(pieces_arrival + count - 1);
  }
  if (by_points) {
    std::vector<DevicePiece> others;
    for (std::size_t at = 0; at < reads_sent.size(); ++at) {
      // A piece with the panel's own block comes whole, when that is there.
      const auto first_read = [&](std::size_t reader, std::size_t owner) {
        return at / reads.size() + 1 == count && reader + 1 == ranks ? 0 : first_written(owner);
      };
      others.push_back(cut_at_points(
          reads_sent[at], own, [&](std::size_t rank) { return first_read(rank, own); },
          [&](std::size_t rank) { return first_read(own, rank); }));
      reads_sent[at].ready = &places[first_points_place];
    }
    append(reads_sent, others);
  }
  // Of pieces those of the first points, as many as are said, and behind these the rest.
  const auto cut_writes = [&](const FirstPoints& points_of, std::size_t arrival_of_others) {
    std::vector<DevicePiece> others;
    for (DevicePiece& piece : writes_sent) {
      DevicePiece& rest = others.emplace_back(
          cut_at_points(piece, own, points_of, [&](std::size_t) { return points_of(own); }));
      rest.arrived = &arrival(arrival_of_others);
    }
    return others;
  };
  const auto last = cut_writes([&](std::size_t rank) { return first_written(rank); }, last_arrival);
  if (!shared.exchange->packs())
    append(writes_sent,
           cut_writes([&](std::size_t rank) { return soonest_written(rank); }, first_arrival));
  append(writes_sent, last);
  if (shared.exchange->packs()) place_scratch(reads, writes, reads_sent, writes_sent);
  shared.exchange->send(reads_sent, *traffic);
  for (std::size_t piece = 0; piece < count; ++piece) {
    if (is_solved_for_here(piece)) solve_at_columns(piece);
    if (!is_solved_for_here(piece) || piece + 1 == count) take(pieces_arrival + piece);
    evaluate({blocks.first(own, piece), blocks.count(own, piece), parts.begin(piece)});
    const cuda::Event& ready = mark(pieces_place + piece, stream);
    for (std::size_t array = 0; array < writes.size(); ++array) {
      for (std::size_t at = piece * writes.size() + array; at < writes_sent.size();
           at += count * writes.size())
        writes_sent[at].ready = &ready;
    }
  }
  shared.exchange->send(writes_sent, *traffic);
  // Nobody else waits for these; what is written travels meanwhile.
  for (std::size_t piece = 0; piece < count; ++piece)
    if (is_solved_for_here(piece)) solve_rows_for_others(piece, piece + 1);
  take(written_arrival);
  rest_travels = true;
}

void DeviceEngine::State::take_rest() {
  if (rest_travels) take(last_arrival);
  rest_travels = false;
}

bool DeviceEngine::State::all_solve_with_history() const {
  for (std::size_t rank = 0; rank < shared.points->size(); ++rank) {
    if (!solves_with_history(shared.points->count_of(rank), shape.history_blocks * multiprocessors))
      return false;
  }
  return true;
}

std::size_t DeviceEngine::State::first_written(std::size_t rank) const {
  const std::size_t all = shared.points->count_of(rank);
  if (history_products) return all;
  const std::size_t places_of_device = shape.history_blocks * multiprocessors;
  const HistoryCut cut = cut_of(all, places_of_device, panels());
  if (cut.points < all || cut.segments == 0) return std::min(cut.points, all);
  // Half of the rounds that all of them take.
  const std::size_t rounds = blocks_of(all * cut.segments, places_of_device);
  return std::min(all, (rounds + 1) / 2 * places_of_device / cut.segments);
}

std::size_t DeviceEngine::State::soonest_written(std::size_t rank) const {
  const std::size_t first = first_written(rank);
  // Each piece that is packed costs more than this gains; where rows are solved for where they are read, all have come with the soonest ones.
  if (shared.exchange->packs() || solves_at_columns) return first;
  return solves_with_history(shared.points->count_of(rank), shape.history_blocks * multiprocessors)
             ? (first + 1) / 2
             : first;
}

void DeviceEngine::State::place_scratch(std::span<const SharedArray> reads,
                                        std::span<const SharedArray> writes,
                                        std::span<DevicePiece> reads_sent,
                                        std::span<DevicePiece> writes_sent) {
  if (!fields && packs_among_others(reads.front(), writes.front(), reads_sent, writes_sent)) return;
  std::size_t most = 0;
  for (const auto sent : {reads_sent, writes_sent}) {
    std::size_t sum = 0;
    for (const DevicePiece& piece : sent) sum += piece.bytes_to_pack();
    most = std::max(most, sum);
  }
  if (packed.bytes() < most) packed.reserve(most + most / (panels() + 1) * spare_panels);
  for (const auto sent : {reads_sent, writes_sent}) {
    DeviceAddress at = packed.address();
    for (DevicePiece& piece : sent) {
      piece.scratch = at;
      at += piece.bytes_to_pack();
    }
  }
}

bool DeviceEngine::State::packs_among_others(const SharedArray& read, const SharedArray& written,
                                             std::span<DevicePiece> reads_sent,
                                             std::span<DevicePiece> writes_sent) const {
  // Until a piece is evaluated its results have room for it and those behind it, and what it reads stands where it is afterwards unpacked.
  std::size_t begin = 0;
  const std::size_t count = writes_sent.size() / 2;
  for (std::size_t piece = 0; piece < count; ++piece) {
    std::size_t end = begin;
    for (std::size_t at = piece; at < reads_sent.size(); at += count) {
      DevicePiece& sent = reads_sent[at];
      for (const DevicePart& part : sent.incoming) end += part.bytes();
      if (begin + sent.bytes_to_pack() > written.room) return false;
      sent.scratch = written.others + begin;
    }
    for (const std::size_t first : {std::size_t{0}, count}) {
      DevicePiece& sent = writes_sent[first + piece];
      if (sent.bytes_to_pack() > end) return false;
      sent.scratch = read.others + end - sent.bytes_to_pack();
    }
    begin = end;
  }
  return true;
}

void DeviceEngine::State::share_with_all(std::span<const SharedArray> arrays) {
  const PointShare& share = *shared.points;
  std::vector<DevicePiece> pieces;
  for (const SharedArray& array : arrays) {
    const auto part = [&](std::size_t first, std::size_t count) {
      const std::size_t bytes = count * array.of_block;
      return DevicePart{{array.others + first * array.of_block, bytes}, bytes};
    };
    const DevicePart own = part(first_point, points);
    if (array.own != own.at.address) stream.copy_within(own.at.address, array.own, own.width);
    DevicePiece& piece = pieces.emplace_back();
    for (std::size_t rank = 0; rank < share.size(); ++rank) {
      const bool is_own = rank == share.rank();
      piece.outgoing.push_back(is_own ? DevicePart() : own);
      piece.incoming.push_back(is_own ? DevicePart()
                                      : part(share.first_of(rank), share.count_of(rank)));
    }
    piece.arrived = &arrival(shared_arrival);
  }
  const cuda::Event& ready = mark(own_place, stream);
  for (DevicePiece& piece : pieces) piece.ready = &ready;
  shared.exchange->send(pieces, *traffic);
}

void DeviceEngine::State::take_shared() { take(shared_arrival); }

void DeviceEngine::State::begin_losses() {
  if (!shared || !theory || shared.points->size() > DeviceLosses::most_devices) return;
  loss.reserve(shape.order * all_points * elements * complex_bytes);
  loss_of_all = shared.exchange->places_of_all(loss.address());
}

void DeviceEngine::State::share_losses() {
  if (!loss_of_all.empty()) {
    // By turns, as the others wait for the one before.
    newest_losses = (newest_losses + 1) % 2;
    mark(losses_place + newest_losses, stream);
    return;
  }
  const SharedArray array{loss.address() + first_point * shape.order * elements * complex_bytes,
                          loss.address(), shape.order * elements * complex_bytes};
  share_with_all(std::span(&array, 1));
}

void DeviceEngine::State::take_shared_losses() {
  if (loss_of_all.empty()) return take_shared();
  const cuda::Event* const own = &places[losses_place + newest_losses];
  const auto all = shared.points->gather(std::span<const cuda::Event* const>(&own, 1));
  timed(seconds.traffic, [&] {
    for (const cuda::Event* each : all)
      if (each != own) stream.wait_for(*each);
  });
}

void DeviceEngine::State::share_self_energy() {
  const SharedArray read{next->numbers.address(), received.address(), block_bytes()},
      written{factors.address(), results.address(), block_bytes(), results.bytes()};
  share_columns(
      std::span(&read, 1), std::span(&written, 1),
      [&](const ColumnPiece& piece) {
        DeviceSelfEnergy parameter = self_energy_parameter();
        parameter.received += piece.others * block_bytes();
        parameter.results += piece.others * block_bytes();
        parameter.first_block = narrow(piece.first);
        parameter.blocks = narrow(piece.count);
        launch_self_energy(parameter);
      },
      solves_for_others_first());
}

}  // namespace diagc::dynamics
