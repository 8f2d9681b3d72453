// diagc contract as a process: what it prints, writes and refuses.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"
#include "runtime/batch/npy.h"
#include "runtime/batch/npz.h"
#include "tests/batch/npz_writer.h"

namespace {

using Json = nlohmann::json;

const std::string ring = "contract 'ij,jk,ki->' --extent i=2 --extent j=3 --extent k=4 ";
const std::string data = DIAGC_SOURCE_DIR "/tests/networks/data/";

Json json_of(const Folder& folder, const std::string& arguments) {
  const Finished run = folder.diagc(arguments + " --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  return Json::parse(run.out);
}

void is_error(const std::string& arguments, int code, const std::string& message) {
  const Folder folder;
  const Finished run = folder.diagc(arguments);
  CHECK(run.code == code);
  CHECK(run.err == message + "\n");
  CHECK(folder.files().empty());
}

}  // namespace

TEST_CASE("contract prints values of every element") {
  const Folder folder;
  const Json real = json_of(folder, ring + "--fill 2 --check");
  CHECK(real["value"] == 192);
  CHECK(real["log_abs"] == Approx(std::log(192)));
  CHECK(real["sign"] == 1);
  CHECK(real["check"].get<double>() < 1e-15);
  CHECK(real["slices"] == 1);
  CHECK(real["log10_macs"] > 0);
  const Json complex = json_of(folder, ring + "--fill -2 --element c64");
  CHECK(complex["value"] == Json({-192.0, 0.0}));
  CHECK(complex["phase"] == Approx(std::acos(-1.0)));
  const Json count = json_of(folder, ring + "--fill -2 --element count --check");
  CHECK(count["value"] == "-192");
  CHECK(count["log_abs"] == Approx(std::log(192)));
  CHECK(count["sign"] == -1);
  CHECK(count["check"] == 0);
  const Json large =
      json_of(folder, "contract 'i,i,i,i,i,i,i,i,i,i->' --extent i=3 --fill 1e15 --element count");
  CHECK(large["log_abs"].get<double>() == Approx(std::log(3) + 150 * std::log(10)));
  const Json nothing = json_of(folder, ring + "--fill 0 --element count");
  CHECK(nothing["log_abs"].is_null());
  CHECK(nothing["sign"] == 0);
  // Of a remainder alone size and sign are not known.
  CHECK(!json_of(folder, ring + "--fill -2 --element count:7").contains("log_abs"));
  CHECK(json_of(folder, ring + "--fill 0.5 --element tropical")["value"] ==
        Json({{"max", 1.5}, {"count", "24"}}));
  const Finished text = folder.diagc(ring + "--fill 2");
  CHECK(text.code == 0);
  CHECK(text.out.find("\nvalue    192\nlog      5.25749") != std::string::npos);
  CHECK(text.out.find("check") == std::string::npos);
  CHECK(folder.diagc(ring + "--fill 2 --check")
            .out.find("\ncheck    another order differs by 0 of the largest element\n") !=
        std::string::npos);
  CHECK(folder.diagc(ring + "--fill 2 --check --element count")
            .out.find("\nvalue    192\ncheck    another order gives the same\n") !=
        std::string::npos);
}

TEST_CASE(
    "contract takes the arrays of an .npz file in the order of the tensors, and extents from "
    "them") {
  const Folder folder;
  const auto npy = [](std::vector<std::size_t> shape, const std::vector<double>& numbers) {
    std::string bytes = diagc::npy_file_start(diagc::ElementType::float64, shape);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return bytes;
  };
  const std::string first = npy({2, 3}, {1, 2, 3, 4, 5, 6}), second = npy({3}, {1, 0, -1});
  folder.write("a.npz", diagc::testing::npz_bytes({{"arr_1.npy", second}, {"arr_0.npy", first}}));
  CHECK(json_of(folder, "contract 'ij,j->' --values a.npz")["value"] == -4);
  CHECK(json_of(folder, "contract 'ij,j->' --values a.npz --element count")["value"] == "-4");
  folder.write("b.npy", first);
  CHECK(json_of(folder, "contract 'ij->' --values b.npy")["value"] == 21);
  const auto message = [&](const std::string& arguments) {
    return folder.diagc("contract " + arguments).err;
  };
  CHECK(message("'ij,j,j->' --values a.npz") ==
        "FILE: found 2 arrays, expected 3, one for each tensor\n");
  CHECK(message("'ij,i->' --values a.npz") ==
        "FILE:1:4: error: found length 3 on axis 0 of the array for tensor 1, expected 2 for label "
        "`i`\nij,i->\n   ^\n");
  folder.write("c.npz", diagc::testing::npz_bytes({{"a.npy", first}}));
  CHECK(message("'ij->' --values c.npz") ==
        "c.npz: found no array arr_0 among 1, expected arr_0, arr_1, … in the order of the "
        "tensors\n");
  CHECK(message("'ij->' --values b.npy --fill ones") ==
        "diagc: found both --fill and --values, expected one of them\n");
}

TEST_CASE("contract takes integers and booleans, for counts exactly whatever their size") {
  const Folder folder;
  const auto npy = [](const std::string& type, const auto& numbers) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                         std::to_string(std::size(numbers)) + ",), }";
    header.append(127 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes = "\x93NUMPY" + std::string("\1\0", 2) +
                        diagc::testing::little_endian(header.size(), 2) + header;
    return bytes.append(reinterpret_cast<const char*>(std::data(numbers)),
                        std::size(numbers) * sizeof(numbers[0]));
  };
  const std::vector<std::int64_t> large = {9007199254740993, -9223372036854775807, 3};
  const std::vector<std::uint64_t> larger = {18446744073709551615U, 9007199254740993U, 0};
  const std::vector<std::int8_t> small = {-128, 127, 1};
  const std::vector<std::uint8_t> truth = {1, 0, 1};
  folder.write("a.npz", diagc::testing::npz_bytes({{"arr_0.npy", npy("<i8", large)},
                                                   {"arr_1.npy", npy("<u8", larger)},
                                                   {"arr_2.npy", npy("|i1", small)}}));
  folder.write("b.npz", diagc::testing::npz_bytes(
                            {{"arr_0.npy", npy("<i8", large)}, {"arr_1.npy", npy("|b1", truth)}}));
  // 9007199254740993 · 18446744073709551615 · (−128) − 9223372036854775807 · 9007199254740993 · 127
  using Integer = boost::multiprecision::cpp_int;
  const Integer expected = Integer(large[0]) * larger[0] * -128 +
                           Integer(large[1]) * larger[1] * 127 + Integer(large[2]) * larger[2];
  CHECK(json_of(folder, "contract 'i,i,i->' --values a.npz --element count")["value"] ==
        expected.str());
  CHECK(json_of(folder, "contract 'i,i,i->' --values a.npz --element count:1000003")["value"] ==
        Integer((expected % 1000003 + 1000003) % 1000003).str());
  CHECK(json_of(folder, "contract 'i,i,i->' --values a.npz")["value"].get<double>() ==
        Approx(expected.convert_to<double>()).epsilon(1e-15));
  CHECK(json_of(folder, "contract 'i,i->' --values b.npz --element count")["value"] ==
        "9007199254740996");
  folder.write("t.diag", "grammar t\naxis s : 3\ninput w(s) : real\noutput Z = sum(x : s) w(x)\n");
  folder.write("small.npy", npy("|i1", small));
  folder.write("large.npy", npy("<i8", large));
  CHECK(json_of(folder, "contract t.diag -i w=small.npy --element count")["value"] == "0");
  CHECK(folder.diagc("contract t.diag -i w=large.npy").err ==
        "large.npy: found whole numbers beyond 2^53 for the input `w`, expected smaller ones: a "
        "network file and --values take them\n");
}

TEST_CASE("contract makes a network smaller by its numbers, and reads its orders all the same") {
  const Folder folder;
  const auto npy = [](std::vector<std::size_t> shape, const std::vector<double>& numbers) {
    std::string bytes = diagc::npy_file_start(diagc::ElementType::float64, shape);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return bytes;
  };
  // A diagonal between i and j, and a vector that has one value of k.
  folder.write("a.npz", diagc::testing::npz_bytes({{"arr_0.npy", npy({2, 2}, {2, 0, 0, 3})},
                                                   {"arr_1.npy", npy({2, 2}, {1, 4, 5, 7})},
                                                   {"arr_2.npy", npy({2}, {0, 10})}}));
  folder.write("order.json", R"({"linear_path": [[1, 2], [0, 1]], "sliced": ["j"]})");
  const std::string chain = "contract 'ij,jk,k->' --values a.npz ";
  const Finished run = folder.diagc(chain);
  CHECK(run.out.starts_with("network  3 tensors, 2 labels, 0 open\n"));
  CHECK(run.out.find("\nvalue    290\n") != std::string::npos);
  CHECK(json_of(folder, chain + "--order order.json")["value"] == 290);
  CHECK(json_of(folder, chain + "--order order.json")["slices"] == 2);
  CHECK(json_of(folder, chain + "--element count --check")["value"] == "290");
  CHECK(json_of(folder, chain + "--element tropical")["value"] ==
        Json({{"max", 20.0}, {"count", "1"}}));
  // Derivatives are with respect to every element.
  CHECK(json_of(folder, chain + "--gradient g.npz")["value"] == 290);
  CHECK(diagc::read_npz(folder.path() / "g.npz")[0].second.shape == std::vector<std::size_t>{2, 2});
}

TEST_CASE("contract writes results with axes, and orders that it reads back") {
  const Folder folder;
  const std::string chain =
      "contract 'ij,jk->ki' --extent i=2 --extent j=3 --extent k=4 --fill ones ";
  CHECK(json_of(folder, chain + "-o out.npy --save-order order.json")["value"] == nullptr);
  const diagc::NpyArray array = diagc::read_npy(folder.path() / "out.npy");
  CHECK(array.shape == std::vector<std::size_t>{4, 2});
  const auto* numbers = reinterpret_cast<const double*>(array.data.get());
  for (std::size_t k = 0; k < 8; ++k) CHECK(numbers[k] == 3);
  CHECK(folder.read("order.json") == "{\"ssa_path\": [[0, 1]], \"sliced\": []}\n");
  folder.write("sliced.json", R"({"ssa_path": [[0, 1]], "sliced": ["j", "i"]})");
  CHECK(json_of(folder, chain + "-o again.npy --order sliced.json")["slices"] == 6);
  CHECK(folder.read("again.npy") == folder.read("out.npy"));
}

TEST_CASE(
    "contract finds the amplitude of a circuit, whatever the seed, the memory and the threads") {
  const Folder folder;
  folder.write("pair.qsim", "2\n0 h 0\n1 cnot 0 1\n");
  const Json both = json_of(folder, "contract pair.qsim --bits 11");
  CHECK(both["value"][0].get<double>() == Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(json_of(folder, "contract pair.qsim --bits 01")["value"] == Json({0.0, 0.0}));
  CHECK(json_of(folder, "contract pair.qsim --open 1,0 -o out.npy")["value"] == nullptr);
  CHECK(diagc::read_npy(folder.path() / "out.npy").shape == std::vector<std::size_t>{2, 2});
}

TEST_CASE("contract prints the plan of a network without numbers") {
  const Folder folder;
  const Finished run =
      folder.diagc("contract " + data + "randreg_200_3_a.json --plan --moves 100000 --memory 1GiB");
  CHECK(run.code == 0);
  CHECK(run.out.starts_with("network  200 tensors, 300 labels, 0 open\norder    10^"));
  std::size_t loops = 0;
  for (std::size_t at = 0; (at = run.out.find("\nloop over ", at)) != std::string::npos; ++at)
    ++loops;
  CHECK(std::ranges::count(run.out, '\n') == 3 + 1 + 199 + static_cast<std::ptrdiff_t>(loops) + 1);
}

TEST_CASE("contract refuses what it cannot do, with a message that says what to do") {
  is_error("contract 'ab->'  --fill ones", 1,
           "FILE:1:1: error: found no extent for label `a`, expected --extent a=2, or arrays for "
           "all tensors\nab->\n^");
  is_error(ring, 2,
           "diagc: found no numbers for the tensors, expected --values F.npz or --fill ones");
  is_error(ring + "--fill two", 2,
           "diagc: found --fill two, expected ones, random:SEED or a number");
  is_error(ring + "--fill ones --extent i", 2,
           "diagc: found --extent i, expected a label and its extent, as in a=2");
  is_error(ring + "--fill ones --memory 8Gi", 2,
           "diagc: found --memory 8Gi, expected bytes such as 8GiB, 500MB or 1000000");
  is_error(ring + "--fill ones --bits 01", 2,
           "diagc: found --bits or --open without a circuit, expected them with a file that ends "
           "in .qsim or .qasm");
  is_error("contract 'i->i' --extent i=2 --fill ones", 2,
           "diagc: found a result with open axes, expected -o OUT.npy for it");
  is_error(
      ring + "--fill ones --plan --json", 2,
      "diagc: found --plan with --json, --check or -o, expected it without: a plan has no value");
  is_error(
      ring + "--fill 0.5 --element count", 1,
      "FILE: found the number 0.5, expected whole numbers of at most 2^53 with --element count");
  const Folder folder;
  const Finished memory = folder.diagc(ring + "--fill ones --memory 1");
  CHECK(memory.code == 1);
  CHECK(memory.err.starts_with("FILE: the smallest contraction found takes "));
  CHECK(memory.err.ends_with(" more than the 1 of --memory\n"));
  folder.write("pair.qsim", "2\n0 h 0\n1 cnot 0 1\n");
  const Finished bits = folder.diagc("contract pair.qsim --bits 111");
  CHECK(bits.err == "pair.qsim: found 3 bits, expected 2, one for each qubit\n");
}

namespace {

/// Labels that stand on both sides of an order's last step: their sums are those of slices.
std::set<std::string> last_labels(const Json& network, const Json& order) {
  std::vector<std::set<std::string>> below;
  for (const Json& input : network["inputs"]) below.push_back(input.get<std::set<std::string>>());
  std::set<std::string> both;
  for (const Json& step : order["ssa_path"]) {
    const auto &left = below[step[0].get<std::size_t>()],
               &right = below[step[1].get<std::size_t>()];
    both.clear();
    std::ranges::set_intersection(left, right, std::inserter(both, both.end()));
    std::set<std::string> all = left;
    all.insert(right.begin(), right.end());
    below.push_back(std::move(all));
  }
  return both;
}

/// Writes a lattice of n × n labels with a matrix between neighbours, and an order that slices so many of its labels, most of which end last.
void write_sliced_lattice(const Folder& folder, int n, int slices = 8) {
  Json network = {{"inputs", Json::array()}, {"output", Json::array()}};
  const auto label = [](int row, int column) {
    return "s" + std::to_string(row) + "_" + std::to_string(column);
  };
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      network["size_dict"][label(row, column)] = 2;
      if (row + 1 < n) network["inputs"].push_back({label(row, column), label(row + 1, column)});
      if (column + 1 < n) network["inputs"].push_back({label(row, column), label(row, column + 1)});
    }
  }
  folder.write("lattice.json", network.dump());
  // Both halves matrix by matrix, then together.
  Json order = {{"ssa_path", Json::array()}, {"sliced", Json::array()}};
  const std::size_t matrices = network["inputs"].size();
  std::size_t next = matrices;
  const auto joined = [&](std::size_t first, std::size_t last) {
    std::size_t value = first;
    while (++first < last) {
      order["ssa_path"].push_back({value, first});
      value = next++;
    }
    return value;
  };
  const std::size_t left = joined(0, matrices / 2), right = joined(matrices / 2, matrices);
  order["ssa_path"].push_back({left, right});
  const std::set<std::string> last = last_labels(network, order);
  for (const std::string& name : last)
    if (order["sliced"].size() + 1 < static_cast<std::size_t>(slices))
      order["sliced"].push_back(name);
  for (int k = 0; order["sliced"].size() < static_cast<std::size_t>(slices); ++k)
    if (!last.contains(label(k % n, k / n))) order["sliced"].push_back(label(k % n, k / n));
  folder.write("order.json", order.dump());
}

const std::string sliced = "contract lattice.json --fill random:1 --order order.json ";

}  // namespace

