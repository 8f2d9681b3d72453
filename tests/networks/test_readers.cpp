// Network files mean what they say, and errors point at the place that is wrong.
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/networks/einsum.h"
#include "physics/networks/network_file.h"
#include "physics/networks/order_file.h"
#include "physics/networks/qsim.h"

using namespace diagc;
using namespace diagc::networks;

namespace {

SourcePtr text(std::string bytes, std::string path = "file") {
  return std::make_shared<const Source>(std::move(path), std::move(bytes));
}

/// The error as a person sees it; "" where there is none.
template <class F>
std::string message(const F& read) {
  try {
    read();
  } catch (const InputError& error) {
    return render(error.diagnostics().front());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

std::string network_message(const std::string& json) {
  return message([&] { read_network(text(json)); });
}

std::string order_message(const std::string& json) {
  const NamedNetwork network = read_einsum(text("ab,bc,cd->ad", "chain"));
  return message([&] { read_order(text(json), network); });
}

std::string qsim_message(const std::string& circuit) {
  return message([&] { read_qsim(text(circuit)); });
}

SourcePtr stored(const std::string& name) {
  return read_source(std::string(DIAGC_SOURCE_DIR "/tests/networks/data/") + name);
}

}  // namespace

TEST_CASE("einsum strings name tensors, labels and the result") {
  NamedNetwork network = read_einsum(text("ij, jjk ,,é->ki"));
  CHECK(network.label_names == std::vector<std::string>{"i", "j", "k", "é"});
  CHECK(network.network.tensors ==
        std::vector<std::vector<arrays::Label>>{{0, 1}, {1, 1, 2}, {}, {3}});
  CHECK(network.network.open == std::vector<arrays::Label>{2, 0});
  set_extents(network, {{"i", 2}, {"j", 3}});
  set_shapes(network, {{2, 3}, {3, 3, 4}, {}, {5}});
  CHECK(network.network.extents == std::vector<std::uint64_t>{2, 3, 4, 5});
  check_complete(network);
  arrays::verify(network.network);
  CHECK(read_einsum(text("->")).network.tensors.size() == 1);
}

TEST_CASE("a wrong einsum string is an error at its place") {
  const auto error = [](const std::string& einsum) {
    return message([&] { read_einsum(text(einsum, "einsum")); });
  };
  CHECK(
      error("ab,bc") ==
      "einsum:1:6: error: found the end of the text, expected a label, `,` or `->`\nab,bc\n     ^");
  CHECK(error("ab,b1->a") ==
        "einsum:1:5: error: found `1`, expected a label, `,` or `->`\nab,b1->a\n    ^");
  CHECK(error("ab,bc->ac,a") ==
        "einsum:1:10: error: found `,`, expected a label or the end of the text\n"
        "ab,bc->ac,a\n         ^");
  CHECK(error("ab,bc->ad") ==
        "einsum:1:9: error: found label `d` in the result, expected one that a tensor has\n"
        "ab,bc->ad\n        ^");
  CHECK(error("ab,bc->aca") ==
        "einsum:1:10: error: found label `a` twice in the result, expected each label once\n"
        "ab,bc->aca\n         ^");
}

TEST_CASE("extents and shapes that do not fit are told apart") {
  NamedNetwork network = read_einsum(text("ab,bc->ac", "einsum"));
  CHECK(
      message([&] { check_complete(network); }) ==
      "einsum:1:1: error: found no extent for label `a`, expected --extent a=2, or arrays for all "
      "tensors\nab,bc->ac\n^");
  CHECK(message([&] { set_extents(network, {{"d", 2}}); }) ==
        "einsum: found an extent for `d`, which is no label of this network");
  CHECK(message([&] { set_extents(network, {{"a", 0}}); }) ==
        "einsum: found the extent 0 for `a`, expected 1 or more");
  set_extents(network, {{"a", 2}});
  CHECK(message([&] { set_extents(network, {{"a", 3}}); }) ==
        "einsum: found the extent 3 for `a`, expected 2 as in the file");
  CHECK(message([&] { set_shapes(network, {{2, 3}}); }) ==
        "einsum: found 1 arrays, expected 2, one for each tensor");
  CHECK(message([&] { set_shapes(network, {{2, 3}, {3}}); }) ==
        "einsum:1:4: error: found an array of 1 axes for tensor 1, expected 2\nab,bc->ac\n   ^");
  CHECK(
      message([&] { set_shapes(network, {{2, 3}, {4, 5}}); }) ==
      "einsum:1:4: error: found length 4 on axis 0 of the array for tensor 1, expected 3 for label "
      "`b`\nab,bc->ac\n   ^");
  NamedNetwork large = read_einsum(text("abc->", "einsum"));
  set_extents(large, {{"a", 1U << 21U}, {"b", 1U << 21U}, {"c", 1U << 21U}});
  CHECK(message([&] { check_complete(large); }) ==
        "einsum:1:1: error: found a tensor of 2^63 elements or more, expected fewer\nabc->\n^");
}

TEST_CASE("cotengra files give labels, extents and the result") {
  const NamedNetwork network = read_network(text(
      R"({"size_dict": {"a": 2, "\u00e9": 3, "7": 4, "z": 5}, "inputs": [["a", "é"], ["é", 7], []],)"
      R"( "output": [7], "name": [null, true, -1.5e3, "\ud83d\ude00"]})"));
  CHECK(network.label_names == std::vector<std::string>{"a", "é", "7"});
  CHECK(network.network.extents == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(network.network.tensors == std::vector<std::vector<arrays::Label>>{{0, 1}, {1, 2}, {}});
  CHECK(network.network.open == std::vector<arrays::Label>{2});
  CHECK(!network.order);
}

TEST_CASE("a wrong cotengra file is an error at its place") {
  CHECK(network_message(R"({"inputs": [["a"]], "output": [], "size_dict": {"b": 2}})") ==
        "file:1:14: error: found label `a`, which has no extent in `size_dict`, expected one that "
        "has\n"
        R"({"inputs": [["a"]], "output": [], "size_dict": {"b": 2}})"
        "\n             ^");
  CHECK(network_message(R"({"inputs": [["a"]], "output": ["b"], "size_dict": {"a": 2}})") ==
        "file:1:32: error: found label `b` in the result, expected one that a tensor has\n"
        R"({"inputs": [["a"]], "output": ["b"], "size_dict": {"a": 2}})"
        "\n                               ^");
  CHECK(network_message(R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 0}})") ==
        "file:1:54: error: found the extent 0 for label `a`, expected 1 or more\n"
        R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 0}})"
        "\n                                                     ^");
  CHECK(network_message(
            R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 9223372036854775808}})") ==
        "file:1:54: error: found 9223372036854775808, expected a number below 2^63\n"
        R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 9223372036854775808}})"
        "\n                                                     ^");
  CHECK(network_message(R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 2.5}})") ==
        "file:1:54: error: found the number `2.5`, expected an extent, a whole number\n"
        R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 2.5}})"
        "\n                                                     ^");
  CHECK(
      network_message(
          R"({"inputs": [["a", "b"]], "output": [], "size_dict": {"a": 4294967296, "b": 2147483648}})") ==
      "file:1:13: error: found a tensor of 2^63 elements or more, expected fewer\n"
      R"({"inputs": [["a", "b"]], "output": [], "size_dict": {"a": 4294967296, "b": 2147483648}})"
      "\n            ^");
  CHECK(network_message(R"({"inputs": 3})") ==
        "file:1:12: error: found the number `3`, expected a list of the tensors' labels\n"
        R"({"inputs": 3})"
        "\n           ^");
  CHECK(network_message(R"({"output": []})") ==
        "file:1:1: error: found no key `inputs`, expected a list of the tensors' labels\n"
        R"({"output": []})"
        "\n^");
  CHECK(network_message("[]") ==
        "file:1:1: error: found a list, expected a network, an object with `inputs` and "
        "`output`\n[]\n^");
}

