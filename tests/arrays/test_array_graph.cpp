// Array graphs mean what their header says, whatever the order, and their text reads back.
#include <complex>

#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/interpret_contour.h"
#include "compiler/arrays/text.h"
#include "compiler/source/diagnostic.h"
#include "tests/arrays/random_networks.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

SourcePtr source(std::string text) {
  return std::make_shared<const Source>("graph", std::move(text));
}

std::string message(const std::string& text) {
  try {
    from_text(source("arrays\n%0 = input A(2, 3)\n" + text));
  } catch (const InputError& error) {
    return render(error.diagnostics().front());
  }
  return "";
}

/// The network's sum by the definition alone: all assignments of all labels, positions computed from their values.
std::vector<std::int64_t> brute_force(const Network& network,
                                      const std::vector<std::vector<std::int64_t>>& arrays) {
  const auto position = [&](const std::vector<Label>& axes,
                            const std::vector<std::uint64_t>& values) {
    std::uint64_t result = 0;
    for (const Label label : axes) result = result * network.extents[label] + values[label];
    return result;
  };
  std::vector<std::int64_t> result(*element_count(network, network.open));
  std::uint64_t assignments = 1;
  for (const std::uint64_t extent : network.extents) assignments *= extent;
  for (std::uint64_t a = 0; a < assignments; ++a) {
    std::vector<std::uint64_t> values;
    std::uint64_t rest = a;
    for (const std::uint64_t extent : network.extents) {
      values.push_back(rest % extent);
      rest /= extent;
    }
    std::int64_t product = 1;
    for (std::size_t t = 0; t < arrays.size(); ++t)
      product *= arrays[t][position(network.tensors[t], values)];
    result[position(network.open, values)] += product;
  }
  return result;
}

std::vector<std::vector<std::int64_t>> random_arrays(const Network& network, std::mt19937& random) {
  std::vector<std::vector<std::int64_t>> arrays;
  for (const auto& axes : network.tensors) {
    auto& array = arrays.emplace_back(*element_count(network, axes));
    for (std::int64_t& element : array) element = static_cast<std::int64_t>(random() % 7) - 3;
  }
  return arrays;
}

}  // namespace

namespace {

void check_random_graphs(int networks, RandomSizes sizes) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < networks; ++run) {
    const Network network = random_network(random, sizes);
    verify(network);
    const auto arrays = random_arrays(network, random);
    const std::vector<std::int64_t> expected = brute_force(network, arrays);
    const Order order = random_order(network, random);
    for (const ArrayGraph& graph : {graph_of(network), graph_of(network, order)}) {
      const std::string text = to_text(graph);
      INFO(text);
      CHECK(find_fault(graph).empty());
      CHECK(interpret(graph, arrays, Numbers<std::int64_t>())[0] == expected);
      const ArrayGraph read = from_text(source(text));
      CHECK(to_text(read) == text);
      CHECK(interpret(read, arrays, Numbers<std::int64_t>())[0] == expected);
    }
  }
}

}  // namespace

TEST_CASE("a network, its graph in any order and the text of both are the same sum") {
  check_random_graphs(200, {});
}

TEST_CASE("2000 networks of up to 12 tensors, their graphs and texts are the same sums",
          "[.long]") {
  check_random_graphs(2000, {.extent = 5, .tensors = 12});
}

TEST_CASE("remainders are those of exact sums") {
  std::mt19937 random(5);
  constexpr std::int64_t prime = 2147483647;
  for (int run = 0; run < 50; ++run) {
    const Network network = random_network(random);
    const auto arrays = random_arrays(network, random);
    std::vector<std::vector<std::uint32_t>> remainders;
    for (const auto& array : arrays) {
      auto& own = remainders.emplace_back();
      for (const std::int64_t element : array)
        own.push_back(static_cast<std::uint32_t>((element + prime) % prime));
    }
    const auto found = interpret(graph_of(network), remainders, Residues{prime})[0];
    const auto expected = brute_force(network, arrays);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      CHECK(found[k] == static_cast<std::uint32_t>((expected[k] % prime + prime) % prime));
    }
  }
}

TEST_CASE("max-plus gives the largest sum and how many assignments have it") {
  // Three Ising spins in a ring with antiferromagnetic bonds: six of eight states have energy 1, two have −3.
  const Network ring{{2, 2, 2}, {{0, 1}, {1, 2}, {2, 0}}, {}};
  const Tropical<Numbers<std::int64_t>> semiring;
  const std::vector<Counted<std::int64_t>> bond = {{-1, 1}, {1, 1}, {1, 1}, {-1, 1}};
  const auto best = interpret(graph_of(ring), {bond, bond, bond}, semiring)[0][0];
  CHECK(best.max == 1);
  CHECK(best.count == 6);
}

TEST_CASE("the text of a graph is as its header shows") {
  const std::string text =
      "arrays\n"
      "%0 = input A(2, 3)\n"
      "%1 = input B(3, 2)\n"
      "%2 = contract %0(a, b) %1(b, c) -> (a, c)\n"
      "%3 = contract over (a = 4) %2(b, b) -> (b, a)\n"
      "%4 = reduce %2(a, b) -> (b)\n"
      "%5 = permute %2(a, b) -> (b, a)\n"
      "%6 = contract -> ()\n"
      "output %5\n"
      "output %3\n";
  CHECK(to_text(from_text(source(text))) == text);
}

