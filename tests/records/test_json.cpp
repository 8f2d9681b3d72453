// Records as JSON: every bit comes back, and what is wrong is refused with its place.
#include <bit>
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/records/cooking.h"

using namespace cooking;
using namespace diagc::runs;
using nlohmann::ordered_json;

namespace {

std::string message(const std::string& text) {
  try {
    records_from<Recipe>(FileFormat::json, text, "r.json", kind());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

/// Of a file in which something was changed.
template <class Change>
std::string changed(Change&& change) {
  ordered_json file = ordered_json::parse(to_bytes(FileFormat::json, kind(), some()));
  change(file);
  return message(file.dump());
}

}  // namespace

TEST_CASE("JSON gives back every bit") {
  Recipes recipes = some();
  const std::string text = to_bytes(FileFormat::json, kind(), recipes);
  const Recipes back = records_from<Recipe>(FileFormat::json, text, "r.json", kind());
  CHECK(back == recipes);
  CHECK(std::signbit(back[0].stove.power[1]));
  recipes[0].steps[0].minutes = -std::nan("");
  const Recipes nan = records_from<Recipe>(
      FileFormat::json, to_bytes(FileFormat::json, kind(), recipes), "r.json", kind());
  CHECK(std::bit_cast<std::uint64_t>(nan[0].steps[0].minutes) ==
        std::bit_cast<std::uint64_t>(-std::nan("")));
}

TEST_CASE("JSON says what every field means, in which unit, below its path") {
  const auto file = ordered_json::parse(to_bytes(FileFormat::json, kind(), some()));
  CHECK(file["format"] == "recipes");
  CHECK(file["version"] == 3);
  CHECK(file["conventions"] == "For four.");
  CHECK(file["fields"]["steps.minutes"] ==
        ordered_json({{"unit", "min"}, {"meaning", "that it takes"}}));
  CHECK(file["fields"]["stove.power"]["unit"] == "kW");
  CHECK(file["fields"]["name"] == ordered_json({{"meaning", "of the meal"}}));
  CHECK(file["meals"][0]["steps"][1]["minutes"] == "-inf");
}

TEST_CASE("JSON that is damaged or foreign is refused with its place") {
  CHECK(message("") ==
        "r.json:1:1: found text that is not JSON, expected a recipe file that `cook` "
        "wrote");
  CHECK(message("{\n  \"format\": \"recipes\",\n  \"version\" 3}") ==
        "r.json:3:13: found text that is not JSON, expected a recipe file that `cook` wrote");
  CHECK(message("[1]") ==
        "r.json: found JSON of another kind, expected a recipe file that `cook` wrote");
  CHECK(changed([](auto& file) { file["format"] = "diagc"; }) ==
        "r.json: found JSON of another kind, expected a recipe file that `cook` wrote");
  CHECK(changed([](auto& file) { file["version"] = "old"; }) ==
        "r.json: found version \"old\" of the format, expected 3");
  CHECK(changed([](auto& file) { file.erase("version"); }) ==
        "r.json: found version none of the format, expected 3");
  CHECK(changed([](auto& file) { file.erase("meals"); }) ==
        "r.json: found no array at meals, expected one");
  CHECK(changed([](auto& file) { file["meals"][1] = 3; }) ==
        "r.json: found a number at meals[1], expected an object");
  CHECK(changed([](auto& file) { file["meals"][0]["steps"][1].erase("what"); }) ==
        "r.json: found nothing at meals[0].steps[1].what, expected is done");
  CHECK(changed([](auto& file) { file["meals"][0]["steps"][1]["pots"] = 4294967296; }) ==
        "r.json: found 4294967296 at meals[0].steps[1].pots, expected an integer from 0 to "
        "4294967295");
  CHECK(changed([](auto& file) { file["meals"][0]["stove"]["level"] = 1.5; }) ==
        "r.json: found 1.5 at meals[0].stove.level, expected an integer from -2147483648 to "
        "2147483647");
  CHECK(changed([](auto& file) { file["meals"][0]["stove"]["power"][2] = "hot"; }) ==
        "r.json: found a string at meals[0].stove.power[2], expected a number");
  CHECK(changed([](auto& file) { file["meals"][0]["guests"][1] = nullptr; }) ==
        "r.json: found null at meals[0].guests[1], expected a string");
  CHECK(changed([](auto& file) { file["meals"][0]["steps"][0]["covered"] = 0; }) ==
        "r.json: found a number at meals[0].steps[0].covered, expected a boolean");
  CHECK(changed([](auto& file) { file["meals"][0]["stove"] = ordered_json::array(); }) ==
        "r.json: found an array at meals[0].stove, expected an object");
  CHECK(changed([](auto& file) { file["meals"][0]["steps"] = ordered_json::object(); }) ==
        "r.json: found an object at meals[0].steps, expected an array");
}

TEST_CASE("JSON may be nested without bound") {
  constexpr int depth = 1'000'000;
  const std::string deep = std::string(depth, '[') + std::string(depth, ']');
  CHECK(message(deep) ==
        "r.json: found JSON of another kind, expected a recipe file that `cook` wrote");
  CHECK(message("{\"format\": " + deep + "}") ==
        "r.json: found JSON of another kind, expected a recipe file that `cook` wrote");
  CHECK(message("{\"format\": \"recipes\", \"version\": " + deep + "}") ==
        "r.json: found version an array of the format, expected 3");
  CHECK(message("{\"format\": \"recipes\", \"version\": 3, \"meals\": [{\"name\": " + deep +
                "}]}") == "r.json: found an array at meals[0].name, expected a string");
}

TEST_CASE(
    "numbers that are none are refused where they make no sense, and numbers too large anywhere") {
  CHECK(changed([](auto& file) { file["meals"][1]["salt"] = "nan"; }) ==
        "r.json: found \"nan\" at meals[1].salt, expected a finite number");
  CHECK(changed([](auto& file) { file["meals"][1]["salt"] = "-inf"; }) ==
        "r.json: found \"-inf\" at meals[1].salt, expected a finite number");
  std::string text = to_bytes(FileFormat::json, kind(), some());
  text.replace(text.find("0.1,"), 3, "1e999");
  const std::size_t line = std::count(text.begin(), text.begin() + text.find("1e999"), '\n') + 1;
  CHECK(message(text) ==
        "r.json:" + std::to_string(line) +
            ":15: found the number 1e999, expected one that double precision holds");
  CHECK(message("{\"format\": -1e400}") ==
        "r.json:1:12: found the number -1e400, expected one that double precision holds");
}

TEST_CASE("what earlier versions lack keeps its value, and what others add is passed over") {
  ordered_json file = ordered_json::parse(to_bytes(FileFormat::json, kind(), some()));
  file["meals"][0].erase("remark");
  file["meals"][0]["stove"]["colour"] = "red";
  file["mine"] = 3;
  Recipes expected = some();
  expected[0].remark = "none";
  CHECK(records_from<Recipe>(FileFormat::json, file.dump(), "r.json", kind()) == expected);
}

TEST_CASE("files that are no files, and such as never end, are refused") {
  const diagc::TemporaryFolder folder;
  const std::string path = (folder / "r.json").string();
  const auto message_of = [&] {
    try {
      read_records<Recipe>(path, kind());
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(message_of() == path + ": cannot be read: No such file or directory");
  std::filesystem::create_symlink("/dev/zero", path);
  CHECK(message_of().starts_with(path + ": cannot be read: "));
  std::filesystem::remove(path);
  diagc::write_file(path, "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  CHECK(message_of().starts_with(path + ": cannot be read: "));
  CHECK_THROWS_WITH(read_records<Recipe>("r.txt", kind()),
                    "r.txt: found the ending `.txt`, expected .json, .h5 or .hdf5");
}
