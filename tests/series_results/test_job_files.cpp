// Job files: what is read.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "physics/series/job/job_schema.h"
#include "physics/series/resummation/couplings.h"
#include "physics/series/sampling/integrate.h"
#include "tests/series_results/read_text.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("an empty job is a job: every key has a default") {
  const Job job = read("");
  CHECK(job.chooses_form());
  CHECK(job.rules.order.empty());
  CHECK(job.rules.propagator == "G");
  CHECK(job.rules.derivative.empty());
  CHECK_FALSE(job.rules.observable.has_value());
  CHECK(job.rules.alternating);
  CHECK(job.rules.labellings == Labellings::automatic);
  CHECK(job.model.lattice == lattice::Lattice::square);
  CHECK(job.model.size.empty());
  CHECK(job.model.infinite_bound == 1e-6);
  CHECK(job.model.t == 1);
  CHECK(job.model.beta == 1);
  CHECK(job.model.filling == 0.5);
  CHECK_FALSE(job.model.mu.has_value());
  CHECK(job.model.flavours == 2);
  CHECK(job.model.precision == lattice::Precision::fp64);
  CHECK(job.first_order == 1);
  CHECK(job.last_order == 4);
  CHECK(job.run.time_limit == 60);
  CHECK(job.run.warm_up == 1024);
  CHECK(job.run.walkers == 4096);
  CHECK(job.run.sampling == Sampling::automatic);
  CHECK(job.resummation.couplings.size() == 25);
  CHECK(job.run.target_coupling == 4);
  CHECK(job.checkpoint.path == "job.checkpoint");
  CHECK(job.checkpoint.interval == 600);
  CHECK(job.output.results == std::vector<std::string>{"job.h5", "job.json"});
  CHECK(job.output.plot == "job.svg");
  CHECK(points(job).size() == 1);
}

TEST_CASE("every key is read") {
  const Job job = read(R"([rules]
file = "mine.diag"
order = "m"
statics = { loops = 3, closed = true }
params = { N = "flavours", x = 0.5 }
propagator = "g0"
derivative = "slope"
observable = "energy"
output = "energy"
sign = "positive"
labellings = "all"
[model]
lattice = "honeycomb"
size = [4, 6]
t = -1
mu = [0.1, 0.2, 0.3]
T = 0.25
flavours = -1.5
staggered = -0.3
[orders]
from = 2
to = 7
[run]
target = "cuda"
precision = "fp32"
sampling = "tree"
threads = 3
devices = [0, 2]
seed = 9_000
walkers = 64
steps = 1e12
warm_up = 100
target_error = 1e-4
target_U = 2.3
time_limit = "2 h"
[checkpoint]
path = "here.checkpoint"
interval = "90 s"
[resummation]
U = [0, 1, 2.3]
resamples = 100
[output]
results = "out.json"
plot = ""
)");
  CHECK(job.rules.file == "mine.diag");
  CHECK(job.rules.order == "m");
  CHECK(job.rules.statics ==
        std::map<std::string, std::string>{{"loops", "3"}, {"closed", "true"}});
  CHECK(job.rules.params == std::map<std::string, std::string>{{"N", "flavours"}, {"x", "0.5"}});
  CHECK(job.rules.propagator == "g0");
  CHECK(job.rules.derivative == "slope");
  CHECK(job.rules.observable == Observable::energy);
  CHECK(job.rules.output == "energy");
  CHECK_FALSE(job.rules.alternating);
  CHECK(job.rules.labellings == Labellings::all);
  CHECK(job.model.lattice == lattice::Lattice::honeycomb);
  CHECK(job.model.size == std::vector<std::uint32_t>{4, 6});
  CHECK(job.model.t == -1);
  CHECK(job.model.mu == 0.1);
  CHECK_FALSE(job.model.filling.has_value());
  CHECK(job.model.beta == 4);
  CHECK(job.model.flavours == -1.5);
  CHECK(job.model.staggered == -0.3);
  CHECK_FALSE(job.model.hartree_shift);
  CHECK(job.model.precision == lattice::Precision::fp32);
  CHECK(job.first_order == 2);
  CHECK(job.last_order == 7);
  CHECK(job.run.target == RunTarget::cuda);
  CHECK(job.run.devices == std::vector<int>{0, 2});
  CHECK(job.run.sampling == Sampling::tree);
  CHECK(job.run.threads == 3);
  CHECK(job.run.seed == 9000);
  CHECK(job.run.walkers == 64);
  CHECK(job.run.steps == 1e12);
  CHECK(job.run.warm_up == 100);
  CHECK(job.run.target_error == 1e-4);
  CHECK(job.run.target_coupling == 2.3);
  CHECK(job.run.time_limit == 7200);
  CHECK(job.checkpoint.path == "here.checkpoint");
  CHECK(job.checkpoint.interval == 90);
  CHECK(job.resummation.couplings == std::vector<double>{0, 1, 2.3});
  CHECK(job.resummation.resamples == 100);
  CHECK(job.output.results == std::vector<std::string>{"out.json"});
  CHECK(job.output.plot.empty());
  CHECK(job.given.places.size() == 37);
  const auto scan = points(job);
  REQUIRE(scan.size() == 3);
  CHECK(scan[2].mu == 0.3);
  CHECK(scan[2].beta == 4);
}

