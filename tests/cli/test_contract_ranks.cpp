// diagc contract --simulate as a process: what it prints and refuses.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cubic_lattice.h"
#include "npz_difference.h"
#include "process.h"

namespace {

using Json = nlohmann::json;

const std::string matrices =
    "contract 'ij,jk,ki->' --extent i=16 --extent j=32 --extent k=64 --fill random:1 ";

/// A plan for eight ranks that share a label, in p.json; a gradient of it takes more memory than that.
void save_plan_of_eight(const Folder& folder) {
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]]})");
  const Finished run =
      folder.diagc(matrices + "--order o.json --memory 20kB --simulate 8 --save-plan p.json");
  INFO(run.err);
  REQUIRE(run.code == 0);
}

std::string refusal(const std::string& arguments, int code) {
  const Folder folder;
  const Finished run = folder.diagc(arguments);
  CHECK(run.code == code);
  CHECK(run.out.empty());
  CHECK(folder.files().empty());
  return run.err;
}

}  // namespace

TEST_CASE(
    "contract on simulated ranks gives the value of one, and counts what it planned to send") {
  const Folder folder;
  const Json alone = Json::parse(folder.diagc(matrices + "--json").out);
  CHECK(alone["planned_s"] > 0);
  CHECK(alone.count("ranks") == 0);
  for (const std::string ranks : {"2", "4", "8"}) {
    const Finished run =
        folder.diagc(matrices + "--json --check --memory 20kB --simulate " + ranks);
    INFO(run.err);
    REQUIRE(run.code == 0);
    const Json json = Json::parse(run.out);
    CHECK(json["value"].get<double>() == Approx(alone["value"].get<double>()).epsilon(1e-12));
    CHECK(json["ranks"] == std::stoi(ranks));
    CHECK(json["planned_s"] > 0);
    CHECK(json["planned_bytes"] == json["counted_bytes"]);
    CHECK(json["largest_shard_bytes"] <= 20'000);
    CHECK(json["peak_bytes"] <= 20'000);
  }
  // A sum over a label that is distributed: the host adds what all ranks have.
  const Finished text = folder.diagc(matrices + "--memory 20kB --simulate 8");
  CHECK(text.out.find("\nplanned  0 bytes sent, 0 of them between nodes\n") != std::string::npos);
  CHECK(text.out.find("\nranks    8, each with ") != std::string::npos);
  const Finished plan = folder.diagc(matrices + "--memory 20kB --simulate 8 --plan");
  CHECK(plan.code == 0);
  CHECK(plan.out.find("  parts of sums over ") != std::string::npos);
  CHECK(plan.out.find("\nthis plan: ") != std::string::npos);
  CHECK(plan.out.find("; labels that live longest: ") != std::string::npos);
  CHECK(plan.out.find("; redistributed only when forced: ") != std::string::npos);
  CHECK(plan.out.find("0 of 2 steps are the same on every rank\n") != std::string::npos);
}

TEST_CASE("contract on simulated ranks has sums that end early, and plans in files keep them") {
  const Folder folder;
  folder.write("cube.json", cubic_lattice());
  const std::string command = "contract cube.json --fill random:1 --moves 100000 ";
  const Json alone = Json::parse(folder.diagc(command + "--memory 2GiB --json").out);
  const std::string shared = command + "--memory 2MiB --simulate 4 ";
  const Finished plan = folder.diagc(shared + "--plan --save-plan p.json");
  INFO(plan.out);
  REQUIRE(plan.code == 0);
  CHECK(plan.out.find("\nloop over ") != std::string::npos);
  const std::string again =
      "contract cube.json --fill random:1 --memory 2MiB --simulate 4 --load-plan p.json ";
  const Json json = Json::parse(folder.diagc(again + "--json --check").out);
  CHECK(json["value"].get<double>() == Approx(alone["value"].get<double>()).epsilon(1e-10));
  CHECK(json["counted_bytes"].get<double>() > 0);
  CHECK(json["planned_bytes"] == json["counted_bytes"]);
  CHECK(json["peak_bytes"] <= 2 << 20);
  REQUIRE(folder.diagc(command + "--memory 2GiB --gradient one.npz").code == 0);
  const Finished gradient = folder.diagc(
      "contract cube.json --fill random:1 --memory 16MiB --simulate 4 --load-plan p.json "
      "--gradient two.npz");
  INFO(gradient.err);
  REQUIRE(gradient.code == 0);
  const std::string line = gradient.out.substr(gradient.out.find("\ngradient ") + 1);
  CHECK(line.find(" at most on each rank, ") < line.find('\n'));
  CHECK(line.find(" in a slice\n") < line.find('\n'));
  CHECK(difference_of_arrays(folder, "two.npz", "one.npz") < 1e-10);
}

TEST_CASE(
    "contract on simulated ranks: a smaller order is searched where a gradient does not fit") {
  const Folder folder;
  folder.write("cube.json", cubic_lattice());
  const std::string command = "contract cube.json --fill random:1 --moves 100000 ";
  const std::string shared = command + "--memory 3MiB --simulate 2 ";
  const Json value = Json::parse(folder.diagc(shared + "--json").out);
  REQUIRE(folder.diagc(shared + "--save-order o.json").code == 0);
  const Finished given = folder.diagc(
      "contract cube.json --fill random:1 --order o.json --memory 3MiB --simulate 2 "
      "--gradient two.npz");
  CHECK(given.code == 1);
  CHECK(given.err.find(
            " more than the 3145728 of --memory; an order with more slices takes less\n") !=
        std::string::npos);
  const Json json = Json::parse(folder.diagc(shared + "--json --gradient two.npz").out);
  CHECK(json["peak_bytes"] < value["peak_bytes"]);
  CHECK(json["value"].get<double>() == Approx(value["value"].get<double>()).epsilon(1e-10));
  REQUIRE(folder.diagc(command + "--memory 2GiB --gradient one.npz").code == 0);
  CHECK(difference_of_arrays(folder, "two.npz", "one.npz") < 1e-10);
}

TEST_CASE("contract on simulated ranks: derivatives, measured times, and single steps") {
  const Folder folder;
  save_plan_of_eight(folder);
  const std::string shared = matrices + "--load-plan p.json --simulate 8 --gradient eight.npz ";
  const Finished run = folder.diagc(shared + "--memory 30kB --profile");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.find("expected   measured  exchanged  exchanges\n") != std::string::npos);
  CHECK(run.out.find("  parts of sums over k.0 stay\n") != std::string::npos);
  CHECK(run.out.find("0 of 2 steps are the same on every rank, measured 0 us\n") !=
        std::string::npos);
  CHECK(run.out.find(" of exchanges in 1 slice\n") != std::string::npos);
  REQUIRE(folder.diagc(matrices + "--gradient one.npz").code == 0);
  CHECK(difference_of_arrays(folder, "eight.npz", "one.npz") < 1e-13);
  CHECK(folder.diagc(shared + "--memory 20kB").err ==
        "FILE: the gradient takes 24584 bytes on each rank, 4584 more than the 20000 of --memory; "
        "an order with more slices takes less\n");

  const std::string ordered = matrices + "--order o.json --memory 20kB --simulate 2 --plan ";
  const Finished step = folder.diagc(ordered + "--step 3");
  INFO(step.err);
  REQUIRE(step.code == 0);
  CHECK(step.out.find("value 3 = 0 * 1\n") != std::string::npos);
  CHECK(step.out.find("  2048 elements, 1024 on a rank, labels [j.0 j.1 k.0 k.1]\n") !=
        std::string::npos);
  CHECK(step.out.find("  k.0               2  n       across ranks, axis 1 of 1\n") !=
        std::string::npos);
  CHECK(folder.diagc(ordered + "--step 7").err ==
        "diagc: found --step 7, expected the number of a step's value, 3 to 4\n");
}

TEST_CASE("contract refuses more devices than labels, and options that do not go with ranks") {
  CHECK(refusal("contract 'ij,jk->ik' --extent i=3 --extent j=3 --extent k=4 --fill ones -o a.npy "
                "--simulate 8",
                1) ==
        "FILE: found 8 devices, expected at most 4: the extents of the labels that are not sliced "
        "have no more factors to "
        "divide among them\n");
  CHECK(refusal("contract 'ij->' --extent i=4 --extent j=4 --fill ones --simulate 2", 1) ==
        "FILE: found a network of 1 tensor, expected two or more to contract on several devices\n");
  CHECK(refusal(matrices + "--simulate 5000", 2) ==
        "diagc: found --simulate 5000, expected 1 to 4096\n");
  CHECK(refusal(matrices + "--simulate 12", 1) ==
        "FILE: found 12 devices in nodes of 8, expected a whole number of nodes\n");
  CHECK(refusal(matrices + "--target cuda --simulate 2", 2) ==
        "diagc: found --simulate with --target cuda, expected it without: ranks are simulated on "
        "processors\n");
  CHECK(refusal(matrices + "--simulate 2 --memory 8", 1) ==
        "FILE: found --memory of 8 bytes for each of 2 devices, expected more: labels that are "
        "left by so many slices cannot "
        "be shared among them\n");
  const Folder folder;
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]]})");
  CHECK(folder.diagc(matrices + "--simulate 2 --memory 1000 --order o.json").err ==
        "FILE: found step 0, of values of 512, 2048 and 1024 elements, which 2 devices cannot "
        "share so that each has at "
        "most 125 elements of a value; expected more memory, more devices or an order with more "
        "slices\n");
}

