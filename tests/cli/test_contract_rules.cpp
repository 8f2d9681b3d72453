// diagc contract with rule files: grammars against exact numbers, arrays from files, what is refused.
#include <cmath>
#include <complex>
#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "npy.h"
#include "process.h"
#include "runtime/batch/npz.h"
#include "tests/batch/npz_writer.h"

namespace {

using Json = nlohmann::json;
using Complex = std::complex<double>;

Json json_of_rules(const Folder& folder, const std::string& arguments) {
  const Finished run = folder.diagc("contract " + arguments + " --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  return Json::parse(run.out);
}

std::string count_of(const std::string& arguments) {
  const Folder folder;
  return json_of_rules(folder, arguments + " --element count")["value"];
}

std::vector<Complex> random_numbers(std::size_t count, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Complex> numbers;
  for (std::size_t k = 0; k < count; ++k) numbers.emplace_back(uniform(random), uniform(random));
  return numbers;
}

/// Gates of layer l on qubits i and i + 1 for i + l even, qubits and layers from 1 on, applied to a vector of 2^n amplitudes.
std::vector<Complex> state_after(std::size_t n, std::size_t d, const std::vector<Complex>& gates) {
  std::vector<Complex> state(std::size_t{1} << n);
  state[0] = 1;
  for (std::size_t l = 1; l <= d; ++l) {
    for (std::size_t i = 1; i < n; ++i) {
      if ((i + l) % 2 != 0) continue;
      const Complex* gate = gates.data() + 16 * ((l - 1) * (n - 1) + i - 1);
      const std::size_t high = std::size_t{1} << (n - i), low = high / 2;
      std::vector<Complex> next(state.size());
      for (std::size_t to = 0; to < state.size(); ++to) {
        const std::size_t out = (to & high ? 2U : 0U) + (to & low ? 1U : 0U);
        for (std::size_t in = 0; in < 4; ++in) {
          const std::size_t from =
              (to & ~(high | low)) | (in & 2U ? high : 0U) | (in & 1U ? low : 0U);
          next[to] += gate[4 * out + in] * state[from];
        }
      }
      state = std::move(next);
    }
  }
  return state;
}

}  // namespace

TEST_CASE("lattices are counted exactly") {
  const std::vector<std::string> kings = {"2", "5", "35", "314", "6427", "202841", "12727570"};
  const std::vector<std::string> squares = {"2",     "7",       "63",        "1234",
                                            "55447", "5598861", "1280128950"};
  for (std::size_t n = 1; n <= kings.size(); ++n) {
    const std::string size = "independent_sets -D n=" + std::to_string(n);
    CHECK(count_of(size + " -D king=true") == kings[n - 1]);
    CHECK(count_of(size) == squares[n - 1]);
  }
  CHECK(count_of("matchings -D n=8") == "12988816");
  CHECK(count_of("matchings -D n=3") == "0");
  CHECK(count_of("matchings -D n=2 -D perfect=false") == "7");
  CHECK(count_of("colourings -D n=2 -D q=3") == "18");
  CHECK(count_of("colourings -D n=3 -D periodic=true") == "12");  // Latin squares
  CHECK(count_of("colourings -D n=1 -D m=4 -D q=5") == "320");
  const Folder folder;
  CHECK(folder.diagc("contract independent_sets -D n=8 --element count:1000003 --json")
            .out.starts_with("{\"value\":\"" + std::to_string(660647962955 % 1000003) + "\""));
}

TEST_CASE("a rule file and a network file of the same lattice agree") {
  const Folder folder;
  Json network = {
      {"inputs", Json::array()}, {"output", Json::array()}, {"size_dict", Json::object()}};
  std::vector<std::pair<std::string, std::string>> arrays;
  const std::vector<double> apart = {1, 1, 1, 0};
  std::string array =
      diagc::npy_file_start(diagc::ElementType::float64, std::vector<std::size_t>{2, 2});
  array.append(reinterpret_cast<const char*>(apart.data()), apart.size() * sizeof(double));
  const auto site = [](int i, int j) { return std::to_string(i) + "," + std::to_string(j); };
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      network["size_dict"][site(i, j)] = 2;
      for (const auto& [k, l] : {std::pair(i + 1, j), std::pair(i, j + 1)}) {
        if (k == 5 || l == 5) continue;
        arrays.emplace_back("arr_" + std::to_string(arrays.size()) + ".npy", array);
        network["inputs"].push_back({site(i, j), site(k, l)});
      }
    }
  }
  folder.write("network.json", network.dump());
  folder.write("a.npz", diagc::testing::npz_bytes(arrays));
  const Json of_file = json_of_rules(folder, "network.json --values a.npz");
  const Json of_rules = json_of_rules(folder, "independent_sets -D n=5");
  CHECK(of_file["value"] == 55447);
  CHECK(of_rules["value"] == 55447);
}

