// Messages of diagc integrate and diagc resum for wrong jobs and files.
#include <dlfcn.h>

#include <catch2/catch.hpp>

#include "process.h"

namespace {

void is_input_error(const std::string& job, const std::string& message) {
  const Folder folder;
  folder.write("job.toml", job);
  const Finished run = folder.diagc("integrate job.toml");
  CAPTURE(job);
  CHECK(run.code == 1);
  CHECK(run.out.empty());
  CHECK(run.err == message);
  CHECK(folder.files() == std::vector<std::string>{"job.toml"});
}

}  // namespace

TEST_CASE("what a job says of a rule file is checked against it, at the key") {
  is_input_error("[rules]\nfile = \"none.diag\"\n",
                 "job.toml:2:1: error: found the rule file `none.diag`, expected one that can be "
                 "read, or a name that `diagc examples "
                 "list` shows: the file cannot be opened: No such file or directory\n"
                 "file = \"none.diag\"\n"
                 "^\n");
  const std::string file = "file = \"hubbard_sun_density\"\n";
  is_input_error("[rules]\norder = \"m\"\n" + file,
                 "job.toml:2:1: error: found `m`, expected the name of a static of the rule file: "
                 "this file has "
                 "the static `n`\n"
                 "order = \"m\"\n"
                 "^\n");
  is_input_error("[rules]\nparams = { M = 2 }\n" + file,
                 "job.toml:2:1: error: found `M`, expected the name of a param of the rule file: "
                 "this file has "
                 "the param `N`\n"
                 "params = { M = 2 }\n"
                 "^\n");
  is_input_error("[rules]\nparams = {}\n" + file,
                 "job.toml:2:1: error: found no value for the param `N` of the rule file, expected "
                 "one, as in params = { N = \"flavours\" }\n"
                 "params = {}\n"
                 "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_su2_cdet_density\"\n[model]\nflavours = 3\n",
      "job.toml:4:1: error: found 3 flavours, but no param of the rule file takes "
      "\"flavours\": expected 2, or a param that takes them, as in params = { N = \"flavours\" }\n"
      "flavours = 3\n"
      "^\n");
  is_input_error("[rules]\npropagator = \"g\"\n" + file,
                 "job.toml:2:1: error: found `g`, expected the name of an input of the rule file: "
                 "this file has "
                 "the input `G`\n"
                 "propagator = \"g\"\n"
                 "^\n");
  is_input_error("[rules]\nfile = \"hubbard_su3_cdet_density_fixed\"\n[model]\nflavours = 2\n",
                 "job.toml:4:1: error: found 2 flavours, but no param of the rule file takes "
                 "\"flavours\": expected 3, or a param that takes them, as in params = { N = "
                 "\"flavours\" }\n"
                 "flavours = 2\n"
                 "^\n");
  is_input_error("[rules]\nfile = \"hubbard_sun_cdet_density_fixed\"\nderivative = \"K\"\n",
                 "job.toml:3:1: error: found `K`, expected the name of an input of the rule file: "
                 "this file has the inputs `G`, `H`\n"
                 "derivative = \"K\"\n"
                 "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_cdet_density_fixed\"\nderivative = \"G\"\n",
      "job.toml:3:1: error: found `G` as propagator and as derivative, expected inputs of "
      "their own\n"
      "derivative = \"G\"\n"
      "^\n");
}

TEST_CASE("a rule file whose points are none of an integral is refused") {
  const auto refuses = [](const std::string& rules, const std::string& job,
                          const std::string& message) {
    const Folder folder;
    folder.write("own.diag", "grammar own\nstatic n : int\n" + rules);
    folder.write("job.toml", "[rules]\nfile = \"own.diag\"\n" + job);
    const Finished run = folder.diagc("integrate job.toml");
    CHECK(run.code == 1);
    CHECK(run.err == message);
  };
  refuses("input G[0..n+1, 0..n+1] : real\noutput f = G[0, n]\n", "propagator = \"G\"\n",
          "job.toml:3:1: error: found G[0..3, 0..3] with n = 2, expected G[0..2, 0..2], where 0 is "
          "the measured vertex, or G[1..2, 1..2], where none is measured\n"
          "propagator = \"G\"\n"
          "^\n");
  refuses("input G[0..n, 0..n] : real\ninput K[0..n] : real\noutput f = G[0, n] * K[0]\n",
          "derivative = \"K\"\n",
          "job.toml:3:1: error: found K[0..2] with n = 2, expected K[0..2, 0..2]\n"
          "derivative = \"K\"\n"
          "^\n");
  refuses("input G[0..n, 0..n] : real\ninput V : real\noutput f = G[0, n] * V\n",
          "propagator = \"G\"\n",
          "job.toml:3:1: error: found the input `V` beside `G`, expected propagators alone\n"
          "propagator = \"G\"\n"
          "^\n");
}

