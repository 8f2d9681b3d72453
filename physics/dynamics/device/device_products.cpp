// Products along the contour, and equations with them, on the rows of a panel (fields/contour_products.h).
#include <algorithm>
#include <cstdint>

#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/device/field_parameters.h"
#include "physics/dynamics/device/history_cut.h"

namespace diagc::dynamics {

namespace {

/// What a left factor's rows give with the stored rows of a right one.
enum class Columns : std::uint8_t {
  all,     ///< of a product: at stored columns and the panel's own ones
  stored,  ///< of an equation, before its rows are known
  own      ///< and when they are known at stored columns
};

}  // namespace

struct DeviceEngine::State::FieldPass {
  std::uint32_t left = 0, right = 0;
  double sign = 1;
  std::uint32_t result = 0;  ///< of a product
  DeviceAddress sums = 0, mixed_sums = 0;
  Columns columns = Columns::all;

  bool is_product() const { return columns == Columns::all; }
};

void DeviceEngine::State::add_products(std::size_t stage, double length) {
  DeviceFields& f = *fields;
  const arrays::TwoTimeStage& own = f.plan.stages[stage];
  for (const arrays::TwoTimeProduct& product : own.products) {
    add_pass({.left = product.left,
              .right = product.right,
              .sign = static_cast<double>(product.sign),
              .result = product.result,
              .sums = f.rows[product.result].address(),
              .mixed_sums = f.mixed[product.result].address()},
             length);
  }
  for (std::size_t number = 0; number < own.equations.size(); ++number)
    solve_columns(own.equations[number], f.equations[stage][number], length);
  for (std::size_t number = 0; number < own.equations.size(); ++number)
    solve_own_block(own.equations[number], f.equations[stage][number], length);
  for (const arrays::TwoTimeEquation& equation : own.equations) settle(equation);
}

void DeviceEngine::State::launch_history(const DeviceCode& of, const DeviceShape& own,
                                         DeviceHistory history, std::size_t first_row,
                                         std::size_t end_row, const cuda::Stream& on) {
  const std::size_t singles = std::clamp(compacted(), first_row, end_row);
  const std::size_t grid = std::size_t{history.segments} * history.points;
  if (singles > first_row) {
    history.first_row = narrow(first_row);
    history.end_row = narrow(singles);
    of.launch("history_single", grid, own.history_threads(), own.history_shared(complex_bytes / 2),
              history, on);
    history.adds = 1;
  }
  history.first_row = narrow(singles);
  history.end_row = narrow(end_row);
  of.launch("history", grid, own.history_threads(), own.history_shared(complex_bytes), history, on);
}

void DeviceEngine::State::add_pass(const FieldPass& pass, double length) {
  DeviceFields& f = *fields;
  const DeviceShape& own = f.shape;
  const arrays::TwoTimeField& right = f.plan.fields[pass.right];
  const bool is_own_adjoint = right.adjoint == pass.right;
  const std::size_t all = panels() + 1;
  f.code.launch("left_factors", blocks_of(points * all * own.factor(), moving_threads),
                moving_threads, 0,
                DeviceLeftFactors{f.rows[pass.left].address(), f.left.address(), of_panel.weights,
                                  pass.sign, narrow(panels()), narrow(points)},
                stream);
  if (has_field_products) {
    add_by_products(pass);
    collide_fields(pass, length, 0, points, 0);
    return add_branch_to_pass(pass, length);
  }
  const std::size_t strips = blocks_of(panels() * own.pieces(), own.strip);
  const std::size_t of_block = (panels() + 2) * own.factor() * complex_bytes;
  const HistoryCut cut = cut_history(points, strips, history_places(own), of_block);
  reserve_parts(cut.points * cut.segments * of_block);
  for (std::size_t first = 0; first < points; first += cut.points) {
    const std::size_t count = std::min(cut.points, points - first);
    const auto over = [&](std::size_t field, DeviceAddress sums, std::size_t first_row,
                          std::size_t end_row, bool adds) {
      if (panels() == 0) return;
      launch_history(f.code, own,
                     {.rows = f.tables[field].address(),
                      .factors = f.left.address(),
                      .sums = sums,
                      .parts = parts.address(),
                      .shares = shares.address(),
                      .panels = narrow(panels()),
                      .factor_blocks = narrow(all),
                      .sum_blocks = narrow(all),
                      .strips = narrow(strips),
                      .segments = narrow(cut.segments),
                      .first_point = narrow(first),
                      .points = narrow(count),
                      .adds = adds ? 1U : 0U},
                     first_row, end_row, stream);
    };
    // Columns' sums are those of the right factor, rows' sums those of its adjoint.
    const std::size_t end_row = pass.columns == Columns::stored ? panels() : all;
    if (pass.columns == Columns::own) {
      over(right.adjoint, f.discarded.address(), panels(), all, false);
    } else if (is_own_adjoint) {
      over(pass.right, pass.sums, 0, end_row, !pass.is_product());
    } else {
      over(pass.right, pass.sums, 0, panels(), !pass.is_product());
      over(right.adjoint, f.discarded.address(), 0, end_row, false);
    }
    collide_fields(pass, length, first, count, cut.segments);
  }
  add_branch_to_pass(pass, length);
}

void DeviceEngine::State::collide_fields(const FieldPass& pass, double length, std::size_t first,
                                         std::size_t count, std::size_t segments) {
  DeviceFields& f = *fields;
  const DeviceShape& own = f.shape;
  const std::size_t all = panels() + 1;
  const std::size_t first_group = pass.columns == Columns::own ? panels() * own.pieces() : 0;
  const std::size_t blocks = pass.columns == Columns::own      ? 1
                             : pass.columns == Columns::stored ? panels()
                                                               : all;
  // Sums of products by cuBLAS are there at all columns.
  const bool adds = has_field_products || !pass.is_product();
  f.code.launch("collide", blocks_of(count * blocks * own.pieces() * own.pieces(), warps_of_rows),
                warps_of_rows * 32, 0,
                DeviceCollision{.rows = f.rows[pass.right].address(),
                                .own_sigma = f.left.address() + panels() * f.block_bytes(),
                                .parts = parts.address(),
                                .sums = pass.sums,
                                .integrals = integrals.address(),
                                .length = length,
                                .within = pass.is_product() ? length : 0,
                                .sign = static_cast<double>(f.plan.fields[pass.right].sign),
                                .panels = narrow(panels()),
                                .own_blocks = narrow(all),
                                .segments = narrow(segments),
                                .first_point = narrow(first),
                                .points = narrow(count),
                                .first_group = narrow(first_group),
                                .groups = narrow(blocks * own.pieces()),
                                .adds = adds ? 1U : 0U},
                stream);
}

void DeviceEngine::State::add_by_products(const FieldPass& pass) {
  DeviceFields& f = *fields;
  const arrays::TwoTimeField& right = f.plan.fields[pass.right];
  const bool of_own = pass.columns == Columns::own;
  if (pass.is_product()) clear(f.rows[pass.result], points * (panels() + 1) * 2 * f.shape.factor());
  HistoryPass history{.factors = f.left.address(),
                      .shares = shares.address(),
                      .panels = panels(),
                      .points = points,
                      .singles = compacted()};
  if (!of_own) {
    history.rows = f.tables[pass.right].address();
    history.columns = pass.sums;
    history.end_row = panels();
    history_products->add(f.code, f.shape, history);
  }
  history.rows = f.tables[right.adjoint].address();
  history.columns = 0;
  history.of_rows = pass.sums;
  history.sign = right.sign;
  history.first_row = of_own ? panels() : 0;
  history.end_row = panels() + (pass.columns == Columns::stored ? 0 : 1);
  history_products->add(f.code, f.shape, history);
}

void DeviceEngine::State::add_branch_to_pass(const FieldPass& pass, double length) {
  if (!branch) return;
  DeviceFields& f = *fields;
  const arrays::TwoTimeField& right = f.plan.fields[pass.right];
  const std::size_t nodes = branch->nodes();
  if (pass.columns != Columns::own) {
    f.code.launch(
        "mixed_integrals", blocks_of(points * shape.order * nodes, moving_threads), moving_threads,
        0,
        DeviceMixedCollision{.rows = f.mixed_tables[pass.right].address(),
                             .factors = f.left.address(),
                             .sigma = f.mixed[pass.left].address(),
                             .continuation = f.continuations[f.places[pass.right]].address(),
                             .integrals = pass.mixed_sums,
                             .collocation = integrals.address(),
                             .length = pass.is_product() ? length : 0,
                             .sign = pass.sign,
                             .panels = narrow(panels()),
                             .points = narrow(points),
                             .width = narrow(nodes),
                             .adds = pass.is_product() ? 0U : 1U},
        stream);
  }
  const std::size_t first = pass.columns == Columns::own ? panels() * shape.order : 0;
  const std::size_t end = (panels() + (pass.columns == Columns::stored ? 0 : 1)) * shape.order;
  f.code.launch("add_branch", blocks_of(points * (end - first) * shape.order, moving_threads),
                moving_threads, 0,
                DeviceBranch{.rows = f.mixed_tables[right.adjoint].address(),
                             .sigma = f.mixed[pass.left].address(),
                             .weights = branch_weights.address(),
                             .integrals = pass.sums,
                             .sign = pass.sign * right.sign * (right.bosonic ? -1 : 1),
                             .panels = narrow(panels()),
                             .points = narrow(points),
                             .width = narrow(nodes),
                             .first_column = narrow(first),
                             .columns = narrow(end - first)},
                stream);
}

DeviceEquation DeviceEngine::State::equation_parameter(const arrays::TwoTimeEquation& equation,
                                                       const EquationArrays& own,
                                                       double length) const {
  return {.parts = own.parts.address(),
          .rests = own.rests.address(),
          .sums = own.sums.address(),
          .unknowns = own.unknowns.address(),
          .integrals = integrals.address(),
          .inverses = fields->inverses.address(),
          .length = length,
          .part_count = narrow(equation.left.size()),
          .count = narrow(equation.unknowns.size()),
          .panels = narrow(panels()),
          .points = narrow(points)};
}

void DeviceEngine::State::sum_equation(const arrays::TwoTimeEquation& equation, bool of_own,
                                       double length) {
  DeviceFields& f = *fields;
  for (std::size_t unknown = 0; unknown < equation.unknowns.size(); ++unknown) {
    clear(f.sums[unknown], points * (panels() + 1) * 2 * f.shape.factor());
    if (branch) clear(f.mixed_sums[unknown], points * shape.order * branch->nodes());
  }
  for (const arrays::TwoTimeEquation::Left& left : equation.left) {
    add_pass({.left = left.field,
              .right = equation.unknowns[left.column],
              .sums = f.sums[left.row].address(),
              .mixed_sums = f.mixed_sums[left.row].address(),
              .columns = of_own ? Columns::own : Columns::stored},
             length);
  }
}

void DeviceEngine::State::invert_equation(const DeviceEquation& parameter) {
  const std::size_t size = parameter.count * shape.order;
  constexpr std::size_t threads = 128;
  fields->code.launch("invert_equation", points, threads, DeviceFields::inverse_shared(size),
                      parameter, stream);
}

void DeviceEngine::State::solve_columns(const arrays::TwoTimeEquation& equation,
                                        const EquationArrays& own, double length) {
  DeviceFields& f = *fields;
  DeviceEquation parameter = equation_parameter(equation, own, length);
  sum_equation(equation, false, length);
  invert_equation(parameter);
  parameter.blocks = narrow(panels());
  parameter.functions = 2;
  const std::size_t size = parameter.count * shape.order;
  f.code.launch("solve_fields",
                blocks_of(points * panels() * 2 * size * shape.order, moving_threads),
                moving_threads, 0, parameter, stream);
  if (!branch) return;
  f.code.launch("solve_mixed_fields", blocks_of(points * size * branch->nodes(), moving_threads),
                moving_threads, 0,
                DeviceMixedEquation{own.mixed_rests.address(), own.mixed_sums.address(),
                                    own.mixed_unknowns.address(), f.inverses.address(),
                                    parameter.count, narrow(points), narrow(branch->nodes())},
                stream);
}

void DeviceEngine::State::solve_own_block(const arrays::TwoTimeEquation& equation,
                                          const EquationArrays& own, double length) {
  DeviceFields& f = *fields;
  DeviceEquation parameter = equation_parameter(equation, own, length);
  const std::size_t size = parameter.count * shape.order;
  constexpr std::size_t threads = 128;
  f.code.launch("solve_own_fields", points * shape.order, threads,
                DeviceFields::inverse_shared(size), parameter, stream);
  sum_equation(equation, true, length);
  invert_equation(parameter);
  parameter.first_block = narrow(panels());
  parameter.blocks = 1;
  parameter.functions = 1;
  f.code.launch("solve_fields", blocks_of(points * size * shape.order, moving_threads),
                moving_threads, 0, parameter, stream);
}

void DeviceEngine::State::settle(const arrays::TwoTimeEquation& equation) {
  DeviceFields& f = *fields;
  for (const std::uint32_t unknown : equation.unknowns) {
    const arrays::TwoTimeField& own = f.plan.fields[unknown];
    if (own.adjoint < unknown) continue;
    f.code.launch("settle_fields",
                  blocks_of(points * shape.order * shape.order * 2, moving_threads), moving_threads,
                  0,
                  DeviceSettled{f.rows[unknown].address(), f.rows[own.adjoint].address(),
                                static_cast<double>(own.sign), narrow(panels()), narrow(points)},
                  stream);
  }
}

}  // namespace diagc::dynamics
