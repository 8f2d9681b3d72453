// diagc dynamics as a process: numbers in all files, kills and resumptions, what is refused before anything is computed.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "physics/dynamics/results/result_file.h"
#include "process.h"

using nlohmann::json;

namespace {

/// Two bands at some points with a kick.
std::string bands_job(const std::string& points, const std::string& time,
                      const std::string& more = "") {
  return "[rules]\nfile = \"two_band_second_born\"\n[lattice]\ngrid = [" + points +
         "]\n[model]\nhopping = [ {R=[0], from=1, to=1, value=1.0}, {R=[1], from=1, to=1, "
         "value=-0.25}, {R=[0], from=0, to=0, value=-1.0}, {R=[1], from=0, to=0, value=0.25} ]\n"
         "[U]\nvalue = 1.0\n[[pulse]]\nkind = \"kick\"\nat = 0.5\nangle = 0.4\n"
         "[start]\nkind = \"filled\"\nbands = [0]\n[time]\n" +
         time + more;
}

json dynamics_result(const Folder& folder, const std::string& name,
                     const std::string& options = "") {
  const Finished run = folder.diagc("dynamics " + name + " --json " + options);
  INFO(run.err);
  REQUIRE(run.code == 0);
  return json::parse(run.out);
}

/// Without how long it took, and the job's text.
json same_numbers(json result) {
  result.erase("run");
  result.erase("job");
  return result;
}

}  // namespace

TEST_CASE("two bands after a kick: occupations, energies, files") {
  const Folder folder;
  folder.write("job.toml",
               bands_job("8", "end = 5.0\ntolerance = 1e-10\n", "[output]\ntimes = [1, 2, 5]\n"));
  const json result = dynamics_result(folder, "job.toml");
  CHECK(result["t"] == json({1.0, 2.0, 5.0}));
  const double expected[] = {0.453675879, 0.231828876, 0.079838742, 0.051370277, 0.033421495};
  REQUIRE(result["n_k"].size() == 3);
  REQUIRE(result["n_k"][2].size() == 8);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(result["n_k"][2][k][1].get<double>() == Approx(expected[k]).margin(1e-8));
    CHECK(result["n_k"][2][k][0].get<double>() == Approx(1 - expected[k]).margin(1e-8));
  }
  CHECK(result["n_k"][2][7] == result["n_k"][2][1]);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(result["energy"][i].get<double>() == Approx(-0.848353355).margin(1e-8));
    CHECK(result["particles"][i].get<double>() == Approx(1).margin(1e-13));
    CHECK(result["density"][i][1].get<double>() ==
          Approx(std::sin(0.4) * std::sin(0.4)).margin(1e-13));
  }
  CHECK(result["run"]["points_kept"] == 5);
  CHECK(result["conservation"]["energy"].get<double>() < 1e-9);
  CHECK(json::parse(folder.read("job.json")) == result);
  CHECK(folder.read("job.svg").starts_with("<svg "));
  // HDF5 has all nodes, and T⁺ of the first panel.
  const auto all = diagc::dynamics::read_result((folder.path() / "job.h5").string());
  CHECK(all.t.size() == result["run"]["nodes"].get<std::size_t>() + 1);
  CHECK(all.t.front() == 0);
  CHECK(all.t.back() == 5);
  CHECK(all.n_k.extents == std::vector<std::uint64_t>{all.t.size(), 8, 2});
  CHECK(all.rho.extents == std::vector<std::uint64_t>{all.t.size(), 8, 2, 2, 2});
  const std::size_t last = all.rho.values.size() - 64;
  CHECK(all.rho.values[last + 2] == Approx(-0.331582812).margin(1e-8));
  CHECK(all.rho.values[last + 3] == Approx(-0.208081812).margin(1e-8));
  CHECK(all.panels.size() == result["panels"].size());
  const auto json_file = diagc::dynamics::read_result((folder.path() / "job.json").string());
  CHECK(json_file.n_k.values[2 * 16 + 1] == result["n_k"][2][0][1].get<double>());
}

TEST_CASE("symmetry changes nothing, nor do threads") {
  const Folder folder;
  const std::string time = "end = 1.5\ntolerance = 1e-7\nstep = 0.5\n";
  folder.write("all.toml", bands_job("6", time, "[run]\nthreads = 1\n"));
  folder.write("four.toml", bands_job("6", time, "[run]\nthreads = 4\n"));
  std::string without = bands_job("6", time);
  without.insert(without.find("[model]"), "symmetry = false\n");
  folder.write("none.toml", without);
  const json some = dynamics_result(folder, "all.toml"),
             four = dynamics_result(folder, "four.toml"),
             none = dynamics_result(folder, "none.toml");
  CHECK(some["n_k"] == four["n_k"]);
  CHECK(some["energy"] == four["energy"]);
  CHECK(some["run"]["points_kept"] == 4);
  CHECK(none["run"]["points_kept"] == 6);
  for (std::size_t i = 0; i < some["t"].size(); ++i) {
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(std::abs(some["n_k"][i][k][1].get<double>() - none["n_k"][i][k][1].get<double>()) <
            1e-12);
    }
    CHECK(std::abs(some["energy"][i].get<double>() - none["energy"][i].get<double>()) < 1e-12);
  }
}

