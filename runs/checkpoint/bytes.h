// Numbers as bytes, for checkpoints and between ranks of one kind of machine.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace diagc::integrate {

template <class T>
  requires std::is_trivially_copyable_v<T>
void write_value(std::vector<std::byte>& to, const T& value) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(T));
}

template <class T>
  requires std::is_trivially_copyable_v<T>
void write_values(std::vector<std::byte>& to, std::span<T> values) {
  write_value(to, std::uint64_t{values.size()});
  const auto bytes = std::as_bytes(values);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// The value at the front of `from`, which loses it.
template <class T>
  requires std::is_trivially_copyable_v<T>
T read_value(std::span<const std::byte>& from) {
  if (from.size() < sizeof(T)) throw std::runtime_error("it ends too early");
  T value;
  std::memcpy(&value, from.data(), sizeof(T));
  from = from.subspan(sizeof(T));
  return value;
}

template <class T>
  requires std::is_trivially_copyable_v<T>
std::vector<T> read_values(std::span<const std::byte>& from) {
  const auto count = read_value<std::uint64_t>(from);
  if (count > from.size() / sizeof(T)) throw std::runtime_error("it ends too early");
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), from.data(), count * sizeof(T));
  from = from.subspan(count * sizeof(T));
  return values;
}

}  // namespace diagc::integrate
