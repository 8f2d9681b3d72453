#include "runtime/cuda/parameters.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace diagc::cuda {
namespace {

constexpr std::size_t word = 8;         // of a pointer and of unsigned long long
constexpr std::size_t input_words = 3;  // pointer, row stride, lane stride
constexpr std::size_t output_words = 2;
constexpr std::size_t fixed_words = 3;  // begin, end, work

}  // namespace

template <class T>
Parameters<T>::Parameters(const Program& program)
    : inputs_(program.inputs),
      outputs_(program.outputs),
      tables_(program.tables.size()),
      params_(program.params) {
  const std::size_t before =
      (input_words * inputs_ + output_words * outputs_ + fixed_words + tables_) * word;
  bytes_ = (before + params_ * sizeof(T) + word - 1) / word * word;
}

template <class T>
std::vector<std::byte> Parameters<T>::pack(const KernelRows<T>& rows, std::size_t begin,
                                           std::size_t end, api::DevicePointer work,
                                           std::span<const api::DevicePointer> tables) const {
  if (tables.size() != tables_) throw std::logic_error("parameters of a kernel: wrong tables");
  std::vector<std::byte> bytes(bytes_);
  std::size_t at = 0;
  const auto put = [&](std::uint64_t value) {
    std::memcpy(bytes.data() + at, &value, word);
    at += word;
  };
  for (std::size_t i = 0; i < inputs_; ++i) {
    put(reinterpret_cast<std::uintptr_t>(rows.inputs[i].data));
    put(rows.inputs[i].row_stride);
    put(rows.inputs[i].lane_stride);
  }
  for (std::size_t i = 0; i < outputs_; ++i) {
    put(reinterpret_cast<std::uintptr_t>(rows.outputs[i].data));
    put(rows.outputs[i].row_stride);
  }
  put(begin);
  put(end);
  put(work);
  for (const api::DevicePointer table : tables) put(table);
  if (params_ > 0) std::memcpy(bytes.data() + at, rows.params, params_ * sizeof(T));
  return bytes;
}

std::size_t most_parameter_bytes(int driver_version, int capability) {
  return driver_version >= 12010 && capability >= 70 ? 32764 : 4096;
}

template class Parameters<float>;
template class Parameters<double>;

}  // namespace diagc::cuda
