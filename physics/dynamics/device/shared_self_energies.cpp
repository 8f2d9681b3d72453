// What devices that share the points of a lattice evaluate at pairs of times (shared_columns.h has the same for processors). What it takes and what it
// gives travel on a stream of their own.
#include <vector>

#include "physics/dynamics/device/block_pieces.h"
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

BlockPieces DeviceEngine::State::pieces_of_columns() const {
  return {panels() + 1, shared.points->size(), multiprocessors / (shape.order * shape.order)};
}

void DeviceEngine::State::share_columns(std::span<const SharedArray> reads,
                                        std::span<const SharedArray> writes,
                                        const std::function<void(const ColumnPiece&)>& evaluate,
                                        bool are_solved_for) {
  const PointShare& share = *shared.points;
  const std::size_t ranks = share.size(), own = share.rank(), all = panels() + 1;
  const BlockPieces blocks = pieces_of_columns();
  const std::size_t count = blocks.pieces();
  const bool by_points = are_solved_for && rows_come_by_points();
  // What is read goes to where its columns are evaluated, what is written comes back to where rows are.
  std::vector<DevicePiece> reads_sent, writes_sent;
  std::vector<std::size_t> begin;  // of pieces that have come, in blocks
  const auto in_rows = [&](const SharedArray& array, std::size_t rank, std::size_t piece) {
    return DevicePart{
        {array.own + blocks.first(rank, piece) * array.of_block, all * array.of_block},
        blocks.count(rank, piece) * array.of_block,
        points};
  };
  const auto side_by_side = [&](const SharedArray& array, std::size_t rank, std::size_t piece,
                                std::size_t at) {
    const std::size_t width = blocks.count(own, piece) * array.of_block;
    return DevicePart{{array.others + at * array.of_block, width}, width, share.count_of(rank)};
  };
  mark(read_place, stream);
  std::size_t at = 0;
  for (std::size_t piece = 0; piece < count; ++piece) {
    begin.push_back(at);
    const auto parts_of = [&](const SharedArray& array, bool is_read) {
      DevicePiece parts;
      std::size_t next = at;
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        const bool is_own = rank == own;
        DevicePart here = is_own ? DevicePart() : in_rows(array, rank, piece);
        DevicePart others = is_own ? DevicePart() : side_by_side(array, rank, piece, next);
        if (!is_own) next += blocks.count(own, piece) * share.count_of(rank);
        parts.outgoing.push_back(is_read ? here : others);
        parts.incoming.push_back(is_read ? others : here);
      }
      // The panel's own block is the last one of the last device.
      const bool has_own_block = piece + 1 == count && own + 1 < ranks;
      const std::size_t solved = has_own_block                                 ? last_rows_place
                                 : piece < blocks.solved_first() && !by_points ? first_rows_place
                                                                               : rows_place;
      if (is_read) parts.ready = &places[are_solved_for ? solved : read_place];
      // What stands where results come back has been read then.
      if (!is_read) parts.free = &places[read_place];
      parts.arrived = &arrival(is_read ? pieces_arrival + piece : written_arrival);
      return parts;
    };
    for (const SharedArray& array : reads) reads_sent.push_back(parts_of(array, true));
    for (const SharedArray& array : writes) writes_sent.push_back(parts_of(array, false));
    at += blocks.count(own, piece) * (all_points - points);
  }
  // Of pieces those of the first points, as many as are said, and behind these the rest.
  const auto cut = [&](std::vector<DevicePiece>& pieces, const auto& outgoing_of,
                       const auto& incoming_of) {
    std::vector<DevicePiece> others = pieces;
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (rank == own) continue;
        const std::size_t outgoing = outgoing_of(at, rank), incoming = incoming_of(at, rank);
        others[at].outgoing[rank] = pieces[at].outgoing[rank].rows_from(outgoing);
        others[at].incoming[rank] = pieces[at].incoming[rank].rows_from(incoming);
        pieces[at].outgoing[rank].rows = outgoing;
        pieces[at].incoming[rank].rows = incoming;
      }
    }
    return others;
  };
  const auto append = [](std::vector<DevicePiece>& to, const std::vector<DevicePiece>& others) {
    to.insert(to.end(), others.begin(), others.end());
  };
  if (by_points) {
    // A piece with the panel's own block comes whole, when that is there.
    const auto first_read = [&](std::size_t at, std::size_t reader, std::size_t owner) {
      return at / reads.size() + 1 == count && reader + 1 == ranks ? 0 : first_written(owner);
    };
    const auto others = cut(
        reads_sent, [&](std::size_t at, std::size_t rank) { return first_read(at, rank, own); },
        [&](std::size_t at, std::size_t rank) { return first_read(at, own, rank); });
    for (DevicePiece& piece : reads_sent) piece.ready = &places[first_points_place];
    append(reads_sent, others);
  }
  const auto cut_writes = [&](const auto& points_of, std::size_t arrival_of_others) {
    auto others = cut(
        writes_sent, [&](std::size_t, std::size_t rank) { return points_of(rank); },
        [&](std::size_t, std::size_t) { return points_of(own); });
    for (DevicePiece& piece : others) piece.arrived = &arrival(arrival_of_others);
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
    take(pieces_arrival + piece);
    evaluate({blocks.first(own, piece), blocks.count(own, piece), begin[piece]});
    const cuda::Event& ready = mark(pieces_place + piece, stream);
    for (std::size_t array = 0; array < writes.size(); ++array) {
      for (std::size_t at = piece * writes.size() + array; at < writes_sent.size();
           at += count * writes.size())
        writes_sent[at].ready = &ready;
    }
  }
  shared.exchange->send(writes_sent, *traffic);
  take(written_arrival);
  rest_travels = true;
}

void DeviceEngine::State::take_rest() {
  if (rest_travels) take(last_arrival);
  rest_travels = false;
}

bool DeviceEngine::State::rows_come_by_points() const {
  for (std::size_t rank = 0; rank < shared.points->size(); ++rank) {
    if (!solves_with_history(shared.points->count_of(rank), shape.history_blocks * multiprocessors))
      return false;
  }
  return !is_first_sweep;
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
  // Each piece that is packed costs more than this gains.
  if (shared.exchange->packs()) return first;
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
