#include "compiler/emit/cuda/text.h"

#include "compiler/emit/embedded_files.h"
#include "compiler/emit/prelude.h"

namespace diagc {

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
    line("// Launch {}: {} thread{} and {} configuration{} a block{}{}.", launch.function,
         launch.threads, launch.threads == 1 ? "" : "s", launch.configurations,
         launch.configurations == 1 ? "" : "s",
         launch.shared_bytes > 0
             ? fmt::format(", {} bytes of dynamic shared memory", launch.shared_bytes)
             : "",
         launch.resident ? ", no more blocks than the device holds at once" : "");
  }
  if (program.workspace_bytes > 0) {
    line("// Slabs of {} configurations; the workspace takes {} bytes for each of them.",
         program.slab, program.workspace_bytes);
  }
  if (program.block_bytes > 0) {
    line("// The workspace takes {} bytes for each block.", program.block_bytes);
  }
  line("// To be compiled with {}.", fmt::join(cuda_compile_options, " "));
}

void CudaText::types() {
  line("typedef unsigned long long Size;");
  line("typedef {} Real;", options_.single_precision ? "float" : "double");
  const PreludeNeeds needs(graph_, schedule_);
  if (needs.complex) text_ += complex_numbers("Real", "__device__ inline", "__device__");
  for (const auto& [kind, type] : needs.functions) {
    if (type == Type::complex) text_ += embedded_text(fmt::format("complex_{}", to_string(kind)));
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

void CudaText::input_lanes(const Chunk& chunk) {
  std::vector<std::string> lanes(signature_.inputs.size(), row_addresses_ ? "0" : "nullptr");
  bool any = false;
  for (const Read& read : first_reads(chunk)) {
    if (graph_[read.node].kind != Kind::input) continue;
    const std::size_t i = place_of(signature_.inputs, graph_[read.node].payload).variable;
    lanes[i] = fmt::format(
        fmt::runtime(row_addresses_ ? "at * (sizeof(Real) * {0}.inputs[{1}].lane_stride)"
                                    : "{0}.inputs[{1}].data + at * {0}.inputs[{1}].lane_stride"),
        rows_, i);
    any = true;
  }
  if (!any) return;
  line("  const {}[{}] = {{{}}};", row_addresses_ ? "Size offsets" : "Real *const inputs",
       lanes.size(), fmt::join(lanes, ", "));
}

std::string CudaText::input_row(std::size_t variable, std::uint32_t row) const {
  const std::string distance = fmt::format("{} * {}.inputs[{}].row_stride", row, rows_, variable);
  if (!row_addresses_) return fmt::format("inputs[{}] + {}", variable, distance);
  return fmt::format("in_row({0}.inputs[{1}].data + {2}, offsets[{1}])", rows_, variable, distance);
}

std::string CudaText::output_row(std::size_t variable, std::uint32_t row) const {
  return fmt::format("{0}.outputs[{1}].data[{2} * {0}.outputs[{1}].row_stride + at]", rows_,
                     variable, row);
}

std::string CudaText::power_text(const DeterminantPower& power) const {
  if (power.value == no_node) return expressions_.literal(Rational(power.shift));
  std::string text = expressions_.read(power.value);
  if (power.shift != 0) {
    text += fmt::format(" {} {}", power.shift < 0 ? "-" : "+",
                        expressions_.literal(Rational(std::abs(power.shift))));
  }
  return text;
}

}  // namespace diagc