TEST_CASE("contract adds parts to the bits of the whole, and says which slices are missing") {
  const Folder folder;
  write_sliced_lattice(folder, 6);
  const Json whole = json_of(folder, sliced);
  const int slices = whole["slices"];
  REQUIRE(slices >= 32);
  CHECK(folder.diagc(sliced + "--slices 0..20 -o a.json")
            .out.ends_with(fmt::format("part     slices 0..20 of {} in a.json\n", slices)));
  CHECK(folder.diagc(sliced + "--slices 21.. -o c.json").code == 0);
  CHECK(folder.diagc("contract --add c.json a.json").err ==
        fmt::format("error: found no slices 20..21 in the parts, expected all {}\n", slices));
  CHECK(folder.diagc(sliced + "--slices 20..21 -o b.json").code == 0);
  const Json sum = json_of(folder, "contract --add b.json c.json a.json");
  for (const char* key : {"value", "log_abs", "sign", "slices", "log10_macs", "peak_bytes"})
    CHECK(sum[key] == whole[key]);
  CHECK(folder.diagc(sliced + "--slices 7..300 -o d.json").err ==
        fmt::format("diagc: found --slices 7..300, expected a..b, slices a to b - 1 of the {} that "
                    "there are\n",
                    slices));
  CHECK(folder.diagc(sliced + "--slices 0..1").err ==
        "diagc: found --slices without -o, expected -o PART.json for their sum\n");
  CHECK(folder.diagc("contract --add lattice.json").err ==
        "lattice.json: found no slices of a contraction: it has no checksum at its end; expected a "
        "file that diagc contract has written with --slices or --checkpoint\n");
}