TEST_CASE("what is no JSON is an error at its place") {
  const auto first_line = [](const std::string& json) {
    const std::string whole = network_message(json);
    return whole.substr(0, whole.find('\n'));
  };
  CHECK(first_line("") == "file:1:1: error: found the end of the text, expected a value");
  CHECK(first_line("{\"a\": 1,}") == "file:1:9: error: found `}`, expected a key in quotes");
  CHECK(first_line("{\"a\": 1, \"a\": 2}") ==
        "file:1:10: error: found the key `a` twice in one object");
  CHECK(first_line("{\"a\" 1}") == "file:1:6: error: found `1`, expected `:`");
  CHECK(first_line("{\"a\": [1 2]}") == "file:1:10: error: found `2`, expected `,` or `]`");
  CHECK(first_line("{\"a\": 01}") == "file:1:8: error: found `1`, expected `,` or `}`");
  CHECK(first_line("{\"a\": NaN}") == "file:1:7: error: found `N`, expected a value");
  CHECK(first_line("{\n\"a\": \"b}") ==
        "file:2:6: error: found text in quotes without its end, expected `\"`");
  CHECK(first_line(R"({"\ud800": 1})") == "file:1:3: error: found half a surrogate pair");
  CHECK(first_line(R"({"\q": 1})") ==
        "file:1:4: error: found `q`, expected an escape such as `\\n` or `\\u00e9`");
  CHECK(first_line("{} {}") == "file:1:4: error: found `{`, expected the end of the text");
}

