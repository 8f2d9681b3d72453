// diagc integrate and diagc resum as processes: messages, files, interrupts.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"

namespace {

/// A run of a second on one site, whose coefficients are known: 1/2, −1/8, 1/32, … in βU.
const std::string atom = R"([model]
lattice = "cluster"
hopping = [[0]]
beta = 1
[orders]
to = 3
[run]
steps = 3e6
walkers = 1024
[resummation]
U = "0..2:0.5"
)";

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
  is_input_error("[rules]\norder = \"m\"\n",
                 "job.toml:2:1: error: found `m`, expected the name of a static of the rule file: "
                 "this file has "
                 "the static `n`\n"
                 "order = \"m\"\n"
                 "^\n");
  is_input_error("[rules]\nparams = { M = 2 }\n",
                 "job.toml:2:1: error: found `M`, expected the name of a param of the rule file: "
                 "this file has "
                 "the param `N`\n"
                 "params = { M = 2 }\n"
                 "^\n");
  is_input_error("[rules]\nparams = {}\n",
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
  is_input_error("[rules]\npropagator = \"g\"\n",
                 "job.toml:2:1: error: found `g`, expected the name of an input of the rule file: "
                 "this file has "
                 "the input `G`\n"
                 "propagator = \"g\"\n"
                 "^\n");
  is_input_error("[rules]\nfile = \"permanent\"\npropagator = \"A\"\noutput = \"perm\"\n",
                 "job.toml:3:1: error: found A[1..2, 1..2] at order 2, expected A[0..2, 0..2], "
                 "where 0 is the measured vertex\n"
                 "propagator = \"A\"\n"
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

TEST_CASE("an own propagator's table gives the bits of its header, where there is no Clang, too") {
  const Folder folder;
  folder.write(
      "g0.h",
      "#include <cmath>\nfloat g0(int dx, float tau) {\n  return -std::exp(-0.5f * dx * dx "
      "- 0.4f * tau) / (1 + std::exp(-0.8f));\n}\n");
  const auto job = [](const std::string& propagator) {
    return "[model]\nlattice = \"own\"\nsize = [4]\nbeta = 2\nflavours = 2\npropagator = \"" +
           propagator +
           "\"\n[orders]\nto = 2\n[run]\nprecision = \"fp32\"\nsteps = 1e5\nwalkers = 64\nthreads "
           "= "
           "1\ntarget = \"cpu\"\n[output]\nplot = \"\"\n";
  };
  folder.write("header.toml", job("g0.h"));
  folder.write("table.toml", job("g0.npy"));
  const Finished made = folder.diagc("integrate header.toml --tabulate g0.npy");
  INFO(made.err);
  REQUIRE(made.code == 0);
  CHECK(folder.has("g0.npy"));
  const auto orders = [&](const std::string& name) {
    const Finished run = folder.diagc("integrate " + name + ".toml --json");
    INFO(run.err);
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(run.out)["result"]["points"][0]["orders"];
  };
  const auto from_header = orders("header");
  CHECK(from_header.size() == 3);
  CHECK(from_header == orders("table"));

  const Finished without =
      folder.shell("DIAGC_TOOLCHAIN=/nowhere \"$DIAGC\" integrate header.toml --overwrite");
  CHECK(without.code == 1);
  CHECK_THAT(without.err,
             Catch::Contains("but no Clang to compile it, expected a table: `diagc integrate JOB "
                             "--tabulate g0.npy` writes a table where there is Clang, and "
                             "`propagator = \"g0.npy\"` takes it here"));
  std::string other = job("g0.npy");
  other.replace(other.find("beta = 2"), 8, "beta = 3");
  folder.write("other.toml", other);
  const Finished refused = folder.diagc("integrate other.toml");
  CHECK(refused.code == 1);
  CHECK_THAT(refused.err, Catch::Contains("found a table of beta = 2, expected beta = 3"));
  folder.write("square.toml", "[model]\nlattice = \"square\"\n");
  CHECK_THAT(folder.diagc("integrate square.toml --tabulate t.npy").err,
             Catch::Contains("found no own propagator, expected lattice = \"own\""));
}

TEST_CASE("a job from its file to its results, and sums of these again") {
  const Folder folder;
  folder.write("atom.toml", atom);
  const Finished run = folder.diagc("integrate atom.toml --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(folder.files() == std::vector<std::string>{"atom.checkpoint", "atom.csv", "atom.h5",
                                                   "atom.json", "atom.svg", "atom.toml"});
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json["result"] == nlohmann::json::parse(folder.read("atom.json")));
  const auto& orders = json["result"]["points"][0]["orders"];
  const double exact[] = {0.5, -0.125, 0.03125, 1.0 / 384};
  REQUIRE(orders.size() == std::size(exact));
  CHECK(orders[0]["value"] == 0.5);
  CHECK(orders[0]["error"] == 0.0);
  for (std::size_t n = 1; n < orders.size(); ++n) {
    const double error = orders[n]["error"];
    CHECK(error > 0);
    CHECK(error < 0.01);
    CHECK(std::abs(orders[n]["value"].get<double>() - exact[n]) < 5 * error);
  }
  CHECK(json["result"]["points"][0]["run"]["ended_by"] == "steps");
  CHECK(run.err.starts_with("runs on "));
  CHECK(run.err.find("\ncluster of 1 site, beta = 1, mu = 0, filling 0.5, 2 flavours\ncompiling 0 "
                     "%\n") == run.err.find('\n'));

  // What was computed stands in the result.
  const auto& origin = json["result"]["points"][0]["origin"];
  CHECK(origin["job"] == atom);
  CHECK(origin["job_hash"].get<std::string>().size() == 32);
  CHECK(origin["rules"].get<std::string>().find("grammar hubbard_sun_density") !=
        std::string::npos);
  CHECK(origin["params"] == nlohmann::json::parse("[{\"name\": \"N\", \"value\": 2.0}]"));
  CHECK(origin["sign"] == "alternating");
  CHECK(origin["labellings"] == "one");

  // The same from both files: every bit comes back, whatever other files stand there.
  folder.write("diagc", "no result");
  const Finished from_json = folder.diagc("resum atom.json --U 0..2:0.5 --json");
  REQUIRE(from_json.code == 0);
  CHECK(nlohmann::json::parse(from_json.out) == json["resummation"]);
  CHECK(folder.diagc("resum atom.h5 --U 0..2:0.5 --json").out == from_json.out);
  const Finished table = folder.diagc("resum atom.h5 --U 1 --order 2 --plot sums.svg");
  CHECK(table.code == 0);
  CHECK(table.out.find("Padé [1/1]") != std::string::npos);
  CHECK(folder.read("sums.svg").starts_with("<svg "));

  // And again from the start: a seed is a result.
  const Finished again = folder.diagc("integrate atom.toml --json --overwrite");
  CHECK(nlohmann::json::parse(again.out)["result"]["points"][0]["orders"] == orders);
}

