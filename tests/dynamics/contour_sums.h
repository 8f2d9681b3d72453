// Random theories with products along the contour, beside their meaning on a contour of few points.
#pragma once

#include <complex>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace diagc::testing {

/// A function of two points of a contour for each momentum: [k][z][z'].
using TwoTimeValues = std::vector<std::vector<std::complex<double>>>;

struct ContourMeaning {
  std::string text;  ///< at the momentum `q`
  TwoTimeValues values;
  bool odd = false;  ///< antiperiodic in imaginary time, as greens are
  bool has_inner_time = false;
};

/// What expressions are made of. All numbers are those of one random contour.
class ContourAuthor {
 public:
  ContourAuthor(unsigned seed, std::size_t points, std::size_t momenta);

  std::size_t points() const { return points_; }
  std::size_t momenta() const { return momenta_; }
  const TwoTimeValues& green(std::size_t a, std::size_t b) const { return greens_[2 * a + b]; }
  const std::vector<double>& vertex() const { return vertex_; }
  const std::vector<std::complex<double>>& weights() const { return weights_; }

  /// A pointwise value or a product along the contour, of values that are all periodic or all not.
  ContourMeaning expression(int depth, bool odd);
  ContourMeaning product(const ContourMeaning& left, const ContourMeaning& right) const;
  ContourMeaning composed(const ContourMeaning& left, const ContourMeaning& right) const;
  TwoTimeValues compose(const TwoTimeValues& left, const TwoTimeValues& right) const;
  /// x with x = rest + left @ x.
  TwoTimeValues solved(const TwoTimeValues& rest, const TwoTimeValues& left) const;
  TwoTimeValues exchanged(const TwoTimeValues& of) const;
  /// mean over y of a(y) b(q − y).
  TwoTimeValues convolved(const TwoTimeValues& a, const TwoTimeValues& b) const;
  TwoTimeValues multiplied(const TwoTimeValues& a, const TwoTimeValues& b) const;
  /// U at z or z'.
  TwoTimeValues vertex_values(bool second) const;

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  ContourMeaning leaf(bool odd);
  TwoTimeValues map(const std::function<std::complex<double>(std::size_t k, std::size_t z,
                                                             std::size_t other)>& value) const;

  std::mt19937 random_;
  std::size_t points_, momenta_;
  std::vector<TwoTimeValues> greens_;
  std::vector<double> vertex_;
  std::vector<std::complex<double>> weights_;
};

}  // namespace diagc::testing
