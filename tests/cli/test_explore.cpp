// diagc explore: the data of its page is that of the compiler.
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace {

using nlohmann::json;

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = text.find(end, from + begin.size());
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

json data_of(const std::string& page) {
  return json::parse(between(page, "id=\"data\">", "</script>"));
}

/// Lines of the source that compute the value of this name.
std::size_t lines_that_make(const std::string& source, const std::string& name) {
  std::istringstream lines(source);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);)
    count += line.find(" " + name + " = ") != std::string::npos ? 1 : 0;
  return count;
}

TEST_CASE("the page of a graph has its nodes, terms, source and schedule") {
  const Folder folder;
  for (const std::string grammar :
       {"hubbard_sun_density", "permanent", "gluon_current", "hubbard_su2_cdet_density"}) {
    for (int n = grammar == "gluon_current" ? 3 : 1; n <= 5; ++n) {
      const std::string arguments = grammar + " -D n=" + std::to_string(n);
      INFO(arguments);
      const Finished run = folder.diagc("explore " + arguments);
      REQUIRE(run.code == 0);
      const json data = data_of(run.out);
      const json graph = json::parse(folder.diagc("compile " + arguments + " --emit json").out);
      REQUIRE(data["nodes"].size() == graph["nodes"].size());
      for (std::size_t i = 0; i < data["nodes"].size(); ++i) {
        const json &node = data["nodes"][i], &same = graph["nodes"][i];
        REQUIRE(node["kind"] == same["kind"]);
        REQUIRE(node["operands"] == same.value("operands", json::array()));
        if (same.contains("call")) REQUIRE(node["label"] == same["call"]);
      }
      std::vector<int> results;
      for (const json& result : data["results"]) results.push_back(result["node"]);
      CHECK(json(results) == graph["results"]);
      CHECK(data["source"] == folder.diagc("compile " + arguments + " --emit cpp").out);
      // Every value is computed in one line of the source, in the order of the schedule.
      const json& steps = data["schedule"]["steps"];
      CHECK(data["schedule"]["live"].size() == steps.size());
      std::size_t before = 0;
      for (const json& step : steps) {
        const std::string name = data["nodes"][step.get<std::size_t>()]["name"];
        const std::string source = data["source"];
        CHECK(lines_that_make(source, name) == 1);
        const std::size_t place = source.find(" " + name + " = ");
        CHECK(place > before);
        before = place;
      }
      if (!steps.empty()) CHECK(data["schedule"]["live"].back() == 0);
    }
  }
}

TEST_CASE("diagrams that pass through the levels of a graph are all of them") {
  const Folder folder;
  const json data = data_of(folder.diagc("explore hubbard_sun_density -D n=4").out);
  CHECK(data["total"] == "706");
  const json& output = data["nodes"][data["results"][0]["node"].get<std::size_t>()];
  CHECK(output["through"] == "706");
  std::vector<std::string> passes;
  for (const json& pass : data["passes"]) passes.push_back(pass["name"]);
  CHECK_FALSE(passes.empty());
  CHECK(data["passes"].back()["nodes"][1] == data["nodes"].size());
}

TEST_CASE("the source of a page is that of the target") {
  const Folder folder;
  const json data =
      data_of(folder.diagc("explore permanent -D n=4 --target cuda --precision fp32").out);
  CHECK_THAT(data["source"].get<std::string>(), Catch::Contains("__global__"));
  CHECK(data["precision"] == "fp32");
}

TEST_CASE("what stands in rules cannot end the page's data") {
  const Folder folder;
  folder.write("evil.diag",
               "grammar evil\n\"</script><b>\"\ninput x : real \"<!-- & -->\"\noutput y = x * x\n");
  const Finished run = folder.diagc("explore evil.diag");
  REQUIRE(run.code == 0);
  CHECK(run.out.find("</script><b>") == std::string::npos);
  const json data = data_of(run.out);
  CHECK(data["doc"] == "</script><b>");
}

TEST_CASE("the page is written whole to a file, and errors are those of other commands") {
  const Folder folder;
  const Finished written = folder.diagc("explore permanent -D n=3 -o page.html");
  CHECK((written.code == 0 && written.out.empty()));
  json page = data_of(folder.read("page.html")),
       shown = data_of(folder.diagc("explore permanent -D n=3").out);
  for (json* data : {&page, &shown})
    for (json& pass : (*data)["passes"]) pass.erase("seconds");
  CHECK(page == shown);
  const Finished range = folder.diagc("explore permanent -D n=1..3");
  CHECK(range.code == 2);
  CHECK(range.err ==
        "diagc: found the range -D n=1..3, expected one value: explore works on one kernel\n");
  CHECK(folder.diagc("explore permanent").code == 1);
}

TEST_CASE("a page has the rates that --measure finds", "[slow]") {
  const Folder folder;
  const Finished measured =
      folder.diagc("explore hubbard_sun_density -D n=3 --measure -p N=2 --precision fp32");
  REQUIRE(measured.code == 0);
  const json data = data_of(measured.out), &rates = data["rates"];
  CHECK(data["bytes"] == 4 * (16 + 1));  // G[0..3, 0..3] and the density
  CHECK(rates["evaluations"].get<double>() * data["flops"].get<double>() <
        1.2 * rates["peak_flops"].get<double>());
  for (const char* key : {"evaluations", "peak_flops"}) CHECK(rates[key].get<double>() > 1e5);
  if (rates.contains("from_memory")) CHECK(rates["copy_bytes"].get<double>() > 1e7);
  CHECK_FALSE(data_of(folder.diagc("explore permanent -D n=3").out).contains("rates"));

  const Finished missing = folder.diagc("explore hubbard_sun_density -D n=3 --measure");
  CHECK(missing.code == 1);
  CHECK_THAT(missing.err, Catch::Contains("param `N`"));
  const Finished device = folder.diagc("explore permanent -D n=3 --measure --target cuda");
  CHECK(device.code == 2);
  CHECK(device.err ==
        "diagc: found --measure with --target cuda, expected --target cpu: `diagc bench --target "
        "cuda` measures devices\n");
  const Finished alone = folder.diagc("explore hubbard_sun_density -D n=3 -p N=2");
  CHECK(alone.code == 2);
  CHECK(alone.err ==
        "diagc: found -p without --measure, expected both: nothing else takes params\n");
}

}  // namespace
