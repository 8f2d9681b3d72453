#include <stdexcept>
#include <utility>

#include "compiler/syntax/write.h"

namespace diagc::syntax {

namespace {

bool is_atom(const Expr& expr) {
  return expr.kind == Expr::Kind::number ||
         (expr.kind == Expr::Kind::name && expr.operands.empty());
}

/// Whether what follows a `*` would be taken by a `sum` or `prod` at the right end.
bool ends_open(const Expr& expr) {
  const Expr* end = &expr;
  while (end->kind == Expr::Kind::power || end->kind == Expr::Kind::unary) {
    const Expr& last = *end->operands.back();
    if (level_of(last) < Level::unary) return false;  // in brackets
    end = &last;
  }
  return end->kind == Expr::Kind::sum || end->kind == Expr::Kind::mean ||
         end->kind == Expr::Kind::product;
}

class Flat {
 public:
  Flat(std::string& out, std::size_t room) : out_(out), limit_(out.size() + room) {
    if (limit_ < room) limit_ = std::string::npos;
  }
  void write(const Item& item) { axis_item(item); }
  void write(const Operator& part);
  bool fits() const { return out_.size() <= limit_; }

  void write(const Expr& expr, const Place& place) {
    if (!fits()) return;
    if (needs_brackets(expr, place)) {
      out_ += '(';
      form(expr, {});
      out_ += ')';
    } else {
      form(expr, place);
    }
  }

 private:
  void form(const Expr& expr, const Place& place);
  void chain(const Expr& expr, const Place& place);
  void list(const std::vector<ExprPtr>& parts);
  void items(const Expr& expr);
  void axis_item(const Item& item);
  void axis_arguments(const Expr& expr);
  void diagrams(const Expr& expr);
  void operand(const Expr& expr, std::size_t i, const Place& place) {
    write(*expr.operands[i], place_of_operand(expr, i, place));
  }

