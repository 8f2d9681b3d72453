#include "physics/dynamics/ranks/point_share.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/parallel/mpi_ranks.h"

namespace diagc::dynamics {

PointShare::PointShare(std::size_t points, runs::Ranks& ranks, Exchange exchange)
    : points_(points),
      rank_(static_cast<std::size_t>(ranks.rank())),
      size_(static_cast<std::size_t>(ranks.size())),
      ranks_(ranks),
      exchange_(std::move(exchange)),
      messages_{std::vector<Numbers>(size_), std::vector<Numbers>(size_)} {
  if (size_ > points_) {
    throw std::runtime_error(fmt::format(
        "found {} processes for {} k points, expected a point for each of them at least", size_,
        points_));
  }
}

double PointShare::largest(double value) const {
  double most = 0;
  for (const double each : gather(std::span<const double>(&value, 1))) {
    if (!std::isfinite(each)) return NAN;
    most = std::max(most, each);
  }
  return most;
}

PointShare::Exchange exchange_of_threads(runs::Ranks& ranks) {
  return [&ranks](std::span<const std::span<const std::byte>> outgoing,
                  std::span<const std::span<std::byte>> incoming) {
    // Where everybody's bytes stand.
    const auto all = ranks.gather(std::as_bytes(outgoing));
    const auto own = static_cast<std::size_t>(ranks.rank());
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      std::span<const std::byte> from;
      std::memcpy(&from, all[rank].data() + own * sizeof from, sizeof from);
      if (!from.empty()) std::memcpy(incoming[rank].data(), from.data(), from.size());
    }
    // Nobody's memory goes before all have read it.
    ranks.gather({});
  };
}

PointShare::Exchange exchange_of_mpi() {
  return [](std::span<const std::span<const std::byte>> outgoing,
            std::span<const std::span<std::byte>> incoming) {
    std::vector<runs::MpiMessage> out;
    std::vector<runs::MpiIncoming> in;
    for (std::size_t rank = 0; rank < outgoing.size(); ++rank) {
      out.push_back({static_cast<int>(rank), outgoing[rank]});
      in.push_back({static_cast<int>(rank), incoming[rank]});
    }
    runs::mpi_exchange(out, in);
  };
}

}  // namespace diagc::dynamics
