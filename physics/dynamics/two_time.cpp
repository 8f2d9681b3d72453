#include "physics/dynamics/two_time.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace diagc::dynamics {

namespace {

/// Copies whole lines of so many rows.
void copy_rows(std::size_t rows, const Block& from, std::size_t first, const Block& to) {
  std::memcpy(to.re, from.re + first * from.stride, rows * from.stride * sizeof(double));
  std::memcpy(to.im, from.im + first * from.stride, rows * from.stride * sizeof(double));
}

/// to = K x, of so many columns.
void times_matrix(std::size_t bands, std::size_t columns, std::span<const Complex> matrix,
                  const Block& x) {
  std::vector<Complex> column(bands);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t a = 0; a < bands; ++a) {
      column[a] = 0;
      for (std::size_t b = 0; b < bands; ++b) column[a] += matrix[a * bands + b] * x.at(b, c);
    }
    for (std::size_t a = 0; a < bands; ++a) x.set(a, c, column[a]);
  }
}

void times_adjoint(std::size_t bands, std::span<const Complex> matrix, const Block& x) {
  std::vector<Complex> row(bands);
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t c = 0; c < bands; ++c) {
      row[c] = 0;
      for (std::size_t b = 0; b < bands; ++b) {
        row[c] += x.at(a, b) * std::conj(matrix[c * bands + b]);
      }
    }
    for (std::size_t c = 0; c < bands; ++c) x.set(a, c, row[c]);
  }
}

}  // namespace

TwoTime::TwoTime(std::size_t points, std::size_t bands, Collocation collocation,
                 std::span<const Complex> rho)
    : points_(points), bands_(bands), collocation_(std::move(collocation)) {
  if (rho.size() != points * bands * bands) {
    throw std::logic_error("a density matrix of another size than the lattice");
  }
  edge_.lesser = BlockRows(points, 1, bands, block_size());
  edge_.spectral = BlockRows(points, 1, bands, block_size());
  for (std::size_t k = 0; k < points; ++k) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t b = 0; b < bands; ++b) {
        edge_.lesser.at(k, 0).set(a, b, Complex(0, 1) * rho[(k * bands + a) * bands + b]);
      }
      edge_.spectral.at(k, 0).set(a, a, Complex(0, -1));
    }
  }
}

std::vector<Complex> TwoTime::edge_density() const {
  std::vector<Complex> rho;
  rho.reserve(points_ * bands_ * bands_);
  for (std::size_t k = 0; k < points_; ++k) {
    const Block edge = edge_.lesser.at(k, panels());
    for (std::size_t a = 0; a < bands_; ++a) {
      for (std::size_t b = 0; b < bands_; ++b) rho.push_back(Complex(0, -1) * edge.at(a, b));
    }
  }
  return rho;
}

void TwoTime::kick(std::span<const Complex> matrix) {
  if (matrix.size() != bands_ * bands_) throw std::logic_error("a kick of another size");
  for (const BlockRows* rows : {&edge_.lesser, &edge_.spectral}) {
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block <= panels(); ++block) {
        times_matrix(bands_, block < panels() ? block_size() : bands_, matrix, rows->at(k, block));
      }
      times_adjoint(bands_, matrix, rows->at(k, panels()));
    }
  }
}

void TwoTime::append(const PanelRows& panel, double end) {
  const std::size_t before = panels(), size = block_size(), last = size - bands_;
  const double length = end - end_;
  const auto kept = [&](const BlockRows& from) {
    BlockRows to(points_, before + 1, size, size);
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block < before; ++block) {
        copy_rows(size, from.at(k, block), 0, to.at(k, block));
      }
      copy_rows(size, from.at(k, before + 1), 0, to.at(k, before));
    }
    return to;
  };
  const auto edge_of = [&](const BlockRows& rows) {
    BlockRows to(points_, before + 2, bands_, size);
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block <= before; ++block) {
        copy_rows(bands_, rows.at(k, block), last, to.at(k, block));
      }
      const Block own = rows.at(k, before);
      for (std::size_t a = 0; a < bands_; ++a) {
        for (std::size_t b = 0; b < bands_; ++b) {
          to.at(k, before + 1).set(a, b, own.at(last + a, last + b));
        }
      }
    }
    return to;
  };
  PanelRows rows{kept(panel.lesser), kept(panel.spectral)};
  edge_ = {edge_of(rows.lesser), edge_of(rows.spectral)};
  rows_.push_back(std::move(rows));
  for (const double node : collocation_.nodes) times_.push_back(end_ + length * node);
  times_.back() = end;
  lengths_.push_back(length);
  end_ = end;
}

double TwoTime::bytes(std::size_t points, std::size_t bands, std::size_t order,
                      std::size_t panels) {
  const auto size = static_cast<double>(order * bands);
  const auto width = static_cast<double>(padded(order * bands));
  const auto count = static_cast<double>(panels);
  const double blocks = count * (count + 1) / 2;
  // Real and imaginary parts of two functions.
  return 4 * sizeof(double) * static_cast<double>(points) * blocks * size * width;
}

}  // namespace diagc::dynamics