  std::string& out_;
  std::size_t limit_;
};

void Flat::form(const Expr& expr, const Place& place) {
  switch (expr.kind) {
    case Expr::Kind::number:
    case Expr::Kind::boolean:
      out_ += expr.text;
      break;
    case Expr::Kind::imaginary:
      out_ += 'I';
      break;
    case Expr::Kind::set:
      out_ += '{';
      list(expr.operands);
      out_ += '}';
      break;
    case Expr::Kind::range:
      operand(expr, 0, place);
      out_ += "..";
      operand(expr, 1, place);
      break;
    case Expr::Kind::bracket:
      out_ += '[';
      operand(expr, 0, place);
      out_ += ']';
      break;
    case Expr::Kind::name:
      out_ += written_name(expr);
      if (!expr.operands.empty() || !expr.axis_arguments.empty()) {
        out_ += '(';
        list(expr.operands);
        out_ += ')';
      }
      axis_arguments(expr);
      break;
    case Expr::Kind::index:
      out_ += written_name(expr);
      out_ += '[';
      list(expr.operands);
      out_ += ']';
      axis_arguments(expr);
      break;
    case Expr::Kind::unary:
      out_ += expr.ops[0] == Op::negate ? "-" : "not ";
      operand(expr, 0, place);
      break;
    case Expr::Kind::chain:
    case Expr::Kind::compare:
      chain(expr, place);
      break;
    case Expr::Kind::power:
      operand(expr, 0, place);
      out_ += '^';
      operand(expr, 1, place);
      break;
    case Expr::Kind::conditional:
      out_ += "if ";
      operand(expr, 0, place);
      out_ += " then ";
      operand(expr, 1, place);
      out_ += " else ";
      operand(expr, 2, place);
      break;
    case Expr::Kind::let:
      out_ += "let " + expr.text + " = ";
      operand(expr, 0, place);
      out_ += " in ";
      operand(expr, 1, place);
      break;
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      out_ += aggregate_word(expr.kind);
      out_ += '(';
      items(expr);
      out_ += ") ";
      operand(expr, 0, place);
      break;
    case Expr::Kind::diagrams:
      diagrams(expr);
      break;
  }
}

void Flat::write(const Operator& part) {
  out_ += part.field + (part.creates ? "+" : "");
  if (part.flavour) {
    out_ += '[';
    write(*part.flavour, argument_place);
    out_ += ']';
  }
  if (!part.at) return;
  out_ += '(';
  write(*part.at, argument_place);
  out_ += ')';
  if (!part.power.empty()) out_ += '^' + part.power;
}

void Flat::diagrams(const Expr& expr) {
  out_ += expr.text + '(';
  bool first = true;
  for (const Operator& part : expr.diagrams->operators) {
    if (!std::exchange(first, false)) out_ += ' ';
    write(part);
  }
  if (!expr.operands.empty()) {
    out_ += ", ";
    write(*expr.operands[0], argument_place);
    out_ += " -> ";
    write(*expr.operands[1], argument_place);
    first = false;
  }
  for (const DiagramOption& option : expr.diagrams->options) {
    if (!std::exchange(first, false)) out_ += ", ";
    out_ += option.name.text;
    for (const auto& word : option.words) out_ += ' ' + word.text;
  }
  out_ += ')';
}

void Flat::chain(const Expr& expr, const Place& place) {
  const bool tight = is_tight(expr, place);
  operand(expr, 0, place);
  for (std::size_t i = 1; i < expr.operands.size() && fits(); ++i) {
    if (!tight) out_ += ' ';
    out_ += spelling(expr.ops[i - 1]);
    if (!tight) out_ += ' ';
    operand(expr, i, place);
  }
}

void Flat::list(const std::vector<ExprPtr>& parts) {
  for (std::size_t i = 0; i < parts.size() && fits(); ++i) {
    if (i > 0) out_ += ", ";
    write(*parts[i], argument_place);
  }
}

void Flat::axis_item(const Item& item) {
  out_ += item.name;
  for (std::size_t i = 0; i < item.indices.size() && fits(); ++i) {
    out_ += (i == 0 ? "[" : ", ") + item.indices[i].name + " in ";
    write(*item.indices[i].range, binder_place);
  }
  if (!item.indices.empty()) out_ += ']';
  out_ += " : " + item.axis.name;
}

void Flat::axis_arguments(const Expr& expr) {
  if (expr.axis_arguments.empty()) return;
  out_ += '(';
  list(expr.axis_arguments);
  out_ += ')';
}

void Flat::items(const Expr& expr) {
  for (std::size_t i = 0; i < expr.items.size() && fits(); ++i) {
    const Item& item = expr.items[i];
    if (i > 0) out_ += ", ";
    if (item.binds_axis()) {
      axis_item(item);
      continue;
    }
    if (!item.name.empty()) out_ += item.name + " in ";
    write(*item.expr, item.name.empty() ? filter_place : binder_place);
  }
}

}  // namespace

void write_flat(std::string& out, const Operator& part) {
  Flat(out, std::string::npos).write(part);
}

std::string written_name(const Expr& expr) {
  if (expr.equal_times) return "rho(" + expr.text + ")";
  return expr.text + (expr.exchanged ? "'" : "");
}

std::string_view aggregate_word(Expr::Kind kind) {
  return kind == Expr::Kind::sum ? "sum" : kind == Expr::Kind::mean ? "mean" : "prod";
}

bool needs_brackets(const Expr& expr, const Place& place) {
  if (level_of(expr) < place.weakest) return true;
  if (place.closed && ends_open(expr)) return true;
  if (!place.guarded || expr.kind != Expr::Kind::compare || expr.ops[0] != Op::in) return false;
  const Expr& left = *expr.operands[0];
  return left.kind == Expr::Kind::name && left.operands.empty();
}

Place place_of_operand(const Expr& expr, std::size_t operand, const Place& of_expr) {
  switch (expr.kind) {
    case Expr::Kind::chain: {
      const Level level = level_of(expr);
      return {.weakest = tighter(level),
              .closed = level == Level::multiply && operand + 1 < expr.operands.size(),
              .guarded = of_expr.guarded && operand == 0,
              .tight = false};
    }
    case Expr::Kind::compare:
      return {.weakest = Level::range};
    case Expr::Kind::range:
      return {.weakest = Level::add, .tight = true};
    case Expr::Kind::unary:
      return {.weakest = level_of(expr)};
    case Expr::Kind::power:
      return {.weakest = operand == 0 ? Level::primary : Level::unary};
    case Expr::Kind::let:
      return {.weakest = operand == 0 ? Level::range : Level::expression};
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      return {.weakest = Level::multiply};
    case Expr::Kind::set:
    case Expr::Kind::name:
    case Expr::Kind::index:
      return argument_place;
    default:
      return {};
  }
}

bool is_tight(const Expr& expr, const Place& place) {
  if (!place.tight || expr.kind != Expr::Kind::chain || level_of(expr) != Level::add) return false;
  for (const ExprPtr& operand : expr.operands) {
    if (!is_atom(*operand)) return false;
  }
  return true;
}

std::string_view spelling(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::subtract:
    case Op::negate:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::div:
      return "div";
    case Op::mod:
      return "mod";
    case Op::intersect:
      return "&";
    case Op::contour:
      return "@";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::in:
      return "in";
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::logical_not:
      return "not";
  }
  throw std::logic_error("spelling: no such operator");
}

bool write_flat(std::string& out, const Expr& expr, const Place& place, std::size_t room) {
  Flat flat(out, room);
  flat.write(expr, place);
  return flat.fits();
}

bool write_flat(std::string& out, const Item& item, std::size_t room) {
  Flat flat(out, room);
  flat.write(item);
  return flat.fits();
}

}  // namespace diagc::syntax