TEST_CASE("contract goes on from checkpoints to the bits of one run, killed or stopped") {
  const Folder folder;
  write_sliced_lattice(folder, 6);
  const Json whole = json_of(folder, sliced);
  const int slices = whole["slices"];
  CHECK(folder.diagc(sliced + "--resume").err ==
        "diagc: found --resume without --checkpoint, expected the file to go on from\n");
  // Stopped after the first slice, again and again.
  const Finished first = folder.diagc(sliced + "--checkpoint c.json --seconds 1e-9");
  CHECK(first.code == 1);
  const auto stopped_after = [&](int done) {
    return fmt::format(
        "lattice.json: stopped after {} of {} slices; --resume goes on from c.json\n", done,
        slices);
  };
  CHECK(first.err == stopped_after(1));
  CHECK(folder.diagc(sliced + "--checkpoint c.json").err ==
        "c.json: found a file, expected none: --resume goes on from a checkpoint\n");
  CHECK(folder.diagc(sliced + "--checkpoint c.json --resume --seconds 1e-9").err ==
        stopped_after(2));
  CHECK(folder
            .diagc("contract lattice.json --fill random:2 --order order.json --checkpoint c.json "
                   "--resume")
            .err ==
        "c.json: found a checkpoint of another run, which differs in its values, expected one of "
        "this run\n");
  CHECK(json_of(folder, sliced + "--checkpoint c.json --resume")["value"] == whole["value"]);
  CHECK(json_of(folder, sliced + "--checkpoint c.json --resume")["value"] == whole["value"]);
  CHECK(json_of(folder, "contract --add c.json")["value"] == whole["value"]);
  CHECK(folder.diagc(sliced + "--checkpoint none/c.json").code == 1);
}

