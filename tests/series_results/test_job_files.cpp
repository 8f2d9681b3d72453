// Job files: what is read, and the whole message for what is wrong.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "physics/series/job/job_schema.h"
#include "physics/series/resummation/couplings.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

Job read(const std::string& text) {
  return read_job(std::make_shared<const Source>("job.toml", text));
}

std::string message(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::set<std::string> key_names() {
  Job any;
  std::set<std::string> names;
  for (const runs::Section& section : job_schema(any).sections) {
    for (const runs::Key& key : section.keys) names.insert(section.name + "." + key.name);
  }
  return names;
}

}  // namespace

TEST_CASE("an empty job is a job: every key has a default") {
  const Job job = read("");
  CHECK(job.rules.file == "hubbard_sun_density");
  CHECK(job.rules.order == "n");
  CHECK(job.rules.propagator == "G");
  CHECK(job.rules.alternating);
  CHECK(job.rules.labellings == Labellings::automatic);
  CHECK(job.model.lattice == Lattice::square);
  CHECK(job.model.size.empty());
  CHECK(job.model.infinite_bound == 1e-6);
  CHECK(job.model.t == 1);
  CHECK(job.model.beta == 1);
  CHECK(job.model.filling == 0.5);
  CHECK_FALSE(job.model.mu.has_value());
  CHECK(job.model.flavours == 2);
  CHECK(job.model.precision == Precision::fp64);
  CHECK(job.first_order == 1);
  CHECK(job.last_order == 4);
  CHECK(job.run.time_limit == 60);
  CHECK(job.run.warm_up == 1024);
  CHECK(job.run.walkers == 4096);
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
output = "energy"
sign = "positive"
labellings = "all"
[model]
lattice = "honeycomb"
size = [4, 6]
t = -1
mu = [0.1, 0.2, 0.3]
T = 0.25
flavours = 6
hartree_shift = true
[orders]
from = 2
to = 7
[run]
target = "cuda"
precision = "fp32"
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
  CHECK(job.rules.output == "energy");
  CHECK_FALSE(job.rules.alternating);
  CHECK(job.rules.labellings == Labellings::all);
  CHECK(job.model.lattice == Lattice::honeycomb);
  CHECK(job.model.size == std::vector<std::uint32_t>{4, 6});
  CHECK(job.model.t == -1);
  CHECK(job.model.mu == 0.1);
  CHECK_FALSE(job.model.filling.has_value());
  CHECK(job.model.beta == 4);
  CHECK(job.model.flavours == 6);
  CHECK(job.model.hartree_shift);
  CHECK(job.model.precision == Precision::fp32);
  CHECK(job.first_order == 2);
  CHECK(job.last_order == 7);
  CHECK(job.run.target == RunTarget::cuda);
  CHECK(job.run.devices == std::vector<int>{0, 2});
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
  CHECK(job.given.places.size() == 34);
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
        "hopping, propagator, mu, filling, beta, T, flavours, hartree_shift: did you mean "
        "`flavours`?\n"
        "model = { beta = 3, flavour = 4 }\n"
        "                    ^");
  CHECK(message("model.\"betta\" = 3\n")
            .starts_with("job.toml:1:7: error: found the unknown key `betta` in [model]"));
  CHECK(message("[rules]\nparams = { N = \"flavors\" }\n") ==
        "job.toml:2:16: error: found the text `flavors`, expected \"flavours\", \"beta\", \"mu\" "
        "or \"filling\"\n"
        "params = { N = \"flavors\" }\n"
        "               ^");
}

TEST_CASE("unknown keys and tables are refused, with what may have been meant") {
  CHECK(message("[modle]\nbeta = 2\n") ==
        "job.toml:1:2: error: found the unknown table [modle], expected rules, model, orders, run, "
        "checkpoint, resummation, "
        "output: did you mean [model]?\n"
        "[modle]\n"
        " ^");
  CHECK(message("[orders]\nupto = 2\n") ==
        "job.toml:2:1: error: found the unknown key `upto` in [orders], expected from, to, zeroth\n"
        "upto = 2\n"
        "^");
  CHECK(message("[orders]\nto = 3\n\n  beta = 2\n") ==
        "job.toml:4:3: error: found the unknown key `beta` in [orders], expected it below [model]\n"
        "  beta = 2\n"
        "  ^");
  CHECK(message("beta = 2\n") ==
        "job.toml:1:1: error: found the key `beta` in front of all tables, expected it below "
        "[model]\n"
        "beta = 2\n"
        "^");
  CHECK(message("model = 2\n") ==
        "job.toml:1:1: error: found model = 2, expected a table [model]\n"
        "model = 2\n"
        "^");
  CHECK(message("[[model]]\nbeta = 2\n").starts_with("job.toml:"));
}