TEST_CASE("a second run replaces nothing of the first unless it is asked to") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const std::string result = folder.read("atom.json"), checkpoint = folder.read("atom.checkpoint");
  const Finished again = folder.diagc("integrate atom.toml");
  CHECK(again.code == 1);
  CHECK(again.out.empty());
  CHECK(again.err ==
        "atom.toml: found files of an earlier run (atom.h5, atom.json, atom.svg, atom.csv, "
        "atom.checkpoint), "
        "expected none: `--resume` goes on with that run, `--overwrite` starts anew in its "
        "place\n");
  CHECK(folder.read("atom.json") == result);
  CHECK(folder.read("atom.checkpoint") == checkpoint);
  // One of them is enough: the samples of hours may be in it.
  for (const char* path : {"atom.h5", "atom.json", "atom.svg", "atom.csv"})
    folder.shell(std::string("rm ") + path);
  CHECK(
      folder.diagc("integrate atom.toml").err ==
      "atom.toml: found files of an earlier run (atom.checkpoint), expected none: `--resume` goes "
      "on with that run, `--overwrite` starts anew in its place\n");
  CHECK(folder.diagc("integrate atom.toml --emit 1").code == 0);
  const Finished both = folder.diagc("integrate atom.toml --resume --overwrite");
  CHECK(both.code == 2);
  CHECK(folder.read("atom.checkpoint") == checkpoint);
  folder.write("atom.toml", "# changed\n" + job);
  CHECK(folder.diagc("integrate atom.toml --overwrite").code == 0);
  CHECK(folder.read("atom.json") != result);
}

