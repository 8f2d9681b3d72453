// History and collision integrals against the sums that define them.
#include <cmath>
#include <random>

#include <Eigen/Core>
#include <catch2/catch.hpp>

#include "physics/dynamics/collision.h"
#include "physics/dynamics/resolution.h"
#include "toolchain/client/toolchain.h"

using namespace diagc::dynamics;

namespace {

using Matrix = Eigen::MatrixXcd;

Matrix random_matrix(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
  std::uniform_real_distribution<double> number(-1, 1);
  return Matrix::NullaryExpr(rows, columns,
                             [&] { return Complex(number(random), number(random)); });
}

Matrix antihermitian(const Matrix& x) { return (x - x.adjoint()) / 2.0; }

void put(const Matrix& from, Eigen::Index row, Eigen::Index column, std::size_t rows,
         std::size_t columns, const Block& to) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      to.set(i, j, from(row + static_cast<Eigen::Index>(i), column + static_cast<Eigen::Index>(j)));
    }
  }
}

/// L and D on all of: nodes of some panels, T⁺, nodes of a new panel; Σ on the rows of that.
struct Times {
  std::size_t bands, order, panels;
  Collocation rule = radau(order);
  std::vector<double> lengths;
  Eigen::Index b = static_cast<Eigen::Index>(bands),
               block = static_cast<Eigen::Index>(bands * order);
  Eigen::Index stored = static_cast<Eigen::Index>(panels) * block, all = stored + b + block;
  Matrix l, d, s_l, s_d;

  Times(std::size_t bands_, std::size_t order_, std::size_t panels_, std::mt19937& random)
      : bands(bands_), order(order_), panels(panels_) {
    std::uniform_real_distribution<double> length(0.3, 1.5);
    for (std::size_t p = 0; p <= panels; ++p) lengths.push_back(length(random));
    l = antihermitian(random_matrix(random, all, all));
    d = antihermitian(random_matrix(random, all, all));
    s_l = random_matrix(random, block, all);
    s_d = random_matrix(random, block, all);
  }

  /// Weight of time s (of all) in the quadrature from 0 to time t (of all).
  double weight(std::size_t t, std::size_t s) const {
    const std::size_t edge = panels * order;
    if (s == edge) return 0;  // T⁺
    const auto panel_of = [&](std::size_t time) { return time > edge ? panels : time / order; };
    const auto node_of = [&](std::size_t time) {
      return time > edge ? time - edge - 1 : time % order;
    };
    const std::size_t of_s = panel_of(s);
    if (t == edge) return of_s < panels ? lengths[of_s] * rule.weight(node_of(s)) : 0;
    const std::size_t of_t = panel_of(t);
    if (of_s < of_t) return lengths[of_s] * rule.weight(node_of(s));
    return of_s == of_t ? lengths[of_s] * rule.integral(node_of(t), node_of(s)) : 0;
  }

  /// ∫_0^{row's time} or, `of_column`, ∫_0^{column's time} of Σ(row, s) X(s, column).
  Matrix integral(const Matrix& sigma, const Matrix& x, bool of_column) const {
    const std::size_t times = panels * order + 1 + order;
    Matrix sum = Matrix::Zero(block, all);
    for (std::size_t row = 0; row < order; ++row) {
      for (std::size_t column = 0; column < times; ++column) {
        for (std::size_t s = 0; s < times; ++s) {
          const double w = weight(of_column ? column : panels * order + 1 + row, s);
          const auto r = static_cast<Eigen::Index>(row) * b,
                     c = static_cast<Eigen::Index>(column) * b,
                     m = static_cast<Eigen::Index>(s) * b;
          sum.block(r, c, b, b) += w * sigma.block(r, m, b, b) * x.block(m, c, b, b);
        }
      }
    }
    return sum;
  }
};

