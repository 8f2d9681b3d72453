// A uniform grid of times on a processor, in full squares.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include "physics/dynamics/model.h"
#include "physics/dynamics/ranks/point_share.h"
#include "physics/dynamics/uniform_grid.h"

namespace diagc::dynamics {

/// Of each point: bands × (times · bands).
using UniformRows = std::vector<Eigen::MatrixXcd>;
struct UniformRowPair {
  UniformRows lesser, spectral;
};

class HostUniformGrid final : public UniformGrid {
 public:
  /// ρ at t = 0 is of all points; G is kept of those of the share, of all without one. Model and share must outlive it.
  HostUniformGrid(const Model& model, double step, std::size_t times, std::span<const Complex> rho,
                  unsigned threads, const PointShare* share);

  std::size_t points() const override { return lesser_.size(); }
  std::vector<Complex> density(std::size_t time) const override;
  void kick(std::size_t time, std::span<const Complex> matrix) override;
  void collide(std::size_t row, StepEnd end) override;
  void turn() override { first_end_ = std::move(last_end_); }
  double correlation() const override;
  void advance(std::size_t row, std::span<const Complex> half, bool with_both) override;
  std::vector<Complex> row(std::size_t point, std::size_t time) const override;
  void restore_row(std::size_t point, std::size_t time, std::span<const Complex> values) override;

 private:
  Eigen::Index place(std::size_t time) const { return static_cast<Eigen::Index>(time) * bands_; }
  /// The point of the model that a kept one is.
  std::size_t of_model(std::size_t point) const { return first_ + point; }
  void set_density(std::size_t time, std::span<const Complex> rho);
  void set_row(Eigen::MatrixXcd& x, std::size_t time, const Eigen::MatrixXcd& values);
  Eigen::MatrixXcd to_columns(const Eigen::MatrixXcd& sigma, std::size_t k) const;
  Eigen::MatrixXcd evolution(std::span<const Complex> h, std::size_t k) const;
  UniformRowPair collisions(std::size_t row) const;
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
  UniformRows lesser_, spectral_;        ///< of each kept point, all pairs of times
  UniformRowPair first_end_, last_end_;  ///< collision integrals
};

}  // namespace diagc::dynamics
