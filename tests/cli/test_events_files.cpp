// Files of events that diagc events writes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "events_job.h"

using namespace events_job;
using nlohmann::json;

TEST_CASE("files of events do not depend on threads, ranks or interruptions", "[slow][threads]") {
  const Folder folder;
  const auto write = [&](const std::string& name, const std::string& more,
                         const std::string& events = "1e6") {
    std::string text = job(more, "[output]\nevents = \"" + name + ".lhe\"\n");
    text.replace(text.find("1e6"), 3, events);
    folder.write(name + ".toml", text);
  };
  // The job's text stands in the head.
  const auto events_of = [&](const std::string& name) {
    const std::string text = folder.read(name + ".lhe");
    REQUIRE(text.ends_with("</event>\n</LesHouchesEvents>\n"));
    return text.substr(text.find("<init>"));
  };
  write("one", "threads = 1\n");
  write("four", "threads = 4\n");
  const json one = result_of(folder, "one.toml");
  result_of(folder, "four.toml");
  CHECK((events_of("four") == events_of("one")));
  CHECK(one["events"]["count"].get<double>() > 1000);

  write("long", "threads = 1\n", "3e6");
  result_of(folder, "long.toml");
  const std::string whole = events_of("long");
  write("long", "threads = 2\n");
  result_of(folder, "long.toml", "--overwrite");
  CHECK((events_of("long") == events_of("one")));
  write("long", "threads = 2\n", "3e6");
  result_of(folder, "long.toml", "--resume");
  CHECK((events_of("long") == whole));

  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  write("ranks", "threads = 1\n");
  const Finished together = folder.shell(
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "
      "\"$DIAGC\" events ranks.toml --json");
  INFO(together.err);
  REQUIRE(together.code == 0);
  CHECK((events_of("ranks") == events_of("one")));
}

TEST_CASE("a run ends with as many unweighted events as it is to make") {
  const Folder folder;
  folder.write("job.toml", "[process]\njets = 2\n[run]\nunweighted = 2e5\n");
  const json result = result_of(folder, "job.toml");
  CHECK(result["events"]["count"].get<double>() == 2e5);
  CHECK(result["events"]["kept"].get<double>() >= 2e5);
  CHECK(result["events"]["kept"].get<double>() < 4e5);
  CHECK(result["run"]["ended_by"] == "unweighted events");
  CHECK(of(result["events"], "efficiency") ==
        Approx(of(result["events"], "kept") / of(result, "passed")));
}
