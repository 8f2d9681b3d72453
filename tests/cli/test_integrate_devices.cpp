// diagc integrate on devices, and shared among ranks.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"
#include "integrate_job.h"

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

TEST_CASE("target auto takes a device where there is one, and says so") {
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

  // Steps take long on the stand-in: what is looked at is the choice, which the second line tells.
  const Finished gpu =
      folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC
                   "' \"$DIAGC\" integrate atom.toml --overwrite 2> log & pid=$!; "
                   "for i in $(seq 600); do grep -q '^runs on' log && break; sleep 0.1; done; "
                   "kill -KILL $pid; cat log >&2");
  CHECK(gpu.err.find("\nruns on devices 0, 1, Fake\n") == gpu.err.find('\n'));
}

TEST_CASE(
    "an order takes the rule file and schedule that are faster on devices, where the job leaves "
    "them open") {
  const Folder folder;
  const auto model = [](int order) {
    return fmt::format(
        "[model]\nlattice = \"cluster\"\nhopping = [[0]]\nflavours = 6\n[orders]\nfrom = {0}\n"
        "to = {0}\n[run]\ntarget = \"cuda\"\ndevices = [0]\n",
        order);
  };
  const auto first_line = [&](int order, const std::string& job) {
    folder.write("one.toml", job);
    const Finished run = on_fake_gpu(folder, fmt::format("integrate one.toml --emit {}", order));
    INFO(run.err);
    REQUIRE(run.code == 0);
    return run.out.substr(0, run.out.find('\n'));
  };
  CHECK(first_line(7, model(7)) ==
        "// hubbard_sun_cdet_density_fixed, m = 6: double precision, CUDA for sm_90, warps that "
        "share configurations, by determinants of sets.");
  CHECK(first_line(6, model(6)) ==
        "// hubbard_sun_cdet_density_fixed, m = 5: double precision, CUDA for sm_90, lanes that "
        "share configurations, by rotations of vertices.");
  CHECK_THAT(first_line(4, model(4)),
             Catch::StartsWith("// hubbard_sun_cdet_density_fixed_apart, m = 3: "));
  CHECK_THAT(first_line(5, model(5)),
             Catch::StartsWith("// hubbard_sun_cdet_density_fixed_lowest, m = 4: "));
  // The job asks for a schedule or a file, which the usual one has.
  CHECK_THAT(first_line(4, model(4) + "schedule = \"straight:blocks=2\"\n"),
             Catch::StartsWith("// hubbard_sun_cdet_density_fixed, m = 3: "));
  CHECK_THAT(first_line(4, "[rules]\nfile = \"hubbard_sun_cdet_density_fixed\"\n" + model(4)),
             Catch::StartsWith("// hubbard_sun_cdet_density_fixed, m = 3: "));
}

TEST_CASE(
    "orders whose kernels for a device are not there in half of the time limit are left out") {
  const Folder folder;
  folder.write("short.toml",
               "[model]\nlattice = \"cluster\"\nhopping = [[0]]\nflavours = 6\n[orders]\nto = 3\n"
               "[run]\ntarget = \"cuda\"\ndevices = [0]\ntime_limit = 0.001\n");
  const Finished run = on_fake_gpu(folder, "integrate short.toml --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.find("order 2 and those above are left out: its code was not there after 0.0005 s, "
                     "half of the time limit\n") != std::string::npos);
  const auto orders = nlohmann::json::parse(run.out)["result"]["points"][0]["orders"];
  REQUIRE(orders.size() == 2);
  CHECK(orders[1]["order"] == 1);
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
