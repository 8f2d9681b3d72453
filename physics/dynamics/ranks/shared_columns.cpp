#include "physics/dynamics/ranks/shared_columns.h"

#include <cstring>

namespace diagc::dynamics {

namespace {

/// Numbers of a block.
std::size_t numbers_of(const BlockRows& rows) { return 2 * rows.rows() * padded(rows.columns()); }

/// The same of blocks of all functions at a point and a column.
std::size_t numbers_of(std::span<const PointRows> rows) {
  std::size_t numbers = 0;
  for (const PointRows& each : rows) numbers += numbers_of(*each.rows);
  return numbers;
}

/// Panels follow each other, so that messages grow.
void make_room(Numbers& memory, std::size_t count) {
  if (memory.size() < count) memory = Numbers(count + count / 2);
}

}  // namespace

SharedColumns::SharedColumns(const PointShare& share, std::size_t panels)
    : share_(share), panels_(panels) {}

std::size_t SharedColumns::count_of(std::size_t rank) const {
  return rank > panels_ ? 0 : (panels_ - rank) / share_.size() + 1;
}

std::vector<BlockTable> SharedColumns::tables(std::span<const PointRows> rows,
                                              std::span<const Numbers> messages) const {
  std::vector<double*> next;
  for (const Numbers& message : messages) next.push_back(message.data());
  std::vector<BlockTable> result;
  for (const PointRows& each : rows) {
    const std::size_t numbers = numbers_of(*each.rows);
    BlockTable& table =
        result.emplace_back(share_.points(), count(), each.rows->rows(), each.rows->columns());
    for (std::size_t rank = 0; rank < share_.size(); ++rank) {
      const std::size_t first = share_.first_of(rank);
      for (std::size_t k = 0; k < share_.count_of(rank); ++k) {
        for (std::size_t i = 0; i < count(); ++i) {
          if (rank == share_.rank()) {
            table.place(first + k, i, each.rows->at(k, place(each, rank, i)).re);
          } else {
            table.place(first + k, i, next[rank]);
            next[rank] += numbers;
          }
        }
      }
    }
  }
  return result;
}

template <class Action>
void SharedColumns::each_of_others(std::span<const PointRows> rows,
                                   std::span<const Numbers> messages, Action action) const {
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    if (rank == share_.rank()) continue;
    double* at = messages[rank].data();
    for (const PointRows& each : rows) {
      const std::size_t numbers = numbers_of(*each.rows);
      for (std::size_t k = 0; k < share_.count(); ++k) {
        for (std::size_t i = 0; i < count_of(rank); ++i, at += numbers)
          action(at, each.rows->at(k, place(each, rank, i)).re, numbers * sizeof(double));
      }
    }
  }
}

void SharedColumns::exchange(std::span<const PointRows> rows, Direction direction) const {
  const std::size_t numbers = numbers_of(rows);
  PointShare::Messages& messages = share_.messages();
  std::vector<std::span<const std::byte>> outgoing(share_.size());
  std::vector<std::span<std::byte>> incoming(share_.size());
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    if (rank == share_.rank()) continue;
    std::size_t out = share_.count() * count_of(rank) * numbers;
    std::size_t in = share_.count_of(rank) * count() * numbers;
    if (direction == Direction::scatter) std::swap(out, in);
    make_room(messages.incoming[rank], in);
    outgoing[rank] = std::as_bytes(std::span(messages.outgoing[rank].data(), out));
    incoming[rank] = std::as_writable_bytes(std::span(messages.incoming[rank].data(), in));
  }
  share_.exchange(outgoing, incoming);
}

std::vector<BlockTable> SharedColumns::gather(std::span<const PointRows> rows) const {
  PointShare::Messages& messages = share_.messages();
  const std::size_t numbers = numbers_of(rows);
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    if (rank != share_.rank())
      make_room(messages.outgoing[rank], share_.count() * count_of(rank) * numbers);
  }
  each_of_others(rows, messages.outgoing,
                 [](double* message, const double* block, std::size_t bytes) {
                   std::memcpy(message, block, bytes);
                 });
  exchange(rows, Direction::gather);
  return tables(rows, messages.incoming);
}

void SharedColumns::scatter(std::span<const PointRows> rows,
                            const std::function<void(std::span<const BlockTable>)>& compute) const {
  PointShare::Messages& messages = share_.messages();
  const std::size_t numbers = numbers_of(rows);
  for (std::size_t rank = 0; rank < share_.size(); ++rank) {
    if (rank != share_.rank())
      make_room(messages.outgoing[rank], share_.count_of(rank) * count() * numbers);
  }
  compute(tables(rows, messages.outgoing));
  exchange(rows, Direction::scatter);
  each_of_others(rows, messages.incoming,
                 [](const double* message, double* block, std::size_t bytes) {
                   std::memcpy(block, message, bytes);
                 });
}

BlockRows gathered_rows(const PointShare& share, const BlockRows& own) {
  const auto all =
      share.gather(std::span<const double>(own.at(0, 0).re, own.bytes() / sizeof(double)));
  BlockRows gathered(share.points(), own.blocks(), own.rows(), own.columns());
  std::memcpy(gathered.at(0, 0).re, all.data(), all.size() * sizeof(double));
  return gathered;
}

}  // namespace diagc::dynamics
