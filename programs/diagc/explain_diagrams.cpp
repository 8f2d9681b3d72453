#include "programs/diagc/explain_diagrams.h"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/driver/compilation.h"
#include "compiler/theory/derive.h"
#include "programs/command/output.h"
#include "programs/command/rule_file.h"
#include "programs/diagc/diagram_picture.h"
#include "runs/report/picture.h"
#include "runs/report/svg.h"

namespace diagc {

namespace {

constexpr std::size_t most_diagrams = 400;

/// With those that have defaults, as expansion finds them.
theory::Statics values_of(const SourcePtr& source, const RuleOptions& options,
                          const StaticValues& statics) {
  ExpandOptions expanding = front_options(options, statics).expand;
  expanding.gradients.clear();
  theory::Statics result;
  const Graph graph = expand(read_rules(options, source), expanding).graph;
  for (const auto& [name, text] : graph.signature().statics) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) result.emplace(name, value);
  }
  return result;
}

}  // namespace

void explain_diagrams(const RuleOptions& options, const StaticValues& statics,
                      const std::string& output, const std::string& path) {
  const SourcePtr source = open_rules(options.file);
  const rules::Rules rules = rules::load(source);
  if (!rules.is_theory()) {
    throw Failure(fmt::format("{}: found no field, expected a theory: its diagrams are drawn",
                              source->path()));
  }
  const theory::Statics values = values_of(source, options, statics);
  const theory::Model model = theory::make_model(rules, theory::Walk::lowest);
  std::vector<DiagramGroup> groups;
  std::vector<std::string> names;
  for (const auto& [name, diagrams] : theory::diagrams_of_outputs(rules)) {
    names.push_back(fmt::format("`{}`", name));
    if (!output.empty() && name != output) continue;
    const theory::Request request = theory::read_request(model, *diagrams, *source);
    groups.push_back({name, theory::enumerate(model, request, values, most_diagrams, *source)});
  }
  if (groups.empty()) {
    throw Failure(
        fmt::format("error: found no output `{}` that is a sum of diagrams, expected one of {}",
                    output, fmt::join(names, ", ")));
  }
  const runs::plot::Drawing drawing = diagram_picture(model, groups);
  const bool is_file = !path.empty() && path != "-";
  write_result(path, is_file ? runs::plot::picture(drawing, path) : runs::plot::to_svg(drawing));
}

}  // namespace diagc
