#include "physics/series/sampling/step_text.h"

#include <initializer_list>

#include <fmt/format.h>

#include "physics/series/sampling/step_files.h"
#include "runs/step/lanes.h"

namespace diagc::series {

namespace {

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

runs::LaneGroup lane_group(const StepShape& shape) {
  return {.single_precision = shape.single_precision, .lanes = shape.lanes};
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
      shape.order, shape.coefficients, shape.interval_bits, shape.bin_bits, 2 * shape.tables,
      shape.pair_offset, shape.propagator_input, shape.derivative_input, shape.one_site,
      shape.one_code, shape.class_is_row, shape.roots, shape.own_lines, shape.derivative,
      shape.alike, shape.symmetric);
}

std::string step_memory() {
  return std::string(step_file("memory")).append(step_file("tree_memory")) +
         "using namespace diagc::series;\n";
}

std::string cpu_lanes(const StepShape& shape) {
  const runs::LaneGroup group = lane_group(shape);
  std::string text = runs::cpu_lanes(group) + bit_functions(shape);
  text += "LANE_FUNCTION void polynomials(const Real *table, const Places &p, Vec *to) {\n";
  for (std::uint32_t offset = 0; offset < 2 * shape.coefficients; offset += 4) {
    text += runs::transposed_loads("Vec", "Quad", group.lanes, offset);
  }
  text += "}\n";
  return text + horner(shape);
}

std::string cuda_lanes(const StepShape& shape) {
  return runs::cuda_lanes(lane_group(shape))
      .append(step_file(shape.single_precision ? "cuda_polynomials_fp32" : "cuda_polynomials_fp64"))
      .append(bit_functions(shape))
      .append(horner(shape));
}

std::string step_body() {
  return runs::random_numbers() + joined_files({"chain_rows", "places", "lines", "moves"});
}

std::string tree_body() {
  return runs::random_numbers() + joined_files({"tree_rows", "places", "tree_sobol", "tree"});
}

}  // namespace diagc::series
