// Arrays of several axes, and files that are one record.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "runs/records/record_file.h"
#include "runtime/system/temporary_folder.h"

using namespace diagc::runs;
using nlohmann::ordered_json;

namespace {

struct Weather {
  std::string place;
  NumberArray rain, none;

  bool operator==(const Weather&) const = default;
};

const RecordKind& weather_kind() {
  static const RecordKind kind{
      .format = "weather",
      .version = 1,
      .conventions = "In the morning.",
      .records = "",
      .records_doc = "",
      .what = "weather",
      .program = "look out",
      .fields = {field({.name = "place", .doc = "where"}, &Weather::place),
                 array({.name = "rain", .unit = "mm", .doc = "[day][hour][place]", .finite = true},
                       &Weather::rain),
                 array({.name = "none", .doc = "nothing"}, &Weather::none)}};
  return kind;
}

Weather some_weather() { return {"here", {{2, 1, 3}, {1, 0.1, -0.0, 4, 5, 1e300}}, {{0}, {}}}; }

std::string weather_message(const std::string& rain) {
  ordered_json file =
      ordered_json::parse(to_bytes(FileFormat::json, weather_kind(), std::vector{some_weather()}));
  file["rain"] = ordered_json::parse(rain);
  try {
    records_from<Weather>(FileFormat::json, file.dump(), "w.json", weather_kind());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("arrays in JSON are nested, at the top of a file that is one record") {
  const Weather weather = some_weather();
  const std::string text = to_bytes(FileFormat::json, weather_kind(), std::vector{weather});
  const auto file = ordered_json::parse(text);
  CHECK(file["format"] == "weather");
  CHECK(file["rain"][1][0][2] == 1e300);
  CHECK(file["rain"].size() == 2);
  CHECK(file["none"] == ordered_json::array());
  CHECK(records_from<Weather>(FileFormat::json, text, "w.json", weather_kind()) ==
        std::vector{weather});
  CHECK(weather_message("[[[1, 2], [3]]]") ==
        "w.json: found an array of 1 at weather.rain[0][1], expected 2 as in the first one");
  CHECK(weather_message("[[1], 2]") ==
        "w.json: found a number at weather.rain[1], expected an array");
  CHECK(weather_message("[[1], [\"nan\"]]") ==
        "w.json: found \"nan\" at weather.rain[1][0], expected a finite number");
  std::string deep;
  for (int i = 0; i < 40; ++i) deep = "[" + deep + "]";
  CHECK(weather_message(deep) ==
        "w.json: found arrays in arrays in arrays at weather.rain, expected at most 16 axes");
}

TEST_CASE("arrays in HDF5 have their axes") {
  const diagc::TemporaryFolder folder;
  const std::string path = (folder / "w.h5").string();
  const Weather weather = some_weather();
  write_records(path, weather_kind(), std::vector{weather});
  CHECK(read_records<Weather>(path, weather_kind()) == std::vector{weather});
}
