// What diagc contract refuses, each with its whole message at the place in file, string or command line that is wrong. What readers refuse
// by themselves is in tests/networks.
#include <limits>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "process.h"
#include "runtime/batch/npy.h"
#include "tests/batch/npz_writer.h"

namespace {

std::string array_of(const std::vector<std::size_t>& shape, diagc::ElementType type) {
  std::string bytes = diagc::npy_file_start(type, shape);
  std::size_t elements = 1;
  for (const std::size_t length : shape) elements *= length;
  return bytes + std::string(elements * diagc::element_size(type), '\0');
}

std::string doubles(const std::vector<std::size_t>& shape) {
  return array_of(shape, diagc::ElementType::float64);
}

/// A file whose header names a type by hand.
std::string array_of_type(const std::string& type, const std::string& bytes) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,), }";
  header.append(127 - (10 + header.size()) % 64, ' ');
  header += '\n';
  return "\x93NUMPY" + std::string("\1\0", 2) + diagc::testing::little_endian(header.size(), 2) +
         header + bytes;
}

struct Case {
  std::string arguments;
  int code;
  std::string message;
};

void check(const Folder& folder, const std::vector<Case>& cases) {
  const std::vector<std::string> files = folder.files();
  for (const Case& wrong : cases) {
    INFO(wrong.arguments);
    const Finished run = folder.diagc("contract " + wrong.arguments);
    CHECK(run.code == wrong.code);
    CHECK(run.err == wrong.message + "\n");
    CHECK(run.out.empty());
    CHECK(folder.files() == files);
  }
}

}  // namespace

TEST_CASE("contract refuses labels and extents that do not fit, at their place") {
  const Folder folder;
  folder.write("twice.json", R"({"inputs": [["a", "b"]], "output": ["a", "a"],
 "size_dict": {"a": 2, "b": 3}})");
  folder.write("nan.json", R"({"inputs": [["a"]], "output": [], "size_dict": {"a": NaN}})");
  folder.write("zero.json", R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 0}})");
  folder.write("result.json", R"({"inputs": [["a"], ["b"]], "output": ["a", "b"],
 "size_dict": {"a": 4294967296, "b": 2147483648}})");
  check(folder,
        {{"twice.json --fill ones", 1,
          "twice.json:1:42: error: found label `a` twice in the result, expected each label once\n"
          R"({"inputs": [["a", "b"]], "output": ["a", "a"],)"
          "\n                                         ^"},
         {"nan.json --fill ones", 1,
          "nan.json:1:54: error: found `N`, expected a value\n"
          R"({"inputs": [["a"]], "output": [], "size_dict": {"a": NaN}})"
          "\n                                                     ^"},
         {"zero.json --fill ones", 1,
          "zero.json:1:54: error: found the extent 0 for label `a`, expected 1 or more\n"
          R"({"inputs": [["a"]], "output": [], "size_dict": {"a": 0}})"
          "\n                                                     ^"},
         {"result.json --fill ones", 1,
          "result.json:1:38: error: found a result of 2^63 elements or more, expected fewer\n"
          R"({"inputs": [["a"], ["b"]], "output": ["a", "b"],)"
          "\n                                     ^"},
         {"'ij,jk->ik' --extent i=2 --extent x=2 --fill ones", 1,
          "FILE: found an extent for `x`, which is no label of this network"},
         {"'ij,jk' --extent i=2 --fill ones", 1,
          "FILE:1:6: error: found the end of the text, expected a label, `,` or `->`\nij,jk\n     "
          "^"},
         {"'ij->' --extent i=nan --fill ones", 2,
          "diagc: found --extent i=nan, expected a label and its extent, as in a=2"},
         {"'ij->' --extent i=0 --fill ones", 1,
          "FILE: found the extent 0 for `i`, expected 1 or more"},
         {"'ij->' --extent i=9223372036854775808 --fill ones", 2,
          "diagc: found --extent i=9223372036854775808, expected a label and its extent, as in "
          "a=2"},
         {"'ij->' --extent i=3037000500 --extent j=3037000500 --fill ones", 1,
          "FILE:1:1: error: found a tensor of 2^63 elements or more, expected fewer\nij->\n^"},
         {"twice.json --extent b=4 --fill ones", 1,
          "twice.json:1:42: error: found label `a` twice in the result, expected each label once\n"
          R"({"inputs": [["a", "b"]], "output": ["a", "a"],)"
          "\n                                         ^"}});
}