TEST_CASE("the Ising model has its partition function") {
  const Folder folder;
  const auto log_z = [&](const std::string& arguments) {
    return json_of_rules(folder, "ising " + arguments)["log_abs"].get<double>();
  };
  CHECK(log_z("-D n=2 -p beta=0.4") == Approx(3.10502863840082).epsilon(1e-13));
  CHECK(log_z("-D n=3 -p beta=0.4") == Approx(7.26765277035935).epsilon(1e-13));
  CHECK(log_z("-D n=4 -p beta=0.4") == Approx(13.18657341746291).epsilon(1e-13));
  CHECK(log_z("-D n=8 -p beta=0.4 --check") == Approx(54.44362552848817).epsilon(1e-13));
  CHECK(log_z("-D n=8 -p beta=0.44068679350977147") == Approx(56.92444220301921).epsilon(1e-13));
}

TEST_CASE("the Ising model on a torus of 16 by 16 sites has its partition function", "[.long]") {
  // From Kaufman's formula. Two boundaries of 16 spins cut a torus: no order takes fewer than about 10^12 products.
  const Folder folder;
  CHECK(json_of_rules(folder, "ising -D n=16 -D periodic=true -p beta=0.4")["log_abs"]
            .get<double>() == Approx(225.22884675587588).epsilon(1e-13));
}

TEST_CASE("amplitudes of a circuit are those of its state vector") {
  const Folder folder;
  std::mt19937 random(1);
  const std::vector<Complex> gates = random_numbers(4 * 3 * 16, random);
  write_array(folder, "U.npy", {4, 3, 2, 2, 2, 2}, gates);
  const std::vector<Complex> state = state_after(4, 4, gates);
  for (const std::size_t bits : {0U, 5U, 14U}) {
    const Json found = json_of_rules(
        folder, "circuit_amplitude -D n=4 -D d=4 -i U=U.npy -D bits=" + std::to_string(bits));
    const Complex value(found["value"][0], found["value"][1]);
    CHECK(std::abs(value - state[bits]) < 1e-12 * std::abs(state[bits]));
  }
}

TEST_CASE("the overlap of matrix-product states is that of their amplitudes") {
  const Folder folder;
  std::mt19937 random(2);
  const std::size_t n = 3, bonds = 3, levels = 2;
  const std::vector<Complex> a = random_numbers(n * bonds * levels * bonds, random);
  const std::vector<Complex> b = random_numbers(a.size(), random);
  write_array(folder, "A.npy", {1, n, bonds, levels, bonds}, a);  // a batch of one
  write_array(folder, "B.npy", {n, bonds, levels, bonds}, b);
  const auto amplitude = [&](const std::vector<Complex>& tensors, std::size_t levels_of_sites) {
    std::vector<Complex> left(bonds);
    left[0] = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t level = levels_of_sites >> i & 1U;
      std::vector<Complex> right(bonds);
      for (std::size_t x = 0; x < bonds; ++x) {
        for (std::size_t y = 0; y < bonds; ++y)
          right[y] += left[x] * tensors[((i * bonds + x) * levels + level) * bonds + y];
      }
      left = right;
    }
    return left[0];
  };
  Complex expected = 0;
  for (std::size_t s = 0; s < 8; ++s) expected += std::conj(amplitude(a, s)) * amplitude(b, s);
  const Json found =
      json_of_rules(folder, "matrix_product_overlap -D n=3 -D bonds=3 -i A=A.npy -i B=B.npy");
  CHECK(std::abs(Complex(found["value"][0], found["value"][1]) - expected) < 1e-12);
}

