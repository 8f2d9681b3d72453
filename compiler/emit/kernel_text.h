// What the text of a kernel has in common for CPUs and GPUs: the title, values that depend on params alone, statements
// with what they read just before its first use, the rows that outputs take.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/emit/expression.h"
#include "compiler/emit/layout.h"

namespace diagc {

class KernelText {
 public:
  KernelText(const Graph& graph, const Schedule& schedule, ExpressionStyle style);

 protected:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  /// The title: which kernel this is (`what` ends the first line), and the lines of its rules.
  void title(const std::string& what);
  /// Order and work of the schedule.
  void plan();

  /// struct InputRows, struct OutputRows.
  void rows_structs();
  /// Of a part (part.h): numbers of variables and struct Rows.
  void part_rows(bool work);

  /// "Vec", "Real" or "Complex": what holds the value of a node.
  const char* type(NodeId node) const;

  /// Of a chunk: `const Vec N = splat(params[0]);`, and the values that are computed from params alone. `params` is the array's name.
  void uniforms(const Chunk& chunk, const char* params);

  /// What a chunk reads from outside, inputs and values of earlier chunks, in the order of first use, each with the
  /// number of the statement that uses it first (outputs come after the last statement).
  struct Read {
    std::size_t statement;
    NodeId node;
  };
  std::vector<Read> first_reads(const Chunk& chunk) const;

  /// The statements. `read_outside(node)` writes how a value comes from outside, `computed(node)` what follows its statement.
  template <class ReadOutside, class Computed>
  void statements(const Chunk& chunk, const char* indent, ReadOutside read_outside,
                  Computed computed) {
    const std::vector<Read> reads = first_reads(chunk);
    auto next = reads.begin();
    for (std::size_t s = 0; s < chunk.statements.size(); ++s) {
      for (; next != reads.end() && next->statement == s; ++next) read_outside(next->node);
      const Statement& statement = chunk.statements[s];
      line("{}const {} {} = {};", indent, type(statement.node), names_[statement.node],
           expressions_.of(statement));
      computed(statement.node);
    }
    for (; next != reads.end(); ++next) read_outside(next->node);
  }

  /// Rows of an output scalar with what they get: an output that is complex in other elements has an imaginary row.
  std::vector<std::pair<std::uint32_t, std::string>> output_values(std::uint32_t output) const;

  /// Whether any statement or output reads an element of the input of this number. A caller need not have rows of one that nothing reads.
  bool is_read(std::size_t input) const { return input_is_read_[input] != 0; }

  const Graph& graph_;
  const Schedule& schedule_;
  const Signature& signature_;
  const std::vector<std::uint32_t> first_input_, first_param_, first_output_;  ///< rows_before()
  std::string name_;                                                           ///< kernel_symbol
  ExpressionStyle style_;
  Names names_;
  Expressions expressions_;
  std::string text_;

 private:
  std::vector<std::uint8_t> input_is_read_;
};

}  // namespace diagc
