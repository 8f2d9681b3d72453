#include "physics/lattice/infinite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/lattice/filling.h"
#include "physics/lattice/spectrum.h"

namespace diagc::lattice {
namespace {

constexpr std::uint32_t time_count = 17;
/// Of the torus of twice the size.
constexpr double most_doubled_cells = 1u << 20;
/// What is between the times looked at, and beyond the torus of twice the size.
constexpr double margin = 1.25;

std::array<std::uint32_t, 3> cube(const Geometry& geometry, std::uint32_t extent) {
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::fill_n(extents.begin(), geometry.dimensions, extent);
  return geometry.extents_of(extents);
}

/// 2, 4, 6, 8, 12, 16, 24, …: sizes for which Fourier transformation is fast.
std::uint32_t next_size(std::uint32_t size) {
  if (size < 8) return size + 2;
  return (size & (size - 1)) == 0 ? size + size / 2 : size / 3 * 4;
}

/// The number of displacement d of a torus of `extent` in one of twice that, moved by the extents
/// whose bit is set.
std::uint32_t image(const Geometry& geometry, std::uint32_t extent, std::uint32_t d,
                    std::uint32_t bits) {
  const auto small = cube(geometry, extent), large = cube(geometry, 2 * extent);
  const std::uint32_t small_cells = small[0] * small[1] * small[2];
  const std::uint32_t large_cells = large[0] * large[1] * large[2];
  std::uint32_t rest = d % small_cells, cell = 0, stride = 1;
  for (std::uint32_t i = 0; i < 3; ++i) {
    cell += stride * (rest % small[i] + (bits >> i & 1) * small[i]);
    rest /= small[i];
    stride *= large[i];
  }
  return d / small_cells * large_cells + cell;
}

double error_of_images(const Geometry& geometry, std::uint32_t extent, double beta, double mu) {
  const Space small = lattice_rows(geometry, cube(geometry, extent));
  const Space large = lattice_rows(geometry, cube(geometry, 2 * extent));
  const auto spectrum = lattice_spectrum(geometry, large);
  const std::uint32_t rows = row_count(large);
  std::vector<std::vector<double>> at(time_count, std::vector<double>(rows));
  for (std::uint32_t i = 0; i < time_count; ++i) {
    const double tau = beta * (1 - std::cos(std::numbers::pi * i / (time_count - 1))) / 2;
    spectrum->propagators(beta, mu, tau, at[i]);
  }
  std::vector<double> size_of_row(rows);  // Σ over times of |G0|: tells the nearest image
  for (const auto& values : at) {
    for (std::uint32_t row = 0; row < rows; ++row) size_of_row[row] += std::abs(values[row]);
  }

  double error = 0;
  std::vector<bool> seen(row_count(small), false);
  for (std::uint32_t d = 0; d < small.row_of.size(); ++d) {
    if (seen[small.row_of[d]]) continue;
    seen[small.row_of[d]] = true;
    std::vector<std::uint32_t> images;
    for (std::uint32_t bits = 0; bits < 1u << geometry.dimensions; ++bits) {
      images.push_back(large.row_of[image(geometry, extent, d, bits)]);
    }
    std::ranges::iter_swap(images.begin(), std::ranges::max_element(images, {}, [&](auto row) {
                             return size_of_row[row];
                           }));
    for (const auto& values : at) {
      double others = 0;
      for (std::size_t i = 1; i < images.size(); ++i) others += values[images[i]];
      error = std::max(error, std::abs(others));
    }
  }
  return margin * error;
}

}  // namespace

InfiniteSize infinite_size(const Geometry& geometry, double beta, std::optional<double> mu,
                           std::optional<double> filling, double bound) {
  InfiniteSize tried;
  for (std::uint32_t extent = 2;; extent = next_size(extent)) {
    if (std::pow(2.0 * extent, geometry.dimensions) * geometry.cell_sites > most_doubled_cells) {
      throw WrongModel(
          "infinite_bound",
          fmt::format(
              "found infinite_bound = {:g}, which the {} does not reach: at {} cells in each "
              "direction the error of the propagator is still {:.1e}; expected a larger bound, a "
              "higher temperature, or a given size",
              bound, geometry.name, tried.extent, tried.error));
    }
    double at_mu = 0;
    if (mu) {
      at_mu = *mu;
    } else {
      const Space space = lattice_rows(geometry, cube(geometry, extent));
      at_mu = mu_at(lattice_spectrum(geometry, space)->levels(), beta, *filling);
    }
    tried = {extent, error_of_images(geometry, extent, beta, at_mu)};
    if (tried.error <= bound) return tried;
  }
}

}  // namespace diagc::lattice
