#include "compiler/emit/names.h"
#include "compiler/emit/c_names.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace diagc {

namespace {

/// Names that emitted sources use themselves, and the words of C++.
const char* const reserved[] = {"Real",
                                "Vec",
                                "Row",
                                "Complex",
                                "Size",
                                "lanes",
                                "block",
                                "splat",
                                "load",
                                "store",
                                "fma",
                                "conj",
                                "re",
                                "im",
                                "sqrt",
                                "exp",
                                "log",
                                "sin",
                                "cos",
                                "in_row",
                                "inputs",
                                "offsets",
                                "outputs",
                                "params",
                                "begin",
                                "end",
                                "work",
                                "tile",
                                "out",
                                "at",
                                "v",
                                "vectors",
                                "batch",
                                "Rows",
                                "rows",
                                "evaluate",
                                "input_count",
                                "output_count",
                                "param_count",
                                "InputRows",
                                "OutputRows",
                                "from",
                                "to",
                                "once",
                                "twice",
                                "matrix",
                                "matrix_rows",
                                "values",
                                "alignas",
                                "alignof",
                                "and",
                                "asm",
                                "auto",
                                "bitand",
                                "bitor",
                                "bool",
                                "break",
                                "case",
                                "catch",
                                "char",
                                "class",
                                "compl",
                                "concept",
                                "const",
                                "consteval",
                                "constexpr",
                                "constinit",
                                "continue",
                                "decltype",
                                "default",
                                "delete",
                                "do",
                                "double",
                                "else",
                                "enum",
                                "explicit",
                                "export",
                                "extern",
                                "false",
                                "float",
                                "for",
                                "friend",
                                "goto",
                                "if",
                                "inline",
                                "int",
                                "long",
                                "mutable",
                                "namespace",
                                "new",
                                "noexcept",
                                "not",
                                "nullptr",
                                "operator",
                                "or",
                                "private",
                                "protected",
                                "public",
                                "register",
                                "requires",
                                "return",
                                "short",
                                "signed",
                                "sizeof",
                                "static",
                                "struct",
                                "switch",
                                "template",
                                "this",
                                "throw",
                                "true",
                                "try",
                                "typedef",
                                "typeid",
                                "typename",
                                "union",
                                "unsigned",
                                "using",
                                "virtual",
                                "void",
                                "volatile",
                                "while",
                                "xor",
                                "and_eq",
                                "or_eq",
                                "xor_eq",
                                "not_eq",
                                "char8_t",
                                "char16_t",
                                "char32_t",
                                "wchar_t",
                                "co_await",
                                "co_return",
                                "co_yield",
                                "const_cast",
                                "dynamic_cast",
                                "reinterpret_cast",
                                "static_cast",
                                "static_assert",
                                "thread_local"};

/// Names that emitted CUDA sources use beyond those, and macros of the headers that nvcc includes.
const char* const cuda_words[] = {
    "Batch",     "Size",     "blockIdx",   "blockDim",     "gridDim",    "threadIdx",   "warpSize",
    "values",    "known",    "numbers",    "diagc_shared", "copy_ahead", "copies_wait", "M_E",
    "M_LOG2E",   "M_LOG10E", "M_LN2",      "M_LN10",       "M_PI",       "M_PI_2",      "M_PI_4",
    "M_1_PI",    "M_2_PI",   "M_2_SQRTPI", "M_SQRT2",      "M_SQRT1_2",  "linux",       "unix",
    "NULL",      "EOF",      "INFINITY",   "NAN",          "HUGE_VAL",   "errno",       "RAND_MAX",
    "assert",    "CHAR_BIT", "INT_MAX",    "stdin",        "stdout",     "stderr",      "signbit",
    "threads",   "slots",    "first_slot", "load_slot",    "store_slot", "load_row",    "store_row",
    "load_input"};

/// Names that kernels of the schedule `cooperative` use beyond those; `numbered_words` with a number behind them.
const char* const cooperative_words[] = {
    "lane",     "warp", "side",    "mine",       "start", "done",    "arrivals", "own",
    "own_pack", "list", "records", "record",     "what",  "at_hand", "place",    "column",
    "where",    "body", "stage",   "parameters", "words", "loads",   "work"};
const char* const numbered_words[] = {"base", "output", "tile", "left", "has", "row", "product"};

/// "W(2, {1, 3}, -1)" → "W_2_S1_3_m1", "G[2,3]" → "G_2_3", "p[1].x" → "p_1_x"
std::string identifier(const std::string& text) {
  std::string result;
  bool separate = false;
  for (const char c : text) {
    if (c == ' ') continue;
    if (c == ')' || c == ']' || c == '}') continue;
    if (c == '(' || c == '[' || c == ',' || c == '.' || c == '/') {
      separate = true;
      continue;
    }
    if (separate) result += '_';
    separate = false;
    result += c == '{' ? 'S' : c == '-' ? 'm' : c;
  }
  return result;
}

}  // namespace

std::string kernel_symbol(const std::string& grammar) {
  const bool is_reserved =
      std::find(std::begin(reserved), std::end(reserved), grammar) != std::end(reserved);
  return is_reserved || belongs_to_c(grammar) ? grammar + "_kernel" : grammar;
}

Names::Names(const Graph& graph, const Schedule& schedule, Language language)
    : graph_(graph),
      names_(graph.node_count()),
      taken_(std::begin(reserved), std::end(reserved)),
      components_(graph.calls().size(), 0) {
  if (language == Language::cuda) taken_.insert(std::begin(cuda_words), std::end(cuda_words));
  if (schedule.cooperation) {
    sums_ = true;
    taken_.insert(std::begin(cooperative_words), std::end(cooperative_words));
    constexpr int most = 1000;
    for (const char* word : numbered_words) {
      for (int i = 0; i < most; ++i) taken_.insert(word + std::to_string(i));
    }
  }
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (graph[id].kind == Kind::input || graph[id].kind == Kind::param) name(id);
  }
  for (const Chunk& chunk : schedule.chunks) {
    for (const Statement& statement : chunk.uniform_statements) name(statement.node);
    for (const Statement& statement : chunk.statements) name(statement.node);
  }
}

void Names::name(NodeId id) {
  if (!names_[id].empty()) return;
  const Node& node = graph_[id];
  if (node.kind == Kind::input) {
    const Variable& input = graph_.signature().input_of(node.payload);
    names_[id] = unique(identifier(input.scalar_name(node.payload)));
  } else if (node.kind == Kind::param) {
    const Variable& param = graph_.signature().param_of(node.payload);
    names_[id] = unique(identifier(param.scalar_name(node.payload)));
  } else if (node.call != no_call) {
    std::string text = identifier(graph_.calls().name(node.call));
    if (const int component = components_[node.call]++) text += fmt::format("_c{}", component);
    names_[id] = unique(std::move(text));
  } else {
    names_[id] = unique(fmt::format("t{}", ++temporaries_));
  }
}

std::string Names::unique(std::string name) {
  if (belongs_to_compiler(name)) name = "v" + name;
  // A value of a panel has a sum beside it.
  while (taken_.contains(name) || (sums_ && taken_.contains("sum_" + name))) name += '_';
  taken_.insert(name);
  if (sums_) taken_.insert("sum_" + name);
  return name;
}

}  // namespace diagc
