#include "runtime/linear/cyclic_transform.h"

#include <fftw3.h>

#include <climits>
#include <mutex>
#include <stdexcept>
#include <string>

namespace diagc::linear {

namespace {

/// FFTW's planner is the one part of it that threads must not share.
std::mutex& transform_planning() {
  static std::mutex mutex;
  return mutex;
}

struct FreeTransformed {
  void operator()(fftw_complex* memory) const { fftw_free(memory); }
};

std::string grid_text(const std::vector<std::size_t>& grid) {
  std::string text;
  for (const std::size_t extent : grid) {
    if (!text.empty()) text += " x ";
    text += std::to_string(extent);
  }
  return text.empty() ? "no axis" : text;
}

}  // namespace

struct CyclicTransform::Plans {
  fftw_plan forward = nullptr, backward = nullptr;
  ~Plans() {
    const std::scoped_lock lock(transform_planning());
    if (forward) fftw_destroy_plan(forward);
    if (backward) fftw_destroy_plan(backward);
  }
};

CyclicTransform::CyclicTransform(const std::vector<std::size_t>& grid, std::size_t arrays,
                                 std::size_t distance)
    : plans_(std::make_unique<Plans>()) {
  std::vector<int> extents;
  std::size_t points = 1;
  bool fits = !grid.empty() && arrays > 0 && arrays <= INT_MAX && distance <= INT_MAX;
  for (const std::size_t extent : grid) {
    fits = fits && extent > 0 && extent <= INT_MAX / points;
    if (!fits) break;
    points *= extent;
    extents.push_back(static_cast<int>(extent));
  }
  fits = fits && points <= distance && arrays <= PTRDIFF_MAX / sizeof(fftw_complex) / distance;
  if (!fits) {
    throw std::runtime_error("found " + std::to_string(arrays) + " arrays of " + grid_text(grid) +
                             " points, " + std::to_string(distance) +
                             " apart, expected sizes from 1 to " + std::to_string(INT_MAX) +
                             " and a distance of a whole array at least");
  }
  const std::unique_ptr<fftw_complex, FreeTransformed> memory(
      fftw_alloc_complex(arrays * distance));
  if (!memory) throw std::bad_alloc();
  const std::scoped_lock lock(transform_planning());
  const auto plan = [&](int sign) {
    const fftw_plan made = fftw_plan_many_dft(static_cast<int>(extents.size()), extents.data(),
                                              static_cast<int>(arrays), memory.get(), nullptr, 1,
                                              static_cast<int>(distance), memory.get(), nullptr, 1,
                                              static_cast<int>(distance), sign, FFTW_ESTIMATE);
    if (!made) {
      throw std::runtime_error("FFTW has no plan for arrays of " + grid_text(grid) + " points");
    }
    return made;
  };
  plans_->forward = plan(FFTW_FORWARD);
  plans_->backward = plan(FFTW_BACKWARD);
}

CyclicTransform::~CyclicTransform() = default;

void CyclicTransform::forward(std::complex<double>* values) const {
  auto* data = reinterpret_cast<fftw_complex*>(values);
  fftw_execute_dft(plans_->forward, data, data);
}

void CyclicTransform::backward(std::complex<double>* values) const {
  auto* data = reinterpret_cast<fftw_complex*>(values);
  fftw_execute_dft(plans_->backward, data, data);
}

std::size_t spread_distance(std::size_t points) {
  constexpr std::size_t of_line = 4;
  const std::size_t lines = (points + of_line - 1) / of_line;
  // An odd number of lines goes through all sets of a cache.
  return (lines | 1U) * of_line;
}

}  // namespace diagc::linear
