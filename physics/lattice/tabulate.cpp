#include "physics/lattice/tabulate.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/lattice/model.h"

namespace diagc::lattice {
namespace {

constexpr std::uint32_t fewest_intervals = 8;
constexpr double largest_bytes = 4.0 * (1u << 30);

/// Interpolation on [0, 1] by a polynomial of this degree. Powers come by way of Chebyshev polynomials,
/// whose own powers have integer factors: what is rounded then belongs to small coefficients.
class Interpolation {
 public:
  explicit Interpolation(std::uint32_t degree)
      : degree_(degree),
        chebyshev_(degree + 1, degree + 1),
        powers_(Eigen::MatrixXd::Zero(degree + 1, degree + 1)) {
    for (std::uint32_t j = 0; j <= degree; ++j) {
      nodes_.push_back(extremum(j));
      if (j < degree) between_.push_back(extremum(j + 0.5));
      for (std::uint32_t k = 0; k <= degree; ++k) {
        const double halves = (j == 0 || j == degree ? 0.5 : 1) * (k == 0 || k == degree ? 0.5 : 1);
        const double sign = k % 2 == 0 ? 1 : -1;
        chebyshev_(k, j) = sign * halves * 2 / degree * std::cos(std::numbers::pi * k * j / degree);
      }
    }
    // T₀ = 1, T₁ = 2x − 1, T_k = 2 (2x − 1) T_{k−1} − T_{k−2}
    powers_(0, 0) = 1;
    for (std::uint32_t k = 1; k <= degree; ++k) {
      const double twice = k == 1 ? 1 : 2;
      for (std::uint32_t p = 0; p <= k; ++p) {
        if (p > 0) powers_(p, k) += 2 * twice * powers_(p - 1, k - 1);
        powers_(p, k) -= twice * powers_(p, k - 1);
        if (k > 1) powers_(p, k) -= powers_(p, k - 2);
      }
    }
  }

  const std::vector<double>& nodes() const { return nodes_; }      // degree + 1, from 0 to 1
  const std::vector<double>& between() const { return between_; }  // degree, where errors peak

  /// `values`: [node][row]. Coefficients of powers for one row.
  void coefficients(const Eigen::MatrixXd& values, Eigen::Index row, double* result) const {
    Eigen::Map<Eigen::VectorXd>(result, degree_ + 1) = powers_ * (chebyshev_ * values.col(row));
  }

 private:
  /// (1 − cos(π j / degree)) / 2
  double extremum(double j) const {
    const double sine = std::sin(std::numbers::pi * j / degree_ / 2);
    return sine * sine;
  }

  std::uint32_t degree_;
  std::vector<double> nodes_, between_;
  Eigen::MatrixXd chebyshev_;  // [k][node]: values to factors of T_k(2x − 1)
  Eigen::MatrixXd powers_;     // [power][k]: those to factors of powers of x
};

class Tabulation {
 public:
  Tabulation(std::uint32_t rows, double beta, std::uint32_t degree,
             const PropagatorsAt& propagators)
      : rows_(rows), beta_(beta), degree_(degree), propagators_(propagators), parts_(degree) {}

  PropagatorTable table(std::uint32_t intervals) {
    PropagatorTable table = empty(intervals);
    for (std::uint32_t i = 0; i < intervals; ++i) fill(table, i);
    single_.assign(table.coefficients.begin(), table.coefficients.end());
    for (std::uint32_t i = 0; i < intervals; ++i) measure(table, i);
    table.equal_time.resize(rows_);
    propagators_(beta_, table.equal_time);
    for (double& value : table.equal_time) value = -value;
    return table;
  }

  /// What the error of so many intervals will be, from the first and the last, where G0 is steepest.
  double expected_error(std::uint32_t intervals) {
    double error = 0;
    for (const std::uint32_t interval : {0u, intervals - 1}) {
      fill_nodes(interval, intervals);
      std::vector<double> polynomials(std::size_t{rows_} * (degree_ + 1));
      for (std::uint32_t row = 0; row < rows_; ++row) {
        parts_.coefficients(nodes_, row, &polynomials[std::size_t{row} * (degree_ + 1)]);
      }
      for (const double x : parts_.between()) {
        exact_.resize(rows_);
        propagators_(time(interval, intervals, x), exact_);
        for (std::uint32_t row = 0; row < rows_; ++row) {
          const double* c = &polynomials[std::size_t{row} * (degree_ + 1)];
          double sum = c[degree_];
          for (std::uint32_t power = degree_; power-- > 0;) sum = sum * x + c[power];
          error = std::max(error, std::abs(sum - exact_[row]));
        }
      }
    }
    return error;
  }

