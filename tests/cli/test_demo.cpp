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
  const std::size_t networks = run.out.find("\nTensor networks (diagc contract)\n");
  REQUIRE(networks != std::string::npos);
  const std::string amplitude = "-0.000462659 -0.000860012i";
  for (const auto& [name, value] : {std::pair{"independent sets", std::string("1355115601")},
                                    std::pair{"Fourier transform", amplitude}}) {
    // Computed and exact are the same text.
    const std::size_t line = run.out.find(name, networks);
    REQUIRE(line != std::string::npos);
    const std::string text = run.out.substr(line, run.out.find('\n', line) - line);
    INFO(text);
    const std::size_t computed = text.find(value);
    REQUIRE(computed != std::string::npos);
    CHECK(text.find(value, computed + 1) != std::string::npos);
  }
  // Of Kadanoff–Baym equations: numbers of other programs.
  for (const char* text : {"\nKadanoff-Baym equations (diagc dynamics), ", "     5     0.453675879",
                           "     2       0.246574039      0.246571", "1.7204457"}) {
    INFO(text);
    CHECK(run.out.find(text) != std::string::npos);
  }
  CHECK(folder.read("pictures/dynamics.svg").starts_with("<svg "));
  const std::string picture = folder.read("pictures/hubbard_atom.svg");
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.ends_with("</svg>\n"));
}

/// "0.35(2)", "-7.28(18)e-5": the value, its error and the unit of its last digit.
struct Number {
  double value, error, unit;
  explicit Number(const std::string& text) {
    const std::size_t open = text.find('('), point = text.find('.'), power = text.find(")e");
    const double scale =
        power == std::string::npos ? 1 : std::pow(10, std::stoi(text.substr(power + 2)));
    unit = std::pow(10, -static_cast<double>(open - point - 1)) * scale;
    value = std::stod(text.substr(0, open)) * scale;
    error = std::stod(text.substr(open + 1)) * unit;
  }
};

/// Rows of orders 2 … 6 of the cluster, "n value(error) exact pull error % evaluations", and of the lattice, without what is exact.
void check_integrated(const std::string& out) {
  // By independent samples of another program.
  const double lattice[] = {0, 0, 0.0140185, -0.017988, 0.018227, -0.01785, 0.01761};
  int of_cluster = 0, of_lattice = 0;
  std::istringstream lines(out.substr(out.find("\nIntegrated by Monte Carlo ")));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    int n = 0;
    std::string computed, percent;
    double exact = 0, pull = 0, error = 0, evaluations = 0;
    if (!(words >> n >> computed >> exact) || n < 2 || n > 6 ||
        computed.find('(') == std::string::npos)
      continue;
    INFO(line);
    const Number number(computed);
    CHECK(number.error > 0);
    if (words >> pull >> error >> percent >> evaluations) {
      CHECK(std::abs(pull) < 6);
      CHECK(std::abs(number.value - exact - pull * number.error) <=
            (0.6 + std::abs(pull)) * number.unit + 0.01 * number.error);
      CHECK(evaluations > 1e4);
      ++of_cluster;
    } else {
      CHECK(std::abs(number.value - lattice[n]) < 6 * number.error + 1e-3 * std::abs(lattice[n]));
      CHECK(number.error < 0.1 * std::abs(number.value));
      ++of_lattice;
    }
  }
  CHECK(of_cluster == 5);
  CHECK(of_lattice == 5);
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

  check_integrated(here.out);
  CHECK(here.out.find("(diagc integrate): 4 s on ") != std::string::npos);
  CHECK(
      here.out.ends_with("\nPictures: pictures/hubbard_atom.svg, pictures/dynamics.svg, "
                         "pictures/hubbard_cluster_integrated.svg, "
                         "pictures/hubbard_su6_integrated.svg\n"));
  for (const char* file : {"hubbard_cluster_integrated.svg", "hubbard_su6_integrated.svg"})
    CHECK(folder.read(std::string("pictures/") + file).starts_with("<svg "));
}

// Minutes of a stand-in's work; gpu/check runs the demo on a device.
TEST_CASE("the demo finds the exact coefficients on a device", "[.][long]") {
  const Folder folder;
  // 8! configurations take 315 blocks. The stand-in for NVRTC has no steps of integrations.
  const Finished there = on_fake_gpu(folder, "demo --seconds 0 --out pictures",
                                     "FAKE_CUDA_MEMORY=256 FAKE_CUDA_BLOCKS=320");
  check_demo(folder, there);
  CHECK(there.out.starts_with(
      "Runs on device 0, Fake (sm_90, 12 multiprocessors).\n\nGraphs of hubbard_sun_density\n"));
  CHECK(there.out.find("Monte Carlo") == std::string::npos);
  CHECK(there.out.ends_with("\nPictures: pictures/hubbard_atom.svg, pictures/dynamics.svg\n"));
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
