// Reads the text form.
#include <optional>

#include <fmt/format.h>

#include "compiler/graph/builder.h"
#include "compiler/graph/text.h"
#include "compiler/graph/text_declarations.h"

namespace diagc {

namespace {

class Reader : private TextDeclarations {
 public:
  explicit Reader(const SourcePtr& source)
      : TextDeclarations(*source), builder_(GraphBuilder::Sharing::as_given) {}

  Graph read() {
    expect_word("graph");
    signature_->name = identifier("the name of the graph");
    if (peek() == '"') signature_->doc = string();
    end_of_line();
    while (next_line()) statement();
    return finish();
  }

 private:
  void statement() {
    const std::size_t begin = at_;
    if (peek() == '%') return node_line();
    const std::string name = identifier("a declaration, a node '%…' or an output");
    const char after = peek();
    if (after == '=' || after == '[' || after == '.') {
      at_ = begin;
      return output_line();
    }
    if (name == "path") {
      calls_->path = string();
    } else if (name == "static") {
      static_line();
    } else if (name == "input" || name == "param" || name == "output") {
      declaration(name);
    } else if (name == "family") {
      family_line();
    } else {
      fail(begin,
           fmt::format("found '{}', expected path, static, input, param, output, family, a node "
                       "'%…' or the value of an output",
                       name));
    }
    end_of_line();
  }

  void node_line() {
    const std::size_t begin = at_;
    const std::string name = node_name();
    if (nodes_.contains(name)) fail(begin, fmt::format("%{} is defined already", name));
    expect('=');
    skip_blanks();
    const std::size_t kind_begin = at_;
    const std::optional<Kind> kind = kind_of(word());
    if (!kind) {
      at_ = kind_begin;
      expected("the kind of a node");
    }
    const NodeId id = node(*kind, kind_begin);
    if (accept('@')) call(id);
    end_of_line();
    nodes_.emplace(name, id);
  }

  std::string node_name() {
    expect('%');
    if (at_ >= text_.size() || !continues_identifier(text_[at_]))
      expected("a node's name after '%'");
    return std::string(word());
  }

  static std::optional<Kind> kind_of(std::string_view name) {
    for (int kind = static_cast<int>(Kind::imaginary); kind <= static_cast<int>(Kind::complex);
         ++kind) {
      if (name == to_string(static_cast<Kind>(kind))) return static_cast<Kind>(kind);
    }
    return std::nullopt;
  }

  NodeId node(Kind kind, std::size_t begin) {
    switch (kind) {
      case Kind::imaginary:
        return builder_.leaf(kind, Type::complex, 0);
      case Kind::constant:
        return constant();
      case Kind::input:
      case Kind::param:
        return new_leaf(kind);
      case Kind::sum:
        return sum();
      default:
        return function(kind, begin);
    }
  }

  NodeId constant() {
    std::complex<double> value;
    const bool pair = accept('(');
    value.real(floating());
    if (pair) {
      expect(',');
      value.imag(floating());
      expect(')');
    }
    builder_.constants.push_back(value);
    return builder_.leaf(Kind::constant, pair ? Type::complex : Type::real,
                         static_cast<std::uint32_t>(builder_.constants.size() - 1));
  }

  /// A leaf by its name, of the given kind (or of any, when `one`).
  std::pair<Node, std::size_t> leaf_reference(Kind wanted) {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string name = identifier("an input or param");
    const auto declared = leaves_.find(name);
    if (declared == leaves_.end() || (wanted != Kind::one && declared->second.kind != wanted)) {
      fail(begin, fmt::format("no {} is called '{}'",
                              wanted == Kind::one ? "input or param" : to_string(wanted), name));
    }
    const auto [kind, index] = declared->second;
    const Variable& variable =
        (kind == Kind::input ? signature_->inputs : signature_->params)[index];
    return {Node{kind, variable.type, scalar(variable, begin), no_call}, begin};
  }

  NodeId new_leaf(Kind kind) {
    const auto [leaf, begin] = leaf_reference(kind);
    const NodeId id = builder_.leaf(leaf.kind, leaf.type, leaf.payload);
    made_leaves_.emplace(leaf_key(leaf), id);
    return id;
  }

  static std::uint64_t leaf_key(const Node& leaf) {
    return static_cast<std::uint64_t>(leaf.kind) << 32 | leaf.payload;
  }

  NodeId operand() {
    skip_blanks();
    const std::size_t begin = at_;
    if (peek() == '%') {
      const std::string name = node_name();
      const auto node = nodes_.find(name);
      if (node == nodes_.end()) fail(begin, fmt::format("%{} is used before it is defined", name));
      return node->second;
    }
    if (is_digit(peek())) {
      if (word() != "1") fail(begin, "found a number, expected a node, a leaf or the unit 1");
      return 0;
    }
    const Node leaf = leaf_reference(Kind::one).first;
    const auto made = made_leaves_.find(leaf_key(leaf));
    if (made != made_leaves_.end()) return made->second;
    const NodeId id = builder_.leaf(leaf.kind, leaf.type, leaf.payload);
    made_leaves_.emplace(leaf_key(leaf), id);
    return id;
  }

