#include "physics/collider/phase_space/warm_up.h"

#include <cmath>

namespace diagc::collider {

void WarmUpRound::add(const AntennaSampler& sampler, unsigned ordering, double value,
                      std::span<const double> pt, std::span<const double> y) {
  squares_[ordering] += value * value;
  counts_[ordering] += 1;
  for (std::size_t j = 0; j < pt.size(); ++j) marginals_.add(sampler, std::log(pt[j]), y[j], value);
}

WarmUpRound& WarmUpRound::operator+=(const WarmUpRound& more) {
  const auto add = [](std::vector<double>& to, const std::vector<double>& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  add(marginals_.pt, more.marginals_.pt);
  add(marginals_.y, more.marginals_.y);
  add(marginals_.y_drawn, more.marginals_.y_drawn);
  add(squares_, more.squares_);
  add(counts_, more.counts_);
  return *this;
}

void WarmUpRound::fit(AntennaSampler& sampler, OrderingList& orderings) const {
  sampler.fit(marginals_);
  const std::size_t count = squares_.size();
  const OrderingTable table = orderings.table();
  const std::vector<unsigned> alike(orderings.alike().begin(), orderings.alike().end());
  std::vector<double> squares(count), counts(count), shares;
  for (std::size_t k = 0; k < count; ++k) {
    // Values hold the inverse share with which they were drawn.
    squares[alike[k]] += squares_[k] / (table.inverse_share[k] * table.inverse_share[k]);
    counts[alike[k]] += counts_[k];
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (!(counts[alike[k]] > 0)) return;
    shares.push_back(std::sqrt(squares[alike[k]] / counts[alike[k]]));
  }
  for (const double share : shares)
    if (!(share > 0)) return;
  orderings = OrderingList(alike, table.length, shares);
}

}  // namespace diagc::collider
