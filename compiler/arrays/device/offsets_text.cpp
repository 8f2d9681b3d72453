#include "compiler/arrays/device/offsets_text.h"

#include <fmt/format.h>

namespace diagc::arrays {

namespace {

/// `i / 4 % 8`: a digit of an index, those of faster axes below.
std::string digit(std::uint64_t below, std::uint64_t extent, bool is_last) {
  std::string text = "i";
  if (below > 1) text += fmt::format(" / {}", below);
  if (!is_last) text += fmt::format(" % {}", extent);
  return text;
}

}  // namespace

std::string offsets_text(const char* name, const std::vector<PlanAxis>& axes,
                         const std::vector<std::pair<const char*, AxisStride>>& arrays) {
  std::string text = fmt::format("  __device__ static __forceinline__ void {}(Index i", name);
  for (const auto& [array, stride] : arrays) text += fmt::format(", Offset &{}", array);
  text += ") {\n";
  std::uint64_t below = 1;
  for (std::size_t k = 0; k < axes.size(); ++k) {  // i0 is the fastest
    const PlanAxis& axis = axes[axes.size() - 1 - k];
    text += fmt::format("    const Offset i{} = {};\n", k,
                        digit(below, axis.extent, k + 1 == axes.size()));
    below *= axis.extent;
  }
  for (const auto& [array, stride] : arrays) {
    text += fmt::format("    {} =", array);
    const char* before = " ";
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const std::uint64_t distance = axes[axes.size() - 1 - k].*stride;
      if (distance == 0) continue;
      text += fmt::format("{}i{}", before, k);
      if (distance > 1) text += fmt::format(" * {}", distance);
      before = " + ";
    }
    text += before[1] == '+' ? ";\n" : " 0;\n";
  }
  return text + "  }\n";
}

}  // namespace diagc::arrays