TEST_CASE("dynamics goes on after kills with the same bits") {
  const Folder folder;
  const std::string job = bands_job("12", "end = 4.0\ntolerance = 1e-7\n",
                                    "[checkpoint]\ninterval = 0.0001\n[output]\ntimes = [1, 4]\n");
  folder.write("whole.toml", job);
  const json whole = same_numbers(dynamics_result(folder, "whole.toml"));
  folder.write("killed.toml", job);
  for (const char* seconds : {"0.05", "0.1", "0.15", "0.2", "0.25"}) {
    const bool there = folder.has("killed.checkpoint");
    folder.shell(std::string("timeout -s KILL ") + seconds + " \"$DIAGC\" dynamics killed.toml " +
                 (there ? "--resume" : "--overwrite"));
  }
  CHECK(folder.has("killed.checkpoint"));
  CHECK(same_numbers(dynamics_result(folder, "killed.toml", "--resume")) == whole);
  // Other rules are another run.
  std::string other = job;
  other.replace(other.find("value = 1.0\n[["), 11, "value = 1.5");
  folder.write("killed.toml", other);
  const Finished refused = folder.diagc("dynamics killed.toml --resume");
  CHECK(refused.code == 1);
  CHECK(refused.err.find("killed.checkpoint: found a checkpoint that cannot be resumed: U.value: "
                         "found 1, expected 1.5; expected one that this job has written") !=
        std::string::npos);
}

TEST_CASE("dynamics under mpirun has the bits of one process, and goes on after a kill") {
  const Folder folder;
  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  const auto processes = [&](int count, const std::string& arguments) {
    return folder.shell(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n " +
        std::to_string(count) + " \"$DIAGC\" dynamics " + arguments);
  };
  const std::string output =
      "[run]\ntarget = \"cpu\"\nthreads = 1\n[checkpoint]\npath = "
      "\"NAME.checkpoint\"\n[output]\nresults = "
      "\"NAME.json\"\nplot = \"\"\n";
  const auto write_job = [&](const std::string& name, const std::string& more = "") {
    std::string text = output;
    for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME"))
      text.replace(at, 4, name);
    folder.write(name + ".toml", bands_job("9", "end = 2.0\ntolerance = 1e-7\n", text + more));
  };
  write_job("one");
  const json expected = same_numbers(dynamics_result(folder, "one.toml"));
  for (const int count : {2, 3}) {
    const std::string name = "by_" + std::to_string(count);
    write_job(name);
    const Finished run = processes(count, name + ".toml --json");
    INFO(run.err);
    REQUIRE(run.code == 0);
    CHECK(same_numbers(json::parse(run.out)) == expected);
    // From its checkpoint, of a run that has ended.
    const Finished again = processes(count, name + ".toml --json --resume");
    INFO(again.err);
    REQUIRE(again.code == 0);
    CHECK(same_numbers(json::parse(again.out)) == expected);
  }
  const std::string ring =
      "[rules]\nfile = \"hubbard_t_matrix\"\n[lattice]\ngrid = [4]\n[model]\n"
      "hopping = [ {R=[1], from=0, to=0, value=-1.0} ]\n[U]\nvalue = 1.0\n[start]\nkind = "
      "\"thermal\"\nbeta = 2\nfilling = 0.5\n[[quench]]\nat = 0.2\nU = 1.5\n"
      "[time]\nend = 0.6\ntolerance = 1e-4\norder = 4\n";
  for (const std::string name : {"whole_ring", "shared_ring"}) {
    std::string text = output;
    for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME"))
      text.replace(at, 4, name);
    folder.write(name + ".toml", ring + text);
  }
  const Finished whole_ring = folder.diagc("dynamics whole_ring.toml --json"),
                 shared_ring = processes(2, "shared_ring.toml --json");
  INFO(whole_ring.err << shared_ring.err);
  REQUIRE(whole_ring.code + shared_ring.code == 0);
  CHECK(same_numbers(json::parse(whole_ring.out)) == same_numbers(json::parse(shared_ring.out)));
  write_job("green", "green = true\n");
  const Finished refused = processes(2, "green.toml");
  CHECK(refused.code != 0);
  CHECK(refused.err.find("found green = true with several processes, expected one process") !=
        std::string::npos);
}

