// Fourier transforms along cyclic axes, many arrays at once.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/linear/transform.h"

namespace diagc::linear {

/// Arrays over the points of a grid, the last axis fastest. Transforms are in place and not normalised:
///
///   forward:  y(R) = Σ_k exp(−2πi Σ_d k_d R_d / n_d) x(k),   backward: the same with +.
///
/// A plan depends on nothing but the sizes, so that bits are the same from run to run.
class CyclicTransform : public Transform {
 public:
  /// `arrays` arrays, `distance` numbers from one to the next, which is at least the number of points. Throws std::runtime_error where FFTW has no
  /// plan for that, or where an extent is 0 or above 2^31 − 1.
  CyclicTransform(const std::vector<std::size_t>& grid, std::size_t arrays, std::size_t distance);
  ~CyclicTransform() override;
  CyclicTransform(const CyclicTransform&) = delete;
  CyclicTransform& operator=(const CyclicTransform&) = delete;

  void forward(std::complex<double>* values) const override;
  void backward(std::complex<double>* values) const override;

 private:
  struct Plans;
  std::unique_ptr<Plans> plans_;
};

/// A distance between arrays of so many complex numbers at which they do not share the same few lines of a cache.
std::size_t spread_distance(std::size_t points);

}  // namespace diagc::linear
