// How much merging takes: pairs of nodes that are compared, for graphs of forms that once made it compare all with all.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <string>

#include "compiler/graph/text.h"
#include "compiler/passes/merge.h"

using namespace diagc;

namespace {

/// n sums of the same three inputs, no two of them equal up to a factor; `doubled` appends twice each.
Graph sums_of_the_same(int n, bool doubled) {
  std::string text = "graph sums\ninput x[1..3] : real\noutput y[1.." +
                     std::to_string(doubled ? 2 * n : n) + "] : real\n";
  const auto term = [](int coefficient, const std::string& rest) {
    return (coefficient < 0 ? " - " : " + ") + std::to_string(std::abs(coefficient)) + rest;
  };
  const auto sum = [&](int number, int i, int factor) {
    text += "%" + std::to_string(number) + " = sum " + std::to_string(factor * i) + "/7 x[1]" +
            term(factor, " x[2]") + term(-factor * (i * i + 1), " x[3]") + "\n";
  };
  for (int i = 1; i <= n; ++i) sum(i, i, 1);
  for (int i = 1; doubled && i <= n; ++i) sum(n + i, i, -2);
  for (int i = 1; i <= (doubled ? 2 * n : n); ++i) {
    text += "y[" + std::to_string(i) + "] = %" + std::to_string(i) + "\n";
  }
  return from_text(std::make_shared<Source>("sums.txt", text));
}

}  // namespace

TEST_CASE("merge compares few pairs of sums of the same operands") {
  for (const int n : {100, 1000}) {
    std::size_t comparisons = 0;
    CHECK_FALSE(passes::merge(sums_of_the_same(n, false), comparisons));
    CHECK(comparisons <= static_cast<std::size_t>(n) / 10);
  }
}

TEST_CASE("merge finds sums that are equal up to a factor, each by about one comparison") {
  constexpr int n = 500;
  std::size_t comparisons = 0;
  const std::optional<Graph> merged = passes::merge(sums_of_the_same(n, true), comparisons);
  REQUIRE(merged);
  std::size_t sums = 0;  // with terms of their own, not multiples of another
  for (NodeId node = 0; node < merged->node_count(); ++node) {
    sums += (*merged)[node].kind == Kind::sum && merged->operand_count(node) == 3;
  }
  CHECK(sums == n);
  CHECK(comparisons >= n);
  CHECK(comparisons <= n + n / 10);
}