TEST_CASE("values of another kind are refused at their place, all at once") {
  CHECK(message("[model]\nbeta = \"cold\"\nflavours = 2.5\n[run]\nseed = -1\n") ==
        "job.toml:2:8: error: found the text `cold`, expected a number or a list of numbers\n"
        "beta = \"cold\"\n"
        "       ^\n"
        "job.toml:3:12: error: found 2.5, expected an integer from 1 to 1000\n"
        "flavours = 2.5\n"
        "           ^\n"
        "job.toml:5:8: error: found -1, expected an integer, at least 0\n"
        "seed = -1\n"
        "       ^");
  const auto first_line = [](const std::string& text) {
    const std::string all = message(text);
    return all.substr(0, all.find('\n'));
  };
  CHECK(first_line("[model]\nlattice = \"kagome\"\n") ==
        "job.toml:2:11: error: found the text `kagome`, expected \"chain\", \"square\", "
        "\"triangular\", \"cubic\", "
        "\"honeycomb\", \"cluster\" or \"own\"");
  CHECK(first_line("[model]\nsize = 8\n") ==
        "job.toml:2:8: error: found 8, expected \"infinite\", or a list of extents such as [8, 8]");
  CHECK(first_line("[model]\nsize = [8,\n  0]\n") ==
        "job.toml:3:3: error: found 0, expected an integer, at least 1");
  CHECK(first_line("[model]\nlattice = \"cluster\"\nhopping = [[0, 1], [1]]\n") ==
        "job.toml:3:20: error: found a list of 1, expected a list of 2, as many as there are rows");
  CHECK(first_line("[model]\nbeta = -1\n") ==
        "job.toml:2:8: error: found -1, expected numbers above 0");
  CHECK(first_line("[model]\nbeta = inf\n") ==
        "job.toml:2:8: error: found inf, expected a finite number");
  CHECK(first_line("[model]\nfilling = 1.2\n") ==
        "job.toml:2:11: error: found 1.2, expected fillings a flavour between 0 and 1");
  CHECK(first_line("[run]\ntime_limit = \"5 minutes\"\n") ==
        "job.toml:2:14: error: found the text `5 minutes`, expected a time: seconds, or a text "
        "such as \"90 s\", \"10 min\", "
        "\"2 h\"");
  CHECK(first_line("[resummation]\nU = \"6..0\"\n") ==
        "job.toml:2:5: error: found the text `6..0`, expected values of U: a number, a list that "
        "ascends, or a range such as "
        "\"0..6\" or \"0..6:0.5\"");
  CHECK(first_line("[resummation]\nU = \"-1..1\"\n") ==
        "job.toml:2:5: error: found the text `-1..1`, expected values of U of one sign, or 0");
  CHECK(first_line("[run]\ntarget_U = 0\n") ==
        "job.toml:2:12: error: found 0, expected a coupling other than 0");
  CHECK(read("[resummation]\nU = [-3, -1]\n").run.target_coupling == -3);
  CHECK(read("[resummation]\nU = 0\n").run.target_coupling == 1);
  CHECK(first_line("[output]\nresults = [\"a.h5\", \"b.txt\"]\n") ==
        "job.toml:2:11: error: found a list of 2, expected paths that end in .json, .h5 or .hdf5");
  CHECK(first_line("[run]\nseed = 99999999999999999999\n") ==
        "job.toml:2:28: error: found text that is not TOML, in a decimal integer: "
        "'99999999999999999999' is not representable in 64 bits");
  CHECK(first_line("[run]\nseed = 1979-05-27\n") ==
        "job.toml:2:8: error: found a date or time, expected an integer, at least 0");
}

