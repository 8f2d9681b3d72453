#include "physics/dynamics/heun.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/Dense>

#include "runtime/system/checked.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

using Dense = Eigen::MatrixXcd;
using Rows = std::vector<Dense>;  ///< of each point: bands × (times · bands)

/// Columns of a triangle that are multiplied at once.
constexpr Eigen::Index stripe = 64;

struct RowPair {
  Rows lesser, spectral;
};

class UniformGrid {
 public:
  UniformGrid(const Model& model, const UniformSteps& steps, std::span<const Complex> rho)
      : model_(model),
        points_(model.points()),
        bands_(static_cast<Eigen::Index>(model.bands)),
        step_(steps.step),
        threads_(std::max(steps.threads, 1U)) {
    const auto size = static_cast<Eigen::Index>(steps.steps + 1) * bands_;
    for (Rows* rows : {&lesser_, &spectral_}) rows->assign(points_, Dense::Zero(size, size));
    for (std::size_t k = 0; k < points_; ++k) {
      spectral_[k].topLeftCorner(bands_, bands_) = Complex(0, -1) * Dense::Identity(bands_, bands_);
    }
    set_density(0, rho);
  }

  std::vector<Complex> density(std::size_t time) const {
    std::vector<Complex> rho;
    const Eigen::Index at = place(time);
    for (const Dense& lesser : lesser_) {
      for (Eigen::Index a = 0; a < bands_; ++a) {
        for (Eigen::Index b = 0; b < bands_; ++b) {
          rho.push_back(Complex(0, -1) * lesser(at + a, at + b));
        }
      }
    }
    return rho;
  }

  void set_density(std::size_t time, std::span<const Complex> rho) {
    const Eigen::Index at = place(time);
    std::size_t next = 0;
    for (std::size_t k = 0; k < points_; ++k) {
      for (Eigen::Index a = 0; a < bands_; ++a) {
        for (Eigen::Index b = 0; b < bands_; ++b) {
          lesser_[k](at + a, at + b) = Complex(0, 1) * rho[next++];
        }
      }
      spectral_[k].block(at, at, bands_, bands_) = Complex(0, -1) * Dense::Identity(bands_, bands_);
    }
  }

