#include "physics/series/sampling/step_text.h"

#include <initializer_list>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "physics/series/sampling/step_files.h"

namespace diagc::series {

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

/// Four numbers for each walker, lying together, become four vectors: quads of the walkers k, 4 + k, 8 + k, … are joined to q_k, and
/// every four walkers' quads are a 4 × 4 matrix to transpose.
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

/// From the highest power down.
std::string horner(const StepShape& shape) {
  std::string text = "LANE_FUNCTION Vec polynomial(const Vec *c, Vec x) {\n  return ";
  for (std::uint32_t power = 0; power + 1 < shape.coefficients; ++power) text += "fma(";
  text += fmt::format("c[{}]", shape.coefficients - 1);
  for (std::uint32_t power = shape.coefficients - 1; power-- > 0;) {
    text += fmt::format(", x, c[{}])", power);
  }
  return text + ";\n}\n";
}

/// Parts of cells and ticks.
std::string bit_functions(const StepShape& shape) {
  std::string text;
  // Shifts by 32 have no meaning.
  const auto shift_function = [&](const char* name, const char* argument, const char* direction,
                                  std::uint32_t bits) {
    text += fmt::format("LANE_FUNCTION Int {}(Int {}) {{ return {}; }}\n", name, argument,
                        bits == 32 ? std::string("integers(0)")
                                   : fmt::format("{} {} {}", argument, direction, bits));
  };
  shift_function("interval", "ticks", ">>", 32 - shape.interval_bits);
  shift_function("bin", "ticks", ">>", 32 - shape.bin_bits);
  shift_function("bin_start", "cell", "<<", 32 - shape.bin_bits);
  shift_function("below_bin", "bits", ">>", shape.bin_bits);
  shift_function("above_bin", "cell", ">>", shape.bin_bits);
  shift_function("first_bin", "link_class", "<<", shape.bin_bits);
  return text;
}

std::string joined_files(std::initializer_list<const char*> names) {
  std::string text;
  for (const char* name : names) text += step_file(name);
  return text;
}

}  // namespace

std::string step_constants(const StepShape& shape) {
  return fmt::format(
      "constexpr unsigned order = {}, coefficients = {}, interval_bits = {}, bin_bits = {}, "
      "polynomial_count = {}, pair_offset = {}u, propagator_input = {}, derivative_input = {};\n"
      "constexpr bool one_site = {}, one_code = {}, class_is_row = {}, roots = {}, own_lines = "
      "{}, derivative = {}, alike = {}, symmetric = {};\n",
      shape.order, shape.coefficients, shape.interval_bits, shape.bin_bits,
      shape.derivative ? 4 : 2, shape.pair_offset, shape.propagator_input, shape.derivative_input,
      shape.one_site, shape.one_code, shape.class_is_row, shape.roots, shape.own_lines,
      shape.derivative, shape.alike, shape.symmetric);
}

std::string step_memory() {
  return std::string(step_file("memory")).append(step_file("tree_memory")) +
         "using namespace diagc::series;\n";
}

std::string cpu_lanes(const StepShape& shape) {
  const std::uint32_t lanes = shape.lanes;
  std::string text(step_file("cpu_lanes"));
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
  text += "LANE_FUNCTION Int gather(const unsigned *row, Int at) { return look_up(row, at); }\n";
  text += step_file(shape.single_precision ? "cpu_fp32" : "cpu_fp64");
  text +=
      "LANE_FUNCTION void quads(const unsigned *table, Int at, Int *to) {\n"
      "  const Places p = places(at);\n" +
      transposed_loads("Int", "IntQuad", lanes, 0) + "}\n";
  text += bit_functions(shape);

  text += "LANE_FUNCTION void polynomials(const Real *table, const Places &p, Vec *to) {\n";
  for (std::uint32_t offset = 0; offset < 2 * shape.coefficients; offset += 4) {
    text += transposed_loads("Vec", "Quad", lanes, offset);
  }
  text += "}\n";
  return text + horner(shape);
}

std::string cuda_lanes(const StepShape& shape) {
  return std::string(step_file("cuda_lanes"))
      .append(step_file(shape.single_precision ? "cuda_fp32" : "cuda_fp64"))
      .append(bit_functions(shape))
      .append(horner(shape));
}

std::string step_body() {
  return joined_files({"philox", "chain_rows", "places", "lines", "moves"});
}

std::string tree_body() { return joined_files({"philox", "tree_rows", "places", "tree"}); }

}  // namespace diagc::series
