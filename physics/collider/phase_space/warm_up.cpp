#include "physics/collider/phase_space/warm_up.h"

#include <cmath>

namespace diagc::collider {

void WarmUpRound::add(const AntennaSampler& sampler, unsigned before, double value,
                      std::span<const double> pt, std::span<const double> y) {
  squares_[before] += value * value;
  counts_[before] += 1;
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

void WarmUpRound::fit(AntennaSampler& sampler, SplitList& splits) const {
  sampler.fit(marginals_);
  const std::size_t count = squares_.size();
  const SplitTable table = splits.table();
  std::vector<double> shares;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t mirror = count - 1 - k;
    const double events = counts_[k] + counts_[mirror];
    if (!(events > 0)) return;
    // Values hold the inverse share with which they were drawn.
    shares.push_back(std::sqrt((squares_[k] + squares_[mirror]) / events) / table.inverse_share[k]);
  }
  for (const double share : shares)
    if (!(share > 0)) return;
  splits = SplitList(static_cast<unsigned>(count - 1), table.split_count, shares);
}

}  // namespace diagc::collider
