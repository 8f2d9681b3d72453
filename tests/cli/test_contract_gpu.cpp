// `diagc contract --target cuda` on the fake device: values as on processors, plans, and errors that say what to do.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"
#include "npy.h"
#include "npz_difference.h"

namespace {

const std::string triangle =
    "contract 'ij,jk,ki->' --extent i=20 --extent j=30 --extent k=40 --fill random:1 ";

/// What goes wrong is one line.
void fails_on_gpu(const std::string& options, int code, const std::string& message,
                  const std::string& environment = "") {
  const Folder folder;
  const Finished run = on_fake_gpu(folder, triangle + options, environment);
  CHECK(run.code == code);
  CHECK(run.out.empty());
  CHECK(run.err == message + "\n");
}

}  // namespace

TEST_CASE("contract --target cuda gives the values of processors") {
  const Folder folder;
  const Finished cpu = folder.diagc(triangle + "--json");
  const Finished gpu = on_fake_gpu(folder, triangle + "--target cuda --check --json");
  INFO(gpu.err);
  REQUIRE(gpu.code == 0);
  const auto expected = nlohmann::json::parse(cpu.out), found = nlohmann::json::parse(gpu.out);
  CHECK(found["value"].get<double>() == Approx(expected["value"].get<double>()).epsilon(1e-13));
  // One page of the device's memory.
  CHECK(found["peak_bytes"] == 2 << 20);

  const std::string counts = "contract independent_sets -D n=5 -D king=true --element count ";
  const Finished count = on_fake_gpu(folder, counts + "--target cuda --json");
  INFO(count.err);
  CHECK(nlohmann::json::parse(count.out)["value"] == "6427");
}

TEST_CASE("contract --target cuda takes slices, with open axes, and goes on from plans in files") {
  const Folder folder;
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["j", "k"]})");
  const std::string network =
      "contract 'ij,jk,kl->il' --extent i=3 --extent j=4 --extent k=5 --extent l=2 --fill "
      "random:3 ";
  REQUIRE(folder.diagc(network + "--order o.json -o cpu.npy").code == 0);
  const Finished gpu =
      on_fake_gpu(folder, network + "--order o.json --target cuda -o gpu.npy --profile");
  INFO(gpu.err);
  REQUIRE(gpu.code == 0);
  CHECK(gpu.out.find(" in 5 slices on the device\n") != std::string::npos);
  CHECK(gpu.out.find("\nloop over j, 4 values: kernel 1 of value 3\n") != std::string::npos);
  const auto cpu = read_array<double>(folder, "cpu.npy").values,
             found = read_array<double>(folder, "gpu.npy").values;
  REQUIRE(found.size() == 6);
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(cpu[k]).epsilon(1e-13));
  REQUIRE(
      on_fake_gpu(folder, network + "--order o.json --target cuda --save-plan p.json -o gpu.npy")
          .code == 0);
  // Devices of one kind give the same bits by the same plan, however many share the slices.
  REQUIRE(on_fake_gpu(folder,
                      network + "--load-plan p.json --target cuda --devices 0,1 -o two.npy --json")
              .code == 0);
  CHECK(read_array<double>(folder, "two.npy").values == found);
  // What they plan themselves has slices alone.
  const Finished alone =
      on_fake_gpu(folder, network + "--order o.json --target cuda --devices 0,1 -o two.npy --json");
  CHECK(nlohmann::json::parse(alone.out)["slices"] == 20);
  const auto two = read_array<double>(folder, "two.npy").values;
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(two[k] == Approx(cpu[k]).epsilon(1e-13));
  CHECK(on_fake_gpu(folder, network + "--load-plan p.json --target cuda -o again.npy").code == 0);
  CHECK(folder.diagc(network + "--load-plan p.json -o again.npy").err ==
        "FILE: found a plan for a device, expected one for processors (--target cpu)\n");
}

