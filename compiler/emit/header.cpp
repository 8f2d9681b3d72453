#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/emit/cpp.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/names.h"

namespace diagc {

namespace {

/// A documentation string as a comment. Its closing quote keeps a backslash from joining the next line; compilers end a line at a carriage
/// return, too, so that control characters become spaces.
std::string quoted_doc(std::string doc) {
  for (char& c : doc) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  return doc.empty() ? "" : fmt::format(" \"{}\"", doc);
}

/// "G[0..4, 0..4] : complex"
std::string declaration(const Variable& variable) {
  std::string ranges;
  for (const IndexRange& range : variable.ranges) {
    ranges += fmt::format("{}{}..{}", ranges.empty() ? "[" : ", ", range.first, range.last);
  }
  if (!ranges.empty()) ranges += "]";
  return fmt::format("{}{} : {}", variable.name, ranges,
                     full_type_name(variable.shape, variable.type == Type::complex));
}

/// The array that the rows of a variable make: "[0..4][0..4][E x y z][re im]", each index from 0, the last one fastest.
std::string row_shape(const Variable& variable) {
  std::string shape;
  for (const IndexRange& range : variable.ranges) shape += fmt::format("[{}]", range.size());
  if (variable.shape != ElementShape::scalar) shape += fmt::format("[{}]", variable.components());
  if (variable.type == Type::complex) shape += "[2]";
  return shape.empty() ? "[1]" : shape;
}

std::string row_words(const Variable& variable) {
  std::string words;
  if (variable.shape != ElementShape::scalar) {
    words += fmt::format(", [{}] the components {}", variable.components(),
                         fmt::join(component_names(variable.shape), ", "));
  }
  if (variable.type == Type::complex) words += ", [2] real and imaginary part";
  return words;
}

std::string guard(const std::string& symbol) {
  std::string name = "DIAGC_KERNEL_" + symbol + "_H";
  for (char& c : name) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return name;
}

}  // namespace

std::string emit_header(const Graph& graph, const CppOptions& options) {
  const Signature& signature = graph.signature();
  const std::string name = kernel_symbol(signature.name);
  const char* real = options.single_precision ? "float" : "double";
  std::string text;
  const auto line = [&]<class... Arguments>(fmt::format_string<Arguments...> format,
                                            Arguments&&... arguments) {
    text += fmt::format(format, std::forward<Arguments>(arguments)...);
    text += '\n';
  };
  std::string statics;
  for (const auto& [static_name, value] : signature.statics) {
    statics += fmt::format(", {} = {}", static_name, value);
  }
  line("// {}{}: {} precision. Emitted by diagc.", signature.name, statics,
       options.single_precision ? "single" : "double");
  if (!signature.doc.empty()) line("//{}", quoted_doc(signature.doc));
  line("//");
  line(
      "// A batch is `batch` configurations. Every input and output is an array of rows, row after "
      "row, each of `batch`");
  line(
      "// numbers, one for each configuration. Arrays need no alignment but that of {}; outputs "
      "overlap nothing.",
      real);
  const auto arrays = [&](const char* list, const std::vector<Variable>& variables) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      line("//   {}[{}]: {}{}", list, i, declaration(variables[i]), quoted_doc(variables[i].doc));
      line("//     {} {}[batch]: {} rows{}", real, row_shape(variables[i]), rows(variables[i]),
           row_words(variables[i]));
    }
    if (variables.empty()) line("//   {}: none, may be null", list);
  };
  arrays("inputs", signature.inputs);
  arrays("outputs", signature.outputs);
  line("// Params have one value for the whole batch.");
  const std::vector<std::uint32_t> first_params = rows_before(signature.params);
  for (std::size_t i = 0; i < signature.params.size(); ++i) {
    const Variable& param = signature.params[i];
    const std::uint32_t first = first_params[i];
    line("//   params[{}]{}: {}{}", first,
         rows(param) > 1 ? fmt::format(" … params[{}]", first + rows(param) - 1) : "",
         declaration(param), quoted_doc(param.doc));
    if (rows(param) > 1) line("//     {} {}{}", real, row_shape(param), row_words(param));
  }
  if (signature.params.empty()) line("//   params: none, may be null");
  line("#ifndef {}", guard(name));
  line("#define {}", guard(name));
  line("");
  line("#include <stddef.h>");
  line("");
  line("#ifdef __cplusplus");
  line("extern \"C\" {{");
  line("#endif");
  line("");
  line(
      "// Evaluates the batch on the calling thread; any number of threads may call at once. 0, or "
      "1 when there is no memory.");
  line("int {}(const {} *const *inputs, {} *const *outputs, const {} *params, size_t batch);", name,
       real, real, real);
  line("");
  line(
      "// Rows wherever they lie: number c of row r is data[r * row_stride + c * lane_stride]. A "
      "lane_stride is 1, or 0 where");
  line("// all configurations share the one number of a row.");
  line("struct {}_input {{\n  const {} *data;\n  size_t row_stride, lane_stride;\n}};", name, real);
  line("struct {}_output {{\n  {} *data;\n  size_t row_stride;\n}};", name, real);
  line("");
  line(
      "// Configurations begin … end - 1 alone, on such rows of every input and output. `work` has "
      "{}_work_bytes bytes at",
      name);
  line("// an address that 64 divides, and is used by one thread at a time.");
  line("void {0}_range(const struct {0}_input *inputs, const struct {0}_output *outputs,", name);
  line("    const {} *params, size_t begin, size_t end, {} *work);", real, real);
  line("extern const size_t {}_work_bytes;", name);
  line("");
  line("#ifdef __cplusplus");
  line("}}");
  line("#endif");
  line("");
  line("#endif");
  return text;
}

}  // namespace diagc
