#include <cmath>
#include <sstream>

#include <catch2/catch.hpp>

#include "fake_gpu.h"

namespace {

/// "n exact fraction" of every row of the tables of coefficients, whose computed numbers are near enough to the exact ones.
std::vector<std::string> coefficients(const std::string& out) {
  std::vector<std::string> rows;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    int n = 0;
    double computed = 0, difference = 1;
    std::string exact, fraction;
    if (!(words >> n >> computed >> exact >> fraction >> difference) || n > 8 ||
        words.rdbuf()->in_avail() > 0)
      continue;
    if (line.find('/') == std::string::npos && n > 0) continue;
    CHECK(std::abs(difference) <= 1e-13 * std::max(1.0, std::abs(std::stod(exact))));
    rows.push_back(std::to_string(n) + " " + exact + " " + fraction);
  }
  return rows;
}

void check_demo(const Folder& folder, const Finished& run) {
  INFO(run.out << run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  CHECK(run.out.find("29752066") != std::string::npos);
  const std::vector<std::string> rows = coefficients(run.out);
  CHECK(rows.size() == 3 * 8 + 3);
  // Coefficients of the SU(2) atom.
  for (const char* fraction : {"-1/4", "1/16", "1/192", "-5/768", "13/15360", "77/184320",
                               "-823/5160960", "-25/4128768"}) {
    CHECK(run.out.find(fraction) != std::string::npos);
  }
  const std::string picture = folder.read("pictures/hubbard_atom.svg");
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.ends_with("</svg>\n"));
}

/// Rows "n value(error) exact pull steps" of the tables of what was integrated.
int check_integrated(const std::string& out) {
  int rows = 0;
  std::istringstream lines(out.substr(out.find("\nIntegrated by Monte Carlo ")));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    int n = 0;
    std::string computed;
    double exact = 0, pull = 0, steps = 0;
    if (!(words >> n >> computed >> exact >> pull >> steps)) continue;
    if (computed.find('(') == std::string::npos || computed == "order") continue;
    INFO(line);
    // The error, from the digits in brackets in units of the last digit before them.
    const std::size_t open = computed.find('('), point = computed.find('.');
    const std::size_t digits = open - point - 1;
    const std::size_t power = computed.find(")e");
    const double unit =
        std::pow(10, -static_cast<double>(digits)) *
        (power == std::string::npos ? 1 : std::pow(10, std::stoi(computed.substr(power + 2))));
    const double error = std::stod(computed.substr(open + 1)) * unit;
    const double value =
        std::stod(computed.substr(0, open)) *
        (power == std::string::npos ? 1 : std::pow(10, std::stoi(computed.substr(power + 2))));
    CHECK(error > 0);
    CHECK(error < 0.1);
    CHECK(std::abs(pull) < 5);
    CHECK(std::abs(value - exact - pull * error) <= (0.6 + std::abs(pull)) * unit + 0.01 * error);
    CHECK(steps > 1e4);
    ++rows;
  }
  return rows;
}

}  // namespace

TEST_CASE("the demo finds the exact coefficients, integrates, and draws both", "[slow][threads]") {
  const Folder folder;
  const Finished here =
      folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" demo --seconds 4 --out pictures");
  check_demo(folder, here);
  CHECK(here.out.starts_with("Runs on the processor, "));
  CHECK(here.out.find(": there is no NVIDIA GPU to be used.\n\nGraphs of ") != std::string::npos);
  CHECK(here.out.find("\nSpeed in double precision, ") != std::string::npos);

  CHECK(check_integrated(here.out) == 12);
  CHECK(here.out.find("(diagc integrate): 2 s each on ") != std::string::npos);
  CHECK(here.out.ends_with(
      "\nPictures: pictures/hubbard_atom.svg, pictures/hubbard_atom_integrated.svg, "
      "pictures/hubbard_cluster_integrated.svg\n"));
  for (const char* file : {"hubbard_atom_integrated.svg", "hubbard_cluster_integrated.svg"})
    CHECK(folder.read(std::string("pictures/") + file).starts_with("<svg "));
}

TEST_CASE("the demo finds the exact coefficients on a device", "[slow]") {
  const Folder folder;
  // 8! configurations take 315 blocks. The stand-in for NVRTC has no steps of integrations.
  const Finished there = on_fake_gpu(folder, "demo --seconds 0 --out pictures",
                                     "FAKE_CUDA_MEMORY=256 FAKE_CUDA_BLOCKS=320");
  check_demo(folder, there);
  CHECK(there.out.starts_with(
      "Runs on device 0, Fake (sm_90, 12 multiprocessors).\n\nGraphs of hubbard_sun_density\n"));
  CHECK(there.out.find("Monte Carlo") == std::string::npos);
  CHECK(there.out.ends_with("\nPicture: pictures/hubbard_atom.svg\n"));
  CHECK(there.out.find("\nSpeed in double precision, Fake, inputs in its memory\n") !=
        std::string::npos);
}

TEST_CASE("a demo that cannot write its pictures says so before its work") {
  const Folder folder;
  folder.write("file", "");
  folder.shell("mkdir -p pictures/hubbard_cluster_integrated.svg");
  const auto refusal = [&](const std::string& out) {
    const Finished run = folder.diagc("demo --target cpu --seconds 0 --out " + out);
    CHECK(run.code == 1);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(refusal("file") == "file: the folder for the pictures cannot be made: Not a directory\n");
  CHECK(refusal("file/below") ==
        "file/below: the folder for the pictures cannot be made: Not a directory\n");
  CHECK(refusal("pictures") ==
        "pictures/hubbard_cluster_integrated.svg: found a folder, expected a file, or a name that "
        "is free\n");
  // A folder in which nobody makes files, root included.
  CHECK_THAT(refusal("/proc"),
             Catch::StartsWith("error: /proc/hubbard_atom.svg: cannot be written: "));
  CHECK(folder.files() == std::vector<std::string>{"file", "pictures"});
}

TEST_CASE("a demo that cannot have its device") {
  const Folder folder;
  const Finished gpu = folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" demo --target cuda");
  CHECK(gpu.code == 1);
  CHECK(gpu.out.empty());
  CHECK(gpu.err.starts_with(
      "error: no NVIDIA driver: DIAGC_CUDA_DRIVER names a file that does not open: /nowhere: "));
  const Finished other = folder.diagc("demo --target interpreter");
  CHECK(other.code == 2);
}
