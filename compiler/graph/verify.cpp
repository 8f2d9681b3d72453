#include "compiler/graph/verify.h"

#include <stdexcept>

#include <fmt/format.h>

#include "compiler/graph/builder.h"

namespace diagc {

namespace {

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph) {
    for (const Variable& variable : graph.signature().params) params_ += variable.scalars();
    leaves_ = graph.signature().leaves();
  }

  void run() {
    if (graph_.node_count() == 0) throw std::logic_error("graph: has no unit");
    for (node_ = 0; node_ < graph_.node_count(); ++node_) {
      check_unit();
      check_operands();
      check_payload();
      check_type();
      if (graph_[node_].call != no_call) {
        require(graph_[node_].call < graph_.calls().size(), "its call is not in the table");
      }
    }
    check_outputs();
  }

 private:
  void require(bool holds, std::string_view rule) const {
    if (holds) return;
    throw std::logic_error(
        fmt::format("graph: node %{} ({}): {}", node_, to_string(graph_[node_].kind), rule));
  }

  void check_unit() const {
    require((graph_[node_].kind == Kind::one) == (node_ == 0), "node 0, and no other, is the unit");
  }

  void check_operands() const {
    const Kind kind = graph_[node_].kind;
    const std::size_t count = graph_.operand_count(node_);
    switch (kind) {
      case Kind::one:
      case Kind::imaginary:
      case Kind::constant:
      case Kind::input:
      case Kind::param:
        require(count == 0, "a leaf has no operands");
        break;
      case Kind::sum:
        require(count >= 1, "a sum has at least one operand");
        break;
      case Kind::product:
        require(count >= 2, "a product has two operands or more");
        break;
      case Kind::quotient:
      case Kind::complex:
        require(count == 2, "it has exactly two operands");
        break;
      default:
        require(count == 1, "a function has exactly one operand");
    }
    for (const Term term : graph_.terms(node_)) {
      require(term.node < node_, "operands come before their users");
      require(kind == Kind::sum || term.coefficient == unit_coefficient,
              "only a sum has coefficients");
      require(term.coefficient < graph_.coefficients().size(), "a coefficient is not in the table");
      require(term.coefficient <= minus_coefficient ||
                  graph_.coefficients()[term.coefficient] != 0 || (count == 1 && term.node == 0),
              "a coefficient 0 stands only for the exact number 0, alone on the unit");
    }
  }

  void check_payload() const {
    const Node& node = graph_[node_];
    switch (node.kind) {
      case Kind::constant:
        require(node.payload < graph_.constants().size(), "its constant is not in the table");
        require(node.type == Type::complex || graph_.constants()[node.payload].imag() == 0,
                "a real constant has no imaginary part");
        break;
      case Kind::input:
        require(node.payload < leaves_, "it is no leaf of the signature");
        require(node.type == graph_.signature().input_of(node.payload).type,
                "its type is not that of its input");
        break;
      case Kind::param:
        require(node.payload < params_, "it is no scalar of the params");
        require(node.type == graph_.signature().param_of(node.payload).type,
                "its type is not that of its param");
        break;
      default:
        require(node.payload == 0, "only constants, inputs and params have a payload");
    }
  }

  void check_type() const {
    const Node& node = graph_[node_];
    if (node.kind == Kind::one) require(node.type == Type::real, "the unit is real");
    if (node.kind == Kind::imaginary) require(node.type == Type::complex, "i is complex");
    if (is_leaf(node.kind)) return;
    Type joined = Type::real;
    for (const Term term : graph_.terms(node_)) joined = join(joined, graph_[term.node].type);
    require(node.type == result_type(node.kind, joined),
            "its type does not follow from its operands");
    if (node.kind == Kind::complex) {
      require(joined == Type::real, "real and imaginary part are real");
    }
  }

  void check_outputs() const {
    std::size_t scalar = 0;
    for (const Variable& variable : graph_.signature().outputs) {
      for (std::int64_t i = 0; i < variable.scalars(); ++i, ++scalar) {
        const std::string name =
            variable.scalar_name(variable.first + static_cast<std::uint32_t>(i));
        if (scalar >= graph_.outputs().size() || graph_.outputs()[scalar] >= graph_.node_count()) {
          throw std::logic_error(fmt::format("graph: output {} has no node", name));
        }
        if (variable.type == Type::real && graph_[graph_.outputs()[scalar]].type == Type::complex) {
          throw std::logic_error(fmt::format("graph: output {} is real, its node %{} complex", name,
                                             graph_.outputs()[scalar]));
        }
      }
    }
    if (scalar != graph_.outputs().size()) {
      throw std::logic_error(fmt::format("graph: {} output nodes for {} scalars of the signature",
                                         graph_.outputs().size(), scalar));
    }
  }

  const Graph& graph_;
  NodeId node_ = 0;
  std::int64_t leaves_ = 0;
  std::int64_t params_ = 0;
};

}  // namespace

void verify(const Graph& graph) { Verifier(graph).run(); }

}  // namespace diagc