TEST_CASE("a full disk costs a contraction its checkpoints, not its result") {
  const Folder folder;
  folder.write("order.json", R"({"ssa_path": [[1, 2], [0, 3]], "sliced": ["b"]})");
  const std::string chain =
      "contract 'ab,bc,cd->ad' --extent a=8 --extent b=16 --extent c=4 --extent d=8 "
      "--fill random:1 --order order.json ";
  REQUIRE(folder.diagc(chain + "-o whole.npy").code == 0);
  // Files of up to 1 KiB: the first checkpoint and the result are smaller, a checkpoint with sums is not.
  const auto in_little_space = [&](const std::string& options) {
    return folder.shell("trap '' XFSZ; ulimit -f 1; \"$DIAGC\" " + chain + options);
  };
  const Finished run = in_little_space("--checkpoint c.json -o out.npy");
  CHECK(run.code == 0);
  CHECK(run.err == "c.json: cannot be written: File too large; the run goes on\n");
  CHECK(folder.read("out.npy") == folder.read("whole.npy"));
  // What is there is whole: the first checkpoint, without slices.
  CHECK(folder.diagc(chain + "--checkpoint c.json --resume -o again.npy").code == 0);
  CHECK(folder.read("again.npy") == folder.read("whole.npy"));
  folder.shell("rm c.json");
  const Finished stopped = in_little_space("--checkpoint c.json --seconds 1e-9 -o none.npy");
  CHECK(stopped.code == 1);
  CHECK(stopped.err == "c.json: cannot be written: File too large\n");
  CHECK_FALSE(folder.has("none.npy"));
}

