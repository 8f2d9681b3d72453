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

using arrays::TwoTimeField;

std::string field_name(const ContourGraphs& graphs, std::uint32_t field) {
  return graphs.plan.fields[field].name;
}

/// What a stage writes, and how many fields of which kind.
std::string names_of(const ContourGraphs& graphs, const std::vector<std::uint32_t>& fields) {
  std::string text;
  for (const std::uint32_t field : fields)
    text += (text.empty() ? "" : ", ") + field_name(graphs, field);
  return text;
}

std::string stored_text(const ContourGraphs& graphs) {
  std::string text;
  for (const TwoTimeField& field : graphs.plan.fields) {
    if (!field.is_stored) continue;
    text += (text.empty() ? "" : ", ") + field.name;
  }
  return text;
}

std::size_t stored_fields(const ContourGraphs& graphs) {
  std::size_t count = 0;
  for (const TwoTimeField& field : graphs.plan.fields) count += field.is_stored ? 1 : 0;
  return count;
}

std::string products_text(const ContourGraphs& graphs, const arrays::TwoTimeStage& stage) {
  std::string text;
  for (const arrays::TwoTimeProduct& product : stage.products) {
    text += fmt::format("  {} = {}{} @ {}\n", field_name(graphs, product.result),
                        product.sign < 0 ? "-" : "", field_name(graphs, product.left),
                        field_name(graphs, product.right));
  }
  for (const arrays::TwoTimeEquation& equation : stage.equations) {
    for (std::uint32_t row = 0; row < equation.unknowns.size(); ++row) {
      text += fmt::format("  {} = {}", field_name(graphs, equation.unknowns[row]),
                          field_name(graphs, equation.rests[row]));
      for (const arrays::TwoTimeEquation::Left& left : equation.left) {
        if (left.row != row) continue;
        text += fmt::format(" + {} @ {}", field_name(graphs, left.field),
                            field_name(graphs, equation.unknowns[left.column]));
      }
      text += ", solved for all rows of a panel\n";
    }
  }
  return text;
}

std::size_t products_of(const arrays::TwoTimeStage& stage) {
  std::size_t count = stage.products.size();
  for (const arrays::TwoTimeEquation& equation : stage.equations) count += equation.left.size();
  return count;
}

}  // namespace

std::string plan_text(const ContourGraphs& graphs, bool lengths_known) {
  const std::size_t bands = graphs.bands, squares = bands * bands;
  const std::string n = "n" + graphs.axis;
  const auto points = static_cast<double>(graphs.theory.cyclic[0].points());
  const auto number = [&](double each) {
    return lengths_known ? fmt::format(": {:.4g} n^2", each * points) : std::string();
  };
  const std::size_t stored = stored_fields(graphs);
  std::string text = graphs.name + (graphs.doc.empty() ? "" : ": " + graphs.doc) + "\n\n";
  text += fmt::format(
      "stored, of n times\n  {0}< and {0}> - {0}<, {1} x {1} at every {2}, one triangle "
      "of the times\n  {3} n^2 {4} bytes{5}\n",
      graphs.green, bands, graphs.axis, 16 * squares, n, number(16 * static_cast<double>(squares)));
  if (stored > 0) {
    text += fmt::format(
        "  likewise {}, right factors of products, a number at every {}\n"
        "  {} n^2 {} bytes{}\n",
        stored_text(graphs), graphs.axis, 16 * stored, n, number(16 * static_cast<double>(stored)));
  }
  if (graphs.local) {
    text += "\nmean field, at a time\n" +
            steps_text(arrays::plan_cyclic(*graphs.local, graphs.local_types), graphs.axis) +
            cost_line(*graphs.local, lengths_known);
  }
  std::size_t products = 0;
  for (const arrays::TwoTimeStage& stage : graphs.plan.stages) {
    const bool is_last = &stage == &graphs.self();
    text += fmt::format("\n{}, < and >, at a pair of times ({} transforms)\n",
                        is_last ? "self-energy" : names_of(graphs, stage.writes),
                        arrays::cost_of(stage.graph).transforms) +
            steps_text(arrays::plan_cyclic(stage.graph, stage.types), graphs.axis) +
            cost_line(stage.graph, lengths_known);
    if (products_of(stage) == 0) continue;
    products += products_of(stage);
    text += "\nproducts along the contour, a row of times, a sweep\n" +
            products_text(graphs, stage) +
            fmt::format("  {} n^2 {} operations{}\n", 16 * products_of(stage), n,
                        number(16 * static_cast<double>(products_of(stage))));
  }
  const std::size_t cubes = squares * bands;
  text += fmt::format(
      "\nhistory, a row of times, a sweep\n  4 products of the new rows of the self-energy with "
      "stored blocks, each block read once\n  {} n^2 {} operations{}\n  {} n^2 {} bytes read for "
      "all rows of a panel{}\n",
      16 * cubes, n, number(16 * static_cast<double>(cubes)), 16 * squares, n,
      number(16 * static_cast<double>(squares)));
  if (products > 0) {
    text += fmt::format(
        "\nin all, a row of times, a sweep\n  {} n^2 {} operations of products "
        "with stored fields{}\n  {} n^2 {} bytes read for all rows of a panel{}\n",
        16 * (cubes + products), n, number(16 * static_cast<double>(cubes + products)),
        16 * (squares + stored), n, number(16 * static_cast<double>(squares + stored)));
  }
  return text;
}

}  // namespace diagc
