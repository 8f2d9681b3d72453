#include "library/diagnostics.h"

namespace diagc {

Compiled::Diagnostic in_public(const Diagnostic& diagnostic) {
  return {.code = to_string(diagnostic.code),
          .path = diagnostic.path,
          .line = diagnostic.position.line,
          .column = diagnostic.position.column,
          .message = diagnostic.message,
          .source_line = diagnostic.source_line,
          .call_chain = diagnostic.call_chain,
          .rendered = render(diagnostic)};
}

std::vector<Compiled::Diagnostic> in_public(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Compiled::Diagnostic> result;
  for (const Diagnostic& diagnostic : diagnostics) result.push_back(in_public(diagnostic));
  return result;
}

}  // namespace diagc
