#include "physics/dynamics/panel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <Eigen/LU>

#include "physics/dynamics/collision.h"
#include "physics/dynamics/fields/staged_self_energy.h"
#include "physics/dynamics/ranks/shared_self_energy.h"
#include "physics/dynamics/resolution.h"
#include "physics/dynamics/self_energy_rows.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// What solves for the rows of one point where h is given: X = Y X(T⁺) + Z I.
struct RowSolver {
  BlockRows blocks;  ///< Y, Z, and a block of work
  RowSolver(std::size_t size) : blocks(1, 3, size, size) {}
  Block from_edge() const { return blocks.at(0, 0); }
  Block from_collisions() const { return blocks.at(0, 1); }
  Block work() const { return blocks.at(0, 2); }

  /// `h`: [node][k][a][b] of all points.
  void prepare(const Collocation& collocation, std::size_t bands, double length,
               std::span<const Complex> h, std::size_t points, std::size_t k) {
    const std::size_t order = collocation.order, size = order * bands;
    Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(size, size);
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t m = 0; m < order; ++m) {
        const Complex factor(0, length * collocation.integral(l, m));
        const Complex* at = h.data() + (m * points + k) * bands * bands;
        for (std::size_t a = 0; a < bands; ++a) {
          for (std::size_t b = 0; b < bands; ++b) {
            matrix(l * bands + a, m * bands + b) += factor * at[a * bands + b];
          }
        }
      }
    }
    const Eigen::MatrixXcd inverse = matrix.partialPivLu().inverse();
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t b = 0; b < bands; ++b) {
        Complex sum = 0;
        for (std::size_t l = 0; l < order; ++l) sum += inverse(row, l * bands + b);
        from_edge().set(row, b, sum);
        for (std::size_t m = 0; m < order; ++m) {
          Complex integral = 0;
          for (std::size_t l = 0; l < order; ++l) {
            integral += inverse(row, l * bands + b) * collocation.integral(l, m);
          }
          from_collisions().set(row, m * bands + b, Complex(0, -length) * integral);
        }
      }
    }
  }
};

void clear_block(std::size_t rows, const Block& block) {
  std::memset(block.re, 0, rows * block.stride * sizeof(double));
  std::memset(block.im, 0, rows * block.stride * sizeof(double));
}

/// Puts a block in the place of another; the largest change, NaN where there is one.
double replace_block(std::size_t rows, const Block& by, const Block& old) {
  double change = 0, sum = 0;
  const auto replace = [&](const double* from, double* to) {
    for (std::size_t at = 0; at < rows * by.stride; ++at) {
      const double difference = std::abs(from[at] - to[at]);
      change = std::max(change, difference);
      sum += difference;
      to[at] = from[at];
    }
  };
  replace(by.re, old.re);
  replace(by.im, old.im);
  // A maximum would lose NaN.
  return std::isfinite(sum) ? change : NAN;
}

/// (X − X†) / 2, and on the diagonal of times what equal times say.
void settle_own_block(std::size_t order, std::size_t bands, const Block& x,
                      const Complex* equal_times, std::size_t distance) {
  const std::size_t size = order * bands;
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      const Complex half = (x.at(row, column) - std::conj(x.at(column, row))) / 2.0;
      x.set(row, column, half);
      x.set(column, row, -std::conj(half));
    }
  }
  for (std::size_t l = 0; l < order; ++l) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t b = 0; b < bands; ++b) {
        const Complex value = equal_times
                                  ? Complex(0, 1) * equal_times[l * distance + a * bands + b]
                                  : Complex(0, a == b ? -1 : 0);
        x.set(l * bands + a, l * bands + b, value);
      }
    }
  }
}

/// All rows of one function at point k, those at stored columns by a solver of their own; the largest change.
double update_rows(const TwoTime& past, const BlockRows& edge, const BlockRows* collisions,
                   std::size_t k, const RowSolver& of_stored, const RowSolver& solver,
                   const Complex* equal_times, std::size_t distance, const BlockRows& rows) {
  const std::size_t size = past.block_size(), bands = past.bands(), panels = past.panels();
  const std::size_t order = past.collocation().order;
  const Block work = solver.work();
  double change = 0;
  const auto keep = [&](std::size_t block) {
    const double own = replace_block(size, work, rows.at(k, block));
    if (!(own <= change)) change = own;
    return std::isfinite(own);
  };
  for (std::size_t block = 0; block <= panels; ++block) {
    const std::size_t columns = block < panels ? size : bands;
    const RowSolver& own = block < panels ? of_stored : solver;
    clear_block(size, work);
    add_product(size, bands, columns, own.from_edge(), edge.at(k, block), work);
    if (collisions) {
      add_product(size, size, columns, own.from_collisions(), collisions->at(k, block), work);
    }
    if (!keep(block)) return NAN;
  }
  // Columns of the panel itself begin at X(T⁺, t') = −X(t', T⁺)†.
  const BlockRows initial(1, 1, bands, size);
  const Block of_edge = rows.at(k, panels);
  for (std::size_t column = 0; column < size; ++column) {
    for (std::size_t a = 0; a < bands; ++a) {
      initial.at(0, 0).set(a, column, -std::conj(of_edge.at(column, a)));
    }
  }
  clear_block(size, work);
  add_product(size, bands, size, solver.from_edge(), initial.at(0, 0), work);
  if (collisions) {
    add_product(size, size, size, solver.from_collisions(), collisions->at(k, panels + 1), work);
  }
  settle_own_block(order, bands, work, equal_times, distance);
  return keep(panels + 1) ? change : NAN;
}

