// Files with cyclic axes, and theories at two times, on the command line.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "npy.h"

using Complex = std::complex<double>;

namespace {

const char* const correlation = R"(grammar correlation
axis k : cyclic
input A(k) : complex
input B[0..1](k) : real
param U : real
output C[j in 0..1](x : k) = U * mean(q : k) A(x+q) * B[j](q)
output total = sum(x : k) A(x) * B[0](-x)
)";

/// Points of a grid of 2 by 3 added dimension by dimension.
std::size_t added(std::size_t a, std::size_t b) {
  return (a / 3 + b / 3) % 2 * 3 + (a % 3 + b % 3) % 3;
}

}  // namespace

TEST_CASE("eval adds over cyclic axes, by transforms and directly") {
  const Folder folder;
  folder.write("c.diag", correlation);
  std::vector<Complex> a;
  std::vector<double> b;
  for (int i = 0; i < 12; ++i) a.emplace_back(i % 5 - 2, i % 3);
  for (int i = 0; i < 12; ++i) b.push_back(i % 4 - 1.5);
  write_array<Complex>(folder, "A.npy", {2, 2, 3}, a);  // a batch of two grids
  write_array<double>(folder, "B.npy", {2, 6}, b);      // shared, points in one axis
  const std::string files = " --axis k=2x3 -p U=2 -i A=A.npy -i B=B.npy -o C=C.npy -o total=t.npy";
  for (const std::string way : {"", " --disable convolve", " --target interpreter"}) {
    CAPTURE(way);
    const Finished run = folder.diagc("eval c.diag" + files + way);
    INFO(run.err);
    REQUIRE(run.code == 0);
    const Array<Complex> c = read_array<Complex>(folder, "C.npy");
    const Array<Complex> total = read_array<Complex>(folder, "t.npy");
    CHECK(c.shape == std::vector<std::size_t>{2, 2, 6});
    CHECK(total.shape == std::vector<std::size_t>{2});
    double difference = 0;
    for (std::size_t batch = 0; batch < 2; ++batch) {
      Complex sum = 0;
      for (std::size_t x = 0; x < 6; ++x) {
        const std::size_t opposite = (2 - x / 3) % 2 * 3 + (3 - x % 3) % 3;
        sum += a[6 * batch + x] * b[opposite];
        for (std::size_t j = 0; j < 2; ++j) {
          Complex mean = 0;
          for (std::size_t q = 0; q < 6; ++q)
            mean += a[6 * batch + added(x, q)] * b[6 * j + q] / 6.0;
          difference =
              std::max(difference, std::abs(c.values[(2 * batch + j) * 6 + x] - 2.0 * mean));
        }
      }
      difference = std::max(difference, std::abs(total.values[batch] - sum));
    }
    CHECK(difference < 1e-13);
  }
}

TEST_CASE("eval takes the lengths of cyclic axes from arrays") {
  const Folder folder;
  folder.write("c.diag", correlation);
  std::vector<Complex> a;
  for (int i = 0; i < 12; ++i) a.emplace_back(i % 5 - 2, i % 3);
  write_array<Complex>(folder, "A.npy", {2, 6}, a);  // a batch of two
  write_array<double>(folder, "B.npy", {2, 6}, std::vector<double>(12, 0.5));
  const auto result = [&](const std::string& length) {
    const Finished run =
        folder.diagc("eval c.diag -p U=2 -i A=A.npy -i B=B.npy -o C=C.npy" + length);
    INFO(run.err);
    REQUIRE(run.code == 0);
    return read_array<Complex>(folder, "C.npy");
  };
  const Array<Complex> found = result(""), given = result(" --axis k=6");
  CHECK(found.shape == std::vector<std::size_t>{2, 2, 6});
  CHECK(found.values == given.values);
  // Arrays of different lengths.
  write_array<double>(folder, "B.npy", {2, 5}, std::vector<double>(10));
  CHECK(folder.diagc("eval c.diag -p U=2 -i A=A.npy -i B=B.npy").err ==
        "found an array of shape (2, 5) for the input `B`, expected (2, 6), or a batch of these\n");
}

