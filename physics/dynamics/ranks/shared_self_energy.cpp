#include "physics/dynamics/ranks/shared_self_energy.h"

#include <cstring>

#include "physics/dynamics/self_energy_rows.h"

namespace diagc::dynamics {

namespace {

using Bytes = std::vector<double>;

/// Numbers of a block of L or D.
std::size_t numbers_of(const BlockRows& rows) { return 2 * rows.rows() * padded(rows.columns()); }

/// Blocks of columns of the rows, those of T⁺ left out, by who takes them.
class BlockOwners {
 public:
  BlockOwners(std::size_t panels, std::size_t ranks) : panels_(panels), ranks_(ranks) {}
  std::size_t count(std::size_t rank) const {
    return rank > panels_ ? 0 : (panels_ - rank) / ranks_ + 1;
  }
  /// Number i of a rank's blocks, and its place in rows.
  std::size_t block(std::size_t rank, std::size_t i) const { return rank + i * ranks_; }
  std::size_t place(std::size_t block) const { return block < panels_ ? block : panels_ + 1; }

 private:
  std::size_t panels_, ranks_;
};

std::vector<std::span<const std::byte>> as_messages(const std::vector<Bytes>& parts) {
  std::vector<std::span<const std::byte>> spans;
  for (const Bytes& part : parts) spans.push_back(std::as_bytes(std::span(part)));
  return spans;
}

std::vector<Bytes> exchanged(const PointShare& share, const std::vector<Bytes>& outgoing,
                             const std::vector<std::size_t>& counts) {
  std::vector<Bytes> incoming;
  std::vector<std::span<std::byte>> room;
  for (const std::size_t count : counts) incoming.emplace_back(count);
  for (Bytes& part : incoming) room.push_back(std::as_writable_bytes(std::span(part)));
  share.exchange(as_messages(outgoing), room);
  return incoming;
}

/// What one of the two exchanges carries: for each block and point L, then D.
template <class Place>
void pack(Bytes& to, const PanelRows& from, std::size_t first, std::size_t points,
          std::size_t blocks, Place place) {
  const std::size_t numbers = numbers_of(from.lesser);
  to.resize(blocks * points * 2 * numbers);
  double* at = to.data();
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t k = first; k < first + points; ++k) {
      for (const BlockRows* rows : {&from.lesser, &from.spectral}) {
        std::memcpy(at, rows->at(k, place(i)).re, numbers * sizeof(double));
        at += numbers;
      }
    }
  }
}

template <class Place>
void unpack(const Bytes& from, PanelRows& to, std::size_t first, std::size_t points,
            std::size_t blocks, Place place) {
  const std::size_t numbers = numbers_of(to.lesser);
  const double* at = from.data();
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t k = first; k < first + points; ++k) {
      for (const BlockRows* rows : {&to.lesser, &to.spectral}) {
        std::memcpy(rows->at(k, place(i)).re, at, numbers * sizeof(double));
        at += numbers;
      }
    }
  }
}

/// Rows at mixed times do not grow with the square of times: every rank has those of all points, and its own Σ of them.
void mixed_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                const BlockRows& panel, BlockRows& self_energy, unsigned threads,
                const PointShare& share) {
  const std::size_t numbers = numbers_of(panel);
  const auto all =
      share.gather(std::span<const double>(panel.at(0, 0).re, panel.points() * numbers));
  BlockRows gathered(share.points(), 1, panel.rows(), panel.columns());
  std::memcpy(gathered.at(0, 0).re, all.data(), all.size() * sizeof(double));
  BlockRows results(share.points(), 1, panel.rows(), panel.columns());
  mixed_self_energy(model, *past.branch(), times, gathered, results, threads);
  std::memcpy(self_energy.at(0, 0).re, results.at(share.first(), 0).re,
              share.count() * numbers * sizeof(double));
}

}  // namespace

void shared_self_energy_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                             const PanelRows& panel, PanelRows& self_energy, unsigned threads,
                             const PointShare& share) {
  const std::size_t size = past.block_size(), ranks = share.size(), own = share.rank();
  const std::size_t order = past.collocation().order, panels = past.panels();
  const BlockOwners owners(panels, ranks);
  const std::size_t mine = owners.count(own);
  const std::size_t of_block = 2 * numbers_of(panel.lesser);
  const auto place_of = [&](std::size_t rank) {
    return [&owners, rank](std::size_t i) { return owners.place(owners.block(rank, i)); };
  };
  const auto here = [](std::size_t i) { return i; };

  std::vector<Bytes> outgoing(ranks);
  std::vector<std::size_t> counts;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    pack(outgoing[rank], panel, 0, share.count(), owners.count(rank), place_of(rank));
    counts.push_back(mine * share.count_of(rank) * of_block);
  }
  std::vector<Bytes> incoming = exchanged(share, outgoing, counts);
  PanelRows gathered{BlockRows(share.points(), mine, size, size),
                     BlockRows(share.points(), mine, size, size)};
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    unpack(incoming[rank], gathered, share.first_of(rank), share.count_of(rank), mine, here);
  }

  std::vector<ColumnBlock> columns;
  for (std::size_t i = 0; i < mine; ++i) {
    const std::size_t block = owners.block(own, i);
    columns.push_back({i, block < panels
                              ? std::span<const double>(past.times()).subspan(block * order, order)
                              : times});
  }
  self_energy_of_columns(model, times, columns, gathered, gathered, threads);

  counts.clear();
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    pack(outgoing[rank], gathered, share.first_of(rank), share.count_of(rank), mine, here);
    counts.push_back(owners.count(rank) * share.count() * of_block);
  }
  incoming = exchanged(share, outgoing, counts);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    unpack(incoming[rank], self_energy, 0, share.count(), owners.count(rank), place_of(rank));
  }
  if (past.branch()) {
    mixed_rows(model, past, times, panel.mixed, self_energy.mixed, threads, share);
  }
}

}  // namespace diagc::dynamics