TEST_CASE(
    "devices share the arrays of slices: counted bytes, parts, checkpoints, processes of MPI") {
  const Folder folder;
  // One device cannot hold the first tensor; two send each other their parts of a sum in every slice.
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["m"]})");
  const std::string network =
      "contract 'mij,jk,mil->kl' --extent m=4 --extent i=1200 --extent j=128 --extent k=32 "
      "--extent l=32 --fill random:1 --order o.json ";
  const std::string shared = network + "--target cuda --memory 4MiB ";
  REQUIRE(folder.diagc(network + "-o cpu.npy").code == 0);
  CHECK(on_fake_gpu(folder, shared + "-o one.npy").err ==
        "FILE: this order takes 8388608 bytes, 4194304 more than the 4194304 of --memory\n");
  const Finished run = on_fake_gpu(folder, shared + "--devices 0,1 --json -o two.npy");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json["slices"] == 4);
  CHECK(json["ranks"] == 2);
  CHECK(json["counted_bytes"] > 0);
  CHECK(json["counted_bytes"] == json["planned_bytes"]);
  const auto cpu = read_array<double>(folder, "cpu.npy").values,
             two = read_array<double>(folder, "two.npy").values;
  REQUIRE(two.size() == 1024);
  for (std::size_t k = 0; k < two.size(); ++k) CHECK(std::abs(two[k] - cpu[k]) < 1e-9);

  CHECK(on_fake_gpu(folder, shared + "--devices 0,1 --slices 0..1 -o a.json").code == 0);
  CHECK(on_fake_gpu(folder, shared + "--devices 0,1 --slices 1.. -o b.json").code == 0);
  CHECK(folder.diagc("contract --add a.json b.json -o parts.npy").code == 0);
  CHECK(folder.read("parts.npy") == folder.read("two.npy"));
  REQUIRE(folder.diagc(network + "--slices 0..1 -o c.json").code == 0);
  const Finished mixed = folder.diagc("contract --add a.json c.json -o parts.npy");
  CHECK(mixed.code == 1);
  CHECK(mixed.err.find("c.json: found a part that differs from the first one in its ") == 0);

  const std::string stopped = "--checkpoint c.cp --seconds 1e-9 -o again.npy";
  const Finished first = on_fake_gpu(folder, shared + "--devices 0,1 " + stopped);
  CHECK(first.code == 1);
  CHECK(first.err == "FILE: stopped after 1 of 4 slices; --resume goes on from c.cp\n");
  // Shares that are different ranks' may be different processes', which send them through the memory of the hosts where there is no NCCL.
  std::string launcher, environment;
  if (folder.shell("command -v mpirun").code == 0) {
    launcher = "mpirun --oversubscribe -n 2";
    environment = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 DIAGC_NCCL=/nowhere ";
  } else {
    WARN("mpirun is not installed: devices of several processes are not tested");
  }
  const std::string devices = launcher.empty() ? "--devices 0,1 " : "";
  const auto resumed =
      on_fake_gpu(folder, shared + devices + "--checkpoint c.cp --resume --json -o again.npy",
                  environment + launcher);
  INFO(resumed.err);
  REQUIRE(resumed.code == 0);
  CHECK(folder.read("again.npy") == folder.read("two.npy"));
  const auto rest = nlohmann::json::parse(resumed.out);
  CHECK(rest["counted_bytes"] == rest["planned_bytes"]);
  CHECK(rest["counted_bytes"].get<double>() == 0.75 * json["counted_bytes"].get<double>());
  if (launcher.empty()) return;
  CHECK(rest["links"] == "host memory between processes");
  const auto stops = on_fake_gpu(folder, shared + "--checkpoint d.cp --seconds 1e-9 -o d.npy",
                                 environment + launcher);
  CHECK(stops.code == 1);
  CHECK(stops.err.find("FILE: stopped after 1 of 4 slices; --resume goes on from d.cp\n") !=
        std::string::npos);
  CHECK(folder.read("d.cp").size() > 0);
}

TEST_CASE("devices that share arrays have sums that end early: what is sent is counted") {
  const Folder folder;
  // The sum over m ends with the first step, whose parts the devices send each other behind its loop.
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["m"]})");
  const std::string network =
      "contract 'mij,jk,il->kl' --extent m=4 --extent i=1200 --extent j=128 --extent k=32 "
      "--extent l=32 --fill random:1 --order o.json ";
  REQUIRE(folder.diagc(network + "-o cpu.npy").code == 0);
  const Finished run = on_fake_gpu(
      folder, network + "--target cuda --memory 4MiB --devices 0,1 --profile -o two.npy");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.find(", 1 slice\n") != std::string::npos);
  CHECK(run.out.find("loop over m, 4 values: 1 step to value 3\n") != std::string::npos);
  CHECK(run.out.find("devices  pieces by NCCL, ") != std::string::npos);
  const auto cpu = read_array<double>(folder, "cpu.npy").values,
             two = read_array<double>(folder, "two.npy").values;
  REQUIRE(two.size() == 1024);
  for (std::size_t k = 0; k < two.size(); ++k) CHECK(std::abs(two[k] - cpu[k]) < 1e-9);
  const Finished counted =
      on_fake_gpu(folder, network + "--target cuda --memory 4MiB --devices 0,1 --json -o two.npy");
  REQUIRE(counted.code == 0);
  const auto json = nlohmann::json::parse(counted.out);
  CHECK(json["slices"] == 1);
  CHECK(json["counted_bytes"] > 0);
  CHECK(json["counted_bytes"] == json["planned_bytes"]);
  CHECK(json["links"] == "NCCL");
  CHECK(!json.contains("busy_s"));
}