 private:
  PropagatorTable empty(std::uint32_t intervals) const {
    PropagatorTable table;
    table.beta = beta_;
    table.rows = rows_;
    table.intervals = intervals;
    table.degree = degree_;
    table.coefficients.resize(std::size_t{rows_} * intervals * (degree_ + 1));
    return table;
  }

  double time(std::uint32_t interval, std::uint32_t intervals, double x) const {
    return std::min(beta_, beta_ * (interval + x) / intervals);
  }

  void fill_nodes(std::uint32_t interval, std::uint32_t intervals) {
    nodes_.resize(degree_ + 1, rows_);
    exact_.resize(rows_);
    for (std::uint32_t j = 0; j <= degree_; ++j) {
      propagators_(time(interval, intervals, parts_.nodes()[j]), exact_);
      nodes_.row(j) = Eigen::Map<Eigen::RowVectorXd>(exact_.data(), rows_);
    }
  }

  void fill(PropagatorTable& table, std::uint32_t interval) {
    fill_nodes(interval, table.intervals);
    for (std::uint32_t row = 0; row < rows_; ++row) {
      const std::size_t place = std::size_t{row} * table.intervals + interval;
      parts_.coefficients(nodes_, row, &table.coefficients[place * (degree_ + 1)]);
    }
  }

  void measure(PropagatorTable& table, std::uint32_t interval) {
    for (const double x : parts_.between()) {
      const auto tau = static_cast<float>(time(interval, table.intervals, x));
      propagators_(std::min<double>(tau, beta_), exact_);
      for (std::uint32_t row = 0; row < rows_; ++row) {
        table.measured_error =
            std::max(table.measured_error, std::abs(value(table, row, tau) - exact_[row]));
        table.measured_error_float =
            std::max(table.measured_error_float,
                     std::abs(value_float(table, single_, row, tau) - exact_[row]));
      }
    }
  }

  std::uint32_t rows_;
  double beta_;
  std::uint32_t degree_;
  const PropagatorsAt& propagators_;
  Interpolation parts_;
  Eigen::MatrixXd nodes_;  // [node][row] of one interval
  std::vector<double> exact_;
  std::vector<float> single_;
};

}  // namespace

void require_table_fits(std::uint32_t rows, std::uint32_t intervals, std::uint32_t degree) {
  const double bytes = double(rows) * intervals * (degree + 1) * sizeof(double);
  if (bytes <= largest_bytes) return;
  throw WrongModel(
      "size", fmt::format("found a propagator table of {:.1f} GiB ({} rows, {} intervals, degree "
                          "{}), expected at most {:.0f} GiB; choose a smaller size, or a higher "
                          "degree",
                          bytes / (1u << 30), rows, intervals, degree, largest_bytes / (1u << 30)));
}

PropagatorTable tabulate_with(std::uint32_t rows, double beta, std::uint32_t degree,
                              std::uint32_t intervals, const PropagatorsAt& propagators) {
  return Tabulation(rows, beta, degree, propagators).table(intervals);
}

PropagatorTable tabulate(std::uint32_t rows, double beta, std::uint32_t degree, double bound,
                         const PropagatorsAt& propagators) {
  Tabulation tabulation(rows, beta, degree, propagators);
  std::uint32_t intervals = fewest_intervals;
  while (intervals <= most_table_intervals && tabulation.expected_error(intervals) > bound)
    intervals *= 2;
  for (; intervals <= most_table_intervals; intervals *= 2) {
    require_table_fits(rows, intervals, degree);
    PropagatorTable table = tabulation.table(intervals);
    if (table.measured_error <= bound) return table;
  }
  throw WrongModel("degree",
                   fmt::format("found degree = {}, with which {} intervals do not bring the "
                               "error of the propagator below {:g}; expected a higher degree",
                               degree, most_table_intervals, bound));
}

}  // namespace diagc::lattice
