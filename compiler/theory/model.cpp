#include "compiler/theory/model.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Expr;
using syntax::Op;

namespace {

/// The number that an expression of literals is, decimals too.
std::optional<Number> value_of(const Expr& expr);

Number decimal(const std::string& text) {
  const std::size_t exponent_at = text.find_first_of("eE");
  const std::string digits = text.substr(0, exponent_at);
  const std::size_t point = digits.find('.');
  std::string whole = digits;
  long shift = 0;
  if (point != std::string::npos) {
    whole.erase(point, 1);
    shift = -static_cast<long>(digits.size() - point - 1);
  }
  if (exponent_at != std::string::npos) shift += std::stol(text.substr(exponent_at + 1));
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
  const boost::multiprecision::cpp_int ten = 10;
  const auto scale = boost::multiprecision::pow(ten, static_cast<unsigned>(std::abs(shift)));
  const boost::multiprecision::cpp_int value(whole);
  return shift < 0 ? Number(value, scale) : Number(value * scale);
}

constexpr std::size_t longest_number = 40;  // characters; further out coefficients stay as they are

std::optional<Number> value_of(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::number:
      if (expr.text.size() > longest_number) return std::nullopt;
      if (const auto e = expr.text.find_first_of("eE");
          e != std::string::npos && expr.text.size() - e > 4)
        return std::nullopt;
      return decimal(expr.text);
    case Expr::Kind::unary: {
      const auto inner = expr.ops[0] == Op::negate ? value_of(*expr.operands[0]) : std::nullopt;
      return inner ? std::optional<Number>(-*inner) : std::nullopt;
    }
    case Expr::Kind::chain: {
      auto result = value_of(*expr.operands[0]);
      for (std::size_t i = 1; result && i < expr.operands.size(); ++i) {
        const auto next = value_of(*expr.operands[i]);
        if (!next) return std::nullopt;
        if (expr.ops[i - 1] == Op::add) {
          *result += *next;
        } else if (expr.ops[i - 1] == Op::subtract) {
          *result -= *next;
        } else if (expr.ops[i - 1] == Op::multiply) {
          *result *= *next;
        } else if (expr.ops[i - 1] == Op::divide && *next != 0) {
          *result /= *next;
        } else {
          return std::nullopt;
        }
      }
      return result;
    }
    default:
      return std::nullopt;
  }
}

/// Takes the numbers among the factors of a coefficient out of it.
void split(Species& species, const Expr& coefficient) {
  if (const auto value = value_of(coefficient)) {
    species.number *= *value;
    return;
  }
  if (coefficient.kind == Expr::Kind::unary && coefficient.ops[0] == Op::negate) {
    species.number = -species.number;
    return split(species, *coefficient.operands[0]);
  }
  const bool is_product =
      coefficient.kind == Expr::Kind::chain && std::ranges::all_of(coefficient.ops, [](Op op) {
        return op == Op::multiply || op == Op::divide;
      });
  if (!is_product) {
    species.factor = Term(coefficient);
    return;
  }
  Terms factors;
  Terms divisors;
  for (std::size_t i = 0; i < coefficient.operands.size(); ++i) {
    const Expr* factor = coefficient.operands[i].get();
    const bool divides = i > 0 && coefficient.ops[i - 1] == Op::divide;
    if (factor->kind == Expr::Kind::unary && factor->ops[0] == Op::negate) {
      species.number = -species.number;
      factor = factor->operands[0].get();
    }
    const auto value = value_of(*factor);
    if (value && !(divides && *value == 0)) {
      species.number = divides ? Number(species.number / *value) : Number(species.number * *value);
    } else {
      (divides ? divisors : factors).emplace_back(*factor);
    }
  }
  if (factors.empty() && divisors.empty()) return;
  Term result = times(std::move(factors));
  for (Term& divisor : divisors) {
    auto quotient = std::make_unique<Expr>();
    quotient->kind = Expr::Kind::chain;
    quotient->ops = {Op::divide};
    quotient->op_spans.resize(1);
    quotient->operands.push_back(std::move(result).take());
    quotient->operands.push_back(std::move(divisor).take());
    result = Term(std::move(quotient));
  }
  species.factor = std::move(result);
}

class ModelMaker {
 public:
  ModelMaker(const rules::Rules& rules, Walk walk)
      : rules_(rules), walk_(walk), source_(*rules.file->source) {}

  Model run() {
    for (const Decl* decl : rules_.fields) add_field(*decl);
    for (const Decl* decl : rules_.vertices) add_vertex(*decl);
    sort_diagnostics(diagnostics_);
    if (!diagnostics_.empty()) throw InputError(std::move(diagnostics_));
    return std::move(model_);
  }

 private:
  void report(Span at, std::string message) {
    diagnostics_.push_back(make_diagnostic(Code::kind, source_, at, std::move(message)));
  }
  void add_field(const Decl& decl);
  void check_real(const Field& field);
  void add_vertex(const Decl& decl);
  void check_flavours(const Decl& decl, const LegCollector::Pair& pair);

  const rules::Rules& rules_;
  Walk walk_;
  const Source& source_;
  Model model_;
  std::vector<Diagnostic> diagnostics_;
};