TEST_CASE("a new scan does not take the points of the one it replaces") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  job.insert(job.find("beta = 1"), "mu = [-0.5, 0.5]\n");
  folder.write("scan.toml", job);
  REQUIRE(folder.diagc("integrate scan.toml").code == 0);
  CHECK(folder.diagc("integrate scan.toml").err ==
        "scan.toml: found files of an earlier run (scan.h5, scan.json, scan.svg, scan.csv, "
        "scan.checkpoint.0, "
        "scan.checkpoint.1), expected none: `--resume` goes on with that run, `--overwrite` starts "
        "anew in its place\n");
  job.replace(job.find("-0.5, 0.5"), 9, "0.1, 0.2 ");
  job.replace(job.find("1e5"), 3, "1e9");
  folder.write("scan.toml", job);
  folder.shell(
      "\"$DIAGC\" integrate scan.toml --overwrite 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q warm-up log && break; sleep 0.1; done; kill -KILL $pid");
  CHECK_FALSE(folder.has("scan.json"));
  CHECK_FALSE(folder.has("scan.checkpoint.1"));
}

TEST_CASE("order 0 is the rule file's own") {
  const auto orders = [](const std::string& rules, const std::string& more) {
    const Folder folder;
    folder.write("own.diag", rules);
    folder.write("job.toml",
                 "[rules]\nfile = \"own.diag\"\nsign = \"positive\"\n[run]\nsteps = 1e5\nwalkers = "
                 "1024\n[resummation]\nU = 1\n[output]\nresults = \"out.json\"\nplot = \"\"\n" +
                     more);
    const Finished run = folder.diagc("integrate job.toml");
    INFO(run.err);
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(folder.read("out.json"))["points"][0]["orders"];
  };
  // Of a dimer with sites of their own energies: the average of the square is not the square of the average.
  const std::string square =
      "grammar square\nstatic n : int\ninput G[0..n, 0..n] : real\n"
      "output square = 3 * G[0,0] * G[0,0]\n";
  const std::string dimer =
      "[model]\nlattice = \"cluster\"\nhopping = [[0.5, 0], [0, -1]]\nmu = 0.25\n[orders]\nto = "
      "1\n";
  const double one = 1 / (1 + std::exp(0.25)), other = 1 / (1 + std::exp(-1.25));
  const auto of_square = orders(square, dimer);
  CHECK(of_square[0]["value"].get<double>() ==
        Approx(1.5 * (one * one + other * other)).epsilon(1e-10));
  CHECK(of_square[0]["error"] == 0.0);
  // The Hartree shift is of the lines within diagrams, not of the measured vertex.
  const auto shifted =
      orders(square,
             "[model]\nsize = [4]\nlattice = \"chain\"\nfilling = 0.3\nhartree_shift = "
             "true\n[orders]\nto = 1\n");
  CHECK(shifted[0]["value"].get<double>() == Approx(3 * 0.09).epsilon(1e-10));
  // Rules that do not hold at n = 0 ask for the value.
  const std::string from_one =
      "grammar tadpole\nstatic n : int\ninput G[0..n, 0..n] : real\n"
      "output tadpole = G[0,1] * G[n,0] * G[1,1]\n";
  const auto given = orders(from_one, dimer + "zeroth = 0.125\n");
  CHECK(given[0]["value"] == 0.125);
  const Folder folder;
  folder.write("own.diag", from_one);
  folder.write("job.toml", "[rules]\nfile = \"own.diag\"\n" + dimer);
  const Finished none = folder.diagc("integrate job.toml");
  CHECK(none.code == 1);
  CHECK(none.err ==
        "job.toml:2:1: error: found no order 0 in the rule file (for n = 0 it says: found G[0, 1], "
        "expected indices within the declared G[0..0, 0..0]), expected rules that hold there, or "
        "`zeroth` in [orders], the value of order 0\n"
        "file = \"own.diag\"\n"
        "^\n");
}