TEST_CASE("JSON may nest very deeply, but not without end") {
  const std::string whole = network_message(std::string(1'000'000, '['));
  CHECK(whole.substr(0, whole.find('\n')) ==
        "file:1:200001: error: found values nested deeper than 200000 levels");
  const std::string deep(150'000, '[');
  CHECK(
      network_message(deep + std::string(150'000, ']')) ==
      "file:1:1: error: found a list, expected a network, an object with `inputs` and `output`\n" +
          deep.substr(0, 100) + "…\n^");
}

TEST_CASE("a tree of TensorBFS gives its order") {
  const NamedNetwork network =
      read_network(text(R"({"inputs": [[1, 2], [2, 3], [3]], "output": [1], "slices": [],
"tree": {"isleaf": false, "eins": {"ixs": [[3, 1], [3]], "iy": [1]}, "args": [
  {"isleaf": false, "eins": {"ixs": [[2, 3], [2, 1]], "iy": [3, 1]}, "args": [
    {"isleaf": true, "tensorindex": 2}, {"isleaf": true, "tensorindex": 1}]},
  {"isleaf": true, "tensorindex": 3}]}})"));
  CHECK(network.network.extents == std::vector<std::uint64_t>{2, 2, 2});
  REQUIRE(network.order);
  CHECK(network.order->steps == std::vector<std::array<std::uint32_t, 2>>{{1, 0}, {3, 2}});
  arrays::verify(network.network, *network.order);
}

TEST_CASE("a tree that is not of its network is an error at its place") {
  const auto tree = [](const std::string& node) {
    const std::string whole = network_message(R"({"inputs": [[1], [1, 2]], "output": [2], "tree":)"
                                              "\n" +
                                              node + "}");
    return whole.substr(0, whole.find('\n'));
  };
  const std::string leaves =
      R"("args": [{"isleaf": true, "tensorindex": 1}, {"isleaf": true, "tensorindex": 2}]})";
  CHECK(tree(R"({"isleaf": false, "eins": {"ixs": [[1], [1, 2]], "iy": [2]}, )" + leaves).empty());
  CHECK(tree(R"({"isleaf": false, "eins": {"ixs": [[1], [1, 2]], "iy": [1]}, )" + leaves) ==
        "file:2:56: error: found labels [1] for the step's result, expected [2]");
  CHECK(tree(R"({"isleaf": false, "eins": {"ixs": [[2], [1, 2]], "iy": [2]}, )" + leaves) ==
        "file:2:36: error: found labels [2] for argument 1, expected [1]");
  CHECK(tree(R"({"isleaf": false, "eins": {"ixs": [[3], [1, 2]], "iy": [2]}, )" + leaves) ==
        "file:2:37: error: found label `3`, expected one that a tensor of `inputs` has");
  CHECK(tree(R"({"isleaf": false, "eins": {"ixs": [[1]], "iy": [2]}, )" + leaves) ==
        "file:2:35: error: found labels of 1 arguments, expected 2");
  CHECK(tree(R"({"isleaf": true, "tensorindex": 3})") ==
        "file:2:33: error: found tensor 3, expected one of 1 to 2");
  CHECK(tree(R"({"isleaf": true, "tensorindex": 2})") ==
        "file:2:1: error: found a tree without tensor 1, expected every tensor once");
  CHECK(
      tree(
          R"({"isleaf": false, "eins": {"ixs": [[1], [1]], "iy": [2]}, "args": [{"isleaf": true, "tensorindex": 1}, {"isleaf": true, "tensorindex": 1}]})") ==
      "file:2:136: error: found tensor 1 twice in the tree, expected each once");
}

TEST_CASE("orders are read in all forms, and written ones are read back") {
  const NamedNetwork network = read_einsum(text("ab,bc,cd->ad", "chain"));
  const arrays::Order expected{{{1, 2}, {0, 3}}, {}};
  CHECK(read_order(text("[[1, 2], [0, 1]]"), network) == expected);
  CHECK(read_order(text(R"({"linear_path": [[1, 2], [0], [0, 1]]})"), network) ==
        arrays::Order{{{1, 2}, {3, 0}}, {}});
  CHECK(read_order(text(R"({"ssa_path": [[1, 2], [0, 3]], "sliced": []})"), network) == expected);
  CHECK(read_order(text("[[2, 0, 1]]"), network) == arrays::Order{{{2, 0}, {3, 1}}, {}});
  const arrays::Order sliced{{{0, 2}, {3, 1}}, {2, 0}};
  CHECK(order_text(sliced, network) ==
        "{\"ssa_path\": [[0, 2], [3, 1]], \"sliced\": [\"c\", \"a\"]}\n");
  CHECK(read_order(text(order_text(sliced, network)), network) == sliced);
}

TEST_CASE("a wrong order is an error at its place") {
  CHECK(order_message("[[0, 1]]") ==
        "file:1:8: error: found the end of the order with 2 tensors left, expected 1\n[[0, 1]]\n   "
        "    ^");
  CHECK(order_message("[[0, 3], [0, 1]]") ==
        "file:1:6: error: found tensor 3 where there are 3 of them, expected an order for the 3 "
        "tensors "
        "of chain\n[[0, 3], [0, 1]]\n     ^");
  CHECK(order_message("[[0, 0], [0, 1]]") ==
        "file:1:6: error: found tensor 0 twice, expected each to be used once\n[[0, 0], [0, 1]]\n  "
        "   ^");
  CHECK(order_message(R"({"ssa_path": [[0, 1], [0, 3]]})") ==
        "file:1:24: error: found tensor 0 twice, expected each to be used once\n"
        R"({"ssa_path": [[0, 1], [0, 3]]})"
        "\n                       ^");
  CHECK(order_message(R"({"ssa_path": [], "linear_path": []})") ==
        "file:1:18: error: found both `ssa_path` and `linear_path`, expected one of them\n"
        R"({"ssa_path": [], "linear_path": []})"
        "\n                 ^");
  CHECK(order_message(R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["e"]})") ==
        "file:1:46: error: found label `e`, expected one of the network's\n"
        R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["e"]})"
        "\n                                             ^");
  CHECK(order_message(R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["b", "b"]})") ==
        "file:1:51: error: found label `b` twice, expected each sliced label once\n"
        R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["b", "b"]})"
        "\n                                                  ^");
  CHECK(order_message("[0, 1]") ==
        "file:1:2: error: found the number `0`, expected a pair of numbers\n[0, 1]\n ^");
  CHECK(
      order_message("{}") ==
      "file:1:1: error: found an object, expected a list of pairs, or an object with `ssa_path` or "
      "`linear_path`\n{}\n^");
}

