// Linear maps of many arrays of complex numbers at once, forward and back.
#pragma once

#include <complex>

namespace diagc::linear {

class Transform {
 public:
  virtual ~Transform() = default;
  /// In place. `values` is aligned to 16 bytes. Threads may use one transform at once, on arrays of their own.
  virtual void forward(std::complex<double>* values) const = 0;
  virtual void backward(std::complex<double>* values) const = 0;
};

}  // namespace diagc::linear