TEST_CASE("keys may stand in dotted, quoted and inline form, and are found there") {
  CHECK(read("model.\"beta\" = 3\n").model.beta == 3);
  CHECK(read("model = { beta = 3, flavours = 4 }\n").model.flavours == 4);
  CHECK(message("model = { beta = 3, flavour = 4 }\n") ==
        "job.toml:1:21: error: found the unknown key `flavour` in [model], expected lattice, size, "
        "infinite_bound, t, t_prime, "
        "hopping, propagator, mu, filling, beta, T, flavours, field, staggered, V, omega0, g, "
        "hartree_shift: did you mean "
        "`flavours`?\n"
        "model = { beta = 3, flavour = 4 }\n"
        "                    ^");
  CHECK(message("model.\"betta\" = 3\n")
            .starts_with("job.toml:1:7: error: found the unknown key `betta` in [model]"));
  CHECK(message("[rules]\nparams = { N = \"flavors\" }\nfile = \"mine.diag\"\n") ==
        "job.toml:2:16: error: found the text `flavors`, expected \"flavours\", \"beta\", \"mu\" "
        "or \"filling\"\n"
        "params = { N = \"flavors\" }\n"
        "               ^");
}

TEST_CASE("the jobs of examples/integrate are jobs") {
  int jobs = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(DIAGC_SOURCE_DIR "/examples/integrate")) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    const Job job = read_job(read_source(entry.path().string()));
    CHECK(job.last_order >= 4);
    CHECK(job.run.time_limit > 0);
    ++jobs;
  }
  CHECK(jobs >= 7);
}

TEST_CASE("couplings as people write them") {
  CHECK(parse_couplings("2") == std::vector<double>{2});
  CHECK(parse_couplings(" -1, 0,2.5 ") == std::vector<double>{-1, 0, 2.5});
  CHECK(parse_couplings("0..2:0.5") == std::vector<double>{0, 0.5, 1, 1.5, 2});
  CHECK(parse_couplings("0..2:0.75") == std::vector<double>{0, 0.75, 1.5, 2});
  CHECK(parse_couplings("0..0.3:0.1")->size() == 4);
  CHECK(parse_couplings("0..6")->size() == 25);
  CHECK(parse_couplings("0..6")->back() == 6);
  for (const char* wrong : {"", "x", "1,1", "2,1", "0..", "6..0", "0..1:0", "0..1:x", "0..1:1e-9",
                            "nan", "0..inf", "1,"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_couplings(wrong).has_value());
  }
}

TEST_CASE(
    "the example is a job in which every key stands, and each may be uncommented but for those "
    "that exclude others") {
  const std::string example = runs::example_file(job_schema);
  const Job job = read(example);
  CHECK(job.last_order == 4);
  CHECK(job.run.time_limit == 10);
  Job any;
  for (const runs::Section& section : job_schema(any).sections) {
    for (const runs::Key& key : section.keys) {
      CAPTURE(section.name, key.name);
      const std::size_t begin = example.find("\n[" + section.name + "]\n");
      REQUIRE(begin != std::string::npos);
      const std::size_t at = example.find((key.shown ? "\n" : "\n# ") + key.name + " = ", begin);
      REQUIRE(at != std::string::npos);
      CHECK(at < example.find("\n[", begin + 2));
      if (key.shown) continue;
      std::string changed = example;
      changed.erase(at + 1, 2);
      const std::set<std::string> excluded{"infinite_bound", "hopping", "mu",     "T",
                                           "field",          "V",       "omega0", "g"};
      if (key.name == "mu") continue;  // its default is in words
      // The example leaves the rule file open.
      const bool refused = excluded.contains(key.name) || section.name == "rules" ||
                           section.name == "measure" ||
                           (section.name == "model" && key.name == "propagator");
      CHECK((message(changed) == "no error") == !refused);
    }
  }
}

TEST_CASE("every default reads as its key's value, and differs from nothing") {
  Job any;
  for (const runs::Section& section : job_schema(any).sections) {
    for (const runs::Key& key : section.keys) {
      CAPTURE(section.name, key.name);
      CHECK(key.default_value.empty() != key.otherwise.empty());
      CHECK_FALSE(key.help.empty());
      if (key.default_value.empty()) continue;
      const std::set<std::string> of_rule_files{"field", "V", "omega0", "g"};
      const bool of_a_rule_file = (section.name == "rules" && key.name != "file") ||
                                  section.name == "measure" || of_rule_files.contains(key.name);
      const std::string file = of_a_rule_file ? "file = \"mine.diag\"\n" : "";
      const std::string line = key.name + " = " + key.default_value + "\n";
      CHECK(message(section.name == "rules" ? "[rules]\n" + file + line
                                            : (file.empty() ? "" : "[rules]\n" + file) + "[" +
                                                  section.name + "]\n" + line) == "no error");
    }
  }
}

TEST_CASE("docs/integrate.md holds the table of keys as it is") {
  const std::string path = DIAGC_SOURCE_DIR "/docs/integrate.md";
  const auto contents = [&] {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string begin_mark =
      "<!-- keys of job files: written by test_series_results, DIAGC_UPDATE_GOLDEN=1 -->\n";
  const std::string end_mark = "<!-- end of keys -->\n";
  std::string text = contents();
  const std::size_t begin = text.find(begin_mark), end = text.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t from = begin + begin_mark.size();
  const std::string expected = "\n" + runs::keys_in_markdown(job_schema) + "\n";
  if (std::getenv("DIAGC_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text.substr(0, from) + expected + text.substr(end);
    text = contents();
  }
  CHECK(text.substr(from, text.find(end_mark) - from) == expected);
}
