// Arrays for the program to read, and those that it wrote.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "process.h"
#include "runtime/batch/npy.h"

template <class T>
constexpr diagc::ElementType npy_type() {
  if constexpr (std::is_same_v<T, float>) return diagc::ElementType::float32;
  if constexpr (std::is_same_v<T, double>) return diagc::ElementType::float64;
  if constexpr (std::is_same_v<T, std::complex<float>>) return diagc::ElementType::complex64;
  if constexpr (std::is_same_v<T, std::complex<double>>) return diagc::ElementType::complex128;
}

template <class T>
void write_array(const Folder& folder, const std::string& name,
                 const std::vector<std::size_t>& shape, const std::vector<T>& values) {
  diagc::write_npy(folder.path() / name, npy_type<T>(), shape, std::as_bytes(std::span(values)));
}

template <class T>
struct Array {
  std::vector<std::size_t> shape;
  std::vector<T> values;
};

/// Throws std::runtime_error where the type is another.
template <class T>
Array<T> read_array(const Folder& folder, const std::string& name) {
  const diagc::NpyArray array = diagc::read_npy(folder.path() / name);
  if (array.type != npy_type<T>())
    throw std::runtime_error(name + " holds " + std::string(diagc::name(array.type)));
  const auto* first = reinterpret_cast<const T*>(array.data.get());
  return {array.shape, std::vector<T>(first, first + array.elements)};
}
