#include "compiler/emit/cpp.h"

#include "compiler/emit/cpp_text.h"
#include "compiler/emit/part.h"

namespace diagc {

namespace {

std::unique_ptr<CppText> text_for(const Graph& graph, const Schedule& schedule,
                                  const CppOptions& options) {
  if (auto sweep = find_sweep(graph, schedule)) {
    return determinant_text(graph, schedule, options, std::move(*sweep));
  }
  return schedule.chunked() ? chunked_text(graph, schedule, options)
                            : straight_text(graph, schedule, options);
}

}  // namespace

std::string emit_cpp(const Graph& graph, const Schedule& schedule, const CppOptions& options) {
  return text_for(graph, schedule, options)->kernel();
}

Part emit_cpp_part(const Graph& graph, const Schedule& schedule, const CppOptions& options,
                   const std::string& space) {
  return text_for(graph, schedule, options)->part(space);
}

}  // namespace diagc