/// The storage that holds the same numbers, of one point among others.
TwoTime stored_times(const Times& times, std::size_t points, std::size_t k) {
  const std::size_t bands = times.bands, size = bands * times.order;
  std::vector<Complex> rho(points * bands * bands);
  TwoTime past(points, bands, times.rule, rho);
  double end = 0;
  for (std::size_t p = 0; p < times.panels; ++p) {
    const auto row = static_cast<Eigen::Index>(p * size);
    PanelRows rows{BlockRows(points, p + 2, size, size), BlockRows(points, p + 2, size, size)};
    for (std::size_t q = 0; q <= p; ++q) {
      const std::size_t to = q < p ? q : p + 1;  // block p is T⁺
      const auto column = static_cast<Eigen::Index>(q * size);
      put(times.l, row, column, size, size, rows.lesser.at(k, to));
      put(times.d, row, column, size, size, rows.spectral.at(k, to));
    }
    end += times.lengths[p];
    past.append(rows, end);
  }
  // T⁺ with values of its own, as after a kick.
  for (std::size_t q = 0; q <= times.panels; ++q) {
    const auto column = static_cast<Eigen::Index>(q * size);
    const std::size_t columns = q < times.panels ? size : bands;
    put(times.l, times.stored, column, bands, columns, past.edge().lesser.at(k, q));
    put(times.d, times.stored, column, bands, columns, past.edge().spectral.at(k, q));
  }
  return past;
}

PanelRows panel_rows(const Times& times, std::size_t points, std::size_t k, const Matrix& lesser,
                     const Matrix& spectral, Eigen::Index row) {
  const std::size_t size = times.bands * times.order, blocks = times.panels + 2;
  PanelRows rows{BlockRows(points, blocks, size, size), BlockRows(points, blocks, size, size)};
  for (std::size_t q = 0; q < blocks; ++q) {
    const auto column =
        q <= times.panels ? static_cast<Eigen::Index>(q * size) : times.stored + times.b;
    const std::size_t columns = q == times.panels ? times.bands : size;
    put(lesser, row, column, size, columns, rows.lesser.at(k, q));
    put(spectral, row, column, size, columns, rows.spectral.at(k, q));
  }
  return rows;
}

