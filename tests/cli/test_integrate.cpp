// diagc integrate and diagc resum as processes: what they compute.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "integrate_job.h"
#include "process.h"

TEST_CASE("an own propagator's table gives the bits of its header, where there is no Clang, too") {
  const Folder folder;
  const std::string g0 =
      "#include <cmath>\nfloat g0(int dx, float tau) {\n  return -std::exp(-0.5f * dx * dx "
      "- 0.4f * tau) / (1 + std::exp(-0.8f));\n}\n";
  folder.write("g0.h",
               g0 + "float g0_mu(int dx, float tau) {\n  return g0(dx, tau) * (tau - 2 / (1 + "
                    "std::exp(0.8f)));\n}\n");
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
    return nlohmann::json::parse(run.out)["result"]["points"][0];
  };
  const auto from_header = orders("header");
  CHECK(from_header["grammar"] == "hubbard_su2_cdet_density_fixed");
  CHECK(from_header["orders"].size() == 3);
  CHECK(from_header["orders"] == orders("table")["orders"]);

  // Without the derivative a form with a measured point is taken, and one that takes it is refused.
  folder.write("alone.h", g0);
  folder.write("alone.toml", job("alone.h"));
  const Finished alone = folder.diagc("integrate alone.toml");
  CHECK(alone.code == 0);
  CHECK(alone.err.starts_with(
      "hubbard_su2_cdet_density, fp32: SU(2), all labellings at once, with its measured point, as "
      "alone.h has no g0_mu\nruns on "));
  folder.write("fixed.toml",
               "[rules]\nfile = \"hubbard_su2_cdet_density_fixed\"\n" + job("alone.h"));
  CHECK_THAT(folder.diagc("integrate fixed.toml").err,
             Catch::StartsWith("fixed.toml:2:1: error: found hubbard_su2_cdet_density_fixed, which "
                               "takes a derivative of the propagator, but no g0_mu in `alone.h`, "
                               "expected a propagator that has it, or a rule file with a measured "
                               "vertex\n"));

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
  CHECK(
      run.err.starts_with("hubbard_sun_density, fp64: SU(2), one labelling at a time, with its "
                          "measured point\nruns on "));
  CHECK(run.err.find("\ncluster of 1 site, beta = 1, mu = 0, filling 0.5, 2 flavours\ncompiling 0 "
                     "%\n") == run.err.find('\n', run.err.find('\n') + 1));

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

TEST_CASE("rule files that sum all labellings, and those that do not, give the same coefficients") {
  double value[2][4], error[2][4];
  const char* files[] = {"hubbard_sun_density", "hubbard_su2_cdet_density"};
  for (int i = 0; i < 2; ++i) {
    const Folder folder;
    std::string job = atom;
    job.replace(job.find(files[0]), std::string(files[0]).size(), files[i]);
    folder.write("atom.toml", job);
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

TEST_CASE("a job that names a model alone has its observables by the best known forms") {
  // The atom at half filling and β = 1: Z = 3 + e^(−U), D = e^(−U)/Z, E = U D.
  const auto run_of = [](const Folder& folder, const std::string& rules, int to) {
    folder.write("job.toml",
                 rules + "[model]\nlattice = \"cluster\"\nhopping = [[0]]\n[orders]\nto = " +
                     std::to_string(to) +
                     "\n[run]\nsteps = 3e6\ntarget = \"cpu\"\n[output]\nresults = "
                     "\"out.json\"\nplot = \"picture.svg\"\n");
    const Finished run = folder.diagc("integrate job.toml");
    INFO(run.err);
    REQUIRE(run.code == 0);
    return run;
  };
  const auto point_of = [](const Folder& folder) {
    return nlohmann::json::parse(folder.read("out.json"))["points"][0];
  };
  const auto agrees = [](const nlohmann::json& point, const std::vector<double>& exact) {
    REQUIRE(point["orders"].size() == exact.size());
    for (std::size_t n = 0; n < exact.size(); ++n) {
      CAPTURE(point["observable"], n);
      const double error = point["orders"][n]["error"];
      CHECK(error < 0.002);
      CHECK(std::abs(point["orders"][n]["value"].get<double>() - exact[n]) < 5 * error + 1e-10);
    }
  };
  const Folder folder;
  const Finished density = run_of(folder, "", 3);
  CHECK(density.err.starts_with(
      "hubbard_su2_cdet_density_fixed, fp64: SU(2), all labellings at once, measured point "
      "integrated out\nruns on the processor, "));
  CHECK(density.err.find("\norders 2 to 3: independent samples of spanning trees by points of "
                         "Sobol's sequence\n") != std::string::npos);
  const auto point = point_of(folder);
  CHECK(point["grammar"] == "hubbard_su2_cdet_density_fixed");
  CHECK(point["observable"] == "density");
  CHECK(point["origin"]["order"] == "m");
  CHECK(point["origin"]["labellings"] == "all");
  CHECK(point["orders"][3]["sampling"] == "independent");
  agrees(point, {0.5, -0.125, 1.0 / 32, 1.0 / 384});

  const std::vector<std::pair<std::string, std::vector<double>>> others = {
      {"double_occupancy", {0.25, -3.0 / 16, 3.0 / 64}},
      {"energy", {0, 0.25, -3.0 / 16}},
      {"log_z", {0, -0.25, 3.0 / 32}}};
  for (const auto& [observable, exact] : others) {
    const Folder own;
    const Finished run = run_of(own, "[rules]\nobservable = \"" + observable + "\"\n", 2);
    CHECK(run.out.find(": " + observable + ", cluster of 1 site") != std::string::npos);
    const auto of = point_of(own);
    CHECK(of["observable"] == observable);
    agrees(of, exact);
    const Finished sums = own.diagc("resum out.json --U 1 --json");
    CHECK(nlohmann::json::parse(sums.out)["points"][0]["observable"] == observable);
  }
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
  folder.write(
      "self.toml",
      "[rules]\nfile = \"hubbard_self_energy\"\n[orders]\nto = 3\n[run]\ntarget = \"cpu\"\n");
  const Finished exact = folder.diagc("integrate self.toml --emit 2");
  CHECK(exact.code == 2);
  CHECK(exact.err ==
        "diagc: found --emit 2, an order that is exact, expected one that is sampled\n");
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

TEST_CASE("the example runs as it stands", "[slow][threads]") {
  const Folder folder;
  REQUIRE(folder.shell("\"$DIAGC\" integrate --example > example.toml").code == 0);
  const Finished run = folder.diagc("integrate example.toml");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(folder.has("example.svg"));
}