TEST_CASE("contract refuses arrays that are missing, too many, or of another shape or kind") {
  const Folder folder;
  const auto npz =
      [&](const std::string& name, const std::vector<std::pair<std::string, std::string>>& members,
          unsigned method = 0) { folder.write(name, diagc::testing::npz_bytes(members, method)); };
  const std::string a = doubles({2, 3}), b = doubles({3});
  npz("one.npz", {{"arr_0.npy", a}});
  npz("three.npz", {{"arr_0.npy", a}, {"arr_1.npy", b}, {"arr_2.npy", b}});
  npz("gap.npz", {{"arr_0.npy", a}, {"arr_2.npy", b}});
  npz("axes.npz", {{"arr_0.npy", a}, {"arr_1.npy", a}});
  npz("length.npz", {{"arr_0.npy", a}, {"arr_1.npy", doubles({2})}});
  npz("empty.npz", {{"arr_0.npy", doubles({2, 0})}, {"arr_1.npy", doubles({0})}});
  npz("complex.npz",
      {{"arr_0.npy", array_of({2, 3}, diagc::ElementType::complex64)}, {"arr_1.npy", b}});
  npz("packed.npz", {{"arr_0.npy", a}, {"arr_1.npy", b}}, 8);
  npz("text.npz", {{"arr_0.npy", array_of_type("<U2", std::string(16, '\0'))}});
  const std::string whole = diagc::testing::npz_bytes({{"arr_0.npy", a}, {"arr_1.npy", b}});
  folder.write("cut.npz", whole.substr(0, whole.size() / 2));
  std::string damaged = whole;
  damaged[190] ^= 1;
  folder.write("damaged.npz", damaged);
  folder.write("cut.npy", a.substr(0, a.size() - 4));
  const std::string pair = "'ij,j->' --values ";
  check(
      folder,
      {{pair + "one.npz", 1, "FILE: found 1 arrays, expected 2, one for each tensor"},
       {pair + "three.npz", 1, "FILE: found 3 arrays, expected 2, one for each tensor"},
       {pair + "gap.npz", 1,
        "gap.npz: found no array arr_1 among 2, expected arr_0, arr_1, … in the order of the "
        "tensors"},
       {pair + "axes.npz", 1,
        "FILE:1:4: error: found an array of 2 axes for tensor 1, expected 1\nij,j->\n   ^"},
       {pair + "length.npz", 1,
        "FILE:1:4: error: found length 2 on axis 0 of the array for tensor 1, expected 3 for "
        "label `j`\nij,j->\n   ^"},
       {pair + "empty.npz", 1,
        "FILE:1:1: error: found length 0 on axis 1 of the array for tensor 0, expected 1 or more "
        "for label `j`\nij,j->\n^"},
       {pair + "length.npz --extent i=3", 1,
        "FILE:1:1: error: found length 2 on axis 0 of the array for tensor 0, expected 3 for "
        "label `i`\nij,j->\n^"},
       {pair + "complex.npz --element f64 --json", 1,
        "FILE: found complex numbers with --element f64, expected c64 or c128"},
       {pair + "packed.npz", 1,
        "packed.npz: array arr_0.npy: is compressed, expected an array that is stored; write the "
        "file with numpy.savez"},
       {pair + "text.npz", 1,
        "text.npz: array arr_0.npy: holds text (descr '<U2'), expected integers, booleans, "
        "float32, float64, complex64 or complex128"},
       {pair + "cut.npz", 1, "cut.npz: is cut short: it has no directory of its arrays at its end"},
       {pair + "damaged.npz", 1,
        "damaged.npz: array arr_0.npy: is damaged: its checksum is another one"},
       {"'ij->' --values cut.npy", 1,
        "cut.npy: is cut short: shape (2, 3) of float64 needs 48 bytes, 44 are there"},
       {pair + "none.npz", 1, "none.npz: cannot be read: No such file or directory"}});
}