TEST_CASE("keys that contradict each other are refused") {
  CHECK(message("[model]\nmu = 0.5\nbeta = 2\nfilling = 0.4\n") ==
        "job.toml:4:1: error: found `filling` beside `mu` of line 2, expected one of the two\n"
        "filling = 0.4\n"
        "^");
  CHECK(message("[model]\nT = 0.5\nbeta = 2\n") ==
        "job.toml:3:1: error: found `beta` beside `T` of line 2, expected one of the two\n"
        "beta = 2\n"
        "^");
  const auto first_line = [](const std::string& text) {
    const std::string all = message(text);
    return all.substr(0, all.find('\n'));
  };
  CHECK(first_line("[model]\nsize = [4, 4]\ninfinite_bound = 1e-5\n") ==
        "job.toml:3:1: error: found `infinite_bound` with a finite size, expected no such key");
  CHECK(first_line("[model]\nlattice = \"cluster\"\nhopping = [[0]]\nsize = [2]\n") ==
        "job.toml:4:1: error: found `size` with lattice = \"cluster\", whose hopping matrix says "
        "all, expected no such key");
  CHECK(first_line("[model]\nlattice = \"cluster\"\n") ==
        "job.toml:2:1: error: found lattice = \"cluster\" without `hopping`, expected its hopping "
        "matrix");
  CHECK(first_line("[model]\nhopping = [[0]]\n") ==
        "job.toml:2:1: error: found `hopping` with another lattice, expected lattice = \"cluster\" "
        "beside it");
  CHECK(first_line("[model]\npropagator = \"g0.h\"\n") ==
        "job.toml:2:1: error: found `propagator` with another lattice, expected lattice = \"own\" "
        "beside it");
  CHECK(first_line("[model]\nlattice = \"own\"\npropagator = \"g0.h\"\nsize = [4, 4]\nmu = 1\n") ==
        "job.toml:5:1: error: found `mu` with lattice = \"own\", whose propagator says all, "
        "expected no such key");
  CHECK(first_line("[model]\nlattice = \"own\"\nsize = [4, 4]\n") ==
        "job.toml:2:1: error: found lattice = \"own\" without `propagator`, expected the header "
        "that holds it");
  CHECK(first_line("[model]\nlattice = \"own\"\npropagator = \"g0.h\"\n") ==
        "job.toml:2:1: error: found lattice = \"own\" without a `size`, expected the extents of a "
        "finite lattice");
  CHECK(first_line("[model]\nlattice = \"cubic\"\nt_prime = 0.2\n") ==
        "job.toml:3:1: error: found `t_prime` with a lattice other than \"square\", expected no "
        "such key");
  CHECK(first_line("[model]\nmu = [0, 1]\nT = [1, 2]\n") ==
        "job.toml:3:1: error: found a second list beside `mu` of line 2, expected one scan a job");
  CHECK(first_line("[orders]\nfrom = 5\n") ==
        "job.toml:2:1: error: found orders from 5 to 4, expected orders that ascend");
  CHECK(first_line("[run]\ntarget = \"cpu\"\ndevices = [0]\n") ==
        "job.toml:3:1: error: found `devices` with target = \"cpu\", expected no such key");
  CHECK(first_line("[run]\ndevices = [1, 0, 1]\n") ==
        "job.toml:2:11: error: found a list of 3, expected every device once");
  CHECK(first_line("[run]\ntime_limit = 0\n") ==
        "job.toml:2:1: error: found a run without an end, expected one of `steps`, `target_error` "
        "and `time_limit` above 0");
  CHECK(first_line("[output]\nresults = \"a.h5\"\n[checkpoint]\npath = \"./a.h5\"\n") ==
        "job.toml:4:1: error: found the path `./a.h5` for both output.results and checkpoint.path, "
        "expected files of their own");
  CHECK(first_line("[output]\nresults = \"a.json\"\nplot = \"a.svg\"\n"
                   "[checkpoint]\npath = \"./a.svg\"\n") ==
        "job.toml:5:1: error: found the path `./a.svg` for both output.plot and checkpoint.path, "
        "expected files of their own");
  CHECK(first_line("[checkpoint]\npath = \"./job.toml\"\n") ==
        "job.toml:2:1: error: found the path `./job.toml` for both the job file and "
        "checkpoint.path, expected files of their own");
  for (const char* path : {"./job.toml", "a.jpg", "picture"}) {
    CHECK(first_line(std::string("[output]\nplot = \"") + path + "\"\n") ==
          std::string("job.toml:2:8: error: found the text `") + path +
              "`, expected a path that ends in .svg, .png or .pdf");
  }
  CHECK(
      first_line("[rules]\nparams = { N = \"flavours\", m = \"mu\" }\n[model]\nlattice = \"own\"\n"
                 "propagator = \"g0.h\"\nsize = [4, 4]\n") ==
      "job.toml:2:1: error: found m = \"mu\" with lattice = \"own\", whose chemical potential is "
      "not known, expected a number");
  CHECK(first_line(
            "[model]\nlattice = \"own\"\npropagator = \"g0.svg\"\nsize = [4, 4]\n[output]\nplot = "
            "\"g0.svg\"\n") ==
        "job.toml:6:1: error: found the path `g0.svg` for both model.propagator and output.plot, "
        "expected files of their own");
}