  NodeId sum() {
    std::vector<Term> terms;
    bool negative = accept('-');
    for (;;) {
      skip_blanks();
      const std::size_t begin = at_;
      Rational coefficient = 1;
      Term term{0};
      if (is_digit(peek())) {
        coefficient = rational();
        if (peek() == '%' || starts_identifier(peek())) term.node = operand();
      } else {
        term.node = operand();
      }
      if (coefficient == 0 && (term.node != 0 || !terms.empty())) {
        fail(begin, "a coefficient 0 stands only for the exact number 0: sum 0");
      }
      if (negative) coefficient = -coefficient;
      term.coefficient = builder_.coefficients.add(coefficient);
      terms.push_back(term);
      negative = peek() == '-';
      if (!negative && peek() != '+') break;
      if (builder_.coefficients[terms.front().coefficient] == 0) {
        fail(at_, "nothing may be added to the exact number 0");
      }
      ++at_;
    }
    return builder_.sum(terms);
  }

  NodeId function(Kind kind, std::size_t begin) {
    std::vector<NodeId> operands;
    while (peek() != '\0' && peek() != '@') operands.push_back(operand());
    const bool two = kind == Kind::quotient || kind == Kind::complex;
    if (kind == Kind::product ? operands.size() < 2 : operands.size() != (two ? 2 : 1)) {
      fail(begin, fmt::format("{} has {} operands, expected {}", to_string(kind), operands.size(),
                              kind == Kind::product ? "2 or more"
                              : two                 ? "2"
                                                    : "1"));
    }
    if (kind == Kind::complex) {
      for (const NodeId operand : operands) {
        if (builder_[operand].type == Type::complex)
          fail(begin, "the operands of complex are real");
      }
    }
    return builder_.function(kind, operands);
  }

  void call(NodeId node) {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string name = identifier("the name of a family");
    std::vector<StaticValue> arguments;
    if (accept('(')) {
      do {
        arguments.push_back(argument());
      } while (accept(','));
      expect(')');
    }
    auto family = families_.find(name);
    if (family == families_.end()) {
      family = families_.emplace(name, static_cast<std::uint32_t>(calls_->families.size())).first;
      calls_->families.push_back({name, {}, 0});
    }
    // The components of a vector are several nodes with one call.
    const std::string key(text_.substr(begin, at_ - begin));
    const auto [entry, is_new] = call_ids_.emplace(key, 0);
    if (is_new) entry->second = calls_->add(family->second, arguments);
    builder_.set_call(node, entry->second);
  }

  StaticValue argument() {
    const std::size_t begin = at_;
    if (accept('{')) {
      std::uint64_t mask = 0;
      while (peek() != '}') {
        if (mask != 0) expect(',');
        skip_blanks();
        const std::size_t element_begin = at_;
        const std::int64_t element = integer();
        if (element < 0 || element > 63) fail(element_begin, "a set has elements 0..63");
        mask |= 1ull << element;
      }
      expect('}');
      return {StaticValue::Kind::set, static_cast<std::int64_t>(mask)};
    }
    if (starts_identifier(peek())) {
      const std::string_view name = word();
      if (name == "true" || name == "false") return {StaticValue::Kind::boolean, name == "true"};
      at_ = begin;
      expected("a number, a set, true or false");
    }
    const bool negative = accept('-');
    Rational value = rational();
    if (negative) value = -value;
    const bool whole = boost::multiprecision::denominator(value) == 1;
    if (whole && value >= INT64_MIN && value <= INT64_MAX) {
      return {StaticValue::Kind::integer,
              boost::multiprecision::numerator(value).convert_to<std::int64_t>()};
    }
    calls_->rationals.push_back(value);
    return {StaticValue::Kind::rational, static_cast<std::int64_t>(calls_->rationals.size() - 1)};
  }

  void output_line() {
    const std::size_t begin = at_;
    const std::string name = identifier("an output");
    const auto declared = outputs_.find(name);
    if (declared == outputs_.end()) fail(begin, fmt::format("no output is called '{}'", name));
    const Variable& variable = signature_->outputs[declared->second.index];
    const std::uint32_t number = scalar(variable, begin);
    expect('=');
    const NodeId node = operand();
    if (variable.type == Type::real && builder_[node].type == Type::complex) {
      fail(begin, fmt::format("output {} is real, its node complex", name));
    }
    if (!output_nodes_.emplace(number, node).second) {
      fail(begin, fmt::format("{} has a value already", variable.scalar_name(number)));
    }
    end_of_line();
  }

  Graph finish() {
    std::vector<NodeId> outputs;
    for (const Variable& variable : signature_->outputs) {
      for (std::int64_t i = 0; i < variable.scalars(); ++i) {
        const auto number = variable.first + static_cast<std::uint32_t>(i);
        const auto node = output_nodes_.find(number);
        if (node == output_nodes_.end()) {
          fail(text_.size(),
               fmt::format("output {} has no value, expected a line '{} = %…'",
                           variable.scalar_name(number), variable.scalar_name(number)));
        }
        outputs.push_back(node->second);
      }
    }
    return builder_.finish(std::move(outputs), signature_, calls_);
  }

  GraphBuilder builder_;
  std::unordered_map<std::string, CallId> call_ids_;
  std::unordered_map<std::string, NodeId> nodes_;
  std::unordered_map<std::uint64_t, NodeId> made_leaves_;
  std::unordered_map<std::uint32_t, NodeId> output_nodes_;
};

}  // namespace

Graph from_text(const SourcePtr& source) { return Reader(source).read(); }

}  // namespace diagc