double largest_difference(const Times& times, const BlockRows& rows, std::size_t k,
                          const Matrix& expected) {
  double largest = 0;
  for (std::size_t q = 0; q < times.panels + 2; ++q) {
    const auto first =
        q <= times.panels ? static_cast<Eigen::Index>(q) * times.block : times.stored + times.b;
    const Eigen::Index columns = q == times.panels ? times.b : times.block;
    for (Eigen::Index i = 0; i < times.block; ++i) {
      for (Eigen::Index j = 0; j < columns; ++j) {
        const Complex found =
            rows.at(k, q).at(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
        largest = std::max(largest, std::abs(found - expected(i, first + j)));
      }
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("collision integrals of a panel equal the sums of their quadratures") {
  struct Shape {
    std::size_t bands, order, panels;
  };
  for (const Shape shape : {Shape{2, 8, 0}, Shape{2, 8, 1}, Shape{2, 8, 5}, Shape{2, 3, 4},
                            Shape{1, 4, 3}, Shape{3, 5, 3}, Shape{2, 16, 2}}) {
    std::mt19937 random(static_cast<unsigned>(shape.order * 10 + shape.panels));
    const Times times(shape.bands, shape.order, shape.panels, random);
    const std::size_t points = 3, k = 1;
    TwoTime past = stored_times(times, points, k);
    const bool compiled = GENERATE(false, true);
    if (compiled) {
      const HistoryCode code(past.block_size(), past.block_size());
      REQUIRE(code.compiled());
      past.set_history_code(code, {});
    }
    const PanelRows panel = panel_rows(times, points, k, times.l, times.d, times.stored + times.b);
    PanelRows rows = panel_rows(times, points, k, times.s_l, times.s_d, 0);
    collide(past, times.lengths.back(), panel, rows, 1);
    const Matrix lesser =
        times.integral(times.s_d, times.l, false) - times.integral(times.s_l, times.d, true);
    const Matrix spectral =
        times.integral(times.s_d, times.d, false) - times.integral(times.s_d, times.d, true);
    INFO("bands " << shape.bands << ", order " << shape.order << ", panels " << shape.panels
                  << (compiled ? ", compiled" : ""));
    const double size = lesser.cwiseAbs().maxCoeff();
    CHECK(size > 0.1);
    CHECK(largest_difference(times, rows.lesser, k, lesser) < 1e-13 * std::max(1.0, size));
    CHECK(largest_difference(times, rows.spectral, k, spectral) < 1e-13 * std::max(1.0, size));
    // Points do not mix.
    CHECK(largest_difference(times, rows.lesser, 0, Matrix::Zero(times.block, times.all)) == 0);
    PanelRows by_threads = panel_rows(times, points, k, times.s_l, times.s_d, 0);
    collide(past, times.lengths.back(), panel, by_threads, 3);
    CHECK(std::equal(rows.lesser.at(0, 0).re, rows.lesser.at(0, 0).re + rows.lesser.bytes() / 8,
                     by_threads.lesser.at(0, 0).re));
  }
}

namespace {

Matrix matrix_of(const Block& block, std::size_t rows, std::size_t columns) {
  Matrix result(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = block.at(i, j);
    }
  }
  return result;
}

/// Blocks of one row of random numbers.
BlockRows random_blocks(std::mt19937& random, std::size_t count, std::size_t rows,
                        std::size_t columns) {
  BlockRows blocks(1, count, rows, columns);
  for (std::size_t q = 0; q < count; ++q) {
    put(random_matrix(random, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)),
        0, 0, rows, columns, blocks.at(0, q));
  }
  return blocks;
}

}  // namespace

TEST_CASE("code for a row of stored blocks gives products of matrices, whatever their shape") {
  std::mt19937 random(11);
  const std::string cpu = GENERATE("", "native", "x86-64-v3");
  const bool is_compiled = !cpu.empty();
  if (is_compiled && !diagc::toolchain::resolve_cpu(cpu).runs_here) return;
  for (const auto& [rows, size] : {std::pair<std::size_t, std::size_t>{1, 1},
                                   {3, 5},
                                   {8, 8},
                                   {6, 6},
                                   {9, 9},
                                   {16, 16},
                                   {2, 16},
                                   {16, 2},
                                   {24, 24},
                                   {33, 33},
                                   {7, 40}}) {
    INFO(rows << " rows, blocks of " << size << (is_compiled ? ", compiled for " + cpu : ""));
    constexpr std::size_t count = 3;
    const BlockRows l = random_blocks(random, count, size, size),
                    d = random_blocks(random, count, size, size),
                    l_adjoint = random_blocks(random, count, size, size),
                    d_adjoint = random_blocks(random, count, size, size),
                    factor = random_blocks(random, 1, rows, size),
                    spectral_turned = random_blocks(random, count, size, rows),
                    lesser_turned = random_blocks(random, count, size, rows),
                    lesser = random_blocks(random, count, rows, size),
                    spectral = random_blocks(random, count, rows, size),
                    turned = random_blocks(random, 1, size, rows);
    const Matrix f = matrix_of(factor.at(0, 0), rows, size);
    std::vector<Matrix> of_lesser, of_spectral;
    Matrix of_turned = matrix_of(turned.at(0, 0), size, rows);
    for (std::size_t q = 0; q < count; ++q) {
      of_lesser.push_back(matrix_of(lesser.at(0, q), rows, size) +
                          f * matrix_of(l.at(0, q), size, size));
      of_spectral.push_back(matrix_of(spectral.at(0, q), rows, size) +
                            f * matrix_of(d.at(0, q), size, size));
      of_turned += matrix_of(l_adjoint.at(0, q), size, size).conjugate() *
                       matrix_of(spectral_turned.at(0, q), size, rows) +
                   matrix_of(d_adjoint.at(0, q), size, size).conjugate() *
                       matrix_of(lesser_turned.at(0, q), size, rows);
    }
    const HistoryCode code = is_compiled ? HistoryCode(rows, size, cpu) : HistoryCode();
    REQUIRE(code.compiled() == is_compiled);
    code.add({l.at(0, 0), d.at(0, 0), l_adjoint.at(0, 0), d_adjoint.at(0, 0), factor.at(0, 0),
              spectral_turned.at(0, 0), lesser_turned.at(0, 0), lesser.at(0, 0), spectral.at(0, 0),
              turned.at(0, 0)},
             rows, size, count);
    double error = (matrix_of(turned.at(0, 0), size, rows) - of_turned).cwiseAbs().maxCoeff();
    for (std::size_t q = 0; q < count; ++q) {
      error = std::max(
          {error, (matrix_of(lesser.at(0, q), rows, size) - of_lesser[q]).cwiseAbs().maxCoeff(),
           (matrix_of(spectral.at(0, q), rows, size) - of_spectral[q]).cwiseAbs().maxCoeff()});
    }
    CHECK(error < 1e-14 * static_cast<double>(count * size + 10));
  }
}

TEST_CASE("sources of the history compile for vectors that this processor need not have") {
  const auto [bytes, cpu] = GENERATE(std::pair{16, "x86-64-v3"}, std::pair{64, "x86-64-v4"});
  for (const std::size_t size : {1, 8, 20, 48}) {
    INFO(bytes << " bytes, blocks of " << size);
    const std::string source = history_source(size, size, bytes);
    CHECK_NOTHROW(
        diagc::toolchain::compile({source, "stored_row.cpp", diagc::toolchain::resolve_cpu(cpu)},
                                  diagc::toolchain::Product::object));
  }
}

TEST_CASE(
    "what sweeps begin with: columns of the panel itself go on from those of the panel before") {
  // A polynomial of both times, of the order that panels have, stays what it is.
  constexpr std::size_t order = 4, bands = 2, size = order * bands;
  std::mt19937 random(7);
  const double length = GENERATE(0.4, 0.9), last = 0.7;
  const Collocation rule = radau(order);
  const std::vector<Complex> rho(bands * bands);
  TwoTime past(1, bands, rule, rho);
  const auto rows = [&] {
    return PanelRows{BlockRows(1, 2, size, size), BlockRows(1, 2, size, size)};
  };
  past.append(rows(), last);
  Matrix coefficients[2] = {random_matrix(random, size, size), random_matrix(random, size, size)};
  const auto value = [&](std::size_t function, double t, double s, std::size_t a, std::size_t b) {
    Complex sum = 0;
    for (std::size_t i = 0; i < order; ++i) {
      for (std::size_t j = 0; j < order; ++j) {
        sum += std::pow(t, i) * std::pow(s, j) *
               coefficients[function](static_cast<Eigen::Index>(i * bands + a),
                                      static_cast<Eigen::Index>(j * bands + b));
      }
    }
    return sum;
  };
  const PanelRows before = rows();
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      const double t = last * rule.nodes[row / bands], s = last * rule.nodes[column / bands];
      before.lesser.at(0, 1).set(row, column, value(0, t, s, row % bands, column % bands));
      before.spectral.at(0, 1).set(row, column, value(1, t, s, row % bands, column % bands));
    }
  }
  const PanelRows begun = continued_collisions(past, before, length);
  double error = 0;
  for (std::size_t row = 0; row < size; ++row) {
    const double t = length * rule.nodes[row / bands];
    for (std::size_t column = 0; column < bands + size; ++column) {
      const double s = column < bands ? 0 : length * rule.nodes[column / bands - 1];
      const std::size_t block = column < bands ? 1 : 2,
                        at = column < bands ? column : column - bands;
      const std::size_t a = row % bands, b = column % bands;
      error =
          std::max(error, std::abs(begun.lesser.at(0, block).at(row, at) - value(0, t, s, a, b)));
      error =
          std::max(error, std::abs(begun.spectral.at(0, block).at(row, at) - value(1, t, s, a, b)));
    }
  }
  CHECK(error < 1e-12);
}

TEST_CASE("sweeps end by what the next one would change") {
  CHECK(next_change(1e-3, 0) == 1e-3);
  CHECK(next_change(1e-5, 1e-3) == Approx(2e-7));
  // No less than the last one where changes hardly fall.
  CHECK(next_change(1e-3, 1.5e-3) == 1e-3);
  CHECK(std::isnan(next_change(NAN, 1e-3)));
}
