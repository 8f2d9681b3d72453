#include "tests/syntax/random_tree.h"

#include "compiler/syntax/precedence.h"
#include "compiler/syntax/token.h"

namespace diagc::syntax {

namespace {

int below(int bound) { return *rc::gen::inRange(0, bound); }
bool coin() { return below(2) == 1; }

template <class T>
T one_of(std::initializer_list<T> choices) {
  return *(choices.begin() + below(static_cast<int>(choices.size())));
}

std::string random_name() {
  return one_of<std::string>({"a", "b", "k", "S", "T", "_x1", "open", "e", "E5", "sums", "if_",
                              "axis", "mean", "a_long_name_to_break_lines"});
}

ExprPtr make(Expr::Kind kind) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  return expr;
}

void add_operands(Expr& expr, int count, int size) {
  for (int i = 0; i < count; ++i) expr.operands.push_back(random_expression(size / count));
}

ExprPtr random_chain(int size) {
  ExprPtr expr = make(Expr::Kind::chain);
  const int count = 2 + below(4);
  const int level = below(4);
  for (int i = 1; i < count; ++i) {
    expr->ops.push_back(level == 0   ? Op::logical_or
                        : level == 1 ? Op::logical_and
                        : level == 2
                            ? one_of({Op::add, Op::subtract})
                            : one_of({Op::multiply, Op::divide, Op::div, Op::mod, Op::intersect}));
  }
  add_operands(*expr, count, size);
  return expr;
}

ExprPtr random_aggregate(int size) {
  ExprPtr expr =
      make(one_of({Expr::Kind::sum, Expr::Kind::sum, Expr::Kind::product, Expr::Kind::mean}));
  const int count = 1 + below(3);
  for (int i = 0; i < count; ++i) {
    Item item;
    if (expr->kind == Expr::Kind::mean || (expr->kind == Expr::Kind::sum && coin())) {
      item.name = random_name();
      item.axis.name = random_name();
      for (int k = below(3); k > 0; --k)
        item.indices.push_back({random_name(), {}, random_expression(size / (count + 1))});
      expr->items.push_back(std::move(item));
      continue;
    }
    if (coin()) item.name = random_name();
    item.expr = random_expression(size / (count + 1));
    expr->items.push_back(std::move(item));
  }
  add_operands(*expr, 1, size / (count + 1));
  return expr;
}

ExprPtr random_leaf() {
  switch (below(6)) {
    case 0: {
      ExprPtr expr = make(Expr::Kind::boolean);
      expr->text = one_of<std::string>({"true", "false"});
      return expr;
    }
    case 1:
      return make(Expr::Kind::imaginary);
    case 2:
      return make(Expr::Kind::set);
    case 3: {
      ExprPtr expr = make(Expr::Kind::number);
      expr->text =
          one_of<std::string>({"0", "1", "12", "0.5", "1e3", "2.5E-7", "100000000000000000000000"});
      return expr;
    }
    default: {
      ExprPtr expr = make(Expr::Kind::name);
      expr->text = random_name();
      return expr;
    }
  }
}

std::optional<std::string> random_doc() {
  if (coin()) return std::nullopt;
  return one_of<std::string>({"", "doc # no comment", "größe ≤ 3", std::string(110, 'd')});
}

void add_axes(Decl& decl) {
  for (int k = below(3); k > 0; --k) {
    Decl::AxisParameter& parameter = decl.axes.emplace_back();
    if (decl.kind != Decl::Kind::input) parameter.name = random_name();
    if (decl.kind == Decl::Kind::input || decl.kind == Decl::Kind::output)
      parameter.axis.name = random_name();
  }
}

Operator random_operator() {
  Operator part;
  part.field = random_name();
  part.creates = coin();
  if (coin()) part.flavour = random_expression(3);
  part.at = random_expression(5);
  if (coin()) part.power = one_of<std::string>({"2", "4", "1"});
  return part;
}

ExprPtr random_diagrams() {
  ExprPtr expr = make(Expr::Kind::diagrams);
  expr->text = one_of<std::string>({"connected", "amputated", "irreducible", "skeleton"});
  expr->diagrams = std::make_unique<Diagrams>();
  if (expr->text == "connected") {
    for (int k = below(4); k > 0; --k) expr->diagrams->operators.push_back(random_operator());
  } else {
    Operator& field = expr->diagrams->operators.emplace_back();
    field.field = random_name();
    if (coin()) field.flavour = random_expression(3);
    expr->operands.push_back(random_expression(5));
    expr->operands.push_back(random_expression(5));
  }
  for (int k = below(3); k > 0; --k) {
    DiagramOption& option = expr->diagrams->options.emplace_back();
    option.name.text = one_of<std::string>({"cut", "even", "walk", "labellings"});
    for (int w = 1 + below(3); w > 0; --w) option.words.push_back({random_name(), {}});
  }
  return expr;
}

void add_field(Decl& decl) {
  decl.statistics = one_of({Statistics::fermion, Statistics::boson, Statistics::real});
  const int kind = below(4);
  // `[a in …]` names a flavour: what is counted begins with no name.
  if (kind == 1) decl.flavour_count = make(Expr::Kind::imaginary);
  for (int k = 2; k <= kind; ++k) decl.flavours.push_back({random_name(), {}, nullptr});
  if (kind >= 2) decl.flavours.back().range = random_expression(8);
  for (int k = 0; k < 2; ++k) decl.parameters.push_back({random_name(), {}, nullptr});
  decl.body = random_expression(20);
}

void add_vertex(Decl& decl) {
  decl.parameters.push_back({random_name(), {}, random_expression(6)});
  if (coin()) decl.body = random_expression(20);
  for (int k = below(4); k >= 0; --k) decl.operators.push_back(random_operator());
  decl.ordered = coin();
}

Decl random_declaration() {
  Decl decl;
  decl.kind = one_of({Decl::Kind::constant, Decl::Kind::param, Decl::Kind::input,
                      Decl::Kind::family, Decl::Kind::function, Decl::Kind::output,
                      Decl::Kind::axis, Decl::Kind::field, Decl::Kind::vertex});
  decl.name = random_name();
  decl.doc = random_doc();
  const int count = below(4);
  const int size = *rc::gen::resize(60, rc::gen::inRange(1, 60));
  switch (decl.kind) {
    case Decl::Kind::constant:
      decl.is_bool = coin();
      if (coin()) decl.body = random_expression(size);
      break;
    case Decl::Kind::axis:
      decl.body = random_expression(size);
      break;
    case Decl::Kind::field:
      add_field(decl);
      break;
    case Decl::Kind::vertex:
      add_vertex(decl);
      break;
    case Decl::Kind::input:
      if (coin()) add_axes(decl);
      for (int i = 0; i < count; ++i) decl.ranges.push_back(random_expression(size / 4));
      [[fallthrough]];
    case Decl::Kind::param:
      decl.type = {coin() ? Scalar::real : Scalar::complex,
                   coin() ? ElementShape::four_vector : ElementShape::scalar};
      break;
    case Decl::Kind::family:
    case Decl::Kind::function:
    case Decl::Kind::output:
      for (int i = 0; i < count; ++i) {
        decl.parameters.push_back({random_name(), {}, nullptr});
        if (decl.kind == Decl::Kind::output)
          decl.parameters.back().range = random_expression(size / 4);
      }
      decl.has_list = decl.kind != Decl::Kind::output && (count > 0 || coin());
      if (decl.has_list || decl.kind == Decl::Kind::output) add_axes(decl);
      decl.body = random_expression(size);
      break;
    default:  // theories at two times: words only where the whole file has a green
      break;
  }
  return decl;
}

}  // namespace