void ModelMaker::add_field(const Decl& decl) {
  Field field;
  field.decl = &decl;
  field.is_directed = decl.statistics != syntax::Statistics::real;
  field.loop_sign = decl.statistics == syntax::Statistics::fermion ? -1 : 1;
  if (decl.flavour_count) field.flavours = Field::Flavours::equal;
  if (decl.flavours.size() == 1) field.flavours = Field::Flavours::conserved;
  if (decl.flavours.size() == 2) field.flavours = Field::Flavours::matrix;
  field.is_line =
      field.is_directed || field.flavours != Field::Flavours::one || walk_ == Walk::line;
  if (decl.flavour_count) {
    const Expr& count = *decl.flavour_count;
    if (count.kind == Expr::Kind::range || count.kind == Expr::Kind::set ||
        count.kind == Expr::Kind::boolean || count.kind == Expr::Kind::compare) {
      report(count.span,
             fmt::format("found {} as the flavours of the field {}, expected their number, as in "
                         "`[N]`, or a name and its range, as in `[s in 1..2]`",
                         diagc::quoted(text_of(count)), diagc::quoted(decl.name)));
    }
  }
  if (!field.is_directed) check_real(field);
  model_.fields.push_back(field);
}

/// What can be seen of symmetry: both indices are used, and inputs that have both take them from the same range.
void ModelMaker::check_real(const Field& field) {
  const Decl& decl = *field.decl;
  const std::string& a = decl.parameters[0].name;
  const std::string& b = decl.parameters[1].name;
  if (field.flavours == Field::Flavours::matrix) {
    report(
        decl.flavours[0].span,
        fmt::format("found two flavours for the propagator of the real field {}, expected one or "
                    "none: its lines have no direction in which a flavour could change",
                    diagc::quoted(decl.name)));
  }
  const auto asymmetric = [&](const std::string& found) {
    report(decl.body->span, fmt::format("found {} as the propagator of the real field {}, expected "
                                        "one that is symmetric in `{}` and `{}`",
                                        found, diagc::quoted(decl.name), a, b));
  };
  const bool has_a = mentions(*decl.body, a), has_b = mentions(*decl.body, b);
  if (has_a != has_b) {
    return asymmetric(fmt::format("{}, which depends on `{}` alone,",
                                  diagc::quoted(text_of(*decl.body)), has_a ? a : b));
  }
  const Expr& body = *decl.body;
  if (body.kind != Expr::Kind::index || body.target.kind != syntax::Target::Kind::input) return;
  const Decl& input = *rules_.inputs[body.target.index];
  std::optional<std::size_t> at_a, at_b;
  for (std::size_t i = 0; i < body.operands.size(); ++i) {
    if (text_of(*body.operands[i]) == a) at_a = i;
    if (text_of(*body.operands[i]) == b) at_b = i;
  }
  if (!at_a || !at_b || input.ranges.size() != body.operands.size()) return;
  const std::string range_a = text_of(*input.ranges[*at_a]);
  const std::string range_b = text_of(*input.ranges[*at_b]);
  if (range_a == range_b) return;
  asymmetric(fmt::format("the input {} with the indices {} and {}", diagc::quoted(input.name),
                         diagc::quoted(range_a), diagc::quoted(range_b)));
}

void ModelMaker::check_flavours(const Decl& decl, const LegCollector::Pair& pair) {
  const Field& field = model_.fields[pair.field];
  if (!pair.in || !field.has_flavour()) return;
  if (!pair.in->flavour == !pair.out->flavour) return;
  const syntax::Operator& with = pair.in->flavour ? *pair.in : *pair.out;
  report(
      with.flavour->span,
      fmt::format("found a flavour at one of two operators of the field {} in the vertex {} that "
                  "belong together, expected one at both or at none, which sums over it",
                  diagc::quoted(field.name()), diagc::quoted(decl.name)));
}

void ModelMaker::add_vertex(const Decl& decl) {
  Species species;
  species.vertex = &decl;
  species.name = decl.name;
  species.place = decl.name_span;
  species.label = decl.parameters[0].name;
  const Expr& labels = *decl.parameters[0].range;
  if (labels.kind != Expr::Kind::range) {
    return report(labels.span,
                  fmt::format("found {} as the labels of the vertex {}, expected a "
                              "range `a..b`",
                              diagc::quoted(text_of(labels)), diagc::quoted(decl.name)));
  }
  species.first = labels.operands[0].get();
  species.last = labels.operands[1].get();
  LegCollector collector(model_, source_, diagnostics_);
  const std::string what = fmt::format("the vertex {}", diagc::quoted(decl.name));
  const auto pairs = collector.pairs(decl.operators, decl.name_span, what);
  if (!pairs) return;
  for (const auto& pair : *pairs) {
    check_flavours(decl, pair);
    add_pair(species, pair);
    Field& field = model_.fields[pair.field];
    if (pair.in && pair.in->flavour && pair.out->flavour &&
        !same_index(*pair.in->flavour, *pair.out->flavour))
      field.flips = true;
  }
  species.number = collector.sign(decl.operators, *pairs);
  if (decl.body) split(species, *decl.body);
  find_touches(species, decl.ordered);
  model_.vertices.push_back(std::move(species));
}

}  // namespace

std::string_view to_string(Walk walk) {
  return walk == Walk::line ? "line" : walk == Walk::trail ? "trail" : "lowest";
}

std::size_t Model::field(std::string_view name) const {
  const auto found =
      std::ranges::find_if(fields, [&](const Field& field) { return field.name() == name; });
  return static_cast<std::size_t>(found - fields.begin());
}

Model make_model(const rules::Rules& rules, Walk walk) { return ModelMaker(rules, walk).run(); }

}  // namespace diagc::theory
