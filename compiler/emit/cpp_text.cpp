#include "compiler/emit/cpp_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/prelude.h"

namespace diagc {

CppText::CppText(const Graph& graph, const Schedule& schedule, const CppOptions& options,
                 std::size_t block)
    : KernelText(graph, schedule, {options.single_precision}),
      options_(options),
      input_rows_(rows(signature_.inputs)),
      output_rows_(rows(signature_.outputs)),
      block_(block) {}

std::string CppText::kernel() {
  title(fmt::format("{} configurations a vector", lanes()));
  plan();
  line("#pragma clang fp contract(off)");
  prelude();
  functions();
  entry();
  return std::move(text_);
}

Part CppText::part(const std::string& space) {
  title(fmt::format("{} configurations a vector, a part of a larger kernel", lanes()));
  plan();
  line("namespace {} {{", space);
  line("#pragma clang fp contract(off)");
  prelude();
  part_rows(true);
  Part part = part_functions();
  line("}}  // namespace {}", space);
  part.source = std::move(text_);
  part.lanes = lanes();
  return part;
}

unsigned CppText::lanes() const {
  return static_cast<unsigned>(options_.vector_bytes) / (options_.single_precision ? 4 : 8);
}

void CppText::prelude() {
  text_ += cpp_prelude(graph_, schedule_, {options_.single_precision, options_.vector_bytes});
  line("enum : Size {{ block = {} }};  // vectors of configurations {}", block_,
       meaning_of_block());
  line("");
  rows_structs();
  line("");
}

void CppText::entry() {
  line("extern \"C\" void *aligned_alloc(Size, Size);");
  line("extern \"C\" void free(void *);");
  line(
      "extern \"C\" int {}(const Real *const *inputs, Real *const *outputs, const Real *params, "
      "Size batch) {{",
      name_);
  line("  Real *work = (Real *)aligned_alloc(64, ({}_work_bytes + 63) / 64 * 64);", name_);
  line("  if (!work) return 1;");
  const auto rows_of_batch = [&](const char* type, const char* list, const char* strides,
                                 std::size_t count) {
    std::string elements;
    for (std::size_t i = 0; i < count; ++i) {
      elements += fmt::format("{}{{{}[{}], {}}}", i > 0 ? ", " : "", list, i, strides);
    }
    line("  const {}[{}] = {{{}}};", type, std::max<std::size_t>(count, 1), elements);
  };
  rows_of_batch("InputRows from", "inputs", "batch, 1", signature_.inputs.size());
  rows_of_batch("OutputRows to", "outputs", "batch", signature_.outputs.size());
  line("  {}_range(from, to, params, 0, batch, work);", name_);
  line("  free(work);");
  line("  return 0;\n}}");
}

}  // namespace diagc
