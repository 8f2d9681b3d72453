#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <mutex>
#include <numbers>
#include <stdexcept>

#include "physics/lattice/spectrum.h"

namespace diagc::lattice {
namespace {

using Complex = std::complex<double>;

std::mutex planning;  // FFTW's planner is the one part of it that threads must not share

struct FreeFftw {
  void operator()(void* memory) const { fftw_free(memory); }
};

/// A function of the displacement from its Fourier components: f(R) = Σ_k e^(ikR) f(k), real, so that
/// half of the components, 0 ≤ k0 ≤ L0/2, are enough. Sizes are those of Space, L0 counts fastest.
class Transform {
 public:
  explicit Transform(std::array<std::uint32_t, 3> extents)
      : half_(extents[0] / 2 + 1), points_(std::size_t{half_} * extents[1] * extents[2]) {
    const std::size_t sites = std::size_t{extents[0]} * extents[1] * extents[2];
    components_.reset(static_cast<Complex*>(fftw_malloc(points_ * sizeof(Complex))));
    values_.reset(static_cast<double*>(fftw_malloc(sites * sizeof(double))));
    if (!components_ || !values_) throw std::bad_alloc();
    const std::scoped_lock lock(planning);
    plan_ = fftw_plan_dft_c2r_3d(static_cast<int>(extents[2]), static_cast<int>(extents[1]),
                                 static_cast<int>(extents[0]),
                                 reinterpret_cast<fftw_complex*>(components_.get()), values_.get(),
                                 FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    if (!plan_) throw std::runtime_error("FFTW has no plan for this lattice");
  }
  ~Transform() {
    const std::scoped_lock lock(planning);
    fftw_destroy_plan(plan_);
  }
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;

  std::size_t points() const { return points_; }
  Complex* components() { return components_.get(); }
  const double* execute() {
    fftw_execute(plan_);
    return values_.get();
  }

 private:
  std::uint32_t half_;
  std::size_t points_;
  std::unique_ptr<Complex, FreeFftw> components_;
  std::unique_ptr<double, FreeFftw> values_;
  fftw_plan plan_ = nullptr;
};

/// h(k) of one or two places a cell: ε₀(k) + D and ε₀(k) − D on the diagonal, and between the places c(k) in row 1,
/// column 0, the amplitude from place 0 to place 1. Bands ε₀ ± √(|c|² + D²).
struct Bands {
  double mean = 0;
  Complex coupling = 0;
  double split = 0;  ///< √(|c|² + D²)

  double lower() const { return mean - split; }
  double upper() const { return mean + split; }
};

Bands bands_at(const Geometry& geometry, const std::array<double, 3>& k) {
  Bands bands;
  for (const auto& [step, amplitude] : geometry.hops) {
    double phase = 0;
    for (std::size_t i = 0; i < 3; ++i) phase += k[i] * step.cells[i];
    if (step.from == step.to) {
      if (step.from == 0) bands.mean += 2 * amplitude * std::cos(phase);  // as from place 1
    } else {
      bands.coupling += amplitude * std::polar(1.0, step.from == 0 ? -phase : phase);
    }
  }
  bands.split = std::hypot(std::abs(bands.coupling), geometry.staggered);
  return bands;
}

class LatticeSpectrum : public Spectrum {
 public:
  LatticeSpectrum(const Geometry& geometry, const Space& space)
      : cell_sites_(space.cell_sites),
        cells_(space.cells()),
        staggered_(geometry.staggered),
        sublattices_(geometry.sublattices),
        transform_(space.extents) {
    if (cell_sites_ > 2) throw std::logic_error("a lattice with more than two sites a cell");
    find_bands(geometry, space.extents);

    first_of_row_.assign(row_count(space), ~std::uint32_t{0});
    for (std::uint32_t d = 0; d < space.row_of.size(); ++d) {
      std::uint32_t& first = first_of_row_[space.row_of[d]];
      if (first != ~std::uint32_t{0}) continue;
      first = d;
      const std::uint32_t block = d / cells_;
      if (block == 2)
        throw std::logic_error("a row whose displacements all lead from place 1 to 0");
      if (std::ranges::count(blocks_, block) == 0) blocks_.push_back(block);
    }
  }

