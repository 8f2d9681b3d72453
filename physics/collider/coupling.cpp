#include "physics/collider/coupling.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "physics/collider/pdf/hermite.h"

namespace diagc::collider {

namespace {

constexpr double lowest_q = 1;

class Running final : public Coupling {
 public:
  explicit Running(const RunningOptions& options) : options_(options) {
    if (options.loops != 1 && options.loops != 2)
      throw std::invalid_argument("found " + std::to_string(options.loops) +
                                  " loops, expected 1 or 2");
    if (!(options.alpha_s_mz > 0 && options.alpha_s_mz < 1) || !(options.mz > options.bottom) ||
        !(options.bottom > options.charm) || !(options.charm > 0) || !(options.top > options.mz) ||
        options.most_flavours < 3 || options.most_flavours > 6) {
      throw std::invalid_argument(
          "found a coupling without meaning, expected α_s between 0 and 1, 0 < m_c < m_b < M_Z < "
          "m_t, 3 to 6 flavours");
    }
    const double smallest = alpha_s(lowest_q);
    if (!(smallest > 0 && std::isfinite(smallest)))
      throw std::invalid_argument("found an α_s that diverges above 1 GeV, expected a smaller one");
  }

  double alpha_s(double q) const override {
    q = std::max(q, lowest_q);
    double alpha = options_.alpha_s_mz, from = options_.mz;
    int flavours = std::min(5, options_.most_flavours);
    const double thresholds[] = {options_.charm, options_.bottom, options_.top};  // to 4, 5, 6
    while (q < from && flavours > 3 && q < thresholds[flavours - 4]) {
      const double mass = thresholds[flavours - 4];
      alpha = run(alpha, from, mass, flavours);
      from = mass;
      --flavours;
    }
    while (q > from && flavours < options_.most_flavours && q > thresholds[flavours - 3]) {
      const double mass = thresholds[flavours - 3];
      alpha = run(alpha, from, mass, flavours);
      from = mass;
      ++flavours;
    }
    return run(alpha, from, q, flavours);
  }

 private:
  double run(double alpha, double from, double to, int flavours) const {
    constexpr double pi = std::numbers::pi;
    const double b0 = (33 - 2.0 * flavours) / (12 * pi),
                 b1 = options_.loops == 2 ? (153 - 19.0 * flavours) / (24 * pi * pi) : 0;
    const double c = b1 / b0;
    const auto f = [&](double a) {
      return 1 / a + (c == 0 ? 0 : c * std::log(b0 * a / (1 + c * a)));
    };
    const double target = f(alpha) + b0 * 2 * std::log(to / from);
    // In 1/α, of which F is nearly a linear function: F' = 1 − c/(1/α + c).
    double inverse = 1 / alpha + b0 * 2 * std::log(to / from);
    for (int i = 0; i < 100; ++i) {
      if (!(inverse > 0)) return NAN;
      const double step = (f(1 / inverse) - target) / (1 - c / (inverse + c));
      inverse -= step;
      if (std::abs(step) <= 1e-15 * std::abs(inverse)) break;
    }
    return 1 / inverse;
  }

  RunningOptions options_;
};

class Tabulated final : public Coupling {
 public:
  explicit Tabulated(CouplingTable table) : table_(std::move(table)) {
    if (table_.q.size() < 2 || table_.q.size() != table_.alpha_s.size() || !(table_.q[0] > 0) ||
        !std::is_sorted(table_.q.begin(), table_.q.end()) || table_.q[0] == table_.q[1] ||
        table_.q.back() == table_.q[table_.q.size() - 2]) {
      throw std::invalid_argument(
          "found a table of α_s without meaning, expected two or more ascending Q above 0");
    }
    for (const double q : table_.q) log_q2_.push_back(2 * std::log(q));
  }
  double alpha_s(double q) const override {
    const double lq = std::clamp(2 * std::log(q), log_q2_.front(), log_q2_.back());
    // Of the subgrid: from a knot that stands twice, or the first, to the next such.
    std::size_t at = interval_of(log_q2_, lq), first = at, end = at + 2;
    while (first > 0 && log_q2_[first - 1] < log_q2_[first]) --first;
    while (end < log_q2_.size() && log_q2_[end - 1] < log_q2_[end]) ++end;
    return hermite(std::span(log_q2_).subspan(first, end - first), at - first, lq,
                   [&](std::size_t i) { return table_.alpha_s[first + i]; });
  }

 private:
  CouplingTable table_;
  std::vector<double> log_q2_;
};

}  // namespace

std::shared_ptr<const Coupling> running_coupling(const RunningOptions& options) {
  return std::make_shared<Running>(options);
}
std::shared_ptr<const Coupling> tabulated_coupling(CouplingTable table) {
  return std::make_shared<Tabulated>(std::move(table));
}

}  // namespace diagc::collider