TEST_CASE("a picture does not take the place of the result that it is made of") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const std::string result = folder.read("atom.json");
  REQUIRE(folder.shell("ln -s atom.json link.svg").code == 0);
  for (const char* plot : {"atom.json", "./atom.json", "link.svg"}) {
    const Finished run = folder.diagc(std::string("resum atom.json --plot ") + plot);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err == std::string("diagc: found --plot ") + plot +
                         ", which is the result that is read, expected a file of its own\n");
  }
  CHECK(folder.read("atom.json") == result);
}

TEST_CASE("rule files that sum all labellings, and those that do not, give the same coefficients") {
  double value[2][4], error[2][4];
  const char* files[] = {"hubbard_sun_density", "hubbard_su2_cdet_density"};
  for (int i = 0; i < 2; ++i) {
    const Folder folder;
    folder.write("atom.toml", std::string("[rules]\nfile = \"") + files[i] + "\"\n" + atom);
    const Finished run = folder.diagc("integrate atom.toml --json");
    INFO(run.err);
    REQUIRE(run.code == 0);
    const auto json = nlohmann::json::parse(run.out);
    for (int n = 0; n < 4; ++n) {
      value[i][n] = json["result"]["points"][0]["orders"][n]["value"];
      error[i][n] = json["result"]["points"][0]["orders"][n]["error"];
    }
  }
  for (int n = 1; n < 4; ++n) {
    CAPTURE(n);
    CHECK(std::abs(value[0][n] - value[1][n]) < 5 * std::hypot(error[0][n], error[1][n]));
  }
}

TEST_CASE("an interrupted run says how to go on, and goes on") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e13");
  folder.write("atom.toml", job);
  // Interrupted once sampling has begun.
  const Finished stopped = folder.shell(
      "\"$DIAGC\" integrate atom.toml 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q sampling log && break; sleep 0.1; done; kill -INT $pid; "
      "wait $pid; code=$?; "
      "cat log >&2; exit $code");
  INFO(stopped.err);
  CHECK(stopped.code == 1);
  CHECK(
      stopped.err.ends_with("atom.toml: interrupted; `diagc integrate atom.toml --resume` goes on "
                            "from atom.checkpoint\n"));
  const auto before = nlohmann::json::parse(folder.read("atom.json"));
  CHECK(before["points"][0]["run"]["ended_by"] == "interrupt");

  const Finished resumed = folder.shell(
      "\"$DIAGC\" integrate atom.toml --resume 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q sampling log && break; sleep 0.1; done; kill -TERM $pid; "
      "wait $pid");
  CHECK(resumed.code == 1);
  const auto after = nlohmann::json::parse(folder.read("atom.json"));
  CHECK(after["points"][0]["run"]["steps"] > before["points"][0]["run"]["steps"]);
  CHECK(after["points"][0]["run"]["seconds"] > before["points"][0]["run"]["seconds"]);
  CHECK(after["points"][0]["run"]["steps_per_second"] > 0);
}

TEST_CASE("the source of a step is printed, and nothing is integrated") {
  const Folder folder;
  folder.write("atom.toml", atom);
  const Finished run = folder.diagc("integrate atom.toml --emit 2");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.starts_with("// hubbard_sun_density, n = 2: "));
  // The graph, and the step around it.
  CHECK(run.out.find("W_2_S1_0_2 = ") != std::string::npos);
  CHECK(run.out.find("constexpr unsigned order = 2") != std::string::npos);
  CHECK(run.out.find("extern \"C\" void step_walk(") != std::string::npos);
  CHECK(folder.files() == std::vector<std::string>{"atom.toml"});
  const Finished none = folder.diagc("integrate atom.toml --emit 4");
  CHECK(none.code == 2);
  CHECK(none.err == "diagc: found --emit 4, expected an order of the job: 1 to 3\n");
}