TEST_CASE(
    "contract takes plans that it has saved, and refuses damaged ones and those of other "
    "contractions") {
  const Folder folder;
  for (const std::string how : {"", "--memory 20kB --simulate 4 "}) {
    INFO(how);
    const Finished first = folder.diagc(matrices + how + "--seed 3 --json --save-plan p.json");
    REQUIRE(first.code == 0);
    const Finished second =
        folder.diagc(matrices + how + "--json --load-plan p.json --save-plan q.json");
    INFO(second.err);
    REQUIRE(second.code == 0);
    CHECK(folder.read("p.json") == folder.read("q.json"));
    const Json a = Json::parse(first.out), b = Json::parse(second.out);
    for (const char* name : {"value", "peak_bytes", "planned_s", "log10_macs", "slices"})
      CHECK(a[name] == b[name]);
    if (!how.empty()) CHECK(a["counted_bytes"] == b["counted_bytes"]);
    const auto message = [&](const std::string& arguments) {
      const Finished run = folder.diagc("contract " + arguments);
      CHECK(run.code == 1);
      return run.err;
    };
    const std::string extents = " --extent i=16 --extent j=32 --extent k=64 --fill ones ",
                      ranks = how.empty() ? "one processor" : "4 ranks";
    CHECK(message("'ij,jk,ki->i' -o a.npy" + extents + how + "--load-plan p.json") ==
          "p.json: found a plan for another network, expected one for FILE\n");
    CHECK(message("'ij,jk,ki->'" + extents + how + "--load-plan p.json --element c64") ==
          "p.json: found a plan for --element f64, expected one for c64\n");
    CHECK(message("'ij,jk,ki->'" + extents + "--load-plan p.json --simulate 8") ==
          "p.json: found a plan for " + ranks + ", expected one for 8 ranks\n");
    CHECK(message("'ij,jk,ki->'" + extents + "--load-plan none.json") ==
          "none.json: cannot be read: No such file or directory\n");
    const std::string head = "d.json: found no plan of a contraction: ",
                      tail = "; expected a file that diagc contract has written with --save-plan\n";
    std::string damaged = folder.read("p.json");
    damaged[damaged.find("ssa_path") + 12] ^= 1;
    folder.write("d.json", damaged);
    CHECK(message("'ij,jk,ki->'" + extents + how + "--load-plan d.json") ==
          head + "it is damaged" + tail);
    folder.write("d.json", "{}");
    CHECK(message("'ij,jk,ki->'" + extents + how + "--load-plan d.json") ==
          head + "it ends too early" + tail);
    folder.write("d.json", std::string(200, ' '));
    CHECK(message("'ij,jk,ki->'" + extents + how + "--load-plan d.json") ==
          head + "it has no checksum at its end" + tail);
  }
  REQUIRE(folder.diagc(matrices + "--simulate 4 --memory 1MB --save-plan p.json").code == 0);
  const Finished large = folder.diagc(matrices + "--simulate 4 --memory 1000 --load-plan p.json");
  CHECK(large.code == 1);
  CHECK(large.err.find("FILE: this plan takes ") == 0);
  CHECK(large.err.find(" bytes on each of 4 devices, ") != std::string::npos);
  CHECK(folder.diagc(matrices + "--load-plan p.json --moves 5").err ==
        "diagc: found --load-plan with --order or --moves, expected it without: a plan has its "
        "order\n");
}