TEST_CASE("contract refuses orders, trees and circuits that are wrong, at their place") {
  const Folder folder;
  folder.write("chain.json", R"({"inputs": [["a"], ["a", "b"], ["b"]], "output": [],
 "size_dict": {"a": 2, "b": 2}})");
  folder.write("twice.json", R"({"ssa_path": [[0, 1], [0, 2]]})");
  folder.write("unfinished.json", R"([[0, 1]])");
  folder.write("other.json", R"([[0, 1], [3, 2], [0, 1]])");
  folder.write("label.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["c"]})");
  folder.write("deep.json", std::string(1'000'000, '['));
  folder.write("tree.json", R"({"inputs": [[1], [1, 2]], "output": [2], "tree":
{"isleaf": false, "eins": {"ixs": [[1], [2, 3]], "iy": [2]},
 "args": [{"isleaf": true, "tensorindex": 1}, {"isleaf": true, "tensorindex": 2}]}})");
  folder.write("gate.qsim", "2\n0 h 0\n1 toffoli 0 1\n");
  folder.write("qubit.qsim", "2\n0 h 0\n1 cz 0 2\n");
  folder.write("large.qsim", "4097\n0 h 0\n");
  std::string many = "1\n";
  for (int k = 0; k <= 50'000; ++k) many += fmt::format("{} h 0\n", k);
  folder.write("many.qsim", many);
  folder.write("qubit.qasm", "OPENQASM 2.0;\nqreg q[2];\ncx q[0],q[2];\n");
  folder.write("pair.qsim", "2\n0 h 0\n1 cnot 0 1\n");
  const std::string deep_excerpt = "…" + std::string(100, '[') + "…\n" + std::string(61, ' ') + "^";
  const std::string chain = "chain.json --fill ones --order ";
  check(
      folder,
      {{chain + "twice.json", 1,
        "twice.json:1:24: error: found tensor 0 twice, expected each to be used once\n"
        R"({"ssa_path": [[0, 1], [0, 2]]})"
        "\n                       ^"},
       {chain + "unfinished.json", 1,
        "unfinished.json:1:8: error: found the end of the order with 2 tensors left, expected 1\n"
        "[[0, 1]]\n       ^"},
       {chain + "other.json", 1,
        "other.json:1:11: error: found tensor 3 where there are 2 of them, expected an order for "
        "the 3 tensors of chain.json\n[[0, 1], [3, 2], [0, 1]]\n          ^"},
       {chain + "label.json", 1,
        "label.json:1:43: error: found label `c`, expected one of the network's\n"
        R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["c"]})"
        "\n                                          ^"},
       {chain + "deep.json", 1,
        "deep.json:1:200001: error: found values nested deeper than 200000 levels\n" +
            deep_excerpt},
       {"deep.json --fill ones", 1,
        "deep.json:1:200001: error: found values nested deeper than 200000 levels\n" +
            deep_excerpt},
       {"tree.json --fill ones", 1,
        "tree.json:2:45: error: found label `3`, expected one that a tensor of `inputs` has\n"
        R"({"isleaf": false, "eins": {"ixs": [[1], [2, 3]], "iy": [2]},)"
        "\n                                            ^"},
       {"gate.qsim", 1,
        "gate.qsim:3:3: error: found the gate `toffoli`, expected one of id1, h, t, s, x, y, z, "
        "x_1_2, y_1_2, hz_1_2, rx, ry, rz, rxy, id2, cz, cnot, sw, is, cp, fs\n1 toffoli 0 1\n"
        "  ^"},
       {"qubit.qsim", 1,
        "qubit.qsim:3:8: error: found qubit 2, expected one of 0 to 1\n1 cz 0 2\n       ^"},
       {"large.qsim", 1, "large.qsim:1:1: error: found 4097 qubits, expected 1 to 4096\n4097\n^"},
       {"many.qsim", 1,
        "many.qsim:50002:1: error: found more than 50000 gates, expected at most so many\n"
        "50000 h 0\n^"},
       {"qubit.qasm", 1,
        "qubit.qasm:3:11: error: found q[2], expected one of 0 to 1\ncx q[0],q[2];\n          ^"},
       {"pair.qsim --open 2 -o a.npy", 1, "pair.qsim: found open qubit 2, expected one of 0 to 1"},
       {"pair.qsim --open 1,1 -o a.npy", 1,
        "pair.qsim: found open qubit 1 twice, expected each once"},
       {"pair.qsim --bits 02", 1, "pair.qsim: found `2` in the bits, expected 0 and 1"}});
}

