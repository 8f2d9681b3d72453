#include "physics/dynamics/ranks/shared_columns.h"

#include <cstring>

namespace diagc::dynamics {

namespace {

using Message = std::vector<double>;

/// Numbers of a block.
std::size_t numbers_of(const BlockRows& rows) { return 2 * rows.rows() * padded(rows.columns()); }

/// Sends a message to every rank; `counts`: numbers that come from each.
std::vector<Message> exchanged(const PointShare& share, const std::vector<Message>& outgoing,
                               const std::vector<std::size_t>& counts) {
  std::vector<Message> incoming;
  std::vector<std::span<std::byte>> room;
  std::vector<std::span<const std::byte>> sent;
  for (const std::size_t count : counts) incoming.emplace_back(count);
  for (Message& part : incoming) room.push_back(std::as_writable_bytes(std::span(part)));
  for (const Message& part : outgoing) sent.push_back(std::as_bytes(std::span(part)));
  share.exchange(sent, room);
  return incoming;
}

/// Some blocks of some points, in the order in which they travel; `place`: where block i stands.
template <class Place>
const double* put(const double* from, const BlockRows& to, std::size_t first, std::size_t points,
                  std::size_t blocks, Place place) {
  const std::size_t numbers = numbers_of(to);
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t k = first; k < first + points; ++k, from += numbers)
      std::memcpy(to.at(k, place(i)).re, from, numbers * sizeof(double));
  }
  return from;
}

template <class Place>
void take(Message& to, const BlockRows& from, std::size_t first, std::size_t points,
          std::size_t blocks, Place place) {
  const std::size_t numbers = numbers_of(from);
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t k = first; k < first + points; ++k) {
      const double* const own = from.at(k, place(i)).re;
      to.insert(to.end(), own, own + numbers);
    }
  }
}

std::size_t here(std::size_t i) { return i; }

}  // namespace

SharedColumns::SharedColumns(const PointShare& share, std::size_t panels)
    : share_(share), panels_(panels) {}

std::size_t SharedColumns::count_of(std::size_t rank) const {
  return rank > panels_ ? 0 : (panels_ - rank) / share_.size() + 1;
}

std::vector<BlockRows> SharedColumns::gather(std::span<const PointRows> rows) const {
  std::vector<Message> outgoing(share_.size());
  std::vector<std::size_t> counts(share_.size());
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    for (const PointRows& each : rows) {
      take(outgoing[rank], *each.rows, 0, share_.count(), count_of(rank),
           [&](std::size_t i) { return place(each, rank, i); });
      counts[rank] += count() * share_.count_of(rank) * numbers_of(*each.rows);
    }
  }
  const std::vector<Message> incoming = exchanged(share_, outgoing, counts);
  std::vector<BlockRows> columns;
  for (const PointRows& each : rows)
    columns.emplace_back(share_.points(), count(), each.rows->rows(), each.rows->columns());
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    const double* from = incoming[rank].data();
    for (const BlockRows& to : columns)
      from = put(from, to, share_.first_of(rank), share_.count_of(rank), count(), here);
  }
  return columns;
}

void SharedColumns::scatter(std::span<const BlockRows> columns,
                            std::span<const PointRows> rows) const {
  std::vector<Message> outgoing(share_.size());
  std::vector<std::size_t> counts(share_.size());
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    for (const BlockRows& each : columns) {
      take(outgoing[rank], each, share_.first_of(rank), share_.count_of(rank), count(), here);
      counts[rank] += count_of(rank) * share_.count() * numbers_of(each);
    }
  }
  const std::vector<Message> incoming = exchanged(share_, outgoing, counts);
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    const double* from = incoming[rank].data();
    for (const PointRows& to : rows) {
      from = put(from, *to.rows, 0, share_.count(), count_of(rank),
                 [&](std::size_t i) { return place(to, rank, i); });
    }
  }
}

BlockRows gathered_rows(const PointShare& share, const BlockRows& own) {
  const auto all =
      share.gather(std::span<const double>(own.at(0, 0).re, own.bytes() / sizeof(double)));
  BlockRows gathered(share.points(), own.blocks(), own.rows(), own.columns());
  std::memcpy(gathered.at(0, 0).re, all.data(), all.size() * sizeof(double));
  return gathered;
}

}  // namespace diagc::dynamics
