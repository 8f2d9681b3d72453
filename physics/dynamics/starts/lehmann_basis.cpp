#include "physics/dynamics/starts/lehmann_basis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "physics/dynamics/gauss.h"
#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

namespace {

constexpr double precision = 1e-13;      ///< of functions by poles
constexpr double fit_precision = 1e-14;  ///< singular values below are left out
constexpr std::size_t interval_order = 8;

template <class Matrix>
void prepare_fit(const Matrix& matrix, Matrix& left, Matrix& right) {
  const Eigen::JacobiSVD<Matrix> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  left = svd.matrixU();
  right = svd.matrixV();
  const auto& values = svd.singularValues();
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double value = values(i);
    left.col(i) *= value > fit_precision * values(0) ? 1 / value : 0.0;
  }
}

Eigen::Index index_of(std::size_t place) { return static_cast<Eigen::Index>(place); }

}  // namespace

double thermal_kernel(double beta, double tau, double omega) {
  return omega > 0 ? std::exp(-tau * omega) / (1 + std::exp(-beta * omega))
                   : std::exp((beta - tau) * omega) / (1 + std::exp(beta * omega));
}

LehmannBasis::LehmannBasis(double beta, double cutoff) : beta_(beta) {
  place_nodes(cutoff);
  choose_poles(cutoff);
  choose_frequencies(cutoff, false, frequencies_, resolvent_);
  choose_frequencies(cutoff, true, even_frequencies_, even_resolvent_);
  prepare_fit(kernel_, nodes_left_, nodes_right_);
  prepare_fit(resolvent_, frequencies_left_, frequencies_right_);
  prepare_fit(even_resolvent_, even_left_, even_right_);
}

void LehmannBasis::place_nodes(double cutoff) {
  const double levels = 1 + std::max(0.0, std::ceil(std::log2(beta_ * cutoff / 8)));
  edges_ = {0};
  for (double level = levels - 1; level >= 0; --level) {
    edges_.push_back(beta_ / 2 * std::exp2(-level));
  }
  for (std::size_t i = edges_.size() - 1; i-- > 0;) edges_.push_back(beta_ - edges_[i]);
  const GaussRule rule = gauss_rule(interval_order);
  for (std::size_t interval = 0; interval + 1 < edges_.size(); ++interval) {
    const double length = edges_[interval + 1] - edges_[interval];
    for (std::size_t i = 0; i < interval_order; ++i) {
      tau_.push_back(edges_[interval] + length * rule.nodes[i]);
      weights_.push_back(length * rule.weights[i]);
    }
  }
}

void LehmannBasis::choose_poles(double cutoff) {
  const double lowest = std::min(1e-3 * cutoff, 0.2 / beta_);
  const double count = std::ceil(50 * std::log10(cutoff / lowest));
  std::vector<double> candidates = {0};
  for (double i = 0; i <= count; ++i) {
    const double omega = lowest * std::pow(cutoff / lowest, i / count);
    candidates.push_back(omega);
    candidates.push_back(-omega);
  }
  const auto kernel_of = [&](const std::vector<double>& omegas, bool backwards) {
    Eigen::MatrixXd kernel(index_of(tau_.size()), index_of(omegas.size()));
    for (std::size_t i = 0; i < tau_.size(); ++i) {
      // The same node from the other end, without a difference that loses digits.
      const double tau = backwards ? tau_[tau_.size() - 1 - i] : tau_[i];
      for (std::size_t l = 0; l < omegas.size(); ++l) {
        kernel(index_of(i), index_of(l)) = thermal_kernel(beta_, tau, omegas[l]);
      }
    }
    return kernel;
  };
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(kernel_of(candidates, false));
  const auto diagonal = qr.matrixQR().diagonal().cwiseAbs().eval();
  for (Eigen::Index i = 0; i < diagonal.size() && diagonal(i) > precision * diagonal(0); ++i) {
    poles_.push_back(candidates[static_cast<std::size_t>(qr.colsPermutation().indices()(i))]);
  }
  std::ranges::sort(poles_);
  kernel_ = kernel_of(poles_, false);
  kernel_backwards_ = kernel_of(poles_, true);
}

