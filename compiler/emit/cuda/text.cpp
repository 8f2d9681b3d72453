#include "compiler/emit/cuda/text.h"

#include <stdexcept>

#include "compiler/emit/prelude.h"

namespace diagc {

namespace {

/// Functions of a complex number by those of real ones. The root takes the larger of two sums that cannot cancel.
const char* complex_function(Kind kind) {
  switch (kind) {
    case Kind::sqrt:
      return R"(__device__ inline Complex sqrt(Complex a) {
  if (a.re == 0 && a.im == 0) return {Real(0), a.im};
  const Real root = sqrt(Real(0.5) * fabs(a.re) + Real(0.5) * hypot(a.re, a.im)), half = Real(0.5) * a.im / root;
  if (a.re >= 0) return {root, half};
  return {fabs(half), copysign(root, a.im)};
}
)";
    case Kind::exp:
      return R"(__device__ inline Complex exp(Complex a) {
  const Real size = exp(a.re);
  return {size * cos(a.im), size * sin(a.im)};
}
)";
    case Kind::log:
      return R"(__device__ inline Complex log(Complex a) { return {log(hypot(a.re, a.im)), atan2(a.im, a.re)}; }
)";
    case Kind::sin:
      return R"(__device__ inline Complex sin(Complex a) { return {sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im)}; }
)";
    case Kind::cos:
      return R"(__device__ inline Complex cos(Complex a) { return {cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im))}; }
)";
    default:
      throw std::logic_error("no complex function for CUDA: " + std::string(to_string(kind)));
  }
}

}  // namespace

std::string rounded_numbers(const std::vector<Rational>& numbers, bool single_precision) {
  if (!single_precision) {
    std::vector<double> result;
    for (const Rational& number : numbers) result.push_back(to_double(number));
    return table_bytes(result);
  }
  std::vector<float> result;
  for (const Rational& number : numbers) result.push_back(nearest_float(number));
  return table_bytes(result);
}

void CudaText::launches(const CudaProgram& program) {
  for (const CudaLaunch& launch : program.launches) {
    line("// Launch {}: {} thread{} and {} configuration{} a block{}.", launch.function,
         launch.threads, launch.threads == 1 ? "" : "s", launch.configurations,
         launch.configurations == 1 ? "" : "s",
         launch.shared_bytes > 0
             ? fmt::format(", {} bytes of dynamic shared memory", launch.shared_bytes)
             : "");
  }
  if (program.workspace_bytes > 0) {
    line("// Slabs of {} configurations; the workspace takes {} bytes for each of them.",
         program.slab, program.workspace_bytes);
  }
  line("// To be compiled with {}.", fmt::join(cuda_compile_options, " "));
}

void CudaText::types() {
  line("typedef unsigned long long Size;");
  line("typedef {} Real;", options_.single_precision ? "float" : "double");
  const PreludeNeeds needs(graph_, schedule_);
  if (needs.complex) text_ += complex_numbers("Real", "__device__ inline", "__device__ ");
  for (const auto& [kind, type] : needs.functions) {
    if (type == Type::complex) text_ += complex_function(kind);
  }
  line("");
}

void CudaText::prelude(std::size_t tables) {
  line("");
  types();
  rows_structs();
  line("struct Batch {{");
  const auto array = [&](const char* what, std::size_t length) {
    if (length > 0) line("  {}[{}];", what, length);
  };
  array("InputRows inputs", signature_.inputs.size());
  array("OutputRows outputs", signature_.outputs.size());
  line("  Size begin, end;");
  line("  Real *work;");
  array("const void *tables", tables);
  array("Real params", rows(signature_.params));
  line("}};");
}

void CudaText::kernel_begin(const std::string& function, unsigned threads, unsigned blocks) {
  line("");
  line("extern \"C\" __global__ void __launch_bounds__({}{})", threads,
       blocks > 0 ? fmt::format(", {}", blocks) : "");
  line("{}(const __grid_constant__ Batch batch) {{", function);
}

void CudaText::input_pointers(const Chunk& chunk) {
  std::vector<std::string> pointers(signature_.inputs.size(), "nullptr");
  bool any = false;
  for (const Read& read : first_reads(chunk)) {
    if (graph_[read.node].kind != Kind::input) continue;
    const std::size_t i = place_of(signature_.inputs, graph_[read.node].payload).variable;
    pointers[i] = fmt::format("{0}.inputs[{1}].data + at * {0}.inputs[{1}].lane_stride", rows_, i);
    any = true;
  }
  if (any) {
    line("  const Real *const inputs[{}] = {{{}}};", pointers.size(), fmt::join(pointers, ", "));
  }
}

std::string CudaText::input_row(std::size_t variable, std::uint32_t row) const {
  return fmt::format("inputs[{1}] + {2} * {0}.inputs[{1}].row_stride", rows_, variable, row);
}

std::string CudaText::output_row(std::size_t variable, std::uint32_t row) const {
  return fmt::format("{0}.outputs[{1}].data[{2} * {0}.outputs[{1}].row_stride + at]", rows_,
                     variable, row);
}

}  // namespace diagc
