#include "physics/dynamics/host_uniform_grid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

using Dense = Eigen::MatrixXcd;

/// Columns of a triangle that are multiplied at once.
constexpr Eigen::Index stripe = 64;

}  // namespace

HostUniformGrid::HostUniformGrid(const Model& model, double step, std::size_t times,
                                 std::span<const Complex> rho, unsigned threads,
                                 const PointShare* share)
    : model_(model),
      share_(share),
      first_(share ? share->first() : 0),
      bands_(static_cast<Eigen::Index>(model.bands)),
      step_(step),
      threads_(std::max(threads, 1U)) {
  const std::size_t points = share ? share->count() : model.points();
  const Eigen::Index size = place(times);
  for (UniformRows* rows : {&lesser_, &spectral_}) rows->assign(points, Dense::Zero(size, size));
  const std::size_t elements = model.bands * model.bands;
  set_density(0, rho.subspan(first_ * elements, points * elements));
}

std::vector<Complex> HostUniformGrid::density(std::size_t time) const {
  std::vector<Complex> rho;
  const Eigen::Index at = place(time);
  for (const Dense& lesser : lesser_) {
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index b = 0; b < bands_; ++b) {
        rho.push_back(Complex(0, -1) * lesser(at + a, at + b));
      }
    }
  }
  return share_ ? share_->gather(std::span<const Complex>(rho)) : rho;
}

void HostUniformGrid::set_density(std::size_t time, std::span<const Complex> rho) {
  const Eigen::Index at = place(time);
  std::size_t next = 0;
  for (std::size_t k = 0; k < points(); ++k) {
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index b = 0; b < bands_; ++b) {
        lesser_[k](at + a, at + b) = Complex(0, 1) * rho[next++];
      }
    }
    spectral_[k].block(at, at, bands_, bands_) = Complex(0, -1) * Dense::Identity(bands_, bands_);
  }
}

/// With the columns that it gives, which have the same bits whoever sets the row.
void HostUniformGrid::set_row(Dense& x, std::size_t time, const Dense& values) {
  const Eigen::Index at = place(time);
  x.block(at, 0, bands_, at + bands_) = values;
  x.block(0, at, at, bands_) = -values.leftCols(at).adjoint();
}

std::vector<Complex> HostUniformGrid::row(std::size_t point, std::size_t time) const {
  std::vector<Complex> values;
  const Eigen::Index at = place(time);
  for (const UniformRows* rows : {&lesser_, &spectral_}) {
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index j = 0; j < at + bands_; ++j) values.push_back((*rows)[point](at + a, j));
    }
  }
  return values;
}

void HostUniformGrid::restore_row(std::size_t point, std::size_t time,
                                  std::span<const Complex> values) {
  const Eigen::Index columns = place(time) + bands_;
  if (static_cast<Eigen::Index>(values.size()) != 2 * bands_ * columns) {
    throw std::runtime_error("it holds a row of another size");
  }
  std::size_t next = 0;
  for (UniformRows* rows : {&lesser_, &spectral_}) {
    Dense own(bands_, columns);
    for (Eigen::Index a = 0; a < bands_; ++a) {
      for (Eigen::Index j = 0; j < columns; ++j) own(a, j) = values[next++];
    }
    set_row((*rows)[point], time, own);
  }
}

void HostUniformGrid::kick(std::size_t time, std::span<const Complex> matrix) {
  Dense turn(bands_, bands_);
  for (Eigen::Index a = 0; a < bands_; ++a) {
    for (Eigen::Index b = 0; b < bands_; ++b) {
      turn(a, b) = matrix[static_cast<std::size_t>(a * bands_ + b)];
    }
  }
  const Eigen::Index at = place(time), all = at + bands_;
  for (UniformRows* rows : {&lesser_, &spectral_}) {
    for (Dense& x : *rows) {
      Dense values = turn * x.block(at, 0, bands_, all);
      values.rightCols(bands_) = (values.rightCols(bands_) * turn.adjoint()).eval();
      set_row(x, time, values);
    }
  }
}

void HostUniformGrid::collide(std::size_t row, StepEnd end) {
  (end == StepEnd::first ? first_end_ : last_end_) = collisions(row);
}