TEST_CASE("a wrong circuit is an error at its place") {
  CHECK(qsim_message("# nothing\n") ==
        "file:2:1: error: found no line, expected the number of qubits\n\n^");
  CHECK(qsim_message("5000\n") ==
        "file:1:1: error: found 5000 qubits, expected 1 to 4096\n5000\n^");
  CHECK(
      qsim_message("2\n0 hh 1\n") ==
      "file:2:3: error: found the gate `hh`, expected one of id1, h, t, s, x, y, z, x_1_2, y_1_2, "
      "hz_1_2, rx, ry, rz, rxy, id2, cz, cnot, sw, is, cp, fs\n0 hh 1\n  ^");
  CHECK(qsim_message("2\n0 h 2\n") ==
        "file:2:5: error: found qubit 2, expected one of 0 to 1\n0 h 2\n    ^");
  CHECK(qsim_message("2\n0 cz 1 1\n") ==
        "file:2:8: error: found qubit 1 twice, expected two different ones\n0 cz 1 1\n       ^");
  CHECK(
      qsim_message("2\n0 h 1\n0 x 1\n") ==
      "file:3:5: error: found a gate on qubit 1 at time 0, expected time 1 or later\n0 x 1\n    ^");
  CHECK(
      qsim_message("2\n0 rx 1\n") ==
      "file:2:7: error: found the end of the line, expected an angle in radians\n0 rx 1\n      ^");
  CHECK(qsim_message("2\n0 rx 1 nan\n") ==
        "file:2:8: error: found `nan`, expected an angle in radians\n0 rx 1 nan\n       ^");
  CHECK(qsim_message("2\n0 h 1 0\n") ==
        "file:2:7: error: found `0`, expected the end of the line\n0 h 1 0\n      ^");
  CHECK(
      qsim_message("2\n0 m 1\n") ==
      "file:2:3: error: found a measurement, expected a gate; an amplitude is of a circuit without "
      "measurements\n0 m 1\n  ^");
}

TEST_CASE("the stored networks are what their sources say") {
  struct Expected {
    const char* name;
    std::size_t tensors, labels;
  };
  for (const Expected& expected :
       {Expected{"cubic_6x6x10.json", 360, 924}, Expected{"peps_cluster_r2_D10_a.json", 32, 74},
        Expected{"qucirc_rrzz_n56_d13.json", 924, 616}, Expected{"randreg_200_3_a.json", 200, 300},
        Expected{"sycamore_n53_m20_s0_e0_pABCDCDAB.json", 381, 754},
        Expected{"tensornetwork_permutation_optimized.json", 550, 220}}) {
    INFO(expected.name);
    const NamedNetwork network = read_network(stored(expected.name));
    arrays::verify(network.network);
    CHECK(network.network.tensors.size() == expected.tensors);
    CHECK(network.network.extents.size() == expected.labels);
    if (!network.order) continue;
    arrays::verify(network.network, *network.order);
    const arrays::OrderCost cost = arrays::cost(network.network, *network.order);
    CHECK(cost.log10_macs / std::log10(2.0) == Approx(33.18).margin(0.005));
    CHECK(cost.log2_width == 28);
  }
}