  void kick(std::size_t time, std::span<const Complex> matrix) {
    Dense turn(bands_, bands_);
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index b = 0; b < bands_; ++b) {
        turn(a, b) = matrix[static_cast<std::size_t>(a * bands_ + b)];
      }
    }
    const Eigen::Index at = place(time), all = at + bands_;
    for (Rows* rows : {&lesser_, &spectral_}) {
      for (Dense& x : *rows) {
        x.block(at, 0, bands_, all) = (turn * x.block(at, 0, bands_, all)).eval();
        x.block(0, at, all, bands_) = (x.block(0, at, all, bands_) * turn.adjoint()).eval();
      }
    }
  }

  /// I_L and I_D at (t_row, t_0 … t_row).
  RowPair collisions(std::size_t row) const {
    RowPair result{Rows(points_), Rows(points_)};
    const Eigen::Index at = place(row), all = at + bands_;
    if (row == 0 || !model_.interaction->correlated()) {
      for (Rows* rows : {&result.lesser, &result.spectral}) {
        rows->assign(points_, Dense::Zero(bands_, all));
      }
      return result;
    }
    const RowPair sigma = self_energy(row);
    ThreadPool::shared().run(threads_, points_, [&](std::size_t k) {
      Dense weighted = step_ * sigma.spectral[k];
      weighted.leftCols(bands_) /= 2;
      weighted.rightCols(bands_) /= 2;
      const auto l = lesser_[k].topLeftCorner(all, all), d = spectral_[k].topLeftCorner(all, all);
      result.lesser[k] = weighted * l - to_columns(sigma.lesser[k], k);
      result.spectral[k] = weighted * d - to_columns(sigma.spectral[k], k);
    });
    return result;
  }

  /// Values at t_(row + 1), from collision integrals at both ends of the step; `half`: h in its middle.
  void advance(std::size_t row, std::span<const Complex> half, const RowPair& now,
               const RowPair* next) {
    const Eigen::Index at = place(row), to = at + bands_;
    std::vector<Complex> rho;
    const Complex half_step(0, -step_ / 2);
    for (std::size_t k = 0; k < points_; ++k) {
      const Dense e = evolution(half, k);
      for (auto [x, own, other] :
           {std::tuple(&lesser_[k], &now.lesser[k], next ? &next->lesser[k] : nullptr),
            std::tuple(&spectral_[k], &now.spectral[k], next ? &next->spectral[k] : nullptr)}) {
        Dense sum = e * *own;
        if (other)
          sum += other->leftCols(to);
        else
          sum *= 2;
        const Dense values = e * x->block(at, 0, bands_, to) + half_step * sum;
        x->block(to, 0, bands_, to) = values;
        x->block(0, to, to, bands_) = -values.adjoint();
      }
      const auto loss = [&](const Dense& rows) -> Dense {
        const Dense corner = rows.rightCols(bands_);
        return corner + corner.adjoint();
      };
      const Dense turned = e * loss(now.lesser[k]) * e.adjoint();
      const Dense losses = turned + (next ? loss(next->lesser[k]) : turned);
      const Dense value =
          Complex(0, -1) * (e * lesser_[k].block(at, at, bands_, bands_) * e.adjoint()) -
          step_ / 2 * losses;
      for (Eigen::Index a = 0; a < bands_; ++a) {
        for (Eigen::Index b = 0; b < bands_; ++b) rho.push_back(value(a, b));
      }
    }
    set_density(row + 1, rho);
  }

 private:
  Eigen::Index place(std::size_t time) const { return static_cast<Eigen::Index>(time) * bands_; }

  /// ∫_0^t_j Σ(t_row, s) D(s, t_j) ds for all columns, by the trapezoidal rule.
  Dense to_columns(const Dense& sigma, std::size_t k) const {
    const Eigen::Index all = sigma.cols();
    const Dense& d = spectral_[k];
    Dense sums = Dense::Zero(bands_, all);
    Dense weighted = step_ * sigma;
    weighted.leftCols(bands_) /= 2;
    for (Eigen::Index first = 0; first < all; first += stripe * bands_) {
      const Eigen::Index columns = std::min(stripe * bands_, all - first);
      sums.middleCols(first, columns) =
          weighted.leftCols(first) * d.block(0, first, first, columns);
      for (Eigen::Index column = first; column < first + columns; column += bands_) {
        auto own = sums.middleCols(column, bands_);
        own += weighted.middleCols(first, column - first) *
               d.block(first, column, column - first, bands_);
        // The end's weight; both ends of no integral at t_0.
        if (column > 0) {
          own += step_ / 2 * sigma.middleCols(column, bands_) *
                 d.block(column, column, bands_, bands_);
        }
      }
    }
    return sums;
  }

  Dense evolution(std::span<const Complex> h, std::size_t k) const {
    Dense matrix(bands_, bands_);
    const auto size = static_cast<std::size_t>(bands_ * bands_);
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index b = 0; b < bands_; ++b) {
        matrix(a, b) = h[k * size + static_cast<std::size_t>(a * bands_ + b)];
      }
    }
    const Eigen::SelfAdjointEigenSolver<Dense> solver(matrix);
    const Eigen::VectorXcd phases =
        (Complex(0, -step_) * solver.eigenvalues().cast<Complex>()).array().exp();
    return solver.eigenvectors() * phases.asDiagonal() * solver.eigenvectors().adjoint();
  }

  RowPair self_energy(std::size_t row) const {
    const Interaction& interaction = *model_.interaction;
    const std::size_t count = row + 1, most = interaction.pairs(), bands = model_.bands;
    const Eigen::Index at = place(row), all = at + bands_;
    RowPair sigma{Rows(points_, Dense(bands_, all)), Rows(points_, Dense(bands_, all))};
    const double own_vertex = model_.vertex(step_ * static_cast<double>(row));
    ThreadPool::shared().run(threads_, (count + most - 1) / most, [&](std::size_t batch) {
      PairValues lesser{nullptr, bands, most, interaction.distance()}, greater = lesser;
      const Numbers memory_l(2 * lesser.size()), memory_g(2 * lesser.size());
      lesser.numbers = reinterpret_cast<Complex*>(memory_l.data());
      greater.numbers = reinterpret_cast<Complex*>(memory_g.data());
      const std::size_t first = batch * most, pairs = std::min(most, count - first);
      std::vector<double> vertices(most);
      const auto each = [&](auto action) {
        for (std::size_t pair = 0; pair < pairs; ++pair) {
          for (std::size_t a = 0; a < bands; ++a) {
            for (std::size_t b = 0; b < bands; ++b) {
              const auto i = static_cast<Eigen::Index>(a);
              const Eigen::Index j = place(first + pair) + static_cast<Eigen::Index>(b);
              for (std::size_t k = 0; k < points_; ++k) {
                action(k, i, j, lesser.at(a, b, pair)[k], greater.at(a, b, pair)[k]);
              }
            }
          }
        }
      };
      each([&](std::size_t k, Eigen::Index i, Eigen::Index j, Complex& l, Complex& g) {
        l = lesser_[k](at + i, j);
        g = l + spectral_[k](at + i, j);
      });
      for (std::size_t pair = 0; pair < pairs; ++pair) {
        vertices[pair] = own_vertex * model_.vertex(step_ * static_cast<double>(first + pair));
      }
      interaction.self_energy(vertices, lesser, greater);
      each([&](std::size_t k, Eigen::Index i, Eigen::Index j, Complex& l, Complex& g) {
        sigma.lesser[k](i, j) = l;
        sigma.spectral[k](i, j) = g - l;
      });
    });
    return sigma;
  }

  const Model& model_;
  std::size_t points_;
  Eigen::Index bands_;
  double step_;
  unsigned threads_;
  Rows lesser_, spectral_;  ///< of each point, all pairs of times
};

