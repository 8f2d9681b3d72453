#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

TEST_CASE("examples are listed and copied") {
  const Folder folder;
  const Finished list = folder.diagc("examples list --json");
  REQUIRE(list.code == 0);
  const auto examples = nlohmann::json::parse(list.out);
  CHECK(examples.size() >= 5);
  const Finished copy = folder.diagc("examples copy permanent");
  CHECK(copy.code == 0);
  CHECK(copy.out == "permanent.diag\n");
  CHECK(folder.files() == std::vector<std::string>{"permanent.diag"});
  CHECK(folder.diagc("examples copy permanent -o -").out == folder.read("permanent.diag"));
  const Finished again = folder.diagc("examples copy permanent");
  CHECK(again.code == 1);
  CHECK(again.err == "permanent.diag: exists; give another path with -o, or remove it first\n");
  CHECK(folder.diagc("examples copy nothing")
            .err.starts_with("error: found no example `nothing`, expected one of:\n"));
  for (const auto& example : examples) {
    CHECK(folder.diagc("examples copy " + example["name"].get<std::string>() + " -o -").out.size() >
          50);
  }
}
