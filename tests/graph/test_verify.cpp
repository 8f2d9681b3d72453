#include "compiler/graph/verify.h"

#include <catch2/catch.hpp>

#include "compiler/graph/builder.h"

using namespace diagc;

namespace {

/// What verify says about a graph of one real input x[0..1] and one real output.
template <class Build>
std::string verdict(Build build, Type output = Type::real) {
  auto signature = std::make_shared<Signature>();
  signature->inputs.resize(1);
  signature->inputs[0].name = "x";
  signature->inputs[0].ranges = {{0, 1}};
  signature->outputs.resize(1);
  signature->outputs[0].name = "y";
  signature->outputs[0].type = output;
  GraphBuilder builder(GraphBuilder::Sharing::as_given);
  std::vector<NodeId> outputs = build(builder);
  try {
    verify(builder.finish(std::move(outputs), signature, std::make_shared<CallTable>()));
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "valid";
}

NodeId x(GraphBuilder& builder) { return builder.leaf(Kind::input, Type::real, 0); }

}  // namespace

TEST_CASE("a valid graph") {
  CHECK(verdict([](GraphBuilder& b) { return std::vector{b.product(std::vector{x(b), x(b)})}; }) ==
        "valid");
}

TEST_CASE("each broken rule is named with its node") {
  CHECK(verdict([](GraphBuilder& b) {
          b.leaf(Kind::one, Type::real, 0);
          return std::vector<NodeId>{0};
        }) == "graph: node %1 (one): node 0, and no other, is the unit");
  CHECK(verdict([](GraphBuilder& b) { return std::vector{b.sum({})}; }) ==
        "graph: node %1 (sum): a sum has at least one operand");
  CHECK(verdict([](GraphBuilder& b) { return std::vector{b.product(std::vector{x(b)})}; }) ==
        "graph: node %2 (product): a product has two operands or more");
  CHECK(verdict([](GraphBuilder& b) {
          return std::vector{b.function(Kind::quotient, std::vector{x(b)})};
        }) == "graph: node %2 (quotient): it has exactly two operands");
  CHECK(verdict([](GraphBuilder& b) {
          return std::vector{b.add(Node{Kind::exp}, std::vector{Term{x(b), minus_coefficient}})};
        }) == "graph: node %2 (exp): only a sum has coefficients");
  CHECK(verdict([](GraphBuilder& b) {
          return std::vector{b.sum(std::vector{Term{x(b), b.coefficients.add(0)}})};
        }) ==
        "graph: node %2 (sum): a coefficient 0 stands only for the exact number 0, alone on the "
        "unit");
  CHECK(verdict([](GraphBuilder& b) { return std::vector{b.leaf(Kind::input, Type::real, 2)}; }) ==
        "graph: node %1 (input): it is no leaf of the signature");
  CHECK(verdict([](GraphBuilder& b) {
          return std::vector{b.leaf(Kind::input, Type::complex, 0)};
        }) == "graph: node %1 (input): its type is not that of its input");
  CHECK(verdict([](GraphBuilder& b) { return std::vector{b.leaf(Kind::param, Type::real, 0)}; }) ==
        "graph: node %1 (param): it is no scalar of the params");
  CHECK(verdict([](GraphBuilder& b) {
          return std::vector{b.leaf(Kind::constant, Type::real, 0)};
        }) == "graph: node %1 (constant): its constant is not in the table");
  CHECK(verdict([](GraphBuilder& b) {
          const NodeId node = b.sum(std::vector{Term{x(b)}});
          b.set_call(node, 5);
          return std::vector{node};
        }) == "graph: node %2 (sum): its call is not in the table");
  CHECK(verdict([](GraphBuilder&) { return std::vector<NodeId>{}; }) ==
        "graph: output y has no node");
  CHECK(verdict([](GraphBuilder&) { return std::vector<NodeId>{7}; }) ==
        "graph: output y has no node");
  CHECK(verdict([](GraphBuilder&) { return std::vector<NodeId>{0, 0}; }) ==
        "graph: 2 output nodes for 1 scalars of the signature");
  const auto imaginary = [](GraphBuilder& b) {
    return std::vector{b.leaf(Kind::imaginary, Type::complex, 0)};
  };
  CHECK(verdict(imaginary) == "graph: output y is real, its node %1 complex");
  CHECK(verdict(imaginary, Type::complex) == "valid");
  CHECK(verdict(
            [](GraphBuilder& b) {
              const NodeId i = b.leaf(Kind::imaginary, Type::complex, 0);
              return std::vector{b.function(Kind::complex, std::vector{i, i})};
            },
            Type::complex) == "graph: node %2 (complex): real and imaginary part are real");
}
