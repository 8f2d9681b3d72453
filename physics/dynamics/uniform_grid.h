// G on a uniform grid of times, all pairs of them, and its collision integrals by the trapezoidal rule: what heun.h steps with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include "physics/dynamics/model.h"
#include "physics/dynamics/ranks/point_share.h"

namespace diagc::dynamics {

/// Of each point: bands × (times · bands).
using UniformRows = std::vector<Eigen::MatrixXcd>;
struct UniformRowPair {
  UniformRows lesser, spectral;
};

class UniformGrid {
 public:
  /// ρ at t = 0 is of all points; G is kept of those of the share, of all without one. Model and share must outlive it.
  UniformGrid(const Model& model, double step, std::size_t times, std::span<const Complex> rho,
              unsigned threads, const PointShare* share);

  std::size_t points() const { return lesser_.size(); }
  /// Of all points, [k][a][b].
  std::vector<Complex> density(std::size_t time) const;
  void kick(std::size_t time, std::span<const Complex> matrix);

  /// I_L and I_D at (t_row, t_0 … t_row).
  UniformRowPair collisions(std::size_t row) const;
  /// ½ Im tr I_L of all points with their weights.
  double correlation(const UniformRows& lesser) const;
  /// Values at t_(row + 1), from collision integrals at both ends of the step; without `next` those of its begin stand for both. `half`: h of all
  /// points in its middle.
  void advance(std::size_t row, std::span<const Complex> half, const UniformRowPair& now,
               const UniformRowPair* next);

  /// L, then D of a point at t_time and all times up to it, [a][columns].
  std::vector<Complex> row(std::size_t point, std::size_t time) const;
  void restore_row(std::size_t point, std::size_t time, std::span<const Complex> values);

 private:
  Eigen::Index place(std::size_t time) const { return static_cast<Eigen::Index>(time) * bands_; }
  /// The point of the model that a kept one is.
  std::size_t of_model(std::size_t point) const { return first_ + point; }
  void set_density(std::size_t time, std::span<const Complex> rho);
  void set_row(Eigen::MatrixXcd& x, std::size_t time, const Eigen::MatrixXcd& values);
  Eigen::MatrixXcd to_columns(const Eigen::MatrixXcd& sigma, std::size_t k) const;
  Eigen::MatrixXcd evolution(std::span<const Complex> h, std::size_t k) const;
  UniformRowPair self_energy(std::size_t row) const;
  /// Σ of the pairs of times `first` to `end`, from G of all points there: [pair][lesser, spectral][a][b][k].
  void evaluate(std::size_t row, std::size_t first, std::size_t end,
                std::vector<Complex>& values) const;

  const Model& model_;
  const PointShare* share_;
  std::size_t first_;
  Eigen::Index bands_;
  double step_;
  unsigned threads_;
  UniformRows lesser_, spectral_;  ///< of each kept point, all pairs of times
};

}  // namespace diagc::dynamics