TEST_CASE("contract --gradient --target cuda gives the derivatives of processors") {
  const Folder folder;
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["j"]})");
  const std::string options = triangle + "--order o.json --gradient ";
  REQUIRE(folder.diagc(options + "cpu.npz").code == 0);
  const Finished gpu = on_fake_gpu(folder, options + "gpu.npz --target cuda --devices 0,1");
  INFO(gpu.err);
  REQUIRE(gpu.code == 0);
  CHECK(difference_of_arrays(folder, "gpu.npz", "cpu.npz") < 1e-13);
  CHECK(on_fake_gpu(folder, options + "gpu.npz --target cuda --memory 2MiB").code == 0);
  // One device cannot hold the first tensor, two share the arrays of every slice; derivatives take more memory.
  folder.write("m.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["m"]})");
  const std::string large =
      "contract 'mij,jk,ik->' --extent m=4 --extent i=1200 --extent j=128 --extent k=32 --fill "
      "random:1 ";
  const std::string devices = large + "--target cuda --devices 0,1 ";
  REQUIRE(folder.diagc(large + "--order m.json --gradient one.npz").code == 0);
  REQUIRE(on_fake_gpu(folder, devices + "--order m.json --memory 4MiB --save-plan p.json").code ==
          0);
  const Finished two = on_fake_gpu(
      folder, devices + "--load-plan p.json --memory 8MiB --gradient two.npz --profile");
  INFO(two.err);
  REQUIRE(two.code == 0);
  CHECK(two.out.find("measured  exchanged  exchanges\n") != std::string::npos);
  CHECK(difference_of_arrays(folder, "two.npz", "one.npz") < 1e-13);
}

TEST_CASE("contract --plan --target cuda needs no device, given the memory") {
  const Folder folder;
  folder.write("o.json", "[[0, 1], [0, 1]]");
  const Finished run = folder.diagc(triangle + "--order o.json --target cuda --memory 1GiB --plan");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.out ==
        "network  3 tensors, 3 labels, 0 open\n"
        "order    10^4.39 products, largest value 2^10.23 elements, 1 slice\n"
        "memory   2 MiB at most\n"
        " value   left  right    batch        m        n        k     elements    share  kernel "
        "kind          relayout      expected\n"
        "     3      1      0        1       40       20       30          800   96.77%       1 "
        "by tables                    4.01 us\n"
        "     4      2      3        1        1        1      800            1    3.23%       2 "
        "group                           4 us\n"
        "expected 8.01 us on an H200\n");
}

TEST_CASE("contract --plan --target cuda shows steps of one kernel") {
  const Folder folder;
  folder.write("o.json", "[[0, 1], [0, 1]]");
  const Finished run = folder.diagc(
      "contract 'ij,jk,kl->il' --extent i=1048576 --extent j=4 --extent k=4 --extent l=4 --fill "
      "0.5 "
      "--order o.json --target cuda --memory 1GiB --plan");
  INFO(run.out);
  CHECK(run.code == 0);
  CHECK(run.out.find("fused 1 of 2") != std::string::npos);
  CHECK(run.out.find("fused 2 of 2                    0 us") != std::string::npos);
}

TEST_CASE("contract --target cuda says what is missing") {
  fails_on_gpu("--target cuda --devices 7", 1,
               "FILE: there is no CUDA device 7: this machine shows 2, numbered 0 to 1");
  for (const std::string numbers : {"x", "1,1", "0,", ",1"}) {
    fails_on_gpu("--target cuda --devices " + numbers, 2,
                 "diagc: found --devices " + numbers +
                     ", expected numbers of devices, each once, such as 0,1");
  }
  fails_on_gpu("--devices 0", 2, "diagc: found --devices 0 without --target cuda, expected both");
  fails_on_gpu("--target cuda --memory 1MiB", 1,
               "FILE: the smallest contraction found takes 2097152 bytes, 1048576 more than the "
               "1048576 of --memory");
}