TEST_CASE("text that is not TOML is refused at its place") {
  CHECK(
      message("[model]\nbeta = \n") ==
      "job.toml:2:8: error: found text that is not TOML, in a key-value pair: expected value, saw "
      "'\\n'\n"
      "beta = \n"
      "       ^");
  CHECK(
      message("[model]\nbeta = 1 2\n") ==
      "job.toml:2:10: error: found text that is not TOML, in a key-value pair: expected a comment "
      "or whitespace, saw '2'\n"
      "beta = 1 2\n"
      "         ^");
  CHECK(message("[model]\nbeta = 1\n\nbeta = 2\n") ==
        "job.toml:4:8: error: found text that is not TOML, in a key-value pair: cannot redefine "
        "existing integer 'beta'\n"
        "beta = 2\n"
        "       ^");
  CHECK(message("[model]\n[run]\n[model]\n") ==
        "job.toml:3:1: error: found text that is not TOML, in a table header: cannot redefine "
        "existing table 'model'\n"
        "[model]\n"
        "^");
  CHECK(
      message("# \xC3\xA4\xC3\xB6\n[model]\nlattice = \"\xC3\xA4\xC3\xB6\" x\r\n") ==
      "job.toml:3:16: error: found text that is not TOML, in a key-value pair: expected a comment "
      "or whitespace, saw 'x'\n"
      "lattice = \"\xC3\xA4\xC3\xB6\" x\n"
      "               ^");
  CHECK(message("[run]\nseed = 99999999999999999999\n")
            .starts_with("job.toml:2:28: error: found text that is not TOML, in a decimal integer: "
                         "'99999999999999999999' is not representable in 64 bits\n"));
}

TEST_CASE("what a key was called before is refused with its present name") {
  CHECK(
      message("[rules]\nnumberings = \"all\"\n") ==
      "job.toml:2:1: error: found the unknown key `numberings` in [rules], expected `labellings`, "
      "as it is called now\n"
      "numberings = \"all\"\n"
      "^");
}

TEST_CASE("no damaged job does anything but say so") {
  const std::string example = example_job();
  std::mt19937 random(20240607);
  const std::string odd = "[]{}=\"'#.,\n\\ue0+-_:TZ\xff\xc3\x01x9";
  int refused = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text = example;
    for (int change = 0; change < 1 + static_cast<int>(random() % 4); ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text.erase(at, 1 + random() % 8);
          break;
        case 1:
          text[at] = odd[random() % odd.size()];
          break;
        default:
          text.insert(at, 1, odd[random() % odd.size()]);
      }
    }
    CAPTURE(text);
    try {
      read(text);
    } catch (const InputError& error) {
      ++refused;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        if (diagnostic.path != "job.toml") FAIL(error.what());
        if (diagnostic.position.line == 0) FAIL(error.what());
      }
    }
  }
  CHECK(refused > 500);
  CHECK(refused < 4000);
  CHECK(message("x = " + std::string(5000, '['))
            .starts_with("job.toml:1:261: error: found text that is not TOML, in a value: exceeded "
                         "maximum nested value depth of 256"));
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
  CHECK(jobs >= 5);
}

TEST_CASE("a mistake that the model finds stands at the key of the job") {
  const Job job = read("[model]\nsize = [4]\n");
  CHECK(render(at_key(job, key_of_option("size"), "found one extent")) ==
        "job.toml:2:1: error: found one extent\nsize = [4]\n^");
  CHECK(render(at_key(job, key_of_option("filling"), "found none")) ==
        "job.toml: error: found none");
  for (const char* option :
       {"lattice", "size", "infinite_bound", "t", "t_prime", "hopping", "mu", "filling", "beta",
        "flavours", "hartree_shift", "precision", "degree", "own_propagator"}) {
    const std::string name = key_of_option(option);
    CAPTURE(option);
    CHECK(key_names().contains(name));
  }
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
  const std::string example = example_job();
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
      const std::set<std::string> excluded{"infinite_bound", "hopping", "mu", "T"};
      if (key.name == "mu") continue;  // its default is in words
      const bool refused =
          excluded.contains(key.name) || (section.name == "model" && key.name == "propagator");
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
      CHECK(message("[" + section.name + "]\n" + key.name + " = " + key.default_value + "\n") ==
            "no error");
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
  const std::string expected = "\n" + job_keys_in_markdown() + "\n";
  if (std::getenv("DIAGC_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text.substr(0, from) + expected + text.substr(end);
    text = contents();
  }
  CHECK(text.substr(from, text.find(end_mark) - from) == expected);
}
