#include "diagc/embed.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/names.h"
#include "library/arrays.h"
#include "library/implementation.h"

namespace diagc {

namespace {

void check_name(const std::string& name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  const bool identifier = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                          std::ranges::all_of(name, fits);
  if (identifier && kernel_symbol(name) == name) return;
  throw std::invalid_argument(fmt::format(
      "found '{}' for the name of a part, expected an identifier of C++ that parts do not use "
      "themselves",
      name));
}

void refuse(const Kernel& kernel) {
  const std::string found = kernel.target() == Target::interpreter
                                ? "the target interpreter"
                                : fmt::format("the schedule {} on devices", kernel.schedule());
  throw std::invalid_argument(fmt::format(
      "{}: found {}, expected the target cpu, or cuda with the schedule straight: only these are "
      "functions of rows and a lane",
      kernel.name(), found));
}

std::vector<KernelPart::Variable> variables(const std::vector<Kernel::Variable>& list) {
  std::vector<KernelPart::Variable> result;
  for (const Kernel::Variable& variable : list) {
    result.push_back({variable.name, row_count(variable), variable.needed});
  }
  return result;
}

/// Where contraction is allowed, the text of a part says so itself.
std::vector<std::string> options_for(KernelPart::Language language) {
  if (language == KernelPart::Language::cpp) return {"-fno-math-errno"};
  return {std::begin(cuda_compile_options), std::end(cuda_compile_options)};
}

}  // namespace

KernelPart kernel_part(const Kernel& kernel, const std::string& name) {
  const Kernel::Implementation& implementation = Kernel::Access::implementation(kernel);
  if (!implementation.part) refuse(kernel);
  KernelPart result;
  result.name = name.empty() ? kernel_symbol(kernel.name()) : name;
  check_name(result.name);
  Part part = implementation.part(result.name);
  const Kernel::Figures& figures = kernel.figures();
  result.language =
      kernel.target() == Target::cuda ? KernelPart::Language::cuda : KernelPart::Language::cpp;
  result.source = std::move(part.source);
  result.function = result.name + "::evaluate";
  result.precision = kernel.precision();
  result.lanes = part.lanes;
  result.vectors = part.vectors;
  result.work_bytes = part.work_bytes;
  result.options = options_for(result.language);
  result.inputs = variables(kernel.inputs());
  result.params = variables(kernel.params());
  result.outputs = variables(kernel.outputs());
  result.resources = {.live_values = figures.max_live,
                      .flops = figures.flops,
                      .threads = part.threads,
                      .blocks = part.blocks,
                      .code_bytes = implementation.code_bytes};
  if (!kernel.gpu_code().empty()) {
    result.resources.registers = kernel.gpu_code().front().registers;
    result.resources.code_bytes = kernel.gpu_code().front().code_bytes;
  }
  return result;
}

}  // namespace diagc
