// How lanes of a tile kernel are read, multiplied and written.
#pragma once

#include <cstdint>
#include <string>

namespace diagc {

/// What numbers of lanes are: real, complex with their parts in turn, or complex with vectors of real and of imaginary parts between steps.
enum class LaneForm : std::uint8_t { real, in_turn, apart };

/// Parts are apart where lanes fill pairs of vectors.
LaneForm lane_form(bool is_complex, std::uint64_t lane_numbers, std::uint64_t vector_numbers);

/// The functions `read`, `add`, `write` and `stream`, of parts that are apart `read_parts` and `write_parts`, and with `three` those of sums that take three
/// real products for a complex one, for vectors of `vector_bytes`;
/// `real` is the type of their numbers, of `number_bytes` each; arrays of elements have rows of `lane_numbers`, which may end within a vector.
std::string lane_text(LaneForm form, const std::string& real, int vector_bytes,
                      std::uint64_t number_bytes, std::uint64_t lane_numbers, bool three);

}  // namespace diagc