TEST_CASE(
    "an observable that a rule file does not give is refused, as is sampling that it rules out") {
  is_input_error("[rules]\nfile = \"hubbard_sun_cdet_log_z\"\nobservable = \"density\"\n",
                 "job.toml:3:1: error: found the observable density with a rule file without a "
                 "measured point, expected \"log_z\" or \"double_occupancy\", or file = \"auto\"\n"
                 "observable = \"density\"\n"
                 "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_density\"\nobservable = \"energy\"\n",
      "job.toml:3:1: error: found the observable energy with a rule file with a measured "
      "point, expected \"density\", or file = \"auto\"\n"
      "observable = \"energy\"\n"
      "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_cdet_density_fixed\"\nobservable = \"log_z\"\n",
      "job.toml:3:1: error: found the observable log_z with a rule file with a derivative of the "
      "propagator, expected \"density\", \"energy\" or \"staggered_density\", or file = \"auto\"\n"
      "observable = \"log_z\"\n"
      "^\n");
  is_input_error("[rules]\nfile = \"hubbard_sun_cdet_log_z\"\n[model]\nhartree_shift = true\n",
                 "job.toml:4:1: error: found a Hartree shift with the observable log_z, expected "
                 "none: its coefficients are taken at fixed mu, which the shift moves with U\n"
                 "hartree_shift = true\n"
                 "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_su2_cdet_density_elimination\"\n[model]\nsize = [4, 4]\n"
      "hartree_shift = true\n",
      "job.toml:5:1: error: found a Hartree shift with hubbard_su2_cdet_density_elimination, which "
      "divides by the propagator from a vertex to itself, 0 under the shift, expected statics = { "
      "shift = 1 } in [rules], file = \"auto\", or no shift\n"
      "hartree_shift = true\n"
      "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_density\"\n[run]\nsampling = \"tree\"\n",
      "job.toml:4:1: error: found sampling = \"tree\" with hubbard_sun_density, which "
      "sums one labelling of the vertices, expected \"chain\" or \"auto\", or a rule file "
      "that sums all\n"
      "sampling = \"tree\"\n"
      "^\n");
}

TEST_CASE("chains begin at a measured point") {
  is_input_error(
      "[model]\nflavours = 6\n[run]\nsampling = \"chain\"\n",
      "job.toml:4:1: error: found sampling = \"chain\" with "
      "hubbard_sun_cdet_density_fixed, which has no measured point for the chain to begin "
      "at, expected \"auto\", or a rule file that has one\n"
      "sampling = \"chain\"\n"
      "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_cdet_log_z\"\nlabellings = \"one\"\n",
      "job.toml:2:1: error: found hubbard_sun_cdet_log_z, which sums one labelling of the vertices "
      "and has no measured point, expected one of the two: all labellings, or such a point\n"
      "file = \"hubbard_sun_cdet_log_z\"\n"
      "^\n");
}

TEST_CASE("mixed precision is for independent samples") {
  is_input_error(
      "[model]\nflavours = 6\n[run]\nsampling = \"tree\"\nprecision = \"mixed\"\n",
      "job.toml:5:1: error: found precision = \"mixed\" with sampling = \"tree\", expected "
      "\"fp64\" or \"fp32\": it is for independent samples\n"
      "precision = \"mixed\"\n"
      "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_sun_density\"\n[run]\nprecision = \"mixed\"\n",
      "job.toml:4:1: error: found precision = \"mixed\" with hubbard_sun_density, which is sampled "
      "by Markov chains, expected \"fp64\" or \"fp32\": it is for independent samples\n"
      "precision = \"mixed\"\n"
      "^\n");
}