/// G^⌉ on all rows at point k; the largest change.
double update_mixed_rows(const TwoTime& past, const BlockRows* collisions, std::size_t k,
                         const RowSolver& solver, const BlockRows& rows) {
  const std::size_t size = past.block_size(), width = rows.columns();
  const BlockRows work(1, 1, size, width);
  add_product(size, past.bands(), width, solver.from_edge(), past.edge().mixed.at(k, 0),
              work.at(0, 0));
  if (collisions) {
    add_product(size, size, width, solver.from_collisions(), collisions->at(k, 0), work.at(0, 0));
  }
  return replace_block(size, work.at(0, 0), rows.at(k, 0));
}

/// I + I† at equal times, of the points that are here: [node][k][a][b].
std::vector<Complex> losses_here(const TwoTime& past, const PanelRows& collisions) {
  const std::size_t order = past.collocation().order, bands = past.bands();
  std::vector<Complex> loss(order * past.points() * bands * bands);
  std::size_t at = 0;
  for (std::size_t l = 0; l < order; ++l) {
    for (std::size_t k = 0; k < past.points(); ++k) {
      const Block own = collisions.lesser.at(k, past.panels() + 1);
      for (std::size_t a = 0; a < bands; ++a) {
        for (std::size_t b = 0; b < bands; ++b) {
          loss[at++] = own.at(l * bands + a, l * bands + b) +
                       std::conj(own.at(l * bands + b, l * bands + a));
        }
      }
    }
  }
  return loss;
}

/// The same of all points.
std::vector<Complex> losses(const TwoTime& past, const PanelRows& collisions,
                            const PointShare* share) {
  const std::vector<Complex> here = losses_here(past, collisions);
  if (!share) return here;
  const std::vector<Complex> parts = share->gather(std::span<const Complex>(here));
  const std::size_t order = past.collocation().order, elements = past.bands() * past.bands();
  std::vector<Complex> all(parts.size());
  const Complex* from = parts.data();
  for (std::size_t rank = 0; rank < share->size(); ++rank) {
    const std::size_t count = share->count_of(rank) * elements;
    for (std::size_t l = 0; l < order; ++l, from += count) {
      std::copy_n(from, count,
                  all.data() + (l * share->points() + share->first_of(rank)) * elements);
    }
  }
  return all;
}

/// One solution for all rows with the collision integrals of the panel, or none; the largest change. Rows at stored columns have `stored_h`.
double sweep_rows(const TwoTime& past, double length, bool correlated, unsigned threads,
                  std::span<const Complex> stored_h, Panel& panel, const PointShare* share) {
  const std::size_t points = past.points(), bands = past.bands();
  const std::size_t all = share ? share->points() : points, first = share ? share->first() : 0;
  const std::size_t parts = std::min<std::size_t>(points, std::max(threads, 1U));
  std::vector<double> changes(parts);
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    RowSolver of_stored(past.block_size()), solver(past.block_size());
    for (std::size_t k = points * part / parts; k < points * (part + 1) / parts; ++k) {
      solver.prepare(past.collocation(), bands, length, panel.equal_times.h, all, first + k);
      of_stored.prepare(past.collocation(), bands, length, stored_h, all, first + k);
      const double of_lesser =
          update_rows(past, past.edge().lesser, correlated ? &panel.collisions.lesser : nullptr, k,
                      of_stored, solver, panel.equal_times.rho.data() + (first + k) * bands * bands,
                      all * bands * bands, panel.rows.lesser);
      const double of_spectral =
          update_rows(past, past.edge().spectral, correlated ? &panel.collisions.spectral : nullptr,
                      k, of_stored, solver, nullptr, 0, panel.rows.spectral);
      const double of_mixed =
          past.branch() ? update_mixed_rows(past, correlated ? &panel.collisions.mixed : nullptr, k,
                                            solver, panel.rows.mixed)
                        : 0;
      for (const double change : {of_lesser, of_spectral, of_mixed}) {
        if (!std::isfinite(change) || change > changes[part]) changes[part] = change;
        if (!std::isfinite(change)) return;
      }
    }
  });
  double largest = 0;
  for (const double change : changes) {
    if (!std::isfinite(change)) return NAN;
    largest = std::max(largest, change);
  }
  return largest;
}

}  // namespace

