#include <cmath>
#include <sstream>

#include <catch2/catch.hpp>

#include "fake_card.h"

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

std::vector<std::string> check_demo(const Folder& folder, const Finished& run) {
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
  return rows;
}

}  // namespace

TEST_CASE("the demo finds the exact coefficients and draws them, with a card and without",
          "[slow]") {
  const Folder folder;
  const Finished here = folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" demo --out pictures");
  const std::vector<std::string> rows = check_demo(folder, here);
  CHECK(here.out.starts_with("Runs on the processor, "));
  CHECK(here.out.find(": there is no NVIDIA card to be used.\n\nGraphs of ") != std::string::npos);
  CHECK(here.out.find("\nSpeed in double precision, ") != std::string::npos);

  // 8! configurations take 315 blocks.
  const Finished there =
      on_fake_card(folder, "demo --out pictures", "FAKE_CUDA_MEMORY=256 FAKE_CUDA_BLOCKS=320");
  CHECK(check_demo(folder, there) == rows);
  CHECK(there.out.starts_with(
      "Runs on card 0, Fake (sm_90, 12 multiprocessors).\n\nGraphs of hubbard_sun_density\n"));
  CHECK(there.out.find("\nSpeed in double precision, Fake, inputs in its memory\n") !=
        std::string::npos);
}

TEST_CASE("a demo that cannot have its card") {
  const Folder folder;
  const Finished card = folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" demo --target cuda");
  CHECK(card.code == 1);
  CHECK(card.out.empty());
  CHECK(card.err.starts_with(
      "error: no NVIDIA driver: DIAGC_CUDA_DRIVER names a file that does not open: /nowhere: "));
  const Finished other = folder.diagc("demo --target interpreter");
  CHECK(other.code == 2);
}
