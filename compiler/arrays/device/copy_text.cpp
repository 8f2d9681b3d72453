#include "compiler/arrays/device/copy_text.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace diagc::arrays {

namespace {

class CopyText {
 public:
  CopyText(const DeviceCopy& copy, bool is_far) : copy_(copy), is_far_(is_far) {
    std::uint64_t place = 1;
    for (std::size_t k = axes().size(); k-- > 0;) {
      places_.insert(places_.begin(), place);
      place *= axes()[k].part;
    }
  }

  std::string text() const {
    // A tile's number, with what is added to it.
    const bool is_long = (copy_.tiles() + (1U << 20U)) >> 32U != 0;
    return fmt::format(
               "  typedef {} Index;\n"
               "  typedef {} Offset;\n"
               "  static constexpr unsigned elements = {}, axes = {};\n"
               "  static constexpr Index tiles = {};\n"
               "  static constexpr bool moves = {};\n",
               is_long ? "Long" : "unsigned", is_far_ ? "Long" : "unsigned", copy_.tile_elements(),
               std::max<std::size_t>(axes().size(), 1), copy_.tiles(), copy_.moves) +
           tile() + inside("read", &CopyAxis::from) + inside("write", &CopyAxis::to);
  }

 private:
  using Stride = std::uint64_t CopyAxis::*;

  const std::vector<CopyAxis>& axes() const { return copy_.axes; }

  static std::uint64_t pieces(const CopyAxis& axis) {
    return (axis.extent + axis.part - 1) / axis.part;
  }

  /// `i / 4 % 8`
  static std::string digit(std::uint64_t below, std::uint64_t extent, bool is_last) {
    std::string text = "i";
    if (below > 1) text += fmt::format(" / {}", below);
    if (!is_last) text += fmt::format(" % {}", extent);
    return text;
  }

  /// `{}` of all terms, or 0.
  static std::string sum(const std::vector<std::string>& terms) {
    std::string text;
    for (const std::string& term : terms) text += (text.empty() ? "" : " + ") + term;
    return text.empty() ? "0" : text;
  }

  static std::string product(std::string_view name, std::size_t number, std::uint64_t factor) {
    return factor == 1 ? fmt::format("{}{}", name, number)
                       : fmt::format("{}{} * {}", name, number, factor);
  }

  /// Where a tile begins, and how many values it has of each axis.
  std::string tile() const {
    std::string text =
        "  __device__ static __forceinline__ void tile(Index i, Offset &from, Offset &to, unsigned "
        "*left) {\n";
    std::vector<std::string> from, to;
    std::uint64_t below = 1;
    const std::uint64_t all = copy_.tiles();
    for (std::size_t k = axes().size(); k-- > 0;) {
      const CopyAxis& axis = axes()[k];
      const std::uint64_t count = pieces(axis);
      if (count == 1) continue;
      text +=
          fmt::format("    const Offset t{} = {};\n", k, digit(below, count, below * count == all));
      below *= count;
      if (axis.from != 0) from.push_back(product("t", k, axis.part * axis.from));
      if (axis.to != 0) to.push_back(product("t", k, axis.part * axis.to));
      if (axis.extent % axis.part != 0)
        text += fmt::format("    left[{0}] = t{0} == {1} ? {2} : {3};\n", k, count - 1,
                            axis.extent % axis.part, axis.part);
    }
    return text + fmt::format("    from = {};\n    to = {};\n  }}\n", sum(from), sum(to));
  }

  /// An element of the tile, numbered in the order in which one of the arrays has it; false where the last tile has none such.
  std::string inside(std::string_view name, Stride stride) const {
    const bool reads = stride == &CopyAxis::from;
    std::string text = fmt::format(
        "  __device__ static __forceinline__ bool {}(unsigned i, const unsigned *left, Offset &at{}"
        ") {{\n",
        name, reads ? ", unsigned &place" : "");
    std::vector<std::size_t> order(axes().size());
    std::iota(order.begin(), order.end(), 0);
    // Elements that are read are numbered as they lie there, those that are written as they lie in shared memory.
    std::ranges::reverse(order);
    if (reads)
      std::ranges::stable_sort(order, std::less(), [&](std::size_t k) { return axes()[k].from; });
    std::vector<std::string> at, place, lives;
    std::uint64_t below = 1;
    for (const std::size_t k : order) {
      const CopyAxis& axis = axes()[k];
      if (axis.part == 1) continue;
      text += fmt::format("    const unsigned i{} = {};\n", k,
                          digit(below, axis.part, below * axis.part == copy_.tile_elements()));
      below *= axis.part;
      if (axis.*stride != 0) at.push_back("(Offset)" + product("i", k, axis.*stride));
      place.push_back(product("i", k, places_[k]));
      if (axis.extent % axis.part != 0) lives.push_back(fmt::format("i{0} < left[{0}]", k));
    }
    text += fmt::format("    at = {};\n", sum(at));
    if (reads) text += fmt::format("    place = {};\n", sum(place));
    std::string all;
    for (const std::string& one : lives) all += (all.empty() ? "" : " && ") + one;
    return text + fmt::format("    return {};\n  }}\n", all.empty() ? "true" : all);
  }

  const DeviceCopy& copy_;
  bool is_far_;
  std::vector<std::uint64_t> places_;  ///< strides in shared memory, by axis
};

}  // namespace

std::string copy_text(const DeviceCopy& copy, bool is_far) { return CopyText(copy, is_far).text(); }

std::uint64_t copy_shared_elements(const DeviceCopy& copy) {
  // As copy.cuh pads them.
  return copy.moves ? copy.tile_elements() + copy.tile_elements() / 32 : 0;
}

}  // namespace diagc::arrays