TEST_CASE("contract refuses a memory that nothing fits, and says by how much") {
  const Folder folder;
  const std::string ring = "'ij,jk,ki->' --extent i=2 --extent j=3 --extent k=4 --fill ones ";
  // What it takes is printed, and a byte less is refused with the same number.
  const Finished refused = folder.diagc("contract " + ring + "--memory 1");
  CHECK(refused.code == 1);
  const std::string head = "FILE: the smallest contraction found takes ";
  REQUIRE(refused.err.starts_with(head));
  const std::uint64_t needed = std::stoull(refused.err.substr(head.size()));
  CHECK(refused.err ==
        fmt::format("{}{} bytes, {} more than the 1 of --memory\n", head, needed, needed - 1));
  CHECK(folder.diagc(fmt::format("contract {}--memory {}", ring, needed - 1)).err ==
        fmt::format("{}{} bytes, 1 more than the {} of --memory\n", head, needed, needed - 1));
  CHECK(folder.diagc(fmt::format("contract {}--memory {}", ring, needed)).code == 0);
  folder.write("order.json", "[[0, 1], [0, 1]]");
  const Finished ordered = folder.diagc("contract " + ring + "--memory 1 --order order.json");
  CHECK(ordered.code == 1);
  CHECK(ordered.err == fmt::format("FILE: this order takes {} bytes, {} more than the 1 of "
                                   "--memory\n",
                                   needed, needed - 1));
  check(folder, {{ring + "--memory 0", 2,
                  "diagc: found --memory 0, expected bytes such as 8GiB, 500MB or 1000000"},
                 {ring + "--memory nan", 2,
                  "diagc: found --memory nan, expected bytes such as 8GiB, 500MB or 1000000"}});
}

TEST_CASE("contract refuses files in folders that are not there before it computes anything") {
  const Folder folder;
  const std::string ring = "'ij,jk,ki->' --extent i=2 --extent j=3 --extent k=4 --fill ones ";
  const auto refused = [](const std::string& path, const std::string& option) {
    return path + ": found no folder `none`, expected one that exists for " + option;
  };
  check(folder, {{ring + "-o none/a.npy", 1, refused("none/a.npy", "-o")},
                 {ring + "--gradient none/g.npz", 1, refused("none/g.npz", "--gradient")},
                 {ring + "--save-order none/o", 1, refused("none/o", "--save-order")},
                 {ring + "--save-plan none/p", 1, refused("none/p", "--save-plan")},
                 {ring + "--checkpoint none/c", 1, refused("none/c", "--checkpoint")}});
}

TEST_CASE("contract refuses numbers that have no largest one, and words where qubits stand") {
  const Folder folder;
  const auto numbers = [](double last) {
    std::string bytes =
        diagc::npy_file_start(diagc::ElementType::float64, std::vector<std::size_t>{2});
    for (const double number : {1.0, last})
      bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    return bytes;
  };
  folder.write("nan.npy", numbers(std::numeric_limits<double>::quiet_NaN()));
  folder.write("inf.npy", numbers(std::numeric_limits<double>::infinity()));
  folder.write("zero.npy", numbers(-std::numeric_limits<double>::infinity()));
  folder.write("pair.qsim", "2\n0 h 0\n");
  for (const std::string name : {"nan", "inf"}) {
    const Finished run =
        folder.diagc("contract 'i->' --element tropical --values " + name + ".npy");
    CHECK(run.code == 1);
    CHECK(run.err == "FILE: found the number " + name +
                         ", expected finite numbers or -inf with --element tropical\n");
  }
  CHECK(folder.diagc("contract 'i->' --element tropical --values zero.npy").code == 0);
  check(folder, {{"pair.qsim --open x -o a.npy", 2,
                  "diagc: --open: found x, expected a whole number of at least 0\n"
                  "`diagc contract --help` shows what there is."}});
}
