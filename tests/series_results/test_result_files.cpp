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

using namespace diagc::integrate;

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
                             order % 2 ? "few samples – µ \"x\"\n" : ""});
  }
  for (int i = 0; i < orders * orders; ++i) result.covariance.push_back(number());
  result.model = {"square", {8, 6},   48,       number(), number(),   number(), number(),
                  number(), number(), number(), number(), "own/g0.h", number(), number()};
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

std::string message(const std::string& path) {
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

TEST_CASE("damaged and foreign JSON is refused with its place") {
  const Folder folder;
  const std::string path = folder / "result.json";
  CHECK(message(path) == path + ": cannot be read: No such file or directory");
  diagc::write_file(path, "");
  CHECK(message(path) ==
        path + ": found no JSON after line 1, expected a result file that `diagc integrate` wrote");
  const std::string whole = to_json(some_results());
  diagc::write_file(path, whole.substr(0, whole.size() / 2));
  CHECK(message(path).starts_with(path + ": found no JSON after line "));
  diagc::write_file(path, "[1, 2]");
  CHECK(message(path) ==
        path + ": found JSON of another kind, expected a result file that `diagc integrate` wrote");

  const auto changed = [&](auto&& change) {
    auto file = nlohmann::json::parse(whole);
    change(file);
    diagc::write_file(path, file.dump());
    return message(path);
  };
  CHECK(changed([](auto& file) { file["version"] = 2; }) ==
        path + ": found version 2 of the format, expected 1");
  CHECK(changed([](auto& file) { file["points"][1]["orders"][2].erase("value"); }) ==
        path + ": found nothing at points[1].orders[2].value, expected coefficient of U^n");
  CHECK(changed([](auto& file) { file["points"][0]["model"]["beta"] = "cold"; }) ==
        path + ": found a string at points[0].model.beta, expected a number");
  CHECK(changed([](auto& file) { file["points"][0]["model"]["size"][1] = -4; }) ==
        path + ": found -4 at points[0].model.size[1], expected an integer from 0 to 4294967295");
  CHECK(changed([](auto& file) { file["points"][0]["orders"] = 3; }) ==
        path + ": found a number at points[0].orders, expected an array");
  CHECK(changed([](auto& file) { file["points"][0]["run"] = {}; }) ==
        path + ": found null at points[0].run, expected an object");
  CHECK(changed([](auto& file) { file["points"] = nlohmann::json::array(); }) ==
        path + ": found no points");
  CHECK(changed([](auto& file) { file["points"][2]["covariance"].erase(0); }) ==
        path + ": found 80 covariances in point 2, expected 81 for 9 orders");
  CHECK(changed([](auto& file) { file["points"][2]["orders"][3]["order"] = 2; }) ==
        path + ": found order 2 after 2 in point 2, expected ascending orders");
}

#ifdef DIAGC_HDF5

TEST_CASE("damaged and foreign HDF5 is refused") {
  const Folder folder;
  const std::string path = folder / "result.h5";
  const std::string foreign =
      path + ": found another kind of file, expected a result in HDF5 that `diagc integrate` wrote";
  const std::string damaged = path +
                              ": found bytes that do not fit its check sum, expected a file as "
                              "`diagc integrate` wrote it: it is damaged, "
                              "cut off or was changed";
  diagc::write_file(path, "");
  CHECK(message(path) == foreign);
  diagc::write_file(path, "\x89HDF\r\n\x1a\n and more");
  CHECK(message(path) == foreign);
  const std::string whole = to_hdf5({some_results()[0]});
  diagc::write_file(path, whole.substr(0, whole.size() / 2));
  CHECK(message(path) == damaged);
  diagc::write_file(path, whole.substr(0, 512));
  CHECK(message(path) == foreign);
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    std::string bytes = whole;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
    diagc::write_file(path, bytes);
    CHECK(message(path) == (at < std::string_view("diagc-integration").size() ? foreign : damaged));
  }
}

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
