#include "physics/dynamics/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/dynamics/grid.h"
#include "runtime/system/checked.h"

namespace diagc::dynamics {

namespace {

std::string hop_text(const Hop& hop) {
  return fmt::format("R = [{}] from {} to {}", fmt::join(hop.cell, ", "), hop.from, hop.to);
}

Hop conjugate_of(const Hop& hop) {
  Hop result{hop.cell, hop.to, hop.from, std::conj(hop.value)};
  for (int& step : result.cell) step = -step;
  return result;
}

bool same_entry(const Hop& a, const Hop& b) {
  return a.cell == b.cell && a.from == b.from && a.to == b.to;
}

void check_hop(const std::vector<std::size_t>& grid, std::size_t bands,
               const std::vector<Hop>& hops, std::size_t number, const char* name) {
  const Hop& hop = hops[number];
  const auto fail = [&](const std::string& expected) {
    throw std::runtime_error(fmt::format("{}, entry {}: found {}, expected {}", name, number + 1,
                                         hop_text(hop), expected));
  };
  if (hop.cell.size() != grid.size()) {
    fail(fmt::format("as many numbers in R as the grid has axes, {}", grid.size()));
  }
  if (hop.from >= bands || hop.to >= bands) fail(fmt::format("bands from 0 to {}", bands - 1));
  if (!std::isfinite(hop.value.real()) || !std::isfinite(hop.value.imag())) {
    fail("a finite value");
  }
  const Hop conjugate = conjugate_of(hop);
  if (same_entry(hop, conjugate) && hop.value.imag() != 0) {
    fail(fmt::format("a real value, for h is Hermitian, not {} + {} i", hop.value.real(),
                     hop.value.imag()));
  }
  for (std::size_t before = 0; before < number; ++before) {
    if (same_entry(hops[before], hop))
      fail(fmt::format("no entry twice: it is entry {}", before + 1));
    if (same_entry(hops[before], conjugate)) {
      fail(fmt::format("no conjugate of an entry, which is added by itself: of entry {}",
                       before + 1));
    }
  }
}

/// exp(i k R), at point number k of the grid.
Complex phase_of(const std::vector<std::size_t>& grid, const std::vector<int>& cell,
                 std::size_t k) {
  // In turns, multiples of one left out while they are whole numbers.
  double turns = 0;
  std::size_t rest = k;
  for (std::size_t axis = grid.size(); axis-- > 0; rest /= grid[axis]) {
    const auto extent = static_cast<std::int64_t>(grid[axis]);
    const auto place = static_cast<std::int64_t>(rest % grid[axis]);
    const std::int64_t step = ((cell[axis] % extent) + extent) % extent;
    const auto wrapped = static_cast<std::int64_t>((static_cast<__int128>(step) * place) % extent);
    turns += static_cast<double>(wrapped) / static_cast<double>(extent);
  }
  return std::polar(1.0, 2 * std::numbers::pi * turns);
}

void check_hermitian(std::span<const Complex> matrices, std::size_t bands, const char* name) {
  double largest = 0;
  for (const Complex& value : matrices) largest = std::max(largest, std::abs(value));
  const std::size_t size = bands * bands;
  for (std::size_t k = 0; k < matrices.size() / size; ++k) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const Complex one = matrices[k * size + a * bands + b];
        const Complex other = matrices[k * size + b * bands + a];
        if (std::abs(one - std::conj(other)) <= 1e-12 * largest) continue;
        throw std::runtime_error(fmt::format(
            "found {} with {} + {} i at [{}][{}] and {} + {} i at [{}][{}] of point {}, "
            "expected conjugate numbers: it is Hermitian",
            name, one.real(), one.imag(), a, b, other.real(), other.imag(), b, a, k));
      }
    }
  }
}

}  // namespace

std::vector<Complex> bands_from_hopping(const std::vector<std::size_t>& grid, std::size_t bands,
                                        const std::vector<Hop>& hops, const char* name) {
  const std::size_t points = points_of(grid), size = bands * bands;
  std::vector<Complex> h(points * size);
  for (std::size_t number = 0; number < hops.size(); ++number) {
    check_hop(grid, bands, hops, number, name);
    const Hop& hop = hops[number];
    const bool alone = same_entry(hop, conjugate_of(hop));
    for (std::size_t k = 0; k < points; ++k) {
      const Complex term = hop.value * phase_of(grid, hop.cell, k);
      h[k * size + hop.to * bands + hop.from] += term;
      if (!alone) h[k * size + hop.from * bands + hop.to] += std::conj(term);
    }
  }
  return h;
}

bool is_after(double time, double at) { return time > at + 1e-12 * (1 + std::abs(at)); }

std::vector<double> vertices_at(const Model& model, double time) {
  std::vector<double> values{model.vertex(time)};
  for (const auto& vertex : model.further_vertices) values.push_back(vertex(time));
  return values;
}

