// Numbers and texts as bytes, for checkpoints and between ranks of one kind of machine. Only single numbers have a form here, so that
// no padding of a struct is ever written.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace diagc::runs {

using Bytes = std::vector<std::byte>;

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

template <Number T>
void write_value(Bytes& to, T value) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(T));
}

/// The numbers alone: the reader knows how many there are.
template <Number T>
void write_numbers(Bytes& to, std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// Their count, then the numbers.
template <Number T>
void write_values(Bytes& to, std::span<const T> values) {
  write_value(to, std::uint64_t{values.size()});
  write_numbers(to, values);
}

inline void write_text(Bytes& to, std::string_view text) {
  write_values(to, std::span<const char>(text));
}

/// The value at the front of `from`, which loses it. Like all functions below it throws std::runtime_error, whose text goes on from
/// "the file cannot be used: ".
template <Number T>
T read_value(std::span<const std::byte>& from) {
  if (from.size() < sizeof(T)) throw std::runtime_error("it ends too early");
  T value;
  std::memcpy(&value, from.data(), sizeof(T));
  from = from.subspan(sizeof(T));
  return value;
}

template <Number T>
void read_numbers(std::span<const std::byte>& from, std::span<T> to) {
  if (from.size() / sizeof(T) < to.size()) throw std::runtime_error("it ends too early");
  if (to.empty()) return;
  std::memcpy(to.data(), from.data(), to.size_bytes());
  from = from.subspan(to.size_bytes());
}

template <Number T>
std::vector<T> read_values(std::span<const std::byte>& from) {
  const auto count = read_value<std::uint64_t>(from);
  if (count > from.size() / sizeof(T)) throw std::runtime_error("it ends too early");
  std::vector<T> values(count);
  read_numbers(from, std::span(values));
  return values;
}

inline std::string read_text(std::span<const std::byte>& from) {
  const std::vector<char> text = read_values<char>(from);
  return {text.begin(), text.end()};
}

/// Refuses NaN and infinities.
inline void read_finite(std::span<const std::byte>& from, std::span<double> to) {
  read_numbers(from, to);
  for (const double value : to) {
    if (!std::isfinite(value)) throw std::runtime_error("it holds a number that is not finite");
  }
}

inline double read_finite(std::span<const std::byte>& from) {
  double value = 0;
  read_finite(from, std::span(&value, 1));
  return value;
}

}  // namespace diagc::runs