TEST_CASE("a scan is a run a point; finished points are taken from their checkpoints") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "3e5");
  job.insert(job.find("beta = 1"), "mu = [-0.5, 0, 0.5]\n");
  folder.write("scan.toml", job);
  const Finished run = folder.diagc("integrate scan.toml");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.find("density at U = 2\n") != std::string::npos);
  CHECK(run.err.find("point 2 of 3: cluster of 1 site, beta = 1, mu = 0,") != std::string::npos);
  const auto file = nlohmann::json::parse(folder.read("scan.json"));
  REQUIRE(file["points"].size() == 3);
  CHECK(file["points"][2]["model"]["mu"] == 0.5);

  const Finished again = folder.diagc("integrate scan.toml --resume");
  CHECK(again.code == 0);
  CHECK(again.out == run.out);
  CHECK(again.err.find("warm-up") == std::string::npos);
  CHECK(again.err.find("sampling") == std::string::npos);

  // Points of another lattice are not taken for these.
  job.replace(job.find("[[0]]"), 5, "[[0.25]]");
  folder.write("scan.toml", job);
  const Finished other = folder.diagc("integrate scan.toml --resume");
  CHECK(other.code == 1);
  CHECK(other.err.find("scan.checkpoint.0: found a checkpoint that cannot be resumed: it belongs "
                       "to another job: order 1, ") != std::string::npos);
  CHECK(nlohmann::json::parse(folder.read("scan.json"))["points"][1]["orders"] ==
        file["points"][1]["orders"]);

  job.replace(job.find("[[0.25]]"), 8, "[[0]]");
  folder.write("scan.toml", job);
  folder.shell("rm scan.checkpoint.1");
  CHECK(folder.diagc("integrate scan.toml --resume")
            .err.find("scan.checkpoint.1: found no checkpoint of point 2, expected those of all "
                      "points that "
                      "were begun: `--overwrite` starts anew\n") != std::string::npos);
}

TEST_CASE("a run does not go on from the samples of another target") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  REQUIRE(on_fake_gpu(folder, "integrate atom.toml", "FAKE_CUDA_DEVICES=0").code == 0);
  const std::string before = folder.read("atom.checkpoint");
  const Finished gpu = on_fake_gpu(folder, "integrate atom.toml --resume");
  CHECK(gpu.code == 1);
  INFO(gpu.err);
  CHECK(gpu.err.ends_with(
      "atom.checkpoint: found a checkpoint that cannot be resumed: it belongs to another job: "
      "order 1, target: found cpu, expected cuda; expected one that this job has written\n"));
  CHECK(folder.read("atom.checkpoint") == before);
}

TEST_CASE("every device has its own walkers, unless the job says how many there are") {
  const Folder folder;
  const auto walkers = [&](const std::string& more) {
    std::string job = atom;
    job.replace(job.find("to = 3"), 6, "to = 1");
    job.replace(job.find("steps = 3e6\nwalkers = 1024"), 26, "steps = 1\nwarm_up = 64\n" + more);
    folder.write("atom.toml", job);
    // Kernels do one block each: no numbers of this run mean anything but how many walkers there are.
    const Finished run =
        on_fake_gpu(folder, "integrate atom.toml --overwrite --json", "FAKE_CUDA_BLOCKS=1");
    INFO(run.err);
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(run.out)["result"]["points"][0]["run"]["walkers"]
        .get<std::uint64_t>();
  };
  CHECK(walkers("devices = [1]\n") == 337920);
  CHECK(walkers("devices = [0, 1]\n") == 2 * 337920);
  CHECK(walkers("devices = [0]\nwalkers = 2000\n") == 2048);
  CHECK(walkers("devices = [0, 1]\nwalkers = 2000\n") == 2048);
}

TEST_CASE("a full disk costs a run its checkpoints, not its results") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  job += "[output]\nresults = \"atom.json\"\nplot = \"\"\n";
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const auto orders = nlohmann::json::parse(folder.read("atom.json"))["points"][0]["orders"];
  // Files of up to 20 KiB: results are smaller, checkpoints are not.
  const Finished run =
      folder.shell("trap '' XFSZ; ulimit -f 20; \"$DIAGC\" integrate atom.toml --overwrite");
  INFO(run.err);
  CHECK(run.code == 0);
  const std::string note =
      "atom.checkpoint: cannot be written: File too large; the run goes on, its results are "
      "written at the end\n";
  const std::size_t told = run.err.find(note);
  CHECK(told != std::string::npos);
  CHECK(run.err.find(note, told + 1) == std::string::npos);
  CHECK_FALSE(folder.has("atom.checkpoint"));
  CHECK(nlohmann::json::parse(folder.read("atom.json"))["points"][0]["orders"] == orders);

  folder.shell("mkdir atom.checkpoint");
  const Finished blocked = folder.diagc("integrate atom.toml --overwrite");
  CHECK(blocked.code == 1);
  CHECK(blocked.err.find("atom.checkpoint: found a folder, expected the path of a checkpoint: a "
                         "file, or a name that is free\n") != std::string::npos);
  CHECK(blocked.err.find("warm-up") == std::string::npos);
}