double correlation_energy(const Rows& lesser, Eigen::Index bands) {
  double sum = 0;
  for (const Dense& row : lesser) sum += row.rightCols(bands).trace().imag() / 2;
  return sum;
}

/// The step that a kick stands at.
std::size_t step_of(const Kick& kick, double step) {
  const double number = kick.at / step;
  if (std::abs(number - std::round(number)) > 1e-9) {
    throw std::runtime_error(
        fmt::format("found a kick at {}, expected a multiple of the step, {}", kick.at, step));
  }
  return static_cast<std::size_t>(std::llround(number));
}

}  // namespace

void check_steps(const Model& model, const UniformSteps& steps) {
  check(model);
  if (model.interaction->staged()) {
    throw std::runtime_error(
        "found a theory with products along the contour or several vertices, expected a "
        "self-energy "
        "from G at the same two times and U alone");
  }
  if (!(steps.step > 0) || !std::isfinite(steps.step)) {
    throw std::runtime_error(fmt::format("found step = {}, expected a time after 0", steps.step));
  }
  if (steps.steps == 0) throw std::runtime_error("found steps = 0, expected at least 1");
  for (const Kick& kick : steps.kicks) {
    check_kick(kick, model.bands, steps.step * static_cast<double>(steps.steps));
    step_of(kick, steps.step);
  }
  const auto times = checked_sum({steps.steps, 1});
  const auto bytes = times ? checked_product({2, sizeof(Complex), model.points(), *times, *times,
                                              model.bands, model.bands})
                           : std::nullopt;
  if (!bytes || (steps.most_bytes > 0 && static_cast<double>(*bytes) > steps.most_bytes)) {
    throw std::runtime_error(fmt::format(
        "found {} bytes for G at {} times, expected at most {}: a longer step, fewer k points or "
        "a shorter time take less",
        bytes ? fmt::format("{:.3g}", static_cast<double>(*bytes)) : "more than 2^63", steps.steps,
        bytes ? fmt::format("{:.3g}", steps.most_bytes) : "2^63"));
  }
}

UniformTrajectory propagate_uniformly(const Model& model, const UniformSteps& steps,
                                      std::span<const Complex> rho) {
  check_steps(model, steps);
  if (rho.size() != model.h.size()) {
    throw std::logic_error("a density matrix of another size than the lattice");
  }
  UniformGrid grid(model, steps, rho);
  UniformTrajectory trajectory;
  const auto time_of = [&](std::size_t step) { return steps.step * static_cast<double>(step); };
  const auto keep = [&](std::size_t step, const RowPair& integrals) {
    trajectory.times.push_back(time_of(step));
    trajectory.rho.push_back(grid.density(step));
    trajectory.energies.push_back(
        energy(model, time_of(step), trajectory.rho.back(),
               correlation_energy(integrals.lesser, static_cast<Eigen::Index>(model.bands))));
  };
  RowPair now = grid.collisions(0);
  keep(0, now);
  std::vector<Complex> h(model.h.size()), h_next(model.h.size());
  for (std::size_t step = 0; step < steps.steps; ++step) {
    for (const Kick& kick : steps.kicks) {
      if (step_of(kick, steps.step) != step) continue;
      grid.kick(step, kick.matrix);
      now = grid.collisions(step);
    }
    const std::vector<Complex> before = grid.density(step);
    RowPair next;
    for (std::size_t evaluation = 0; evaluation <= steps.correctors; ++evaluation) {
      // At a jump what holds after it.
      const double start = time_of(step) + (model.jumps.empty() ? 0 : 1e-9 * steps.step);
      hamiltonian(model, start, before, h);
      hamiltonian(model, time_of(step + 1), evaluation == 0 ? before : grid.density(step + 1),
                  h_next);
      for (std::size_t i = 0; i < h.size(); ++i) h[i] = (h[i] + h_next[i]) / 2.0;
      grid.advance(step, h, now, evaluation == 0 ? nullptr : &next);
      next = grid.collisions(step + 1);
    }
    now = std::move(next);
    keep(step + 1, now);
  }
  return trajectory;
}

}  // namespace diagc::dynamics
