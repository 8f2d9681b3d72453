// The whole message for what is wrong with a job file.
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "physics/series/job/job_schema.h"
#include "tests/series_results/read_text.h"

using namespace diagc;
using namespace diagc::series;

namespace {

std::set<std::string> key_names() {
  Job any;
  std::set<std::string> names;
  for (const runs::Section& section : job_schema(any).sections) {
    for (const runs::Key& key : section.keys) names.insert(section.name + "." + key.name);
  }
  return names;
}

}  // namespace

TEST_CASE("unknown keys and tables are refused, with what may have been meant") {
  CHECK(message("[modle]\nbeta = 2\n") ==
        "job.toml:1:2: error: found the unknown table [modle], expected rules, measure, model, "
        "orders, run, "
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
  CHECK(message("[model]\nbeta = \"cold\"\nflavours = true\n[run]\nseed = -1\n") ==
        "job.toml:2:8: error: found the text `cold`, expected a number or a list of numbers\n"
        "beta = \"cold\"\n"
        "       ^\n"
        "job.toml:3:12: error: found true, expected a number\n"
        "flavours = true\n"
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
  CHECK(first_line(
            "[rules]\nparams = { N = \"flavours\", m = \"mu\" }\nfile = \"mine.diag\"\n[model]\n"
            "lattice = \"own\"\n"
            "propagator = \"g0.h\"\nsize = [4, 4]\n") ==
        "job.toml:2:1: error: found m = \"mu\" with lattice = \"own\", whose chemical potential is "
        "not known, expected a number");
  CHECK(first_line(
            "[model]\nlattice = \"own\"\npropagator = \"g0.svg\"\nsize = [4, 4]\n[output]\nplot = "
            "\"g0.svg\"\n") ==
        "job.toml:6:1: error: found the path `g0.svg` for both model.propagator and output.plot, "
        "expected files of their own");
}

TEST_CASE("keys of a rule file are refused where the job names none") {
  CHECK(message("[rules]\nfile = \"auto\"\nparams = { N = 3 }\nobservable = \"log_z\"\n") ==
        "job.toml:3:1: error: found `params` with file = \"auto\", which chooses the rule file, "
        "expected no such key\n"
        "params = { N = 3 }\n"
        "^");
  for (const char* key :
       {"order = \"n\"", "statics = {}", "params = {}", "propagator = \"G\"", "derivative = \"H\"",
        "output = \"density\"", "sign = \"positive\"", "labellings = \"all\""}) {
    const std::string line = std::string(key) + "\n";
    const std::string name = line.substr(0, line.find(' '));
    CHECK(message("[rules]\n" + line) ==
          "job.toml:2:1: error: found `" + name +
              "` with file = \"auto\", as by default, which chooses the rule file, expected no "
              "such key\n" +
              line + "^");
    CHECK(message("[rules]\nfile = \"mine.diag\"\n" + line) == "no error");
  }
}

TEST_CASE("walkers are of chains") {
  const std::string job = "[run]\nwalkers = 1024\nsampling = ";
  CHECK(message(job + "\"independent\"\n") ==
        "job.toml:2:1: error: found `walkers` with sampling = \"independent\", whose samples have "
        "no walkers, expected no such key\n"
        "walkers = 1024\n"
        "^");
  for (const char* sampling : {"auto", "chain", "tree"})
    CHECK(message(job + "\"" + sampling + "\"\n") == "no error");
  CHECK(message("[run]\nsampling = \"trees\"\n")
            .starts_with("job.toml:2:12: error: found the text `trees`, expected \"auto\", "
                         "\"chain\", \"tree\" or \"independent\"\n"));
}

TEST_CASE("draws are of independent samples") {
  const std::string job = "[run]\ndraws = \"sobol\"\nsampling = ";
  for (const char* sampling : {"chain", "tree"}) {
    CHECK(message(job + "\"" + sampling + "\"\n") ==
          std::string("job.toml:2:1: error: found `draws` with sampling = \"") + sampling +
              "\", which is not of independent samples, expected no such key\n"
              "draws = \"sobol\"\n"
              "^");
  }
  for (const char* sampling : {"auto", "independent"})
    CHECK(message(job + "\"" + sampling + "\"\n") == "no error");
}

TEST_CASE("an observable says what it takes of the model") {
  const auto first_line = [](const std::string& text) {
    const std::string all = message(text);
    return all.substr(0, all.find('\n'));
  };
  for (const char* name : {"double_occupancy", "energy", "log_z"}) {
    CHECK(first_line(std::string("[rules]\nobservable = \"") + name +
                     "\"\n[model]\nhartree_shift = true\n") ==
          std::string("job.toml:4:1: error: found a Hartree shift with the observable ") + name +
              ", expected none: its coefficients are taken at fixed mu, which the shift moves with "
              "U");
  }
  for (const char* name : {"density", "staggered_density"}) {
    CHECK(first_line(std::string("[rules]\nobservable = \"") + name +
                     "\"\n[model]\nhartree_shift = true\n") == "no error");
  }
  const std::string own = "\"\n[model]\nlattice = \"own\"\npropagator = \"g0.h\"\nsize = [4, 4]\n";
  CHECK(first_line("[rules]\nobservable = \"energy" + own) ==
        "job.toml:4:1: error: found lattice = \"own\" with the observable energy, expected another "
        "lattice: a propagator does not tell its levels");
  CHECK(first_line("[rules]\nobservable = \"staggered_density" + own) ==
        "job.toml:4:1: error: found lattice = \"own\" with the observable staggered_density, "
        "expected another lattice: a propagator does not tell the sublattices");
  CHECK(first_line("[rules]\nobservable = \"double_occupancy" + own) == "no error");
  CHECK(first_line("[rules]\nobservable = \"double_occupancy\"\n[model]\nflavours = 1\n") ==
        "job.toml:4:1: error: found 1 flavours with the observable double_occupancy, expected a "
        "number other than 0 and 1: it is of a pair of flavours");
  CHECK(first_line("[rules]\nobservable = \"mass\"\n") ==
        "job.toml:2:14: error: found the text `mass`, expected \"density\", \"double_occupancy\", "
        "\"energy\", \"log_z\" or \"staggered_density\"");
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
  const std::string example = runs::example_file(job_schema);
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