void LehmannBasis::choose_frequencies(double cutoff, bool even, std::vector<double>& frequencies,
                                      Eigen::MatrixXcd& resolvent) const {
  const double highest = std::max(50.0, 10 * cutoff * beta_ / (2 * std::numbers::pi));
  std::vector<double> candidates;
  for (double n = 0; n <= highest; n = std::max(n + 1, std::floor(1.05 * n))) {
    const double frequency = (2 * n + (even ? 0 : 1)) * std::numbers::pi / beta_;
    candidates.push_back(frequency);
    if (frequency > 0) candidates.push_back(-frequency);
  }
  const auto resolvent_of = [&](const std::vector<double>& chosen) {
    Eigen::MatrixXcd result(index_of(chosen.size()), index_of(poles_.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t l = 0; l < poles_.size(); ++l) {
        const std::complex<double> distance(-poles_[l], chosen[i]);
        const double factor = even ? std::tanh(beta_ * poles_[l] / 2) : 1;
        result(index_of(i), index_of(l)) =
            distance == 0.0 ? std::complex<double>(-beta_ / 2) : factor / distance;
      }
    }
    return result;
  };
  const Eigen::MatrixXcd turned = resolvent_of(candidates).transpose();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXcd> qr(turned);
  const std::size_t count = std::min(candidates.size(), poles_.size() + 8);
  for (std::size_t i = 0; i < count; ++i) {
    frequencies.push_back(
        candidates[static_cast<std::size_t>(qr.colsPermutation().indices()(index_of(i)))]);
  }
  std::ranges::sort(frequencies);
  resolvent = resolvent_of(frequencies);
}

Eigen::MatrixXcd LehmannBasis::from_nodes(const Eigen::MatrixXcd& values) const {
  return nodes_right_ * (nodes_left_.transpose() * values);
}

Eigen::MatrixXcd LehmannBasis::from_frequencies(const Eigen::MatrixXcd& values) const {
  return frequencies_right_ * (frequencies_left_.adjoint() * values);
}

Eigen::MatrixXcd LehmannBasis::from_even_frequencies(const Eigen::MatrixXcd& values) const {
  return even_right_ * (even_left_.adjoint() * values);
}

std::vector<Eigen::MatrixXd> LehmannBasis::convolutions(bool periodic) const {
  const std::size_t nodes = tau_.size();
  const GaussRule rule = gauss_rule(interval_order), fine = gauss_rule(20);
  std::vector<Eigen::MatrixXd> result(rank(),
                                      Eigen::MatrixXd::Zero(index_of(nodes), index_of(nodes)));
  const double shortest = edges_[1];
  for (std::size_t j = 0; j < nodes; ++j) {
    for (std::size_t interval = 0; interval + 1 < edges_.size(); ++interval) {
      const double begin = edges_[interval], length = edges_[interval + 1] - begin;
      // Pieces no longer than their distance from the jump at s = τ_j, which none contains.
      const auto add = [&](auto&& self, double low, double high) -> void {
        const double at = tau_[j], middle = (low + high) / 2;
        if (low < at && at < high) {
          self(self, low, at);
          self(self, at, high);
          return;
        }
        const double distance = std::min(std::abs(low - at), std::abs(high - at));
        if (high - low > std::max(distance, shortest)) {
          self(self, low, middle);
          self(self, middle, high);
          return;
        }
        std::vector<double> points;
        for (const double node : fine.nodes) {
          points.push_back((low + (high - low) * node - begin) / length);
        }
        const std::vector<double> values = interpolation(rule.nodes, points);
        for (std::size_t point = 0; point < points.size(); ++point) {
          const double s = low + (high - low) * fine.nodes[point] - at;
          const double weight = (high - low) * fine.weights[point] * (s > 0 || periodic ? -1 : 1);
          for (std::size_t l = 0; l < rank(); ++l) {
            const double value = weight * thermal_kernel(beta_, s > 0 ? s : s + beta_, poles_[l]);
            for (std::size_t i = 0; i < interval_order; ++i) {
              result[l](index_of(interval * interval_order + i), index_of(j)) +=
                  value * values[point * interval_order + i];
            }
          }
        }
      };
      add(add, begin, begin + length);
    }
  }
  return result;
}

}  // namespace diagc::dynamics
