#include "programs/contract/arrays_out.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "programs/command/output.h"
#include "runtime/batch/npz.h"

namespace diagc::contract {

using networks::Element;

ResultArray result_array(const networks::SliceState& state,
                         const std::vector<networks::Value>& values) {
  ResultArray array;
  array.shape.assign(state.layout.open.begin(), state.layout.open.end());
  if (values.size() > 1) array.shape.insert(array.shape.begin(), values.size());
  const auto convert = [&]<class T>(ElementType type, bool is_complex, T) {
    std::vector<T> numbers;
    for (const networks::Value& value : values) {
      const auto scale =
          static_cast<int>(std::clamp<std::int64_t>(value.exponent, -10'000, 10'000));
      for (const std::complex<double>& z : value.numbers) {
        numbers.push_back(static_cast<T>(std::ldexp(z.real(), scale)));
        if (is_complex) numbers.push_back(static_cast<T>(std::ldexp(z.imag(), scale)));
      }
    }
    const auto bytes = std::as_bytes(std::span(numbers));
    array.type = type;
    array.bytes.assign(bytes.begin(), bytes.end());
  };
  switch (state.element) {
    case Element::f32:
      convert(ElementType::float32, false, float());
      break;
    case Element::c64:
      convert(ElementType::complex64, true, float());
      break;
    case Element::c128:
      convert(ElementType::complex128, true, double());
      break;
    default:
      convert(ElementType::float64, false, double());
  }
  return array;
}

void write_array(const std::string& path, const ResultArray& array) {
  HoldSignals hold(path);
  write_npy(path, array.type, array.shape, array.bytes);
}

void write_arrays(const std::string& path, const std::vector<ResultArray>& arrays) {
  std::vector<NpzMember> members;
  for (const ResultArray& array : arrays)
    members.push_back({array.name, array.type, array.shape, array.bytes});
  HoldSignals hold(path);
  write_npz(path, members);
}

}  // namespace diagc::contract
