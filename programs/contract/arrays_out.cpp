#include "programs/contract/arrays_out.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "programs/command/output.h"
#include "runtime/batch/npy.h"

namespace diagc::contract {

using networks::Element;

void write_array(const std::string& path, const networks::SliceState& state,
                 const std::vector<networks::Value>& values) {
  std::vector<std::size_t> shape(state.layout.open.begin(), state.layout.open.end());
  if (values.size() > 1) shape.insert(shape.begin(), values.size());
  const auto write = [&]<class T>(ElementType type, bool is_complex, T) {
    std::vector<T> numbers;
    for (const networks::Value& value : values) {
      const auto scale =
          static_cast<int>(std::clamp<std::int64_t>(value.exponent, -10'000, 10'000));
      for (const std::complex<double>& z : value.numbers) {
        numbers.push_back(static_cast<T>(std::ldexp(z.real(), scale)));
        if (is_complex) numbers.push_back(static_cast<T>(std::ldexp(z.imag(), scale)));
      }
    }
    HoldSignals hold(path);
    write_npy(path, type, shape, std::as_bytes(std::span(numbers)));
  };
  switch (state.element) {
    case Element::f32:
      return write(ElementType::float32, false, float());
    case Element::c64:
      return write(ElementType::complex64, true, float());
    case Element::c128:
      return write(ElementType::complex128, true, double());
    default:
      return write(ElementType::float64, false, double());
  }
}

}  // namespace diagc::contract
