#include "physics/collider/pdf/cteq.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "physics/collider/pdf/grid_text.h"
#include "runs/checkpoint/digest.h"

namespace diagc::collider {

namespace {

constexpr double power = 0.3;

/// The polynomial through four points, at any place.
double through_four(const double* x, const double* y, double at) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    double product = y[i];
    for (int j = 0; j < 4; ++j)
      if (j != i) product *= (at - x[j]) / (x[i] - x[j]);
    sum += product;
  }
  return sum;
}

/// In the middle one of three intervals: the two parabolas of neighbouring triples of points are joined to a cubic that has, at the two
/// middle points, the values there.
double between_middle(const double* x, const double* y, double at) {
  const double x12 = x[0] - x[1], x13 = x[0] - x[2], x23 = x[1] - x[2], x24 = x[1] - x[3],
               x34 = x[2] - x[3];
  const double from2 = at - x[1], from3 = at - x[2];
  const double sum1 = x12 + x13, sum4 = x24 + x34, determinant = x12 * x34 - sum1 * sum4;
  const double line1 = (y[1] * x13 - y[2] * x12) / x23, line4 = (-y[1] * x34 + y[2] * x24) / x23;
  const double bend = (x34 * from2 - sum4 * from3) * (y[0] - line1) / x12 +
                      (sum1 * from2 - x12 * from3) * (y[3] - line4) / x34;
  return (bend * from2 * from3 / determinant + y[1] * from3 - y[2] * from2) / x23;
}

/// The last point not above `at`, from `first` on.
std::size_t below(const std::vector<double>& points, double at) {
  const auto after = std::upper_bound(points.begin(), points.end(), at);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - points.begin() - 1, 0));
}

class CteqDensity final : public PartonDensity {
 public:
  CteqDensity(const std::string& name, std::string_view text);
  double xf(int flavour, double x, double q) const override;
  DensityRange range() const override { return range_; }
  std::string digest() const override { return digest_; }

 private:
  /// f of the block of a flavour at knot it of Q.
  double at_knot(std::size_t block, std::size_t it, std::size_t ix, double x, double s) const;

  std::string digest_;
  double lambda_ = 0;
  DensityRange range_{};
  std::size_t sea_ = 0;            // flavours of the sea
  std::vector<double> x_, s_, t_;  // x, x^0.3, ln ln(Q/Λ)
  std::vector<double> f_;          // [flavour + sea][Q][x from the second on]
};

CteqDensity::CteqDensity(const std::string& name, std::string_view text)
    : digest_(runs::hash_text(text)) {
  GridText in(name, text);
  in.line("the name of a parton distribution table");
  in.line("a line that names order, flavours, Λ and masses");
  in.number("the order");
  in.count("the number of flavours", 1, 6);
  lambda_ = in.number("Λ in GeV");
  if (!(lambda_ > 0)) in.wrong(std::to_string(lambda_), "a positive Λ in GeV");
  for (int i = 0; i < 6; ++i) in.number("a quark mass");
  in.line("a line that names NX, NT, NfMx");
  constexpr std::size_t most = 100000;
  const std::size_t nx = in.count("NX, intervals of x", 5, most),
                    nt = in.count("NT, intervals of Q", 3, most);
  sea_ = in.count("NfMx, flavours of the sea", 1, 6);
  in.line("a line that names QINI, QMAX and knots of Q");
  range_.q_min = in.number("QINI");
  range_.q_max = in.number("QMAX");
  for (const double q : in.numbers(nt + 1, "knots of Q")) {
    t_.push_back(std::log(std::log(q / lambda_)));
    if (!std::isfinite(t_.back())) in.wrong(std::to_string(q), "knots of Q above Λ");
  }
  if (!std::is_sorted(t_.begin(), t_.end(), std::less_equal<>()))
    in.wrong("knots of Q that do not ascend", "ascending ones");
  in.line("a line that names XMIN and knots of x");
  range_.x_min = in.number("XMIN");
  x_ = in.numbers(nx + 1, "knots of x");
  if (x_.front() != 0 || !std::is_sorted(x_.begin(), x_.end(), std::less_equal<>()) ||
      std::abs(x_.back() - 1) > 1e-5) {
    in.wrong("knots of x that do not ascend from 0 to 1", "ones that do");
  }
  range_.x_max = 1;
  if (!(range_.x_min > 0 && range_.x_min < 1)) in.wrong("XMIN outside of (0, 1)", "one inside");
  if (!(range_.q_min > lambda_ && range_.q_min < range_.q_max))
    in.wrong("QINI and QMAX that do not ascend from Λ", "ones that do");
  for (const double x : x_) s_.push_back(std::pow(x, power));
  in.line("a line before the table");
  // The first knot of x has no values of its own in what is interpolated; it stands in the table all the same. At most 1e5 · 1e5 · 9.
  f_ = in.numbers((nx + 1) * (nt + 1) * (sea_ + 3), "values of the table");
}

double CteqDensity::at_knot(std::size_t block, std::size_t it, std::size_t ix, double x,
                            double s) const {
  const std::size_t last = x_.size() - 1;
  const double* row = f_.data() + (block * t_.size() + it) * x_.size();
  if (ix < 2) {
    double y[4] = {};
    for (std::size_t i = 1; i < 4; ++i) y[i] = row[i] * x_[i] * x_[i];
    return through_four(s_.data(), y, s) / (x * x);
  }
  if (ix >= last - 1) return through_four(s_.data() + last - 3, row + last - 3, s);
  return between_middle(s_.data() + ix - 1, row + ix - 1, s);
}

double CteqDensity::xf(int flavour, double x, double q) const {
  if (flavour < -most_flavour || flavour > most_flavour)
    throw std::invalid_argument("found flavour " + std::to_string(flavour) + ", expected −5 … 5");
  if (x >= 1) return 0;
  x = std::max(x, range_.x_min);
  q = std::clamp(q, range_.q_min, range_.q_max);
  // CTEQ has u before d, and quarks beyond as many as antiquarks.
  int own = flavour;
  if (std::abs(flavour) == 1 || std::abs(flavour) == 2)
    own = flavour > 0 ? 3 - flavour : -3 - flavour;
  if (own > 2) own = -own;
  if (-own > static_cast<int>(sea_)) return 0;
  const auto block = static_cast<std::size_t>(own + static_cast<int>(sea_));
  const double s = std::pow(x, power), t = std::log(std::log(q / lambda_));
  const std::size_t ix = below(x_, x), it = below(t_, t), last = t_.size() - 1;
  const std::size_t first = it < 1 ? 0 : std::min(it - 1, last - 3);
  double y[4];
  for (std::size_t i = 0; i < 4; ++i) y[i] = at_knot(block, first + i, ix, x, s);
  const bool middle = it >= 1 && it + 2 <= last;
  return x *
         (middle ? between_middle(t_.data() + first, y, t) : through_four(t_.data() + first, y, t));
}

}  // namespace

std::shared_ptr<const PartonDensity> cteq_density(const std::string& name, std::string_view text) {
  return std::make_shared<CteqDensity>(name, text);
}

}  // namespace diagc::collider