TEST_CASE("target auto takes a device where there is one, and the first line says so") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  const Finished none =
      folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" integrate atom.toml --overwrite");
  CHECK(none.code == 0);
  CHECK(none.err.find(": there is no NVIDIA GPU to be used\ncluster of 1 site") !=
        std::string::npos);

  const Finished absent =
      on_fake_gpu(folder, "integrate atom.toml --overwrite", "FAKE_CUDA_DEVICES=0");
  CHECK(absent.code == 0);
  CHECK(absent.err.find(": there is no NVIDIA GPU to be used\n") != std::string::npos);

  const Finished silent =
      folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA
                   "' DIAGC_NVRTC=/nowhere \"$DIAGC\" integrate atom.toml --overwrite");
  CHECK(silent.code == 0);
  CHECK(silent.err.find(": there is a device, but no NVRTC to compile for it\n") !=
        std::string::npos);

  // Steps take long on the stand-in: what is looked at is the choice.
  const Finished gpu =
      folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC
                   "' timeout -s INT 25 \"$DIAGC\" integrate atom.toml --overwrite");
  INFO(gpu.err);
  CHECK(gpu.err.starts_with("runs on devices 0, 1, Fake\n"));
}

TEST_CASE("an order that the Hartree shift makes zero is zero, and does not end the series") {
  const Folder folder;
  folder.write("shifted.toml", R"([model]
size = [4, 4]
beta = 3
filling = 0.3
flavours = 6
hartree_shift = true
[orders]
to = 2
[run]
precision = "fp32"
walkers = 1024
steps = 3e6
[resummation]
U = 1
)");
  const Finished run = folder.diagc("integrate shifted.toml --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto json = nlohmann::json::parse(run.out);
  const auto& orders = json["result"]["points"][0]["orders"];
  REQUIRE(orders[1]["value"].is_number());
  CHECK(std::abs(orders[1]["value"].get<double>()) <
        1e-6 * std::abs(orders[2]["value"].get<double>()));
  CHECK(orders[1]["error"].get<double>() < 1e-6 * orders[2]["error"].get<double>());
  CHECK(json["resummation"]["points"][0]["warnings"].empty());
}

TEST_CASE("two ranks give the bits of one, and write once") {
  const Folder folder;
  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  folder.write("atom.toml", atom);
  const std::string mpirun =
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "
      "\"$DIAGC\" ";
  const Finished together = folder.shell(mpirun + "integrate atom.toml --json");
  INFO(together.err);
  REQUIRE(together.code == 0);
  const auto json = nlohmann::json::parse(together.out);
  CHECK(json["result"]["points"][0]["run"]["ranks"] == 2);
  const Finished alone = folder.diagc("integrate atom.toml --json --overwrite");
  CHECK(nlohmann::json::parse(alone.out)["result"]["points"][0]["orders"] ==
        json["result"]["points"][0]["orders"]);

  folder.write("wrong.toml", "[model]\nlattice = \"square\"\nsize = [4]\n");
  const Finished wrong = folder.shell(mpirun + "integrate wrong.toml");
  CHECK(wrong.code == 1);
  CHECK(wrong.err.find("wrong.toml:3:1: error: ") != std::string::npos);
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

TEST_CASE("the example runs as it stands", "[slow]") {
  const Folder folder;
  REQUIRE(folder.shell("\"$DIAGC\" integrate --example > example.toml").code == 0);
  const Finished run = folder.diagc("integrate example.toml");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(folder.has("example.svg"));
}
