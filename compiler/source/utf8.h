// Code points of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace diagc::utf8 {

/// Every byte but these begins a code point.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes of the well-formed code point at `offset`; 0 where there is none.
std::size_t length(std::string_view text, std::size_t offset);

/// Offset of the first byte that is NUL or no part of well-formed UTF-8.
std::optional<std::size_t> first_invalid(std::string_view text);

}  // namespace diagc::utf8
