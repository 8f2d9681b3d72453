#include "compiler/emit/tiles/lane_text.h"

#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

/// Numbers of a list, one for each number of a vector.
template <class F>
std::string list_of(std::uint64_t numbers, const F& number) {
  std::string text;
  for (std::uint64_t k = 0; k < numbers; ++k) {
    if (k > 0) text += ", ";
    text += std::to_string(number(static_cast<std::int64_t>(k)));
  }
  return text;
}

}  // namespace

LaneForm lane_form(bool is_complex, std::uint64_t lane_numbers, std::uint64_t vector_numbers) {
  if (!is_complex) return LaneForm::real;
  return lane_numbers % (2 * vector_numbers) == 0 ? LaneForm::apart : LaneForm::in_turn;
}

std::string lane_text(LaneForm form, const std::string& real, int vector_bytes,
                      std::uint64_t number_bytes, std::uint64_t lane_numbers, bool three) {
  const std::uint64_t numbers = static_cast<std::uint64_t>(vector_bytes) / number_bytes;
  const auto all = static_cast<std::int64_t>(numbers);
  // Parts are put apart and back in pieces of 16 bytes, which processors do in one instruction.
  const auto piece = static_cast<std::int64_t>(16 / number_bytes);
  const auto part = [&](std::int64_t k) {
    return k / piece * piece + k % (piece / 2) * 2 + (k % piece < piece / 2 ? 0 : all);
  };
  const auto in_turn = [&](std::int64_t k) {
    return k / piece * piece + k % piece / 2 + k % 2 * all;
  };
  const auto rest = static_cast<std::int64_t>(lane_numbers % numbers);
  const char* const names[] = {"tile_real", "tile_complex", "tile_parts"};
  return embedded_text(
             "tile_vectors",
             {{"REAL", real},
              {"VECTOR_BYTES", std::to_string(vector_bytes)},
              {"GROUP", form == LaneForm::apart ? "2" : "1"},
              {"LAST", list_of(numbers, [&](std::int64_t k) { return (k - rest + all) % all; })}}) +
         "\n" +
         embedded_text(
             names[static_cast<std::size_t>(form)],
             {{"REAL", real},
              {"TURNED", list_of(numbers, [](std::int64_t k) { return k ^ 1; })},
              {"SIGNS", list_of(numbers, [](std::int64_t k) { return k % 2 == 0 ? -1 : 1; })},
              {"REAL_PARTS", list_of(numbers, part)},
              {"IMAGINARY_PARTS", list_of(numbers, [&](std::int64_t k) { return part(k) + 1; })},
              {"FIRST_IN_TURN", list_of(numbers, in_turn)},
              {"SECOND_IN_TURN",
               list_of(numbers, [&](std::int64_t k) { return in_turn(k) + piece / 2; })}}) +
         "\n" + (three ? embedded_text("tile_three", {{"REAL", real}}) + "\n" : "") +
         embedded_text("tile_moves",
                       {{"REAL", real},
                        {"LAST", list_of(numbers, [&](std::int64_t k) { return k + rest; })}});
}

}  // namespace diagc