UniformRowPair HostUniformGrid::collisions(std::size_t row) const {
  UniformRowPair result{UniformRows(points()), UniformRows(points())};
  const Eigen::Index all = place(row) + bands_;
  if (row == 0 || !model_.interaction->correlated()) {
    for (UniformRows* rows : {&result.lesser, &result.spectral}) {
      rows->assign(points(), Dense::Zero(bands_, all));
    }
    return result;
  }
  const UniformRowPair sigma = self_energy(row);
  ThreadPool::shared().run(threads_, points(), [&](std::size_t k) {
    Dense weighted = step_ * sigma.spectral[k];
    weighted.leftCols(bands_) /= 2;
    weighted.rightCols(bands_) /= 2;
    const auto l = lesser_[k].topLeftCorner(all, all), d = spectral_[k].topLeftCorner(all, all);
    result.lesser[k] = weighted * l - to_columns(sigma.lesser[k], k);
    result.spectral[k] = weighted * d - to_columns(sigma.spectral[k], k);
  });
  return result;
}

double HostUniformGrid::correlation() const {
  std::vector<double> traces;
  for (const Dense& row : first_end_.lesser)
    traces.push_back(row.rightCols(bands_).trace().imag() / 2);
  if (share_) traces = share_->gather(std::span<const double>(traces));
  double sum = 0;
  for (std::size_t k = 0; k < traces.size(); ++k) sum += model_.weight(k) * traces[k];
  return sum;
}

void HostUniformGrid::advance(std::size_t row, std::span<const Complex> half, bool with_both) {
  const UniformRowPair &now = first_end_, *const next = with_both ? &last_end_ : nullptr;
  const Eigen::Index at = place(row), to = at + bands_;
  std::vector<Complex> rho;
  const Complex half_step(0, -step_ / 2);
  for (std::size_t k = 0; k < points(); ++k) {
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

/// ∫_0^t_j Σ(t_row, s) D(s, t_j) ds for all columns, by the trapezoidal rule.
Dense HostUniformGrid::to_columns(const Dense& sigma, std::size_t k) const {
  const Eigen::Index all = sigma.cols();
  const Dense& d = spectral_[k];
  Dense sums = Dense::Zero(bands_, all);
  Dense weighted = step_ * sigma;
  weighted.leftCols(bands_) /= 2;
  for (Eigen::Index first = 0; first < all; first += stripe * bands_) {
    const Eigen::Index columns = std::min(stripe * bands_, all - first);
    sums.middleCols(first, columns) = weighted.leftCols(first) * d.block(0, first, first, columns);
    for (Eigen::Index column = first; column < first + columns; column += bands_) {
      auto own = sums.middleCols(column, bands_);
      own += weighted.middleCols(first, column - first) *
             d.block(first, column, column - first, bands_);
      // The end's weight; both ends of no integral at t_0.
      if (column > 0) {
        own +=
            step_ / 2 * sigma.middleCols(column, bands_) * d.block(column, column, bands_, bands_);
      }
    }
  }
  return sums;
}

Dense HostUniformGrid::evolution(std::span<const Complex> h, std::size_t k) const {
  Dense matrix(bands_, bands_);
  const auto size = static_cast<std::size_t>(bands_ * bands_);
  for (Eigen::Index a = 0; a < bands_; ++a) {
    for (Eigen::Index b = 0; b < bands_; ++b) {
      matrix(a, b) = h[of_model(k) * size + static_cast<std::size_t>(a * bands_ + b)];
    }
  }
  const Eigen::SelfAdjointEigenSolver<Dense> solver(matrix);
  const Eigen::VectorXcd phases =
      (Complex(0, -step_) * solver.eigenvalues().cast<Complex>()).array().exp();
  return solver.eigenvectors() * phases.asDiagonal() * solver.eigenvectors().adjoint();
}

UniformRowPair HostUniformGrid::self_energy(std::size_t row) const {
  const std::size_t pairs = row + 1, bands = model_.bands, elements = bands * bands;
  const std::size_t ranks = share_ ? share_->size() : 1, own = share_ ? share_->rank() : 0;
  const auto first_pair = [&](std::size_t rank) { return pairs * rank / ranks; };
  const Eigen::Index at = place(row), all = at + bands_;
  // [pair][lesser, spectral][a][b][k]: of all pairs at own points, of own pairs at all points and back.
  const auto index = [&](std::size_t pair, std::size_t function, std::size_t a, std::size_t b,
                         std::size_t count) {
    return (((pair * 2 + function) * bands + a) * bands + b) * count;
  };
  std::vector<Complex> here(pairs * 2 * elements * points());
  const auto each = [&](auto action) {
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      for (std::size_t a = 0; a < bands; ++a) {
        for (std::size_t b = 0; b < bands; ++b) {
          const Eigen::Index j = place(pair) + static_cast<Eigen::Index>(b);
          for (std::size_t k = 0; k < points(); ++k) {
            action(k, static_cast<Eigen::Index>(a), j, here[index(pair, 0, a, b, points()) + k],
                   here[index(pair, 1, a, b, points()) + k]);
          }
        }
      }
    }
  };
  each([&](std::size_t k, Eigen::Index a, Eigen::Index j, Complex& l, Complex& d) {
    l = lesser_[k](at + a, j);
    d = spectral_[k](at + a, j);
  });
  if (!share_) {
    evaluate(row, 0, pairs, here);
  } else {
    const std::size_t first = first_pair(own), count = first_pair(own + 1) - first;
    std::vector<std::vector<Complex>> incoming;
    std::vector<std::span<const std::byte>> outgoing;
    std::vector<std::span<std::byte>> room;
    const std::size_t of_pair = 2 * elements * points();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      outgoing.push_back(std::as_bytes(std::span(here).subspan(
          first_pair(rank) * of_pair, (first_pair(rank + 1) - first_pair(rank)) * of_pair)));
      incoming.emplace_back(count * 2 * elements * share_->count_of(rank));
    }
    for (auto& part : incoming) room.push_back(std::as_writable_bytes(std::span(part)));
    share_->exchange(outgoing, room);
    std::vector<Complex> everywhere(count * 2 * elements * share_->points());
    const auto move = [&](auto action) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::size_t of_rank = share_->count_of(rank);
        for (std::size_t line = 0; line < count * 2 * elements; ++line) {
          action(incoming[rank].begin() + static_cast<std::ptrdiff_t>(line * of_rank),
                 everywhere.begin() +
                     static_cast<std::ptrdiff_t>(line * share_->points() + share_->first_of(rank)),
                 of_rank);
        }
      }
    };
    move([](auto part, auto whole, std::size_t n) { std::copy_n(part, n, whole); });
    evaluate(row, first, first + count, everywhere);
    move([](auto part, auto whole, std::size_t n) { std::copy_n(whole, n, part); });
    outgoing.clear();
    room.clear();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      outgoing.push_back(std::as_bytes(std::span(incoming[rank])));
      room.push_back(std::as_writable_bytes(std::span(here).subspan(
          first_pair(rank) * of_pair, (first_pair(rank + 1) - first_pair(rank)) * of_pair)));
    }
    share_->exchange(outgoing, room);
  }
  UniformRowPair sigma{UniformRows(points(), Dense(bands_, all)),
                       UniformRows(points(), Dense(bands_, all))};
  each([&](std::size_t k, Eigen::Index a, Eigen::Index j, const Complex& l, const Complex& d) {
    sigma.lesser[k](a, j) = l;
    sigma.spectral[k](a, j) = d;
  });
  return sigma;
}

