#include "runs/step/lanes.h"

#include <span>
#include <vector>

#include <fmt/format.h>

#include "runs/step/lane_files.h"

namespace diagc::runs {

namespace {

/// "f(0), f(1), …"
template <class Item>
std::string list(std::uint32_t count, Item item) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + item(i);
  return text;
}

std::string indices(std::uint32_t count) {
  return list(count, [](std::uint32_t i) { return std::to_string(i); });
}

/// Joins vectors of four numbers, those of `parts`, a power of two, to one.
std::string joined(std::span<const std::string> parts) {
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;
  return fmt::format("__builtin_shufflevector({}, {}, {})", joined(parts.first(half)),
                     joined(parts.subspan(half)),
                     indices(static_cast<std::uint32_t>(4 * parts.size())));
}

/// Number of a lane's place after `places(at)`.
std::string place(std::uint32_t lane) {
  return lane % 2 == 0 ? fmt::format("(unsigned)p.at[{}]", lane / 2)
                       : fmt::format("(p.at[{}] >> 32)", lane / 2);
}

}  // namespace

std::string transposed_loads(const char* vector, const char* quad, std::uint32_t lanes,
                             std::uint32_t offset) {
  std::string text;
  if (lanes < 4) {  // nothing to transpose
    for (std::uint32_t k = 0; k < 4; ++k) {
      text += fmt::format("  to[{}] = ({}){{{}}};\n", offset + k, vector,
                          list(lanes, [&](std::uint32_t lane) {
                            return fmt::format("table[{} + {}]", place(lane), offset + k);
                          }));
    }
    return text;
  }
  for (std::uint32_t k = 0; k < 4; ++k) {
    std::vector<std::string> quads;
    for (std::uint32_t lane = k; lane < lanes; lane += 4) {
      quads.push_back(fmt::format("*(const {} *)(table + {} + {})", quad, place(lane), offset));
    }
    text += fmt::format("  const {} q{} = {};\n", vector, k, joined(quads));
  }
  // First pairs (0, 1), (2, 3), then both pairs.
  const auto shuffle = [&](const char* a, const char* b, const auto& index) {
    return fmt::format("__builtin_shufflevector({}, {}, {})", a, b,
                       list(lanes, [&](std::uint32_t i) { return std::to_string(index(i)); }));
  };
  const auto pick = [&](std::uint32_t first, std::uint32_t step, bool pairs) {
    // Within four lanes: [a_first, b_first, a_next, b_next], or [a_first, a_next, b_first, b_next] for pairs.
    return [=](std::uint32_t i) {
      const std::uint32_t group = i / 4 * 4, j = i % 4;
      const bool second = pairs ? j >= 2 : j % 2 == 1;
      const std::uint32_t place = first + step * (pairs ? j % 2 : j / 2);
      return group + place + (second ? lanes : 0);
    };
  };
  text += fmt::format("  const {} l01 = {};\n", vector, shuffle("q0", "q1", pick(0, 1, false)));
  text += fmt::format("  const {} h01 = {};\n", vector, shuffle("q0", "q1", pick(2, 1, false)));
  text += fmt::format("  const {} l23 = {};\n", vector, shuffle("q2", "q3", pick(0, 1, false)));
  text += fmt::format("  const {} h23 = {};\n", vector, shuffle("q2", "q3", pick(2, 1, false)));
  text += fmt::format("  to[{}] = {};\n", offset, shuffle("l01", "l23", pick(0, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 1, shuffle("l01", "l23", pick(2, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 2, shuffle("h01", "h23", pick(0, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 3, shuffle("h01", "h23", pick(2, 1, true)));
  return "  {\n" + text + "  }\n";
}

std::string cpu_lanes(const LaneGroup& group) {
  const std::uint32_t lanes = group.lanes;
  std::string text(lane_file("cpu_lanes"));
  text += fmt::format("LANE_FUNCTION Int counting() {{ return (Int){{{}}}; }}\n", indices(lanes));
  // Lanes leave a vector two at a time: taking out each one costs twice as much.
  text += fmt::format("struct Places {{ unsigned long long at[{}]; }};\n", lanes / 2);
  text += "LANE_FUNCTION Places places(Int at) {\n  const Halves halves = even(at);\n  Places p;\n";
  for (std::uint32_t i = 0; i < lanes / 2; ++i) {
    text += fmt::format("  p.at[{0}] = halves[{0}];\n  asm(\"\" : \"+r\"(p.at[{0}]));\n", i);
  }
  text += "  return p;\n}\n";
  const auto gathered = [&](const char* type) {
    return fmt::format(
        "  const Places p = places(at);\n  return ({}){{{}}};\n", type,
        list(lanes, [](std::uint32_t i) { return fmt::format("table[{}]", place(i)); }));
  };
  text += "LANE_FUNCTION Int look_up(const unsigned *table, Int at) {\n" + gathered("Int") + "}\n";
  text += "LANE_FUNCTION Vec look_up(const Real *table, Int at) {\n" + gathered("Vec") + "}\n";
  text +=
      "LANE_FUNCTION Wide look_up_wide(const double *table, Int at) {\n" + gathered("Wide") + "}\n";
  text += "LANE_FUNCTION Int gather(const unsigned *row, Int at) { return look_up(row, at); }\n";
  text += lane_file(group.single_precision ? "cpu_fp32" : "cpu_fp64");
  text +=
      "LANE_FUNCTION void quads(const unsigned *table, Int at, Int *to) {\n"
      "  const Places p = places(at);\n" +
      transposed_loads("Int", "IntQuad", lanes, 0) + "}\n";
  return text;
}

std::string cuda_lanes(const LaneGroup& group) {
  return std::string(lane_file("cuda_lanes"))
      .append(lane_file(group.single_precision ? "cuda_fp32" : "cuda_fp64"));
}

std::string random_numbers() { return std::string(lane_file("philox")); }

}  // namespace diagc::runs
