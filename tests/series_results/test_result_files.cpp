// Result files: every bit comes back, and what is damaged or foreign is refused with its place.
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "physics/series/results/result_file.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

using namespace diagc::series;

namespace {

struct Folder : diagc::TemporaryFolder {
  std::string operator/(const std::string& name) const { return (path() / name).string(); }
};

/// Doubles of all magnitudes: random bits, but for NaNs, which are equal to nothing.
class Numbers {
 public:
  double operator()() {
    for (;;) {
      const double value = std::bit_cast<double>(bits_());
      if (!std::isnan(value)) return value;
    }
  }
  std::uint64_t bits() { return bits_(); }

 private:
  std::mt19937_64 bits_{20240607};
};

Result some_result(Numbers& number, int orders) {
  Result result;
  result.grammar = "hubbard_sun_density";
  result.observable = "density";
  for (int order = 0; order < orders; ++order) {
    result.orders.push_back({order, number(), number(), number(), number(), number(), number(),
                             number.bits(), number.bits() % 2 == 0,
                             order % 2 ? "few samples – µ \"x\"\n" : "", number.bits(), number(),
                             order % 2 ? "chain" : "", order % 2 ? "random" : "", number()});
  }
  for (int i = 0; i < orders * orders; ++i) result.covariance.push_back(number());
  result.model = {"square", {8, 6},   48,         number(), number(), number(),
                  number(), number(), number(),   number(), number(), {number(), number()},
                  number(), number(), {number()}, number(), number(), "own/g0.h",
                  number(), number()};
  result.run = {std::numeric_limits<std::uint64_t>::max(),
                1u << 20,
                number.bits(),
                number(),
                number(),
                4,
                2,
                {"NVIDIA H200", "NVIDIA H200"},
                "fp32",
                "time limit",
                "0.1.0",
                "abc"};
  result.origin = {.job = "[run]\nseed = 3\n",
                   .job_hash = text_hash("[run]\nseed = 3\n"),
                   .rules = "grammar some # µ\n",
                   .rules_hash = text_hash("grammar some # µ\n"),
                   .order = "n",
                   .statics = {{"loops", "3"}},
                   .params = {{"N", number()}, {"x", number()}},
                   .sign = "alternating",
                   .labellings = "all"};
  return result;
}

/// Equal to the last bit, also where == would take −0 for 0 and no NaN for another.
bool same_bits(const Result& a, const Result& b) {
  if (a.orders.size() != b.orders.size() || a.covariance.size() != b.covariance.size())
    return false;
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  for (std::size_t i = 0; i < a.orders.size(); ++i) {
    if (!same(a.orders[i].value, b.orders[i].value) || !same(a.orders[i].error, b.orders[i].error))
      return false;
  }
  for (std::size_t i = 0; i < a.covariance.size(); ++i) {
    if (!same(a.covariance[i], b.covariance[i])) return false;
  }
  return true;
}

Results some_results() {
  Numbers number;
  Results results;
  for (const int orders : {1, 4, 9}) results.push_back(some_result(number, orders));
  Result& last = results.back();
  last.orders[0].value = -0.0;
  last.orders[1].value = std::numeric_limits<double>::denorm_min();
  last.orders[2].value = std::numeric_limits<double>::infinity();
  last.orders[3].value = -std::numeric_limits<double>::infinity();
  last.orders[4].value = std::numeric_limits<double>::max();
  last.orders[5].value = 0.1;
  results[1].covariance.clear();
  results[1].model.size.clear();
  results[1].run.devices.clear();
  return results;
}

std::string refusal(const std::string& path) {
  try {
    read_results(path);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> formats() {
#ifdef DIAGC_HDF5
  return {"json", "h5", "hdf5"};
#else
  return {"json"};
#endif
}

}  // namespace

TEST_CASE("results come back from files with the same bits") {
  const Folder folder;
  const Results results = some_results();
  for (const std::string& ending : formats()) {
    CAPTURE(ending);
    const std::string path = folder / ("result." + ending);
    write_results(path, results);
    const Results back = read_results(path);
    CHECK(back == results);
    REQUIRE(back.size() == results.size());
    for (std::size_t i = 0; i < results.size(); ++i) CHECK(same_bits(back[i], results[i]));
  }
}

TEST_CASE("a value that is no number stays none") {
  const Folder folder;
  Results results = some_results();
  results[0].model.dn_dmu = std::numeric_limits<double>::quiet_NaN();
  results[0].orders[0].value = -std::numeric_limits<double>::quiet_NaN();
  for (const std::string& ending : formats()) {
    const std::string path = folder / ("result." + ending);
    write_results(path, results);
    const Results back = read_results(path);
    CHECK(std::isnan(back[0].model.dn_dmu));
    CHECK(same_bits(back[0], results[0]));
  }
}

TEST_CASE("a result file that cannot be written leaves the former one") {
  const Folder folder;
  const std::string path = folder / "result.json";
  diagc::write_file(path, "former");
  CHECK_THROWS_WITH(
      write_results(folder / "result.txt", some_results()),
      (folder / "result.txt") + ": found the ending `.txt`, expected .json, .h5 or .hdf5");
  CHECK_THROWS_WITH(
      write_results(folder / "missing/result.json", some_results()),
      (folder / "missing/result.json") + ": cannot be written: No such file or directory");
  CHECK(diagc::read_file(path) == "former");
}

TEST_CASE("JSON says what every field means, in which unit") {
  const auto file = nlohmann::json::parse(to_json(some_results()));
  CHECK(file["format"] == "diagc-integration");
  CHECK(file["version"] == 1);
  CHECK(file["fields"]["orders.value"]["unit"] == "1/energy^n");
  CHECK(file["fields"]["model.beta"]["meaning"] == "inverse temperature");
  for (const auto& [name, value] : file["points"][0].items()) {
    if (value.is_object()) {
      for (const auto& [inner, any] : value.items())
        CHECK(file["fields"].contains(name + "." + inner));
    } else if (name == "orders") {
      for (const auto& [inner, any] : value[0].items())
        CHECK(file["fields"].contains(name + "." + inner));
    } else {
      CHECK(file["fields"].contains(name));
    }
  }
}

TEST_CASE("results that contradict themselves are refused") {
  const Folder folder;
  const std::string path = folder / "result.json";
  const std::string whole = to_json(some_results());
  const auto changed = [&](auto&& change) {
    auto file = nlohmann::json::parse(whole);
    change(file);
    diagc::write_file(path, file.dump());
    return refusal(path);
  };
  CHECK(changed([](auto& file) { file["points"] = nlohmann::json::array(); }) ==
        path + ": found no points");
  CHECK(changed([](auto& file) { file["points"][1]["orders"] = nlohmann::json::array(); }) ==
        path + ": found no orders in point 1");
  CHECK(changed([](auto& file) { file["points"][2]["covariance"].erase(0); }) ==
        path + ": found 80 covariances in point 2, expected 81 for 9 orders");
  CHECK(changed([](auto& file) { file["points"][2]["orders"][3]["order"] = 2; }) ==
        path + ": found order 2 after 2 in point 2, expected ascending orders");
  CHECK(changed([](auto& file) { file["points"][0]["model"]["beta"] = "nan"; }) ==
        path + ": found \"nan\" at points[0].model.beta, expected a finite number");
  CHECK(changed([](auto& file) { file["points"][0]["origin"]["rules"] = "other rules"; }) ==
        path +
            ": found a text at origin.rules of point 0 that does not fit its hash, expected the "
            "text that the numbers were made with");
  CHECK(changed([](auto& file) { file["points"][2]["origin"]["job"] = ""; }) ==
        path +
            ": found a text at origin.job of point 2 that does not fit its hash, expected the "
            "text that the numbers were made with");
  CHECK(changed([](auto& file) { file["points"][2].erase("origin"); }) == "no error");
  CHECK(changed([](auto& file) { file["points"][0]["run"].erase("seed"); }) ==
        path + ": found nothing at points[0].run.seed, expected of all random numbers");
}

TEST_CASE("the hash of a text is XXH3's, as xxhsum -H2 prints it") {
  CHECK(text_hash("") == "99aa06d3014798d86001c324468d497f");
  CHECK(text_hash("abc") == "06b05ab6733a618578af5f94892f3950");
}

TEST_CASE("results of earlier versions are read, annotated or not") {
  const std::string files = DIAGC_SOURCE_DIR "/tests/series_results/files/";
  const Results json = read_results(files + "b8640db.json");
  REQUIRE(json.size() == 1);
  const Result& result = json[0];
  CHECK(result.grammar == "hubbard_sun_density");
  REQUIRE(result.orders.size() == 3);
  CHECK(result.orders[1].value == -0.1074443092836094);
  CHECK(result.orders[2].error == 8.093533937942608e-05);
  CHECK(result.orders[2].steps == 1548288);
  CHECK(result.model.lattice == "cluster");
  CHECK(result.model.mu == 0.25);
  CHECK(result.run.walkers == 1024);
  CHECK(result.run.ended_by == "steps");
  CHECK(result.origin == Origin{});
#ifdef DIAGC_HDF5
  CHECK(read_results(files + "b8640db.h5") == json);
  // The same file, with attributes, datasets and a group that h5py 3.16 has added.
  CHECK(read_results(files + "annotated.h5") == json);
#endif
}

#ifdef DIAGC_HDF5

TEST_CASE("other programs read the HDF5 files: h5dump finds the fields with their units") {
  if (std::system("h5dump --version > /dev/null 2>&1") != 0) return;
  const Folder folder;
  write_results(folder / "result.h5", some_results());
  const std::string dump = folder / "dump";
  REQUIRE(std::system(("h5dump '" + (folder / "result.h5") + "' > '" + dump + "' 2>&1").c_str()) ==
          0);
  const std::string text = diagc::read_file(dump);
  for (const char* expected : {"DATASET \"value\"", "\"1/energy^n\"", "ATTRIBUTE \"conventions\"",
                               "GROUP \"2\"", "\"inverse temperature\""}) {
    CHECK(text.find(expected) != std::string::npos);
  }
}

#endif