void HostUniformGrid::evaluate(std::size_t row, std::size_t first, std::size_t end,
                               std::vector<Complex>& values) const {
  const Interaction& interaction = *model_.interaction;
  const std::size_t most = interaction.pairs(), bands = model_.bands, points = model_.points();
  const double own_vertex = model_.vertex(step_ * static_cast<double>(row));
  ThreadPool::shared().run(threads_, (end - first + most - 1) / most, [&](std::size_t batch) {
    PairValues lesser{nullptr, bands, most, interaction.distance()}, greater = lesser;
    const Numbers memory_l(2 * lesser.size()), memory_g(2 * lesser.size());
    lesser.numbers = reinterpret_cast<Complex*>(memory_l.data());
    greater.numbers = reinterpret_cast<Complex*>(memory_g.data());
    const std::size_t begin = batch * most, pairs = std::min(most, end - first - begin);
    std::vector<double> vertices(most);
    const auto each = [&](auto action) {
      for (std::size_t pair = 0; pair < pairs; ++pair) {
        for (std::size_t a = 0; a < bands; ++a) {
          for (std::size_t b = 0; b < bands; ++b) {
            Complex* const l =
                values.data() + (((begin + pair) * 2 * bands + a) * bands + b) * points;
            Complex* const d = l + bands * bands * points;
            for (std::size_t k = 0; k < points; ++k) {
              action(l[k], d[k], lesser.at(a, b, pair)[k], greater.at(a, b, pair)[k]);
            }
          }
        }
      }
    };
    each([](const Complex& l, const Complex& d, Complex& of_lesser, Complex& of_greater) {
      of_lesser = l;
      of_greater = l + d;
    });
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      vertices[pair] =
          own_vertex * model_.vertex(step_ * static_cast<double>(first + begin + pair));
    }
    interaction.self_energy(vertices, lesser, greater);
    each([](Complex& l, Complex& d, const Complex& of_lesser, const Complex& of_greater) {
      l = of_lesser;
      d = of_greater - of_lesser;
    });
  });
}

}  // namespace diagc::dynamics
