#include "tests/dynamics/contour_sums.h"

#include <fmt/format.h>
#include <Eigen/LU>

namespace diagc::testing {

namespace {

using ContourNumber = std::complex<double>;
using ContourMatrix = Eigen::Matrix<ContourNumber, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

ContourMatrix contour_matrix(const std::vector<ContourNumber>& values, std::size_t points) {
  const auto size = static_cast<Eigen::Index>(points);
  return Eigen::Map<const ContourMatrix>(values.data(), size, size);
}

std::vector<ContourNumber> contour_values(const ContourMatrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

}  // namespace

ContourAuthor::ContourAuthor(unsigned seed, std::size_t points, std::size_t momenta)
    : random_(seed), points_(points), momenta_(momenta), greens_(4) {
  std::uniform_real_distribution<double> number(-1, 1);
  for (TwoTimeValues& green : greens_) {
    green = map([&](std::size_t, std::size_t, std::size_t) {
      return ContourNumber(number(random_), number(random_));
    });
  }
  // G_ab(z, z') = −conj G_ba(z', z).
  const std::vector<TwoTimeValues> given = greens_;
  for (std::size_t e = 0; e < 4; ++e) {
    const TwoTimeValues& turned = given[e % 2 * 2 + e / 2];
    greens_[e] = map([&](std::size_t k, std::size_t z, std::size_t other) {
      return given[e][k][z * points_ + other] - std::conj(turned[k][other * points_ + z]);
    });
  }
  for (std::size_t z = 0; z < points; ++z) {
    vertex_.push_back(number(random_));
    weights_.emplace_back(0, 0.2 * number(random_));
  }
}

TwoTimeValues ContourAuthor::map(
    const std::function<ContourNumber(std::size_t, std::size_t, std::size_t)>& value) const {
  TwoTimeValues result(momenta_, std::vector<ContourNumber>(points_ * points_));
  for (std::size_t k = 0; k < momenta_; ++k) {
    for (std::size_t z = 0; z < points_; ++z) {
      for (std::size_t other = 0; other < points_; ++other)
        result[k][z * points_ + other] = value(k, z, other);
    }
  }
  return result;
}

TwoTimeValues ContourAuthor::exchanged(const TwoTimeValues& of) const {
  return map(
      [&](std::size_t k, std::size_t z, std::size_t other) { return of[k][other * points_ + z]; });
}

TwoTimeValues ContourAuthor::multiplied(const TwoTimeValues& a, const TwoTimeValues& b) const {
  return map([&](std::size_t k, std::size_t z, std::size_t other) {
    return a[k][z * points_ + other] * b[k][z * points_ + other];
  });
}

TwoTimeValues ContourAuthor::convolved(const TwoTimeValues& a, const TwoTimeValues& b) const {
  return map([&](std::size_t q, std::size_t z, std::size_t other) {
    ContourNumber sum = 0;
    for (std::size_t y = 0; y < momenta_; ++y) {
      sum += a[y][z * points_ + other] * b[(q + momenta_ - y) % momenta_][z * points_ + other];
    }
    return sum / static_cast<double>(momenta_);
  });
}

TwoTimeValues ContourAuthor::vertex_values(bool second) const {
  return map([&](std::size_t, std::size_t z, std::size_t other) {
    return ContourNumber(vertex_[second ? other : z]);
  });
}

TwoTimeValues ContourAuthor::compose(const TwoTimeValues& left, const TwoTimeValues& right) const {
  TwoTimeValues result;
  const Eigen::VectorXcd weights =
      Eigen::Map<const Eigen::VectorXcd>(weights_.data(), static_cast<Eigen::Index>(points_));
  for (std::size_t k = 0; k < momenta_; ++k) {
    result.push_back(contour_values(contour_matrix(left[k], points_) * weights.asDiagonal() *
                                    contour_matrix(right[k], points_)));
  }
  return result;
}

TwoTimeValues ContourAuthor::solved(const TwoTimeValues& rest, const TwoTimeValues& left) const {
  // By iteration of the equation, which is how it is written.
  TwoTimeValues result = rest;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const TwoTimeValues next = compose(left, result);
    for (std::size_t k = 0; k < momenta_; ++k) {
      for (std::size_t i = 0; i < next[k].size(); ++i) result[k][i] = rest[k][i] + next[k][i];
    }
  }
  return result;
}

ContourMeaning ContourAuthor::product(const ContourMeaning& left,
                                      const ContourMeaning& right) const {
  return {fmt::format("({}) * ({})", left.text, right.text), multiplied(left.values, right.values),
          left.odd != right.odd, left.has_inner_time || right.has_inner_time};
}

ContourMeaning ContourAuthor::composed(const ContourMeaning& left,
                                       const ContourMeaning& right) const {
  return {fmt::format("({}) @ ({})", left.text, right.text), compose(left.values, right.values),
          left.odd, true};
}

/// Without inner times.
ContourMeaning ContourAuthor::leaf(bool odd) {
  const auto a = static_cast<std::size_t>(below(2)), b = static_cast<std::size_t>(below(2));
  const auto c = static_cast<std::size_t>(below(2)), d = static_cast<std::size_t>(below(2));
  switch (below(2) + (odd ? 0 : 2)) {
    case 0:
      return {fmt::format("G[{},{}](q)", a, b), green(a, b), true, false};
    case 1:
      return {fmt::format("G'[{},{}](q)", a, b), exchanged(green(a, b)), true, false};
    case 2:
      return {fmt::format("mean(y : k) G[{},{}](y) * G[{},{}](q-y)", a, b, c, d),
              convolved(green(a, b), green(c, d)), false, false};
    default: {
      // Σ_y G(y) U G'(q − y) U'.
      TwoTimeValues values = multiplied(convolved(green(a, b), exchanged(green(c, d))),
                                        multiplied(vertex_values(false), vertex_values(true)));
      return {fmt::format("U * U' * mean(y : k) G[{},{}](y) * G'[{},{}](q-y)", a, b, c, d),
              std::move(values), false, false};
    }
  }
}

ContourMeaning ContourAuthor::expression(int depth, bool odd) {
  if (depth == 0) return leaf(odd);
  if (below(3) == 0) {
    const ContourMeaning one = leaf(odd);
    const bool second = below(2) == 1;
    return {fmt::format("{} * ({})", second ? "U'" : "U", one.text),
            multiplied(one.values, vertex_values(second)), one.odd, false};
  }
  return composed(expression(depth - 1, odd), expression(depth - 1, odd));
}

}  // namespace diagc::testing
