// `diagc contract --target cuda` on the fake device: values as on processors, plans, and errors that say what to do.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"
#include "npy.h"
#include "runtime/batch/npz.h"

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
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["j"]})");
  const std::string network =
      "contract 'ij,jk,kl->il' --extent i=3 --extent j=4 --extent k=5 --extent l=2 --fill "
      "random:3 ";
  REQUIRE(folder.diagc(network + "--order o.json -o cpu.npy").code == 0);
  const Finished gpu =
      on_fake_gpu(folder, network + "--order o.json --target cuda -o gpu.npy --profile");
  INFO(gpu.err);
  REQUIRE(gpu.code == 0);
  CHECK(gpu.out.find(" in 4 slices on the device\n") != std::string::npos);
  const auto cpu = read_array<double>(folder, "cpu.npy").values,
             found = read_array<double>(folder, "gpu.npy").values;
  REQUIRE(found.size() == 6);
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(cpu[k]).epsilon(1e-13));
  // Devices of one kind give the same bits, however many share the slices.
  REQUIRE(
      on_fake_gpu(folder, network + "--order o.json --target cuda --devices 0,1 -o two.npy").code ==
      0);
  CHECK(read_array<double>(folder, "two.npy").values == found);
  REQUIRE(
      on_fake_gpu(folder, network + "--order o.json --target cuda --save-plan p.json -o gpu.npy")
          .code == 0);
  CHECK(on_fake_gpu(folder, network + "--load-plan p.json --target cuda -o again.npy").code == 0);
  CHECK(folder.diagc(network + "--load-plan p.json -o again.npy").err ==
        "FILE: found a plan for a device, expected one for processors (--target cpu)\n");
}

TEST_CASE("contract --gradient --target cuda gives the derivatives of processors") {
  const Folder folder;
  folder.write("o.json", R"({"ssa_path": [[0, 1], [3, 2]], "sliced": ["j"]})");
  const std::string options = triangle + "--order o.json --gradient ";
  REQUIRE(folder.diagc(options + "cpu.npz").code == 0);
  const Finished gpu = on_fake_gpu(folder, options + "gpu.npz --target cuda --devices 0,1");
  INFO(gpu.err);
  REQUIRE(gpu.code == 0);
  const auto expected = diagc::read_npz(folder.path() / "cpu.npz"),
             found = diagc::read_npz(folder.path() / "gpu.npz");
  REQUIRE(found.size() == 3);
  for (std::size_t t = 0; t < 3; ++t) {
    REQUIRE(found[t].second.shape == expected[t].second.shape);
    const auto* own = reinterpret_cast<const double*>(found[t].second.data.get());
    const auto* other = reinterpret_cast<const double*>(expected[t].second.data.get());
    for (std::size_t k = 0; k < found[t].second.elements; ++k)
      CHECK(std::abs(own[k] - other[k]) <= 1e-12);
  }
  CHECK(on_fake_gpu(folder, options + "gpu.npz --target cuda --memory 2MiB").code == 0);
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