TEST_CASE("malformed text of a graph is an error at its place") {
  CHECK(message("%2 = input B(2)") ==
        "graph:3:2: error: found node 2, expected 1: nodes are numbered from 0 on\n%2 = input "
        "B(2)\n ^");
  CHECK(
      message("%1 = input B(0)") ==
      "graph:3:14: error: found the extent 0, expected 1 or more\n%1 = input B(0)\n             ^");
  CHECK(message("%1 = sum %0(a, b) -> ()") ==
        "graph:3:6: error: found `sum`, expected `input`, `contract`, `reduce`, `permute`, "
        "`constant`, `map`, `transform`, `inverse`, `exchange`, `compose` or `volterra`\n"
        "%1 = sum %0(a, b) -> ()\n     ^");
  CHECK(message("%1 = contract %1(a, b) -> ()") ==
        "graph:3:16: error: found node 1, expected one of the 1 before this line\n"
        "%1 = contract %1(a, b) -> ()\n               ^");
  CHECK(message("%1 = contract %0(a, a) -> ()") ==
        "graph:3:1: error: found a variable of extent 2 for axis 1 of operand %0, expected 3\n"
        "%1 = contract %0(a, a) -> ()\n^");
  CHECK(message("%1 = contract %0(a) -> ()") ==
        "graph:3:1: error: found 1 variables for operand %0, expected 2\n%1 = contract %0(a) -> "
        "()\n^");
  CHECK(message("%1 = contract %0(a, b, c) -> ()") ==
        "graph:3:24: error: found more than 2 variables, expected one for each axis\n"
        "%1 = contract %0(a, b, c) -> ()\n                       ^");
  CHECK(message("%1 = contract %0(a, b) -> (c)") ==
        "graph:3:28: error: found variable `c`, expected one that an operand or `over` has\n"
        "%1 = contract %0(a, b) -> (c)\n                           ^");
  CHECK(message("%1 = contract %0(a, b) -> (a, a)") ==
        "graph:3:1: error: found a variable twice in the result, expected each once\n"
        "%1 = contract %0(a, b) -> (a, a)\n^");
  CHECK(message("%1 = reduce %0(a, b) -> (b, a)") ==
        "graph:3:1: error: found a reduction that sums nothing\n%1 = reduce %0(a, b) -> (b, a)\n^");
  CHECK(
      message("%1 = permute %0(a, b) -> (b)") ==
      "graph:3:1: error: found a permutation that drops an axis\n%1 = permute %0(a, b) -> (b)\n^");
  CHECK(message("%1 = contract over (c = 4611686018427387904) %0(a, b) -> (a, c)") ==
        "graph:3:1: error: found a result of 2^63 elements or more, expected fewer\n"
        "%1 = contract over (c = 4611686018427387904) %0(a, b) -> (a, c)\n^");
  CHECK(message("output %1") ==
        "graph:3:9: error: found node 1, expected one of the 1 before this line\noutput %1\n       "
        " ^");
}

TEST_CASE("functions of two points of a contour: text, faults and values") {
  const std::string text =
      "arrays\n"
      "cyclic k = 2\n"
      "%0 = input A(k)\n"
      "%1 = input B(k)\n"
      "%2 = exchange %0(a) -> (a)\n"
      "%3 = compose %2(a) %1(a) -> (a)\n"
      "%4 = volterra 1 0110 %0(a) %1(a) %3(a) %2(a) -> (a)\n"
      "output %3\n"
      "output %4\n";
  const ArrayGraph graph = from_text(std::make_shared<const Source>("graph", text));
  CHECK(to_text(graph) == text);
  const auto fault = [&](std::string_view last) {
    try {
      from_text(std::make_shared<const Source>(
          "graph", "arrays\ncyclic k = 2\n%0 = input A(k)\n" + std::string(last) + "\n"));
    } catch (const InputError& error) {
      return std::string(error.what()).substr(0, std::string(error.what()).find('\n'));
    }
    return std::string();
  };
  CHECK(fault("%1 = compose %0(a) -> (a)") ==
        "graph:4:1: error: found 1 operands of compose, expected 2");
  CHECK(fault("%1 = compose %0(a) %0(-a) -> (a)") ==
        "graph:4:1: error: found an operand at other variables than the result's in compose, "
        "expected the same");
  CHECK(fault("%1 = volterra 0 01 %0(a) -> (a)") ==
        "graph:4:1: error: found digits of volterra that are no square of 0 and 1");
  CHECK(fault("%1 = volterra 1 1 %0(a) %0(a) -> (a)") ==
        "graph:4:1: error: found element 1 of 1 unknowns");
  // Two points of the contour with weights 2 and i; k = 0 alone is looked at.
  using Number = std::complex<double>;
  const Number i(0, 1);
  const ContourFunction a = {1, 2, 3, 4}, b = {i, 1, 0, 2};
  const auto values = interpret_on_contour(graph, {{a, a}, {b, b}}, {2, i});
  // A' = (1 3; 2 4), A' · diag(2, i) · B = (2 3i; 4 4i) · (i 1; 0 2).
  CHECK(values[3][0] == ContourFunction{2.0 * i, 2.0 + 6.0 * i, 4.0 * i, 4.0 + 8.0 * i});
  // T_0 = A + C @ T_1, T_1 = B + A' @ T_0.
  const auto composed = [&](const ContourFunction& x, const ContourFunction& y) {
    return ContourFunction{x[0] * 2.0 * y[0] + x[1] * i * y[2], x[0] * 2.0 * y[1] + x[1] * i * y[3],
                           x[2] * 2.0 * y[0] + x[3] * i * y[2],
                           x[2] * 2.0 * y[1] + x[3] * i * y[3]};
  };
  const ContourFunction& t1 = values[4][0];
  ContourFunction t0 = composed(values[3][0], t1);
  for (std::size_t k = 0; k < 4; ++k) t0[k] += a[k];
  const ContourFunction again = composed(values[2][0], t0);
  for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(b[k] + again[k] - t1[k]) < 1e-12);
}