void check(const Model& model) {
  const std::size_t points = points_of(model.grid), size = model.bands * model.bands;
  if (model.bands == 0 || model.bands > most_bands) {
    throw std::runtime_error(
        fmt::format("found {} bands, expected 1 to {}", model.bands, most_bands));
  }
  if (!model.interaction || !model.vertex) {
    throw std::logic_error("a model without interaction or vertex");
  }
  if (model.interaction->points() != points || model.interaction->bands() != model.bands) {
    throw std::runtime_error(fmt::format(
        "found an interaction of {} bands at {} points, expected the model's {} bands at {} points",
        model.interaction->bands(), model.interaction->points(), model.bands, points));
  }
  if (model.h.size() != points * size) {
    throw std::runtime_error(fmt::format("found {} numbers of h, expected {} points of {} x {}",
                                         model.h.size(), points, model.bands, model.bands));
  }
  if (!model.weights.empty() && model.weights.size() != points) {
    throw std::logic_error("weights of other points than the model's");
  }
  check_hermitian(model.h, model.bands, "h");
  for (const Jump& jump : model.jumps) {
    if (jump.matrix.size() != size) {
      throw std::runtime_error(fmt::format("found a jump of {} numbers, expected {} x {}",
                                           jump.matrix.size(), model.bands, model.bands));
    }
    check_hermitian(jump.matrix, model.bands, "a jump");
  }
  if (!model.field) return;
  if (model.dipole.size() != size) {
    throw std::runtime_error(fmt::format("found a dipole of {} numbers, expected {} x {}",
                                         model.dipole.size(), model.bands, model.bands));
  }
  check_hermitian(model.dipole, model.bands, "a dipole");
}

std::vector<Stride> strides_of(const std::vector<std::size_t>& grid, std::size_t bands,
                               const std::vector<Hop>& hops, const std::vector<double>& direction) {
  std::vector<Stride> strides;
  const auto stride_of = [&](double distance) -> Stride& {
    for (Stride& stride : strides) {
      if (std::abs(stride.distance - distance) < 1e-12) return stride;
    }
    strides.push_back({distance, std::vector<Complex>(points_of(grid) * bands * bands)});
    return strides.back();
  };
  for (const Hop& hop : hops) {
    double distance = 0;
    for (std::size_t axis = 0; axis < direction.size(); ++axis) {
      distance += direction[axis] * hop.cell[axis];
    }
    const std::vector<Complex> both = bands_from_hopping(grid, bands, {hop});
    const bool alone = same_entry(hop, conjugate_of(hop));
    for (std::size_t k = 0; k < points_of(grid); ++k) {
      for (std::size_t a = 0; a < bands; ++a) {
        for (std::size_t b = 0; b < bands; ++b) {
          const std::size_t at = (k * bands + a) * bands + b;
          if (hop.to != hop.from) {
            // The entry stands at [to][from], its conjugate at [from][to].
            if (a == hop.to && b == hop.from) stride_of(distance).h[at] += both[at];
            if (a == hop.from && b == hop.to) stride_of(-distance).h[at] += both[at];
          } else if (a == hop.to && b == hop.to) {
            if (alone) {
              stride_of(distance).h[at] += both[at];
            } else {
              const Complex term = hop.value * phase_of(grid, hop.cell, k);
              stride_of(distance).h[at] += term;
              stride_of(-distance).h[at] += std::conj(term);
            }
          }
        }
      }
    }
  }
  return strides;
}

bool is_constant(const Model& model) {
  return !model.field && !model.vector_potential && model.jumps.empty();
}

void one_particle(const Model& model, double time, std::span<Complex> h) {
  std::ranges::copy(model.h, h.begin());
  if (model.vector_potential) {
    const double potential = model.vector_potential(time);
    std::ranges::fill(h, Complex());
    for (const Stride& stride : model.strides) {
      const Complex phase = std::polar(1.0, -potential * stride.distance);
      for (std::size_t i = 0; i < h.size(); ++i) h[i] += phase * stride.h[i];
    }
  }
  for (const Jump& jump : model.jumps) {
    if (!is_after(time, jump.at)) continue;
    for (std::size_t i = 0; i < h.size(); ++i) h[i] += jump.matrix[i % jump.matrix.size()];
  }
}

void one_particle_with_field(const Model& model, double time, std::span<Complex> h) {
  one_particle(model, time, h);
  if (!model.field) return;
  const double strength = model.field(time);
  const std::size_t size = model.dipole.size();
  for (std::size_t i = 0; i < h.size(); ++i) h[i] += strength * model.dipole[i % size];
}

void hamiltonian(const Model& model, double time, std::span<const Complex> rho,
                 std::span<Complex> h) {
  one_particle_with_field(model, time, h);
  model.interaction->add_mean_field_of(vertices_at(model, time), rho, h);
}

std::vector<Complex> kick_between(std::size_t bands, std::size_t one, std::size_t other,
                                  double angle) {
  if (one >= bands || other >= bands || one == other) {
    throw std::runtime_error(
        fmt::format("found a kick between bands {} and {}, expected two of the bands 0 to {}", one,
                    other, bands - 1));
  }
  std::vector<Complex> kick(bands * bands);
  for (std::size_t a = 0; a < bands; ++a) kick[a * bands + a] = 1;
  kick[one * bands + one] = kick[other * bands + other] = std::cos(angle);
  kick[one * bands + other] = kick[other * bands + one] = Complex(0, -std::sin(angle));
  return kick;
}

std::vector<Complex> filled(std::size_t points, std::size_t bands,
                            const std::vector<std::size_t>& filled_bands) {
  const auto count = checked_product({points, bands, bands});
  if (!count) throw std::bad_alloc();
  std::vector<Complex> rho(*count);
  for (const std::size_t band : filled_bands) {
    if (band >= bands) {
      throw std::runtime_error(
          fmt::format("found the filled band {}, expected bands 0 to {}", band, bands - 1));
    }
    for (std::size_t k = 0; k < points; ++k) rho[(k * bands + band) * bands + band] = 1;
  }
  return rho;
}

}  // namespace diagc::dynamics
