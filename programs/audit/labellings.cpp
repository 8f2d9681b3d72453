#include "programs/audit/labellings.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/driver/compilation.h"
#include "compiler/graph/interpret.h"
#include "programs/command/command.h"
#include "programs/command/definitions.h"

namespace diagc::audit {

namespace {

/// A grammar with these statics and one output, whose text holds an expression of the command line. `option` stands for the
/// path in messages.
class OneOutput {
 public:
  OneOutput(const std::string& option, const std::string& output, const Statics& statics)
      : rules_(read_rules(std::make_shared<const Source>(option, text(output, statics)))) {
    if (rules_.file->decls.size() > statics.size() + 1) {
      throw InputError(make_diagnostic(Code::syntax, *rules_.file->source,
                                       rules_.file->decls[statics.size() + 1].span,
                                       "found a declaration, expected the end of the expression"));
    }
    ExpandOptions options;
    options.statics = {statics.begin(), statics.end()};
    graph_ = expand(rules_, options).graph;
  }

  const Graph& graph() const { return graph_; }

  [[noreturn]] void refuse(const std::string& message) const {
    const syntax::Decl& output = rules_.file->decls.back();
    throw InputError(
        make_diagnostic(Code::value, *rules_.file->source, output.body->span, message));
  }

 private:
  static std::string text(const std::string& output, const Statics& statics) {
    std::string text = "grammar command_line\n";
    for (const auto& [name, value] : statics) {
      const bool is_bool = value == "true" || value == "false";
      text += fmt::format("static {} : {}\n", name, is_bool ? "bool" : "int");
    }
    return text + output + "\n";
  }

  rules::Rules rules_;
  Graph graph_;
};

bool is_static(const Graph& graph) {
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (graph[node].kind != Kind::one && graph[node].kind != Kind::sum) return false;
  }
  return true;
}

}  // namespace

StandsFor::StandsFor(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const auto [name, count] = name_and_value("--stands-for", text);
    if (std::any_of(counts_.begin(), counts_.end(),
                    [&, &name = name](const auto& given) { return given.first == name; })) {
      throw UsageError(
          fmt::format("found --stands-for {} twice, expected one number of labellings", name));
    }
    counts_.emplace_back(name, count);
  }
}

void StandsFor::check_names(const std::vector<std::string>& grammars) const {
  for (const auto& [name, count] : counts_) {
    if (name == grammars.front()) {
      throw Failure(fmt::format(
          "error: found --stands-for {}={}, expected a grammar other than that of the first file, "
          "whose evaluations are what labellings count",
          name, count));
    }
    if (std::find(grammars.begin(), grammars.end(), name) != grammars.end()) continue;
    const std::vector<std::string> others(grammars.begin() + 1, grammars.end());
    throw Failure(fmt::format(
        "error: found --stands-for {}={}, expected the name of a grammar after the first: {}", name,
        count, others.empty() ? "there is none" : fmt::format("{}", fmt::join(others, ", "))));
  }
}

std::optional<double> StandsFor::labellings(const std::string& grammar,
                                            const Statics& statics) const {
  for (const auto& [name, count] : counts_) {
    if (name != grammar) continue;
    const OneOutput number("--stands-for", "output labellings = " + count, statics);
    if (!is_static(number.graph()))
      number.refuse("found a value that is computed at run time, expected a static number");
    const Rational value = interpret_exactly(number.graph(), {}, {})[0];
    if (value <= 0)
      number.refuse(
          fmt::format("found {} labellings, expected a positive number", to_string(value)));
    return to_double(value);
  }
  return std::nullopt;
}

Labels label_range(const std::string& text, const Statics& statics) {
  const OneOutput labels("--symmetrise", "output label[place in " + text + "] = 1", statics);
  const IndexRange& range = labels.graph().signature().outputs[0].ranges[0];
  return {range.first, range.last};
}

}  // namespace diagc::audit
