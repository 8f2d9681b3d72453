#include "tests/emit/grammar_graphs.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "compiler/graph/text.h"
#include "tests/grammar_order.h"

namespace diagc {

namespace {

bool has_axes(const std::filesystem::path& file) {
  return read_source(file.string())->text().find("\naxis ") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> grammar_paths() {
  namespace fs = std::filesystem;
  const fs::path root = DIAGC_SOURCE_DIR "/grammars";
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    // Rule files with axes have array graphs, no kernels. What is derived from theories is emitted as rules written by hand are.
    const bool is_theory = entry.path().parent_path().filename() == "theories";
    if (entry.path().extension() == ".diag" && !is_theory && !has_axes(entry.path())) {
      paths.push_back(fs::relative(entry.path(), root).replace_extension().generic_string());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

namespace {

GrammarKernel kernel_with(FrontOptions options, const std::string& path, int n, bool complex) {
  const rules::Rules rules =
      read_rules(read_source(DIAGC_SOURCE_DIR "/grammars/" + path + ".diag"));
  options.expand.statics = testing::order_statics(rules, n);
  if (complex) {
    for (const syntax::Decl* input : rules.inputs) {
      options.expand.input_types[input->name] = {syntax::Scalar::complex, input->type.shape};
    }
  }
  GrammarKernel kernel;
  kernel.graph = expand_and_simplify(rules, options).graph;
  kernel.schedule = schedule_kernel(rules, options, kernel.graph);
  return kernel;
}

}  // namespace

GrammarKernel grammar_kernel(const std::string& path, int n, bool complex,
                             const std::vector<std::string>& disabled) {
  FrontOptions options;
  options.passes.disabled = disabled;
  return kernel_with(std::move(options), path, n, complex);
}

GrammarKernel panel_kernel(const std::string& path, int n, bool complex) {
  return kernel_with(for_panels({}), path, n, complex);
}

Graph graph_for_products(const std::string& path, int n) {
  const rules::Rules rules =
      read_rules(read_source(DIAGC_SOURCE_DIR "/grammars/" + path + ".diag"));
  FrontOptions options;
  options.expand.statics = testing::order_statics(rules, n);
  return product_graph(rules, options);
}

GrammarKernel grammar_kernel_from(const std::string& path, int n, bool complex) {
  constexpr int tries = 4;
  for (int order = n; order < n + tries; ++order) {
    try {
      return grammar_kernel(path, order, complex);
    } catch (const InputError&) {  // defined for other orders only
    }
  }
  throw std::logic_error(path + " has no order near " + std::to_string(n));
}

Graph renamed(const Graph& graph, const std::string& name) {
  std::string text = to_text(graph);
  const std::string head = "graph " + graph.signature().name;
  text.replace(text.find(head), head.size(), "graph " + name);
  return from_text(std::make_shared<Source>("renamed", std::move(text)));
}

}  // namespace diagc