TEST_CASE("contract survives 30 kills", "[.long]") {
  const Folder folder;
  write_sliced_lattice(folder, 12, 15);
  const Json whole = json_of(folder, sliced);
  int kills = 0;
  std::string resume;
  for (int run = 0; run < 300 && kills < 30; ++run) {
    const Finished killed =
        folder.shell("timeout -s KILL " + std::to_string(0.2 + 0.043 * (run % 9)) + " $DIAGC " +
                     sliced + "--checkpoint c.json " + resume);
    if (killed.code == 137) ++kills;
    if (folder.has("c.json")) resume = "--resume ";
    if (killed.code == 0) {
      folder.shell("rm c.json");
      resume = "";
    }
  }
  CHECK(kills == 30);
  const Finished last = folder.diagc(sliced + "--json --checkpoint c.json " + resume);
  CHECK(Json::parse(last.out)["value"] == whole["value"]);
}

TEST_CASE("contract gives remainders alone, of any modulus") {
  const Folder folder;
  CHECK(json_of(folder, ring + "--fill 3 --element count:1000")["value"] == "648");
  CHECK(json_of(folder, ring + "--fill -1 --element count:7")["value"] == "4");
  is_error(ring + "--fill 3 --element count:1", 2,
           "diagc: found --element count:1, expected f32, f64, c64, c128, count, count:P with P "
           "from 2 to 2147483647, or tropical");
}

TEST_CASE("contract finds the amplitude of a circuit in OpenQASM") {
  const Folder folder;
  folder.write("pair.qasm",
               "OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[2];\ncreg c[2];\nh q[0];\n"
               "cx q[0],q[1];\nmeasure q -> c;\n");
  CHECK(json_of(folder, "contract pair.qasm --bits 11")["value"][0].get<double>() ==
        Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(json_of(folder, "contract pair.qasm --bits 01")["value"] == Json({0.0, 0.0}));
}