namespace {

/// Zeros for all columns of a panel's rows.
PanelRows empty_rows(const TwoTime& past) {
  const std::size_t points = past.points(), size = past.block_size(), blocks = past.panels() + 2;
  PanelRows rows{BlockRows(points, blocks, size, size), BlockRows(points, blocks, size, size)};
  if (past.branch()) {
    rows.mixed = BlockRows(points, 1, size, past.branch()->nodes() * past.bands());
  }
  return rows;
}

/// Σ on the panel's own block, before collision integrals take its place.
void keep_own_block(Panel& panel) {
  const std::size_t count = panel.collisions.lesser.blocks() - 1;
  panel.own_self_energy.lesser = without_first_blocks(panel.collisions.lesser, count);
  panel.own_self_energy.spectral = without_first_blocks(panel.collisions.spectral, count);
}

}  // namespace

std::vector<Complex> density_of_all(const TwoTime& past, const PointShare* share) {
  const std::vector<Complex> here = past.edge_density();
  return share ? share->gather(std::span<const Complex>(here)) : here;
}

Panel solve_panel(const Model& model, const TwoTime& past, double length, const PanelRows* before,
                  const PanelSettings& settings, const PointShare* share) {
  const Collocation& collocation = past.collocation();
  const bool correlated = model.interaction->correlated();
  Panel panel;
  panel.rows = empty_rows(past);
  std::vector<double> times;
  for (const double node : collocation.nodes) times.push_back(past.end() + length * node);
  const std::vector<Complex> initial = density_of_all(past, share);
  panel.equal_times.h.resize(collocation.order * initial.size());
  for (std::size_t l = 0; l < collocation.order; ++l) {
    panel.equal_times.rho.insert(panel.equal_times.rho.end(), initial.begin(), initial.end());
  }
  std::vector<Complex> loss(panel.equal_times.rho.size());
  if (correlated) {
    panel.collisions = before ? continued_collisions(past, *before, length) : empty_rows(past);
  }
  const double enough = settings.tolerance / 10;
  double change = 0;
  bool looked = false;
  for (panel.sweeps = 1; panel.sweeps <= settings.most_sweeps; ++panel.sweeps) {
    if (correlated) loss = losses(past, panel.collisions, share);
    std::vector<Complex> stored_h = panel.equal_times.h;
    if (!solve_equal_times(model, collocation, past.end(), length, initial, loss, enough / 100,
                           panel.equal_times)) {
      return panel;
    }
    // The first sweep changes what had no values.
    const double last = panel.sweeps > 2 ? change : 0;
    // Rows at stored columns do not wait for equal times, but in the first sweep, which has no others.
    if (panel.sweeps == 1) stored_h = panel.equal_times.h;
    change = sweep_rows(past, length, correlated, settings.threads, stored_h, panel, share);
    if (share) change = share->largest(change);
    panel.residual = next_change(change, last);
    if (!std::isfinite(change)) return panel;
    const bool converged = !correlated || (panel.sweeps > 1 && panel.residual < enough);
    // A first look as soon as errors of sweeps do not hide what is to be seen.
    if (converged ||
        (settings.resolved && !looked && panel.sweeps > 1 && change < 30 * settings.tolerance)) {
      looked = true;
      auto largest = largest_coefficients(past, panel.rows, initial, panel.equal_times.rho);
      for (double& each : largest) each = share ? share->largest(each) : each;
      panel.unresolved = unresolved_from(largest);
      if (settings.resolved && panel.unresolved > (converged ? 1 : 3) * settings.tolerance) {
        panel.end = PanelEnd::unresolved;
        return panel;
      }
    }
    if (converged) {
      panel.end = PanelEnd::converged;
      return panel;
    }
    if (panel.sweeps > 3 && change > last) return panel;
    if (const StagedTheory* const theory = model.interaction->staged()) {
      staged_self_energy(model, *theory, past, length, times, panel.rows, panel.collisions,
                         settings.threads, share);
    } else if (share) {
      shared_self_energy_rows(model, past, times, panel.rows, panel.collisions, settings.threads,
                              *share);
    } else {
      self_energy_rows(model, past, times, panel.rows, panel.collisions, settings.threads);
    }
    keep_own_block(panel);
    collide(past, length, panel.rows, panel.collisions, settings.threads);
  }
  return panel;
}

}  // namespace diagc::dynamics
