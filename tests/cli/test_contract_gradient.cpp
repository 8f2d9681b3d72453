// Files of diagc contract --gradient, and the memory that they take.
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cubic_lattice.h"
#include "npz_difference.h"
#include "process.h"
#include "runtime/batch/npz.h"

namespace {

using Json = nlohmann::json;

const std::string ring = "contract 'ij,jk,ki->' --extent i=2 --extent j=3 --extent k=4 ";

Json json_of(const Folder& folder, const std::string& arguments) {
  const Finished run = folder.diagc(arguments + " --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("contract writes derivatives with respect to all tensors, in the element's precision") {
  const Folder folder;
  // The trace of a product of three matrices of 2s: each derivative is the product of the other two.
  CHECK(json_of(folder, ring + "--fill 2 --gradient g.npz")["value"] == 192);
  auto arrays = diagc::read_npz(folder.path() / "g.npz");
  REQUIRE(arrays.size() == 3);
  const std::vector<std::vector<std::size_t>> shapes = {{2, 3}, {3, 4}, {4, 2}};
  const std::vector<double> expected = {16, 8, 12};
  for (std::size_t t = 0; t < 3; ++t) {
    CHECK(arrays[t].first == "arr_" + std::to_string(t));
    CHECK(arrays[t].second.shape == shapes[t]);
    const auto* numbers = reinterpret_cast<const double*>(arrays[t].second.data.get());
    for (std::size_t k = 0; k < arrays[t].second.elements; ++k) CHECK(numbers[k] == expected[t]);
  }
  CHECK(json_of(folder, ring + "--fill 2 --gradient h.npz --element c64")["value"] ==
        Json({192.0, 0.0}));
  arrays = diagc::read_npz(folder.path() / "h.npz");
  CHECK(arrays[0].second.type == diagc::ElementType::complex64);
  const auto* first = reinterpret_cast<const float*>(arrays[0].second.data.get());
  CHECK(first[0] == 16);
  CHECK(first[1] == 0);
  const auto is_error = [&](const std::string& arguments, const std::string& message) {
    const Finished run = Folder().diagc(arguments);
    CHECK(run.code == 2);
    CHECK(run.err == message + "\n");
  };
  is_error(ring + "--fill 2 --gradient g.npz --element count",
           "diagc: found --gradient with --element count, expected f32, f64, c64 or c128");
  is_error("contract 'i->i' --extent i=2 --fill 2 --gradient g.npz",
           "diagc: found --gradient and a result with open axes, expected a network whose value is "
           "a number");
}

TEST_CASE("contract --gradient keeps a limit of memory, and its file does not depend on it") {
  const Folder folder;
  folder.write("cube.json", cubic_lattice());
  const std::string command = "contract cube.json --fill random:1 --moves 100000 ";
  const auto run = [&](const std::string& rest) {
    Finished finished = folder.diagc(command + rest);
    INFO(finished.err);
    REQUIRE(finished.code == 0);
    return finished.out;
  };
  const std::string whole = run("--memory 2GiB --gradient whole.npz");
  CHECK(whole.find("\ngradient ") != std::string::npos);
  CHECK(whole.find(" loops ") == std::string::npos);
  const std::string sliced = run("--memory 16MiB --gradient sliced.npz --save-order order.json");
  CHECK(sliced.find("keep") != std::string::npos);
  CHECK(difference_of_arrays(folder, "sliced.npz", "whole.npz") < 1e-10);
  // An order that is given is not left for another one.
  const Finished refused = folder.diagc(
      "contract cube.json --fill random:1 --order order.json --memory 6MiB --gradient other.npz");
  CHECK(refused.code == 1);
  CHECK(refused.err.find("more than the 6291456 of --memory") != std::string::npos);
  CHECK_FALSE(folder.has("other.npz"));
}