TEST_CASE("several outputs of a rule file are one run, with the same inputs") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\naxis s : 2\naxis t : 3\ninput A(s, t) : real\nparam c : real\n"
               "def D()(x) = sum(y : t) A(x, y)\n"
               "output C(b : t, a : s) = c * A(a, b) + D()(a)\n"
               "output S[j in 0..1] = sum(x : s) D()(x)^2 * [x == j] / 2\n"
               "output Z = exp(sum(x : s) D()(x)) - 1\n");
  write_array<double>(folder, "A.npy", {2, 3}, {1, 2, 3, 4, 5, 6});
  const std::string inputs = "t.diag -i A=A.npy -p c=10 ";
  const Json all = json_of_rules(folder, inputs + "--check -o all.npz")["outputs"];
  CHECK(all.size() == 4);
  CHECK(all["C"]["value"].is_null());
  CHECK(all["S[0]"]["value"] == 18);
  CHECK(all["S[1]"]["value"] == 112.5);
  CHECK(all["Z"]["value"].get<double>() == Approx(std::exp(21) - 1).epsilon(1e-14));
  const auto arrays = diagc::read_npz(folder.path() / "all.npz");
  REQUIRE(arrays.size() == 4);
  CHECK(arrays[0].first == "C");
  CHECK(arrays[0].second.shape == std::vector<std::size_t>{3, 2});
  const double* c = reinterpret_cast<const double*>(arrays[0].second.data.get());
  CHECK(std::vector<double>(c, c + 6) == std::vector<double>{16, 55, 26, 65, 36, 75});
  CHECK(arrays[2].first == "S[1]");
  CHECK(arrays[2].second.elements == 1);
  CHECK(*reinterpret_cast<const double*>(arrays[2].second.data.get()) == 112.5);

  // A name without indices is that of all elements; names may be repeated, and the order is that of the file.
  const Json some = json_of_rules(folder, inputs + "--output Z --output S")["outputs"];
  CHECK(some.size() == 3);
  CHECK(some["S[1]"]["value"] == 112.5);
  const Finished text = folder.diagc("contract " + inputs + "--output S");
  CHECK(text.out.starts_with("output   S[0]\nnetwork  "));
  CHECK(text.out.find("\nvalue    18\n") != std::string::npos);
  CHECK(text.out.find("\noutput   S[1]\nnetwork  ") != std::string::npos);
  const Finished plans = folder.diagc("contract t.diag --plan");
  CHECK(plans.out.find("\noutput   Z\nnetwork  ") != std::string::npos);

  // The same random numbers in all of them: Z + 1 is the exponential of ± √(2 S[0]) ± √(2 S[1]).
  const Json random =
      json_of_rules(folder, "t.diag --fill random:3 --output S --output Z")["outputs"];
  const double first = std::sqrt(2 * random["S[0]"]["value"].get<double>()),
               second = std::sqrt(2 * random["S[1]"]["value"].get<double>()),
               sum = std::log(1 + random["Z"]["value"].get<double>());
  CHECK(first != second);
  CHECK(std::min(std::abs(std::abs(sum) - (first + second)),
                 std::abs(std::abs(sum) - std::abs(first - second))) < 1e-12);

  // A batch in front of each.
  write_array<double>(folder, "B.npy", {2, 2, 3}, {1, 2, 3, 4, 5, 6, 0, 0, 2, 0, 0, 4});
  const Json batch = json_of_rules(folder, "t.diag -i A=B.npy -p c=1 --output S -o s.npz");
  CHECK(batch["outputs"]["S[0]"]["batch"][1]["value"] == 2);
  CHECK(batch["outputs"]["S[1]"]["batch"][1]["value"] == 8);
  const auto batches = diagc::read_npz(folder.path() / "s.npz");
  CHECK(batches[1].second.shape == std::vector<std::size_t>{2});

  const auto refusal = [&](const std::string& arguments) {
    const Finished run = folder.diagc("contract " + arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(refusal(inputs) == "diagc: found a result with open axes, expected -o OUT.npz for it\n");
  CHECK(refusal(inputs + "-o all.npy") ==
        "diagc: found -o all.npy with 4 outputs, expected a file that ends in .npz, which gets an "
        "array for each, or --output with one of `C`, `S[0]`, `S[1]`, `Z`\n");
  CHECK(refusal(inputs + "--save-order o.json") ==
        "diagc: found 4 outputs with --save-order, expected --output with one of `C`, `S[0]`, "
        "`S[1]`, `Z`\n");
  CHECK(refusal(inputs + "--output S --gradient g.npz") ==
        "diagc: found 2 outputs with --gradient, expected --output with one of `S[0]`, `S[1]`\n");
}

TEST_CASE("rule files with open axes, several outputs and values that are no products") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\naxis s : 2\naxis t : 3\ninput A(s, t) : real\nparam c : real\n"
               "def D()(x) = sum(y : t) A(x, y)\n"
               "output C(b : t, a : s) = c * A(a, b) + D()(a)\n"
               "output S[j in 0..1] = sum(x : s) D()(x)^2 * [x == j] / 2\n"
               "output Z = exp(sum(x : s) D()(x)) - 1\n");
  write_array<double>(folder, "A.npy", {2, 3}, {1, 2, 3, 4, 5, 6});
  const std::string inputs = "t.diag -i A=A.npy -p c=10 ";
  json_of_rules(folder, inputs + "--output C -o C.npy");
  const auto c = read_array<double>(folder, "C.npy");
  CHECK(c.shape == std::vector<std::size_t>{3, 2});
  CHECK(c.values == std::vector<double>{16, 55, 26, 65, 36, 75});
  CHECK(json_of_rules(folder, inputs + "--output 'S[0]'")["value"] == 18);
  CHECK(json_of_rules(folder, inputs + "--output 'S[1]'")["value"] == 112.5);
  CHECK(json_of_rules(folder, inputs + "--output Z")["value"].get<double>() ==
        Approx(std::exp(21) - 1).epsilon(1e-14));
  CHECK(json_of_rules(folder, "t.diag --fill 2 --output 'S[0]'")["value"] == 18);
  const auto message = [&](const std::string& arguments) {
    const Finished run = folder.diagc("contract " + arguments);
    CHECK(run.code != 0);
    return run.err;
  };
  CHECK(message(inputs + "--output Z --output Sum") ==
        "diagc: found --output Sum, expected one of `C`, `S[0]`, `S[1]`, `Z`\n");
  CHECK(
      message(inputs + "--output Z --element count") ==
      "t.diag: found a sum of contractions with --element count, expected a product of them: other "
      "values of contractions take f64 or c128\n");
  const std::string no_c =
      "t.diag:5:7: error: found no numbers for `c`, expected -p c=NUMBER, or --fill\nparam c : "
      "real\n      ^\n";
  CHECK(message("t.diag --output C -o D.npy -i A=A.npy") == no_c);
  const std::string no_a =
      "t.diag:4:7: error: found no numbers for `A`, expected -i A=FILE.npy, or --fill\ninput A(s, "
      "t) : real\n      ^\n";
  CHECK(message("t.diag --output C -o D.npy -p c=1") == no_a);
  CHECK(message("t.diag --output C -o D.npy") == no_a);
  CHECK(folder.diagc("contract t.diag --output C --plan").code == 0);
  CHECK(message("'i->' --extent i=4000000000000 --fill 1")
            .starts_with("FILE: the numbers of --fill take more than the "));
  write_array<double>(folder, "B.npy", {3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(message("t.diag --output 'S[0]' -p c=1 -i A=B.npy") ==
        "B.npy: found the shape (3, 2) for the input `A`, expected (2, 3), its static indices and "
        "its axes, or a batch in front of that\n");
  CHECK(message("'ij->' --extent i=2 --extent j=2 --fill 1 -D n=2") ==
        "diagc: found -D, -p, -i or --output without a rule file, expected them with a file that "
        "ends in .diag\n");
  CHECK(
      message("t.diag --values A.npy") ==
      "diagc: found --values or --extent with a rule file, expected -i NAME=FILE.npy for an input "
      "and -D NAME=VALUE for a static\n");
  CHECK(folder.diagc("compile t.diag").err ==
        "t.diag:2:6: error: found the axis `s`, expected a file without axes: `diagc contract` "
        "evaluates files with axes, `diagc stats` gives their size\naxis s : 2\n     ^\n");
}

TEST_CASE(
    "a batch of configurations gives every one's result, with an axis of the batch in front") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\naxis s : 2\naxis t : 3\nstatic n : int\n"
               "input A[1..n](s, t) : real\n"
               "input v(s) : real\nparam c : real\n"
               "output C(b : t) = c * sum(x : s) v(x) * A[n](x, b)\n"
               "output Z = exp(sum(x : s, y : t) v(x) * A[1](x, y)) - c\n");
  // Three configurations of A, one of v for all.
  std::vector<double> a;
  for (int k = 0; k < 36; ++k) a.push_back(0.1 * (k * 7 % 11));
  write_array<double>(folder, "A.npy", {3, 2, 2, 3}, a);
  write_array<double>(folder, "v.npy", {2}, {1, -2});
  const std::string inputs = "t.diag -D n=2 -i A=A.npy -i v=v.npy -p c=3 ";
  const Json many = json_of_rules(folder, inputs + "--output Z")["batch"];
  REQUIRE(many.size() == 3);
  json_of_rules(folder, inputs + "--output C -o C.npy");
  json_of_rules(folder, inputs + "--output Z -o Z.npy --check");
  const auto c = read_array<double>(folder, "C.npy");
  CHECK(c.shape == std::vector<std::size_t>{3, 3});
  CHECK(read_array<double>(folder, "Z.npy").shape == std::vector<std::size_t>{3});
  for (std::size_t k = 0; k < 3; ++k) {
    const double* own = a.data() + 12 * k;
    double sum = 0;
    for (std::size_t y = 0; y < 3; ++y) {
      sum += own[y] - 2 * own[3 + y];
      CHECK(c.values[3 * k + y] == Approx(3 * (own[6 + y] - 2 * own[9 + y])).margin(1e-14));
    }
    CHECK(many[k]["value"].get<double>() == Approx(std::exp(sum) - 3).epsilon(1e-13));
    // One of them alone gives the same bits.
    write_array<double>(folder, "one.npy", {2, 2, 3}, {own, own + 12});
    const Json one =
        json_of_rules(folder, "t.diag -D n=2 -i A=one.npy -i v=v.npy -p c=3 --output Z");
    CHECK(one["value"] == many[k]["value"]);
  }
  write_array<double>(folder, "w.npy", {2, 2}, {1, 2, 3, 4});
  CHECK(folder.diagc("contract t.diag -D n=2 -i A=A.npy -i v=w.npy -p c=3 --output Z").err ==
        "w.npy: found a batch of 2, expected 3 as in A.npy, or 1\n");
  CHECK(folder.diagc("contract " + inputs + "--output Z --gradient g.npz").err ==
        "diagc: found a batch of 3 configurations with --slices, --checkpoint, --gradient or "
        "--profile, expected one configuration\n");
}

