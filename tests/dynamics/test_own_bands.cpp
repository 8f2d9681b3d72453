// h(k) from a C++ header: the same as from hopping, and what is wrong with a header at its line.
#include <fstream>

#include <catch2/catch.hpp>

#include "physics/dynamics/job/own_bands.h"
#include "physics/dynamics/model.h"
#include "runtime/system/temporary_folder.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

constexpr ProcessLimits bands_limits{.address_space = std::uint64_t{4} << 30U,
                                     .processor_time = std::chrono::seconds(3),
                                     .wall_time = std::chrono::milliseconds(60'000),
                                     .file_size = std::uint64_t{1} << 30U};

struct BandsFolder {
  TemporaryFolder folder;
  std::string path(const std::string& text) const {
    const std::string file = (folder.path() / "bands.h").string();
    std::ofstream(file) << text;
    return file;
  }
  std::string refusal(const std::string& text, std::vector<std::size_t> grid = {4}) const {
    try {
      own_bands({path(text), std::move(grid), 1}, bands_limits);
    } catch (const std::runtime_error& error) {
      std::string message = error.what();
      const std::size_t at = message.find(path(text));
      return at == 0 ? message.substr(path(text).size()) : message;
    }
    return "no error";
  }
};

}  // namespace

TEST_CASE("h(k) from a header equals the same from hopping") {
  if (!toolchain::why_unavailable().empty()) return;
  const BandsFolder folder;
  const std::string path = folder.path(
      "#pragma once\n#include <cmath>\n"
      "constexpr double level[2] = {1.0, -1.0};\n"
      "inline double cosine(double k) { return std::cos(k); }\n"
      "double h_re(int to, int from, double kx, double ky) {\n"
      "  if (to != from) return 0.25 * cosine(ky);\n"
      "  return level[to] + 0.5 * cosine(kx);\n"
      "}\n"
      "double h_im(int to, int from, double kx, double ky) {\n"
      "  (void)kx;\n"
      "  return to == from ? 0.0 : to < from ? 0.25 * std::sin(ky) : -0.25 * std::sin(ky);\n"
      "}\n");
  const std::vector<Complex> h = own_bands({path, {4, 3}, 2}, bands_limits);
  const std::vector<Complex> expected = bands_from_hopping({4, 3}, 2,
                                                           {{{0, 0}, 0, 0, 1.0},
                                                            {{0, 0}, 1, 1, -1.0},
                                                            {{1, 0}, 0, 0, 0.25},
                                                            {{1, 0}, 1, 1, 0.25},
                                                            {{0, 1}, 1, 0, 0.25}});
  REQUIRE(h.size() == expected.size());
  for (std::size_t i = 0; i < h.size(); ++i) CHECK(std::abs(h[i] - expected[i]) < 1e-15);
}

TEST_CASE("what is wrong with a header of bands is said at its line") {
  if (!toolchain::why_unavailable().empty()) return;
  const BandsFolder folder;
  CHECK(folder.refusal("double h(double k) { return k; }\n").find("h_re") != std::string::npos);
  CHECK(folder.refusal("double h_re(int to, int from, double kx) { return kx + y; }\n")
            .starts_with(":1:56: error: use of undeclared identifier 'y'\n"));
  CHECK(folder.refusal("double h_re(int to, int from, double kx, double ky) { return kx; }\n")
            .find("double (int, int, double)") != std::string::npos);
  CHECK(folder.refusal("double h_re(int to, int from, double kx) { return 1 / (kx - kx); }\n") ==
        "found h_re = inf from band 0 to band 0 at point 0, expected a finite number");
  CHECK(folder
            .refusal(
                "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1 + (n < 0 ? 1 : 0)); }\n"
                "double h_re(int to, int from, double kx) {\n"
                "  double x = kx;\n  while (x >= 0) x = x > 1 ? 0 : x + 1e-300;\n  return x;\n}\n")
            .find("the process that called it from band 0 to band 0 at point 0") !=
        std::string::npos);
  try {
    own_bands({"/nowhere/bands.h", {4}, 1}, bands_limits);
    FAIL("no error");
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()) ==
          "found no file \"/nowhere/bands.h\" that can be read (No such file or directory), "
          "expected a header with a function h_re of type 'double (int, int, double)'");
  }
}
