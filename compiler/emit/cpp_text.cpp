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
  plan_comment();
  line("#pragma clang fp contract(off)");
  prelude();
  functions();
  entry();
  return std::move(text_);
}

Part CppText::part(const std::string& space) {
  title(fmt::format("{} configurations a vector, a part of a larger kernel", lanes()));
  plan_comment();
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

std::vector<CppText::Place> CppText::places(Side side) const {
  const std::vector<Variable>& list = variables(side);
  const auto& first = side == Side::inputs ? first_input_ : first_output_;
  std::vector<Place> result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint32_t count = rows(list[i]);
    if (count > 0 && (side == Side::outputs || is_read(i))) result.push_back({i, first[i], count});
  }
  return result;
}

void CppText::place_tables() {
  if (!is_long(Side::inputs) && !is_long(Side::outputs)) return;
  line("// Rows of a variable among those of all.");
  line("struct Place {{\n  unsigned variable, first, count;\n}};");
  for (const Side side : {Side::inputs, Side::outputs}) {
    const std::vector<Place> list = places(side);
    if (!is_long(side) || list.empty()) continue;
    line("static const Place {}[] = {{", table_name(side));
    for (const Place& place : list)
      line("  {{{}, {}, {}}},", place.variable, place.first, place.count);
    line("}};");
  }
  line("");
}

void CppText::indent_from(std::size_t begin) {
  std::string indented;
  for (std::size_t at = begin; at < text_.size();) {
    const std::size_t end = text_.find('\n', at) + 1;
    indented.append("  ").append(text_, at, end - at);
    at = end;
  }
  text_.replace(begin, text_.npos, indented);
}

void CppText::prelude() {
  text_ += cpp_prelude(graph_, schedule_, {options_.single_precision, options_.vector_bytes});
  line("enum : Size {{ block = {} }};  // vectors of configurations {}", block_,
       meaning_of_block());
  line("");
  rows_structs();
  line("");
  place_tables();
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
  const auto rows_of_batch = [&](const char* type, const char* name, const char* list,
                                 const char* strides, std::size_t count) {
    if (count > most_listed) {
      line("  {} {}[{}];", type, name, count);
      line("  for (Size variable = 0; variable < {}; ++variable)", count);
      line("    {}[variable] = {{{}[variable], {}}};", name, list, strides);
      return;
    }
    std::string elements;
    for (std::size_t i = 0; i < count; ++i) {
      elements += fmt::format("{}{{{}[{}], {}}}", i > 0 ? ", " : "", list, i, strides);
    }
    line("  const {} {}[{}] = {{{}}};", type, name, std::max<std::size_t>(count, 1), elements);
  };
  rows_of_batch("InputRows", "from", "inputs", "batch, 1", signature_.inputs.size());
  rows_of_batch("OutputRows", "to", "outputs", "batch", signature_.outputs.size());
  line("  {}_range(from, to, params, 0, batch, work);", name_);
  line("  free(work);");
  line("  return 0;\n}}");
}

}  // namespace diagc
