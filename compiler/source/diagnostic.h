// What diagc tells people about their input.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/source/source.h"

namespace diagc {

/// Kinds of error, stable for callers of the library; `to_string` gives the kebab-case name.
enum class Code {
  file,          ///< a file cannot be read or is not text
  syntax,        ///< the grammar of the language does not allow this
  nesting,       ///< expressions nested deeper than the limit
  duplicate,     ///< a name declared twice, or a reserved one
  unknown_name,  ///< a name that nothing declares
  arity,         ///< wrong number of arguments or indices
  kind,          ///< static where dynamic is needed, a vector for a scalar, a bool for a number, …
  index,         ///< an index outside an input's declared range
  recursion,     ///< expansion came back to the same call
  limit,         ///< node or step limit passed
  definition,    ///< a -D or -p that is missing, unknown or of the wrong kind
  value,         ///< division by zero, min of an empty set, set element or number out of range
  graph,         ///< malformed text of a graph
  machine,       ///< something this machine lacks (compiler, device, disk)
};

const char* to_string(Code code);

/// One error. `path` empty: no position is known (a missing command-line value of no declaration,
/// say).
struct Diagnostic {
  Code code = Code::syntax;
  std::string path;
  Position position;    ///< line 0: the file as a whole
  std::string message;  ///< what was found, what was expected
  std::string source_line =
      {};                   ///< the line the caret stands under, clipped around it where it is long
  std::uint32_t caret = 0;  ///< column in `source_line` of the caret (from 1); 0: no caret
  std::vector<std::string> call_chain =
      {};  ///< innermost first, as shown: "in W(2, {1}, 0, 2), called at PATH:LINE:COL"
};

Diagnostic make_diagnostic(Code code, const Source& source, Span at, std::string message);

/// `name` in backquotes, shortened when it is very long.
std::string quoted(std::string_view name);

/// "PATH:LINE:COL: error: …", the (clipped) line, the caret, then the chain of calls, each indented
/// by two spaces. Lines are parted by newlines; there is none at the end.
std::string render(const Diagnostic& diagnostic);

/// Sorts by file and position and removes repetitions.
void sort_diagnostics(std::vector<Diagnostic>& diagnostics);

/// Thrown by a stage that cannot go on: the input is wrong in these ways.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(Diagnostic diagnostic);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace diagc
