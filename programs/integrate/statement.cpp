#include "programs/integrate/statement.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

using syntax::Decl;
using syntax::Expr;
using syntax::Op;

bool sums_all(const Expr& diagrams) {
  return std::ranges::any_of(diagrams.diagrams->options, [](const syntax::DiagramOption& option) {
    return option.name.text == "labellings" && option.words.at(0).text == "all";
  });
}

/// The diagrams alone, or those of which it is a derivative (energy.h).
const Expr* summed_diagrams(const Expr& body) {
  if (body.kind == Expr::Kind::diagrams) return &body;
  if (body.kind == Expr::Kind::sum) return summed_diagrams(*body.operands[0]);
  if (body.kind == Expr::Kind::chain && body.operands.size() == 2 && body.ops[0] == Op::multiply)
    return summed_diagrams(*body.operands[0]);
  if (body.kind == Expr::Kind::name && body.text == "derivative" && body.operands.size() == 2)
    return summed_diagrams(*body.operands[0]);
  return nullptr;
}

class Reader {
 public:
  Reader(const rules::Rules& theory, const StaticNumbers& statics)
      : theory_(theory), numbers_(statics) {
    for (const Decl* decl : theory.statics) {
      if (!numbers_.contains(decl->name) && decl->body) numbers_[decl->name] = number(*decl->body);
    }
  }

  Statement read(const std::string& output) {
    Statement statement;
    const Decl* const decl = declared(theory_.outputs, output);
    const Expr* const diagrams = decl->body ? summed_diagrams(*decl->body) : nullptr;
    if (diagrams == nullptr) {
      fail(decl->name_span,
           fmt::format("found the output {}, expected one that is `connected`, `amputated`, "
                       "`irreducible` or `skeleton` alone, of which points are known",
                       diagc::quoted(output)));
    }
    read_operators(*diagrams, statement);
    statement.all_labellings = sums_all(*diagrams);
    for (const Decl* vertex : theory_.vertices) read_vertices(*vertex, statement);
    return statement;
  }

 private:
  [[noreturn]] void fail(Span span, const std::string& message) const {
    throw InputError(make_diagnostic(Code::value, *theory_.file->source, span, message));
  }

  static const Decl* declared(const std::vector<const Decl*>& decls, const std::string& name) {
    const auto found = std::ranges::find(decls, name, &Decl::name);
    return found == decls.end() ? nullptr : *found;
  }

  std::int64_t number(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::number: {
        std::int64_t value = 0;
        const char* const end = expr.text.data() + expr.text.size();
        const auto [stop, error] = std::from_chars(expr.text.data(), end, value);
        if (error == std::errc() && stop == end) return value;
        break;
      }
      case Expr::Kind::name:
        if (const auto found = numbers_.find(expr.text); found != numbers_.end())
          return found->second;
        break;
      case Expr::Kind::unary:
        if (expr.ops[0] == Op::negate) return -number(*expr.operands[0]);
        break;
      case Expr::Kind::chain: {
        std::int64_t value = number(*expr.operands[0]);
        for (std::size_t i = 1; i < expr.operands.size(); ++i) {
          const std::int64_t next = number(*expr.operands[i]);
          if (expr.ops[i - 1] == Op::add)
            value += next;
          else if (expr.ops[i - 1] == Op::subtract)
            value -= next;
          else if (expr.ops[i - 1] == Op::multiply)
            value *= next;
          else
            fail(expr.span, not_whole);
        }
        return value;
      }
      default:
        break;
    }
    fail(expr.span, not_whole);
  }

  bool is_fermion(const syntax::Operator& op) const {
    const Decl* const field = declared(theory_.fields, op.field);
    return field != nullptr && field->statistics == syntax::Statistics::fermion;
  }

  void read_operators(const Expr& expr, Statement& statement) {
    const std::vector<syntax::Operator>& operators = expr.diagrams->operators;
    if (!expr.operands.empty()) {
      statement.is_amputated = true;
      statement.begins = number(*expr.operands.at(0));
      statement.fermion = is_fermion(operators.at(0));
      return;
    }
    std::map<std::int64_t, int> fermions;
    for (const syntax::Operator& op : operators) {
      const std::int64_t at = number(*op.at);
      if (std::ranges::count(statement.external, at) == 0) statement.external.push_back(at);
      fermions[at] += is_fermion(op) ? 1 : 0;
      if (is_fermion(op) && op.creates && !statement.begins) statement.begins = at;
    }
    std::ranges::sort(statement.external);
    if (statement.external.size() > 2) {
      fail(expr.span, fmt::format("found {} external points, expected at most two",
                                  statement.external.size()));
    }
    if (statement.external.size() < 2) {
      statement.begins.reset();
      return;
    }
    const std::int64_t first = statement.external[0], second = statement.external[1];
    // A line begins at its creator; what has no direction, at the lower point.
    statement.fermion = fermions[first] % 2 == 1;
    if (!statement.fermion) statement.begins = first;
    statement.ends = *statement.begins == first ? second : first;
  }

  void read_vertices(const Decl& decl, Statement& statement) {
    const syntax::Parameter& label = decl.parameters.at(0);
    if (label.range->kind != Expr::Kind::range) fail(label.range->span, not_whole);
    const std::int64_t first = number(*label.range->operands[0]),
                       last = number(*label.range->operands[1]);
    const std::size_t before = statement.vertices.size();
    for (std::int64_t i = first; i <= last; ++i) {
      numbers_[label.name] = i;
      Statement::Vertex& vertex = statement.vertices.emplace_back();
      for (const syntax::Operator& op : decl.operators) {
        const std::int64_t at = number(*op.at);
        if (std::ranges::count(vertex.points, at) == 0) vertex.points.push_back(at);
      }
      if (decl.body) read_inputs(*decl.body, vertex);
    }
    numbers_.erase(label.name);
    std::size_t numbered = statement.vertices.size() - before;
    // The vertex that an amputated line enters is given.
    if (numbered > 0 && statement.is_amputated &&
        std::ranges::count(statement.vertices[before].points, *statement.begins) > 0)
      --numbered;
    statement.labellings *= std::tgamma(static_cast<double>(numbered) + 1);
  }

  void read_inputs(const Expr& expr, Statement::Vertex& vertex) const {
    if (expr.kind == Expr::Kind::index && expr.operands.size() == 1)
      vertex.inputs.emplace_back(expr.text, number(*expr.operands[0]));
    else
      for (const syntax::ExprPtr& operand : expr.operands) read_inputs(*operand, vertex);
  }

  static constexpr const char* not_whole =
      "found an index that the command cannot follow, expected sums and products of whole numbers "
      "and statics";

  const rules::Rules& theory_;
  StaticNumbers numbers_;
};

}  // namespace

Statement statement_of(const rules::Rules& theory, const std::string& output,
                       const StaticNumbers& statics) {
  return Reader(theory, statics).read(output);
}

bool sums_all_labellings(const rules::Rules& theory, const std::string& output) {
  const auto found = std::ranges::find(theory.outputs, output, &Decl::name);
  const Expr* const body = found == theory.outputs.end() ? nullptr : (*found)->body.get();
  const Expr* const diagrams = body != nullptr ? summed_diagrams(*body) : nullptr;
  return diagrams != nullptr && sums_all(*diagrams);
}

}  // namespace diagc::integrate