  void function_of_h(const std::function<double(double energy)>& function,
                     std::span<double> rows) override {
    transform(rows, [&](std::uint32_t block, const Bands& bands) -> Complex {
      const double lower = function(bands.lower());
      if (cell_sites_ == 1) return lower;
      // F(h) = (F₊ + F₋)/2 + (F₊ − F₋)/2 · (h − ε₀)/√(|c|² + D²)
      const double upper = function(bands.upper());
      const double slope = bands.split > 0 ? (upper - lower) / 2 / bands.split : 0;
      if (block == 1) return slope * bands.coupling;
      return (upper + lower) / 2 + (block == 0 ? slope : -slope) * staggered_;
    });
  }

  /// With σ the matrix of s, ĥ = (h − ε₀)/√(|c|² + D²), d = D/√(|c|² + D²), and Δ the divided difference between the bands:
  ///     d ((F₊' − F₋')/2 + (F₊' + F₋')/2 ĥ) + Δ (σ − d ĥ)
  void staggered_derivative_of_function(
      const std::function<double(double energy, double other)>& divided_difference,
      std::span<double> rows) override {
    if (!sublattices_) throw std::logic_error("a lattice without sublattices");
    transform(rows, [&](std::uint32_t block, const Bands& bands) -> Complex {
      const double lower = bands.lower(), upper = bands.upper();
      const double between = divided_difference(upper, lower);
      const double of_lower = divided_difference(lower, lower),
                   of_upper = divided_difference(upper, upper);
      const double half = (of_upper + of_lower) / 2,
                   d = bands.split > 0 ? staggered_ / bands.split : 0;
      if (block == 1)
        return bands.split > 0 ? d * (half - between) / bands.split * bands.coupling : Complex(0);
      const double of_places = d * d * half + between * (1 - d * d);
      return d * (of_upper - of_lower) / 2 + (block == 0 ? of_places : -of_places);
    });
  }

 private:
  /// Rows from the components of each block of displacements: `component` of (place from, place to) = (0, 0), (0, 1), (1, 1).
  template <class Component>
  void transform(std::span<double> rows, const Component& component) {
    const double norm = 1.0 / cells_;
    for (const std::uint32_t block : blocks_) {
      Complex* to = transform_.components();
      for (const Bands& bands : bands_) *to++ = norm * component(block, bands);
      const double* values = transform_.execute();
      for (std::size_t row = 0; row < first_of_row_.size(); ++row) {
        const std::uint32_t displacement = first_of_row_[row];
        if (displacement / cells_ == block) rows[row] = values[displacement % cells_];
      }
    }
  }

  void find_bands(const Geometry& geometry, std::array<std::uint32_t, 3> extents) {
    const auto& [l0, l1, l2] = extents;
    bands_.reserve(transform_.points());
    for (std::uint32_t k2 = 0; k2 < l2; ++k2) {
      for (std::uint32_t k1 = 0; k1 < l1; ++k1) {
        for (std::uint32_t k0 = 0; k0 <= l0 / 2; ++k0) {
          constexpr double turn = 2 * std::numbers::pi;
          const Bands bands = bands_at(geometry, {turn * k0 / l0, turn * k1 / l1, turn * k2 / l2});
          bands_.push_back(bands);
          // k and −k are one of the half that is stored, unless they are the same.
          const double share = (k0 == 0 || 2 * k0 == l0 ? 1.0 : 2.0) / cells_ / cell_sites_;
          levels_.push_back({bands.lower(), share});
          if (cell_sites_ == 2) levels_.push_back({bands.upper(), share});
        }
      }
    }
  }

  std::uint32_t cell_sites_, cells_;
  double staggered_;
  bool sublattices_;
  Transform transform_;
  std::vector<Bands> bands_;  // at the components of the transform
  std::vector<std::uint32_t> first_of_row_;
  std::vector<std::uint32_t> blocks_;  // of displacements, those that have rows of their own
};

}  // namespace

std::unique_ptr<Spectrum> lattice_spectrum(const Geometry& geometry, const Space& space) {
  return std::make_unique<LatticeSpectrum>(geometry, space);
}

}  // namespace diagc::lattice
