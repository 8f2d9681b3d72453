// Products that no two sums share: graph text in, graph text out.
#include <catch2/catch.hpp>

#include "compiler/graph/verify.h"
#include "compiler/passes/unshare.h"
#include "tests/passes/canonical.h"

using namespace diagc;

namespace {

constexpr const char* head =
    "graph t\ninput x[1..3] : real\nparam N : real\noutput y[1..2] : real\nfamily A(i)\n"
    "family B(i)\nfamily y\n";

Graph with_head(const std::string& text) { return graph_of(head + text); }

std::size_t products(const Graph& graph) {
  std::size_t count = 0;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    count += graph[node].kind == Kind::product;
  }
  return count;
}

}  // namespace

TEST_CASE("a product of named values that two nodes read is computed for each") {
  const Graph before = with_head(
      "%1 = input x[1]\n%2 = input x[2]\n%3 = sum 2 %1 @ A(1)\n%4 = sum 3 %2 @ A(2)\n"
      "%5 = product %3 %4\n%6 = sum %5 + %1 @ B(1)\n%7 = sum %5 - %2 @ B(2)\ny[1] = %6\ny[2] = "
      "%7\n");
  const std::optional<Graph> after = passes::unshare(before);
  REQUIRE(after);
  verify(*after);
  CHECK(products(before) == 1);
  CHECK(products(*after) == 2);
  CHECK(canonical_text(*after) != canonical_text(before));
  CHECK(after->node_count() == before.node_count() + 1);
  CHECK_FALSE(passes::unshare(*after));
}

TEST_CASE("a named product is computed anew where it is a term, not where it is a factor") {
  const std::string values =
      "%1 = input x[1]\n%2 = input x[2]\n%3 = sum 2 %1 @ A(1)\n%4 = sum 3 %2 @ A(2)\n"
      "%5 = product %3 %4 @ B(1)\n%6 = param N\n";
  const Graph term = with_head(values +
                               "%7 = sum %5 + %1 @ B(2)\n%8 = product %6 %5 @ B(3)\n"
                               "%9 = product %5 %7 @ B(4)\n%10 = sum %8 + %9 @ B(5)\n"
                               "y[1] = %10\ny[2] = %7\n");
  const std::optional<Graph> after = passes::unshare(term);
  REQUIRE(after);
  verify(*after);
  // Of %5 itself, of its copy in %7, and of its copy in %8; %8 and %9; %9 is a product of two named values, too, and a term.
  CHECK(products(*after) == 5);
  const Graph factor = with_head(values + "%7 = product %5 %4 @ B(3)\ny[1] = %7\ny[2] = %6\n");
  CHECK_FALSE(passes::unshare(factor));
}