TEST_CASE("ranks share every configuration of a batch") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\naxis s : 4\ninput T[1..4](s, s, s) : real\n"
               "output Z = sum(a : s, b : s, c : s, d : s, e : s, f : s) "
               "T[1](a, b, c) * T[2](a, d, e) * T[3](b, d, f) * T[4](c, e, f)\n");
  std::vector<double> values;
  for (int k = 0; k < 2 * 4 * 64; ++k) values.push_back(0.1 * (k * 7 % 19) - 0.8);
  write_array<double>(folder, "T.npy", {2, 4, 4, 4, 4}, values);
  const Json one = json_of_rules(folder, "t.diag -i T=T.npy --output Z")["batch"];
  const Json shared = json_of_rules(folder, "t.diag -i T=T.npy --output Z --simulate 2")["batch"];
  REQUIRE(one.size() == 2);
  REQUIRE(shared.size() == 2);
  CHECK(one[0]["value"] != one[1]["value"]);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(shared[k]["value"].get<double>() == Approx(one[k]["value"].get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("stats of a file with axes are those of its array graph") {
  const Folder folder;
  const Finished run = folder.diagc("stats independent_sets -D n=2,3 --json");
  REQUIRE(run.code == 0);
  const Json rows = Json::parse(run.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1]["n"] == 3);
  CHECK(rows[1]["inputs"] == 0);
  CHECK(rows[1]["constants"] == 1);
  CHECK(rows[1]["sums"] == 1);
  CHECK(rows[1]["tensors"] == 12);
  CHECK(rows[1]["variables"] == 9);
  CHECK(rows[1]["log2_largest"] == 2);
  CHECK(rows[1]["log10_direct"].get<double>() == Approx(std::log10(12 * 512)));
}

TEST_CASE("products of nothing are 1, and variables that stand nowhere count") {
  const Folder folder;
  const auto result = [&](const std::string& rules, const std::string& options) {
    folder.write("t.diag", "grammar t\naxis s : 2\naxis e : 1\n" + rules + "\n");
    return json_of_rules(folder, "t.diag " + options)["value"];
  };
  CHECK(result("output Z = 1", "") == 1);
  CHECK(result("output Z = 1", "--element count") == "1");
  CHECK(result("output Z = 1", "--element tropical") == Json({{"max", 0.0}, {"count", "1"}}));
  CHECK(result("output Z = sum(x[i in 1..3] : e) [x[1] == x[3]]", "") == 1);
  const std::string many = "output Z = sum(x[i in 1..70] : s) 1";
  CHECK(result(many, "") == std::pow(2.0, 70));
  CHECK(result(many, "--element count") == "1180591620717411303424");
  CHECK(result(many, "--element tropical") ==
        Json({{"max", 0.0}, {"count", "1180591620717411303424"}}));
  CHECK(result("output Z = sum(x : s, y : s) [x == 1] * 3", "--element tropical") ==
        Json({{"max", 3.0}, {"count", "2"}}));
  // No assignment is left.
  CHECK(result("output Z = sum(x : s) [x == 5]", "--element count") == "0");
  CHECK(result("output Z = sum(x : s) [x == 5]", "--element tropical")["max"].is_null());
  folder.write("ones.diag", "grammar t\naxis s : 2\noutput C(a : s, b : s) = 1\n");
  CHECK(json_of_rules(folder, "ones.diag -o ones.npy")["value"].is_null());
  const Array<double> ones = read_array<double>(folder, "ones.npy");
  CHECK(ones.shape == std::vector<std::size_t>{2, 2});
  CHECK(ones.values == std::vector<double>(4, 1.0));
  folder.write("none.json", R"({"inputs": [], "output": [], "size_dict": {}})");
  CHECK(json_of_rules(folder, "none.json --fill 3 --check")["value"] == 1);
  CHECK(json_of_rules(folder, "ising -D n=0 -p beta=0.4")["value"] == 1);
}

TEST_CASE("the largest set of sites apart, and how many there are") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\nstatic n : int\naxis s : 2\ninput w(s) : real\n"
               "output Z = sum(x[i in 1..n] : s) (prod(i in 1..n) w(x[i]))\n"
               "  * (prod(i in 1..n-1) [not (x[i] == 1 and x[i+1] == 1)])\n");
  write_array<double>(folder, "w.npy", {2}, {0, 1});
  CHECK(json_of_rules(folder, "t.diag -D n=6 -i w=w.npy --element tropical")["value"] ==
        Json({{"max", 3.0}, {"count", "4"}}));
}
