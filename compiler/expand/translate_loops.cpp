// Sums, products and means: loops over their items, filters, axis variables.
#include "compiler/expand/translator.h"

namespace diagc::expansion {

namespace {

constexpr std::uint32_t no_slot = 0xffffffffu;

}  // namespace

bool Translator::is_subsets(const Expr& expr) {
  return expr.kind == Expr::Kind::name && expr.target.kind == syntax::Target::Kind::builtin &&
         expr.target.index == static_cast<std::uint32_t>(rules::Builtin::subsets);
}

void Translator::iterate(const Item& item) {
  const Expr& set = *item.expr;
  if (set.kind == Expr::Kind::range) {
    arguments(set);
    emit(Op::each_in_range, 0, set.at);
  } else if (is_subsets(set)) {
    arguments(set);
    emit(Op::each_in_subsets, 1, set.at);
  } else {
    translate(set);
    emit(Op::each_in_set, 1, set.at);
  }
}

/// Axis variables are bound inside all loops. Returns the slot of the first ones.
std::uint32_t Translator::bind_variables(const Expr& expr) {
  std::uint32_t first = no_slot;
  for (const Item& item : expr.items) {
    if (!item.binds_axis()) continue;
    for (const syntax::Parameter& index : item.indices) arguments(*index.range);
    program_.binders.push_back({item.axis.index, static_cast<std::uint32_t>(item.indices.size())});
    emit(Op::bind_variables, -2 * static_cast<int>(item.indices.size()), item.name_span, item.slot,
         program_.binders.size() - 1);
    if (first == no_slot) first = item.slot;
  }
  return first;
}

void Translator::aggregate(const Expr& expr) {
  const bool is_sum = expr.kind != Expr::Kind::product;
  push(Value::of_integer(is_sum ? 0 : 1), expr.at);
  // Where a filter fails, the innermost loop around it goes on; where a loop is exhausted, the next one around it.
  std::vector<std::uint32_t> loops;  // `next` of the loops so far
  std::vector<std::uint32_t> ends;   // jumps behind it all
  for (const Item& item : expr.items) {
    if (item.binds_axis()) continue;
    if (item.name.empty()) {
      translate(*item.expr);
      const std::uint32_t filter = emit(Op::jump_if_false, -1, item.expr->at);
      if (loops.empty()) {
        ends.push_back(filter);
      } else {
        body_.instructions[filter].a = loops.back();
      }
    } else {
      iterate(item);
      loops.push_back(emit(Op::next, 0, item.name_span, item.slot));
    }
  }
  const std::uint32_t variables = bind_variables(expr);
  translate(*expr.operands[0]);
  if (variables != no_slot)
    emit(expr.kind == Expr::Kind::mean ? Op::close_mean : Op::close_sum, 0, expr.at, variables);
  const std::size_t below = 2 * loops.size();
  const std::uint32_t accumulate =
      emit(is_sum ? Op::accumulate_sum : Op::accumulate_product, -1, expr.at, 0, below);
  if (!is_sum) ends.push_back(accumulate);
  if (!loops.empty()) {
    emit(Op::jump, 0, expr.at, loops.back());
    depth_ -= static_cast<int>(below);
    // Where loop i ends, loop i-1 goes on; the first one ends the aggregate.
    for (std::size_t i = 1; i < loops.size(); ++i) body_.instructions[loops[i]].b = loops[i - 1];
    body_.instructions[loops[0]].b = here();
  }
  jump_here(ends);
}

}  // namespace diagc::expansion