TEST_CASE("eval says what is wrong with lengths and arrays of cyclic axes") {
  const Folder folder;
  folder.write("c.diag", correlation);
  write_array<double>(folder, "B.npy", {2, 5}, std::vector<double>(10));
  const auto error = [&](const std::string& options) {
    const Finished run = folder.diagc("eval c.diag " + options);
    CHECK(run.code != 0);
    return run.err;
  };
  CHECK(error("-p U=1").find("found no length of the cyclic axis `k`, expected --axis k=LENGTH, or "
                             "--axis k=N1xN2") != std::string::npos);
  CHECK(error("--axis k=0")
            .find("found --axis k=0, expected the name of a cyclic axis and its "
                  "length, as in k=1024, or its grid, as in k=32x32, of 2^31 points "
                  "at most") != std::string::npos);
  CHECK(error("--axis k=3 --axis k=4")
            .find("found --axis k=4 after another length of the same "
                  "axis") != std::string::npos);
  CHECK(error("--axis q=3")
            .find("c.diag:1:9: error: found --axis q=3, expected the name of a cyclic "
                  "axis of the file") != std::string::npos);
  CHECK(error("--axis k=3 -p U=1 -i B=B.npy")
            .find("found no numbers for `A`, expected -i "
                  "A=FILE.npy") != std::string::npos);
  write_array<double>(folder, "A.npy", {3}, {1, 2, 3});
  CHECK(
      error("--axis k=3 -p U=1 -i A=A.npy -i B=B.npy")
          .find("found an array of shape (2, 5) for the input `B`, expected (2, 3), or a batch of "
                "these") != std::string::npos);
  CHECK(
      folder.diagc("contract c.diag --output total")
          .err.find("found the cyclic axis `k`, expected axes of static extent alone: `diagc eval "
                    "--axis k=LENGTH` evaluates files with cyclic ones") != std::string::npos);
}

