#include "library/cyclic/contour_plan.h"

#include <fmt/format.h>

#include "compiler/graph/operations.h"

namespace diagc {

namespace {

using arrays::CyclicStep;

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Steps of one kind that follow each other are one line.
std::string steps_text(const arrays::CyclicPlan& plan, const std::string& axis) {
  std::string text;
  std::size_t number = 1;
  const auto line = [&](const std::string& what) {
    text += fmt::format("  {}  {}\n", number++, what);
  };
  for (std::size_t k = 0; k < plan.steps.size();) {
    const CyclicStep& step = plan.steps[k];
    std::size_t same = 1;
    while (step.kind != CyclicStep::Kind::pointwise && k + same < plan.steps.size() &&
           plan.steps[k + same].kind == step.kind) {
      ++same;
    }
    switch (step.kind) {
      case CyclicStep::Kind::transform:
        line(counted(same, "transform") + fmt::format(" from {} to lattice vectors", axis));
        break;
      case CyclicStep::Kind::inverse:
        line(counted(same, "transform") + fmt::format(" from lattice vectors to {}", axis));
        break;
      case CyclicStep::Kind::turn:
        line(counted(same, "array") + " read backwards");
        break;
      case CyclicStep::Kind::origin:
        line(counted(same, "array") + " read at the origin");
        break;
      case CyclicStep::Kind::length:
        break;
      case CyclicStep::Kind::sum:
        line(counted(same, "sum") + fmt::format(" over {}", axis));
        break;
      case CyclicStep::Kind::pointwise:
        line(fmt::format("a kernel on every {}: {} to {}, {} operations",
                         step.axis == 0 ? "number" : "point", counted(step.reads.size(), "value"),
                         counted(step.writes.size(), "value"), operations(*step.body).flops()));
        break;
    }
    k += same;
  }
  return text;
}

std::string cost_line(const arrays::ArrayGraph& graph, bool lengths_known) {
  const arrays::CyclicCost cost = arrays::cost_of(graph);
  return fmt::format("  {} operations{}\n", cost.formula,
                     lengths_known ? fmt::format(": {:.4g}", cost.operations) : "");
}

}  // namespace

std::string plan_text(const ContourGraphs& graphs, bool lengths_known) {
  const std::size_t bands = graphs.bands, squares = bands * bands;
  const std::string n = "n" + graphs.axis;
  const auto points = static_cast<double>(graphs.self.cyclic[0].points());
  const auto number = [&](double each) {
    return lengths_known ? fmt::format(": {:.4g} n^2", each * points) : std::string();
  };
  std::string text = graphs.name + (graphs.doc.empty() ? "" : ": " + graphs.doc) + "\n\n";
  text += fmt::format(
      "stored, of n times\n  {0}< and {0}> - {0}<, {1} x {1} at every {2}, one triangle "
      "of the times\n  {3} n^2 {4} bytes{5}\n",
      graphs.green, bands, graphs.axis, 16 * squares, n, number(16 * static_cast<double>(squares)));
  if (graphs.local) {
    text += "\nmean field, at a time\n" +
            steps_text(arrays::plan_cyclic(*graphs.local, graphs.local_types), graphs.axis) +
            cost_line(*graphs.local, lengths_known);
  }
  text += fmt::format("\nself-energy, < and >, at a pair of times ({} transforms)\n",
                      arrays::cost_of(graphs.self).transforms) +
          steps_text(arrays::plan_cyclic(graphs.self, graphs.self_types), graphs.axis) +
          cost_line(graphs.self, lengths_known);
  const std::size_t cubes = squares * bands;
  text += fmt::format(
      "\nhistory, a row of times, a sweep\n  4 products of the new rows of the self-energy with "
      "stored blocks, each block read once\n  {} n^2 {} operations{}\n  {} n^2 {} bytes read for "
      "all rows of a panel{}\n",
      16 * cubes, n, number(16 * static_cast<double>(cubes)), 16 * squares, n,
      number(16 * static_cast<double>(squares)));
  return text;
}

}  // namespace diagc