TEST_CASE("contract under mpirun gives the bits of simulated ranks, and sends as much") {
  const Folder folder;
  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  const auto processes = [&](int count, const std::string& arguments) {
    return folder.shell(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n " +
        std::to_string(count) + " \"$DIAGC\" " + arguments);
  };
  // Several slices, an all-reduce and steps that are computed once; then a sum whose terms are shared by three ranks, and open axes.
  const std::string lattice =
      "contract ising -D n=14 --fill 0.4 --memory 60kB --moves 20000 --seed 2 --json ";
  const std::string chain =
      "contract 'ij,jk,kl->il' --extent i=6 --extent j=900 --extent k=6 --extent l=6 --fill "
      "random:1 --memory 6kB --json ";
  const auto numbers = [](const std::string& text) {
    Json json = Json::parse(text);
    for (const char* name : {"seconds", "gflops", "check"}) json.erase(name);
    return json;
  };
  const Json of_four = numbers(folder.diagc(lattice + "--simulate 4").out);
  CHECK(of_four["counted_bytes"] > 0);
  CHECK(of_four["slices"] > 1);
  for (const auto& [count, more] : {std::pair{2, "--simulate 4"}, {4, "--check"}}) {
    const Finished run = processes(count, lattice + more);
    INFO(run.err);
    REQUIRE(run.code == 0);
    CHECK(numbers(run.out) == of_four);
  }
  const Json of_three = numbers(folder.diagc(chain + "--simulate 3 -o one.npy").out);
  CHECK(of_three["counted_bytes"] > 0);
  const Finished saved = processes(3, chain + "-o three.npy --save-plan p.json");
  INFO(saved.err);
  REQUIRE(saved.code == 0);
  CHECK(numbers(saved.out) == of_three);
  CHECK(folder.read("one.npy") == folder.read("three.npy"));
  CHECK(numbers(processes(3, chain + "-o again.npy --load-plan p.json").out) == of_three);
  CHECK(processes(3, chain + "--simulate 3 --plan").code == 2);

  const Finished odd = processes(3, lattice + "--simulate 4");
  CHECK(odd.code == 2);
  CHECK(odd.out.empty());
  CHECK(odd.err.find("diagc: found --simulate 4 with 3 processes of MPI, expected a multiple of "
                     "their number\n") != std::string::npos);
  // Derivatives have the bits of simulated ranks, too.
  save_plan_of_eight(folder);
  const std::string shared = matrices + "--load-plan p.json --memory 30kB --simulate 8 --gradient ";
  REQUIRE(folder.diagc(shared + "one.npz").code == 0);
  const Finished swept = processes(2, shared + "two.npz --profile");
  INFO(swept.err);
  REQUIRE(swept.code == 0);
  CHECK(difference_of_arrays(folder, "two.npz", "one.npz") == 0);
  CHECK(swept.out.find("\nmeasured ") != std::string::npos);
  // Parts and checkpoints are those of simulated ranks, whoever has these.
  const std::string printed =
      "contract ising -D n=14 --fill 0.4 --memory 60kB --moves 20000 --seed 2 --simulate 4 ";
  CHECK(processes(2, printed + "--slices 0..2 -o a.json").code == 0);
  CHECK(folder.diagc(printed + "--slices 2.. -o b.json").code == 0);
  const Json sum = Json::parse(folder.diagc("contract --json --add a.json b.json").out);
  CHECK(sum["value"] == of_four["value"]);
  CHECK(processes(2, printed + "--checkpoint c.cp --seconds 1e-9").code == 1);
  const Json resumed = Json::parse(folder.diagc(printed + "--json --checkpoint c.cp --resume").out);
  CHECK(resumed["value"] == of_four["value"]);
  CHECK(resumed["counted_bytes"] == resumed["planned_bytes"]);
  CHECK(resumed["counted_bytes"] < of_four["counted_bytes"]);
  // The first process finds no plan, and the others do not wait for it.
  const Finished little = processes(
      2, "contract 'ij,jk,ki->' --extent i=16 --extent j=32 --extent k=64 --fill ones --memory 8");
  CHECK(little.code == 1);
  CHECK(little.err.find("FILE: found --memory of 8 bytes for each of 2 devices, expected more") !=
        std::string::npos);
}