TEST_CASE("stats of cyclic axes count transforms and give costs as formulas") {
  const Folder folder;
  const Finished run = folder.diagc("stats two_band_second_born --axis k=1024 --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto row = nlohmann::json::parse(run.out).at(0);
  CHECK(row["remaining_sums"] == 4);  // mean values of rho
  const Finished formulas = folder.diagc("stats two_band_second_born --json");
  REQUIRE(formulas.code == 0);
  CHECK(nlohmann::json::parse(formulas.out).at(0)["cost"] == row["cost"]);
  CHECK(nlohmann::json::parse(formulas.out).at(0)["operations"].is_null());
}

TEST_CASE("audit holds transforms against direct sums, and files against each other") {
  const Folder folder;
  folder.write("c.diag", correlation);
  std::string other = correlation;
  other.replace(other.find("A(x+q) * B[j](q)"), 16, "B[j](-q) * A(x-q)");
  folder.write("d.diag", other);
  const Finished run = folder.diagc("audit c.diag d.diag --axis k=6 --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0]["output"] == "C[0]");
  CHECK(rows[0]["transforms"] == 5);
  CHECK(rows[0]["difference"].is_null());
  CHECK(rows[3]["difference"] < 1e-14);
  other.replace(other.find("A(x-q)"), 6, "A(x+q)");
  folder.write("d.diag", other);
  const Finished wrong = folder.diagc("audit c.diag d.diag --axis k=6");
  CHECK(wrong.code == 1);
  CHECK(wrong.err ==
        "error: d.diag: C[0] disagrees with the first file\n"
        "error: d.diag: C[1] disagrees with the first file\n");
}

TEST_CASE("explain shows the plan of a theory at two times") {
  const Folder folder;
  const Finished run = folder.diagc("explain two_band_second_born --plan");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.find("two_band_second_born: Two bands") == 0);
  CHECK(
      run.out.find("\nself-energy, < and >, at a pair of times (16 transforms)\n  1  8 transforms "
                   "from k to lattice vectors\n") != std::string::npos);
  CHECK(run.out.find("  3  8 transforms from lattice vectors to k\n") != std::string::npos);
  CHECK(run.out.find("\nhistory, a row of times, a sweep\n") != std::string::npos);
  CHECK(run.out.find("  128 n^2 nk operations\n  64 n^2 nk bytes read for all rows of a panel\n") !=
        std::string::npos);
  const Finished numbers = folder.diagc("explain hubbard_second_born --plan -D sites=2 --axis k=1");
  REQUIRE(numbers.code == 0);
  CHECK(numbers.out.find("  64 n^2 nk bytes: 64 n^2\n") != std::string::npos);
  CHECK(folder.diagc("explain two_band_second_born")
            .err.find("found no call, expected one, as in "
                      "'W(2, {1}, 0, 2)', --plan or --diagrams") != std::string::npos);
  CHECK(folder.diagc("explain two_band_second_born --plan F")
            .err.find("found a call beside --plan, expected one of the two") != std::string::npos);
}

TEST_CASE(
    "explain of files with cyclic axes shows transforms, and lengths as far as they are given") {
  const Folder folder;
  folder.write("c.diag", correlation);
  const auto text = [&](const std::string& options) {
    const Finished run = folder.diagc("explain c.diag " + options);
    INFO(run.err);
    CHECK(run.code == 0);
    return run.out;
  };
  CHECK(
      text("'C[0]' --disable convolve") ==
      "C[0]\n\nc.diag:6:8:\n    output C[j in 0..1](x : k) = U * mean(q : k) A(x+q) * B[j](q)\n"
      "value\n    nk elements, a function of the elements below\naxes\n    x0 : k\n"
      "elements (2)\n    U\n    a2(x0)\narrays (2)\n"
      "    U: a number, given: an input, a param or a static element\n"
      "    a2: nk elements, a sum of nk terms over x1 : k, each the product of 2 elements over nk\n"
      "used by (0)\n    the outside: it is an output\n");
  const std::string sum = text("a2 --disable convolve --axis k=2x3");
  CHECK(sum.find("value\n    6 elements, a sum of 6 terms over x1 : k = 2 x 3, each the product of "
                 "the elements below over nk\naxes\n    x0 : k = 2 x 3\nelements (2)\n"
                 "    A(x0+x1)\n    B[0](x1)\n") != std::string::npos);
  const std::string fast = text("'C[0]'");
  CHECK(
      fast.find("value\n    nk elements, the inverse Fourier transform of the elements below\n") !=
      std::string::npos);
  const Finished theory = folder.diagc("explain two_band_second_born P");
  CHECK(theory.code == 1);
  CHECK(theory.err ==
        "error: found the green `G` in the file, expected --plan: it shows what a theory at two "
        "times stores and computes\n");
}

TEST_CASE("bench of files with cyclic axes measures transforms beside direct sums") {
  const Folder folder;
  folder.write("c.diag", correlation);
  const Finished run = folder.diagc("bench c.diag --axis k=256 --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto row = nlohmann::json::parse(run.out).at(0);
  CHECK(row["transforms"] == 5);
  // 256² terms beside 256 · 8: however busy the machine is.
  CHECK(row["ratio"].get<double>() > 3);
  CHECK(row["ratio"].get<double>() ==
        Approx(row["direct_s"].get<double>() / row["seconds"].get<double>()));
  CHECK(folder.diagc("bench c.diag").err ==
        "error: found no length of the cyclic axis `k`, expected --axis k=LENGTH, or --axis "
        "k=N1xN2\n");
  const Finished threads = folder.diagc("bench c.diag --axis k=8 --threads 2");
  CHECK(threads.code == 2);
  CHECK(threads.err ==
        "diagc: found --target cuda, --integrate, --against or --threads with a file with cyclic "
        "axes, expected it without: its sums are measured on one thread of a processor\n");
  CHECK(folder.diagc("bench two_band_second_born --axis k=8").err ==
        "found the green `G` in the file, expected inputs and outputs alone: `diagc bench "
        "--dynamics` measures theories at two times\n");
}

TEST_CASE("theories are printed in canonical form") {
  const Folder folder;
  folder.write(
      "t.diag",
      "grammar t\naxis k : cyclic\nvertex U:real \"coupling\"\ngreen G[0..1,0..1](k)\n"
      "local G[j,m](x)=U*mean(y:k) rho(G)[j,m](y)\nself G[j,m](x)=U*U'*G[j,m](-x)*G'[m,j](x)\n"
      "vertex V(k):real\nsolve T[i in 0..1,j in R(1)](q:k)=V(q)*G[i,j](q)@(U*T[i,j](q))*2\n"
      "solve S(q)=T'[0,1](q)@G[0,0](q)\ndef R(n)=0..n\n");
  const Finished run = folder.diagc("compile t.diag --emit rules");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out ==
        "grammar t\naxis k : cyclic\nvertex U : real \"coupling\"\ngreen G[0..1, 0..1](k)\n"
        "local G[j, m](x) = U * mean(y : k) rho(G)[j, m](y)\n"
        "self G[j, m](x) = U * U' * G[j, m](-x) * G'[m, j](x)\n"
        "vertex V(k) : real\n"
        "solve T[i in 0..1, j in R(1)](q : k) = V(q) * G[i, j](q) @ (U * T[i, j](q)) * 2\n"
        "solve S(q) = T'[0, 1](q) @ G[0, 0](q)\ndef R(n) = 0..n\n");
}