TEST_CASE("spectra are positive, and their integrals occupations") {
  const Folder folder;
  folder.write("job.toml",
               bands_job("4", "end = 6.0\ntolerance = 1e-7\n",
                         "[output]\ntimes = [3]\ncurrent = true\ngreen = true\n"
                         "arpes = { times = [3], omega = [-12, 12, 481], probe = 0.5 }\n"
                         "spectral = { times = [6], omega = [-40, 40, 801] }\n"));
  const json result = dynamics_result(folder, "job.toml");
  for (std::size_t k = 0; k < 4; ++k) {
    double emitted = 0, all = 0;
    for (const json& value : result["arpes"]["values"][0][k]) {
      CHECK(value.get<double>() >= -1e-12);
      emitted += value.get<double>() * 24 / 480;
    }
    CHECK(emitted == Approx(1).margin(0.02));
    for (const json& value : result["spectral"]["values"][0][k]) {
      all += value.get<double>() * 80 / 800;
    }
    CHECK(all == Approx(2).margin(0.05));
  }
  // What the kick excites at k it excites at −k.
  CHECK(result["current"][0].get<double>() == Approx(0).margin(1e-12));
  const auto hdf5 = diagc::dynamics::read_result((folder.path() / "job.h5").string());
  const std::size_t nodes = hdf5.green.t.size();
  CHECK(hdf5.green.lesser.extents == std::vector<std::uint64_t>{4, nodes, 2, nodes, 2, 2});
  // G< at the first pair of times: i ρ.
  CHECK(hdf5.green.lesser.values[0] == Approx(0).margin(1e-12));
  CHECK(hdf5.green.lesser.values[1] == Approx(hdf5.rho.values[4 * 8]).margin(1e-12));
}

TEST_CASE("the scheme heun gives its second order, at its steps alone") {
  const Folder folder;
  const auto time = [](const std::string& step) {
    return "end = 2.0\nscheme = \"heun\"\ncorrectors = 3\nstep = " + step + "\n";
  };
  const std::string output = "[output]\ntimes = [2]\nplot = \"\"\n";
  folder.write("exact.toml", bands_job("4", "end = 2.0\ntolerance = 1e-10\n", output));
  folder.write("coarse.toml", bands_job("4", time("0.1"), output));
  folder.write("fine.toml", bands_job("4", time("0.05"), output));
  const json exact = dynamics_result(folder, "exact.toml");
  const auto error = [&](const char* name) {
    const json result = dynamics_result(folder, name);
    double largest = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      largest = std::max(largest, std::abs(result["n_k"][0][k][1].get<double>() -
                                           exact["n_k"][0][k][1].get<double>()));
    }
    return largest;
  };
  CHECK(error("coarse.toml") / error("fine.toml") == Approx(4).margin(0.3));
  folder.write("wrong.toml", bands_job("4", time("0.1"), "[output]\ntimes = [1.25]\n"));
  const Finished run = folder.diagc("dynamics wrong.toml");
  CHECK(run.code == 1);
  CHECK(run.err.find("found the time 1.25, expected multiples of the step, 0.1: heun has no values "
                     "between") != std::string::npos);
}

TEST_CASE("a job of dynamics that will not fit is refused before it starts") {
  const Folder folder;
  folder.write("job.toml", bands_job("1024", "end = 100.0\ntolerance = 1e-8\nstep = 0.5\n",
                                     "[run]\nmost_memory = 2.0\n"));
  const Finished run = folder.diagc("dynamics job.toml");
  CHECK(run.code == 1);
  CHECK(run.err.find("found 8.45e+10 bytes for G at 1600 nodes of 513 points, expected at most "
                     "2e+09, as most_memory in [run] says") != std::string::npos);
  CHECK(folder.files() == std::vector<std::string>{"job.toml"});
}

TEST_CASE("dynamics has an example, a plan, and refuses to replace files") {
  const Folder folder;
  const Finished example = folder.diagc("dynamics --example");
  CHECK(example.code == 0);
  folder.write("example.toml", example.out);
  const Finished plan = folder.diagc("dynamics example.toml --plan");
  CHECK(plan.code == 0);
  CHECK(plan.out.find("at n nodes              320 n (n + 8) bytes") != std::string::npos);
  CHECK(folder.files() == std::vector<std::string>{"example.toml"});
  const Finished run = folder.diagc("dynamics example.toml");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("particles change by") != std::string::npos);
  const Finished again = folder.diagc("dynamics example.toml");
  CHECK(again.code == 1);
  CHECK(again.err.find("found files of an earlier run") != std::string::npos);
  CHECK(folder.diagc("dynamics example.toml --overwrite").code == 0);
  const Finished none = folder.diagc("dynamics");
  CHECK(none.code == 2);
  CHECK(none.err.find("found no job file, expected one, or --example") != std::string::npos);
}

TEST_CASE("a full disk costs dynamics its checkpoint, then its results") {
  const Folder folder;
  folder.write("job.toml", bands_job("8", "end = 2.0\ntolerance = 1e-8\n"));
  // Files of at most 4 kB; a write beyond is an error, not a signal.
  const Finished run = folder.shell("trap '' XFSZ; ulimit -f 8; \"$DIAGC\" dynamics job.toml");
  CHECK(run.code == 1);
  CHECK(run.err.find("job.checkpoint.panels/0: cannot be written: File too large; the run goes on, "
                     "its results are written at the end\n") != std::string::npos);
  CHECK(run.err.find("error: job.h5: cannot be written: File too large\n") != std::string::npos);
  CHECK(!folder.has("job.h5"));
  CHECK(!folder.has("job.checkpoint"));
}