ExprPtr random_expression(int size) {
  if (size <= 1) return random_leaf();
  switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return random_chain(size);
    case 3:
    case 4:
      return random_aggregate(size);
    case 5: {
      ExprPtr expr = make(Expr::Kind::unary);
      expr->ops.push_back(one_of({Op::negate, Op::logical_not}));
      add_operands(*expr, 1, size - 1);
      return expr;
    }
    case 6: {
      ExprPtr expr = make(Expr::Kind::compare);
      expr->ops.push_back(one_of({Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater,
                                  Op::greater_equal, Op::in, Op::in}));
      add_operands(*expr, 2, size);
      return expr;
    }
    case 7: {
      ExprPtr expr = make(one_of({Expr::Kind::power, Expr::Kind::range}));
      add_operands(*expr, 2, size);
      return expr;
    }
    case 8: {
      ExprPtr expr = make(Expr::Kind::conditional);
      add_operands(*expr, 3, size);
      return expr;
    }
    case 9: {
      ExprPtr expr = make(Expr::Kind::let);
      expr->text = random_name();
      add_operands(*expr, 2, size);
      return expr;
    }
    case 10: {
      ExprPtr expr = make(coin() ? Expr::Kind::bracket : Expr::Kind::set);
      add_operands(*expr, expr->kind == Expr::Kind::bracket ? 1 : 1 + below(3), size - 1);
      return expr;
    }
    default: {
      ExprPtr expr = make(coin() ? Expr::Kind::name : Expr::Kind::index);
      expr->text = random_name();
      const bool has_variables = coin();
      const int least = has_variables && expr->kind == Expr::Kind::name ? 0 : 1;
      add_operands(*expr, least + below(3), has_variables ? size / 2 : size - 1);
      for (int k = has_variables ? 1 + below(3) : 0; k > 0; --k)
        expr->axis_arguments.push_back(random_expression(size / 6));
      return expr;
    }
  }
}

File random_file() {
  File file;
  file.name = random_name();
  file.doc = random_doc();
  const int count = below(5);
  for (int i = 0; i < count; ++i) file.decls.push_back(random_declaration());
  // The words that ask for diagrams mean that in files with a field.
  const bool has_field = std::any_of(file.decls.begin(), file.decls.end(), [](const Decl& decl) {
    return decl.kind == Decl::Kind::field;
  });
  for (Decl& decl : file.decls) {
    if (has_field && decl.kind == Decl::Kind::output && coin()) decl.body = random_diagrams();
  }
  return file;
}

std::string random_layout(const std::string& text) {
  const Source source("random.diag", text);
  std::vector<Comment> comments;
  std::vector<Diagnostic> diagnostics;
  std::string out;
  for (const Token& token : lex(source, comments, diagnostics)) {
    switch (below(12)) {
      case 0:
        out += "\n";
        break;
      case 1:
        out += "  # end of line\n";
        break;
      case 2:
        out += "\n# own line\r\n";
        break;
      case 3:
        out += "\n\n\n\t# after a gap # \n\n";
        break;
      case 4:
        out += "\r\n\t";
        break;
      default:
        out += " ";
    }
    out += source.slice(token.span);
  }
  if (coin()) out += "# at the end";
  return out;
}

}  // namespace diagc::syntax