TEST_CASE("trees have at most twelve vertices") {
  is_input_error(
      "[orders]\nto = 13\n",
      "job.toml:2:1: error: found order 13 of hubbard_su2_cdet_density_fixed, whose samples are "
      "trees of 13 vertices, expected at most order 12, trees of 12\n"
      "to = 13\n"
      "^\n");
  is_input_error(
      "[rules]\nfile = \"hubbard_su2_cdet_density\"\n[orders]\nto = 13\n",
      "job.toml:4:1: error: found order 13 of hubbard_su2_cdet_density, whose samples are trees of "
      "14 vertices, expected at most order 11, trees of 12, or sampling = \"chain\" in [run]\n"
      "to = 13\n"
      "^\n");
}

TEST_CASE("what fails at the end of a run is found before it") {
  is_input_error(
      "[output]\nresults = \"missing/out.json\"\n",
      "job.toml:2:1: error: found the path `missing/out.json`, expected its folder to exist\n"
      "results = \"missing/out.json\"\n"
      "^\n");
  const Folder folder;
  CHECK(folder.diagc("integrate").err == "diagc: found no job file, expected one, or --example\n");
  CHECK(folder.diagc("integrate").code == 2);
  const Finished missing = folder.diagc("integrate none.toml");
  CHECK(missing.code == 1);
  CHECK(missing.err == "none.toml: error: the file cannot be opened: No such file or directory\n");
}

TEST_CASE("libraries that results and pictures take are looked for before the run") {
  // A copy of the program has none of its libraries beside it. Where diagc is installed the loader finds them all the same.
  if (dlopen("libdiagc_cairo.so", RTLD_LAZY) != nullptr) return;
  const Folder folder;
  REQUIRE(folder.shell("mkdir bin && cp \"$DIAGC\" bin/alone").code == 0);
  const auto absent = [&](const std::string& library) {
    return library + " was not found; looked for\n  " +
           (std::filesystem::canonical(folder.path()) / "bin" / library).string() + "\n";
  };
  for (const std::string picture : {"p.png", "p.pdf"}) {
    folder.write("job.toml", "[output]\nplot = \"" + picture + "\"\n");
    const Finished run = folder.shell("bin/alone integrate job.toml");
    CHECK(run.code == 1);
    CHECK_THAT(run.err, Catch::StartsWith(
                            "job.toml:2:1: error: found the picture `" + picture +
                            "`, expected one that ends in .svg: " + absent("libdiagc_cairo.so")));
    CHECK_THAT(run.err, Catch::EndsWith("\nplot = \"" + picture + "\"\n^\n"));
  }
  folder.write("job.toml", "[output]\nresults = \"r.h5\"\n");
  const Finished hdf5 = folder.shell("bin/alone integrate job.toml");
  CHECK(hdf5.code == 1);
  CHECK_THAT(hdf5.err,
             Catch::StartsWith("job.toml:2:1: error: found an HDF5 file, expected JSON: " +
                               absent("libdiagc_hdf5.so")));
  // A sum costs nothing: it is printed, and then what is missing.
  const Finished sum = folder.shell("bin/alone resum " DIAGC_SOURCE_DIR
                                    "/tests/series_results/files/b8640db.json --plot p.png");
  CHECK(sum.code == 1);
  CHECK(sum.out.find("together") != std::string::npos);
  CHECK_THAT(sum.err, Catch::StartsWith("p.png: cannot be drawn: " + absent("libdiagc_cairo.so")));
  CHECK_THAT(sum.err, Catch::EndsWith("\nA picture as .svg needs no such library.\n"));
  CHECK(folder.files() == std::vector<std::string>{"bin", "job.toml"});
}

TEST_CASE("what resum cannot do, it says") {
  const Folder folder;
  folder.write("other.json", "{}");
  const Finished other = folder.diagc("resum other.json");
  CHECK(other.code == 1);
  CHECK(other.err ==
        "other.json: found JSON of another kind, expected a result file that `diagc integrate` "
        "wrote\n");
  folder.write("result.txt", "");
  CHECK(folder.diagc("resum result.txt").err ==
        "result.txt: found the ending `.txt`, expected .json, .h5 or .hdf5\n");
  const Finished wrong = folder.diagc("resum other.json --U 6..0");
  CHECK(wrong.code == 2);
  CHECK(wrong.err ==
        "diagc: found --U 6..0, expected ascending values of one sign, as in 2, 0,1,2.5, 0..6 or "
        "0..6:0.5\n");
}
