// `diagc eval --target cuda` on the fake device: right results, or an error that says what to do, and nothing lost.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"
#include "npy.h"

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most = 100;

/// Matrices of −1, 0 and 1, so that all sums and products are exact in every order and precision.
void write_matrices(const Folder& folder, const std::string& name, std::size_t batch,
                    std::size_t n) {
  std::vector<float> entries(batch * n * n);
  unsigned state = 1;
  for (float& entry : entries) {
    state = state * 1664525 + 1013904223;
    entry = static_cast<float>((state >> 24) % 3) - 1;
  }
  write_array<float>(folder, name, {batch, n, n}, entries);
}

template <class T>
std::vector<double> results(const Folder& folder, const std::string& name) {
  const std::vector<T> values = read_array<T>(folder, name).values;
  return {values.begin(), values.end()};
}

Finished eval(const Folder& folder, const std::string& more, const std::string& environment = "") {
  return on_fake_gpu(folder, "eval permanent -D n=4 -i A=A.npy -o perm=p.npy " + more, environment);
}

/// What goes wrong leaves no output.
void fails(const Folder& folder, const Finished& run, const std::string& message) {
  CHECK(run.code == 1);
  CHECK(run.out.empty());
  CHECK(run.err == message);
  CHECK_FALSE(folder.has("p.npy"));
}

}  // namespace

TEST_CASE("derivatives on a device are those of the interpreter") {
  const Folder folder;
  write_matrices(folder, "A.npy", 33, 4);
  const std::string rules = "eval permanent -D n=4 --gradient perm -i A=A.npy -o d_perm_A=";
  REQUIRE(folder.diagc(rules + "exact.npy --target interpreter").code == 0);
  for (const std::string schedule : {"straight", "chunked", "windowed", "cooperative:packed"}) {
    const Finished run = on_fake_gpu(folder, rules + "p.npy --schedule " + schedule);
    INFO(schedule << ": " << run.err);
    REQUIRE(run.code == 0);
    CHECK(results<double>(folder, "p.npy") == results<double>(folder, "exact.npy"));
  }
}

TEST_CASE(
    "every schedule and precision, batches of 0, 1, 31, 33 and 100, one device and two: the exact "
    "values",
    "[slow]") {
  const Folder folder;
  constexpr std::size_t n = 11;  // several chunks
  write_matrices(folder, "A.npy", most, n);
  const std::string rules = "eval permanent -D n=11 -o perm=";
  REQUIRE(folder.diagc(rules + "exact.npy -i A=A.npy --target interpreter").code == 0);
  const std::vector<double> exact = results<double>(folder, "exact.npy");
  REQUIRE(exact.size() == most);
  CHECK(*std::max_element(exact.begin(), exact.end()) > 100);
  for (const std::size_t batch :
       {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{33}, most}) {
    write_matrices(folder, "B.npy", batch, n);
    for (const std::string schedule : {"straight", "chunked", "windowed", "cooperative:packed"}) {
      for (const std::string precision : {"fp32", "fp64"}) {
        for (const std::string devices : {"0", "0,1"}) {
          CAPTURE(batch, schedule, precision, devices);
          const Finished run =
              on_fake_gpu(folder, rules + "p.npy -i A=B.npy --target cuda --schedule " + schedule +
                                      " --precision " + precision + " --devices " + devices);
          INFO(run.err);
          REQUIRE(run.code == 0);
          const std::vector<double> values = precision == "fp32" ? results<float>(folder, "p.npy")
                                                                 : results<double>(folder, "p.npy");
          CHECK(values == std::vector<double>(exact.begin(),
                                              exact.begin() + static_cast<std::ptrdiff_t>(batch)));
        }
      }
    }
  }
}

TEST_CASE("no driver, no device, no device of that number, no NVRTC") {
  const Folder folder;
  write_matrices(folder, "A.npy", 3, 4);
  const std::string advice =
      " Kernels run on an NVIDIA GPU with a driver for CUDA 12 or later (525 or later, as "
      "nvidia-smi counts); compiling them needs NVRTC alone.\n";
  fails(folder, eval(folder, "--target cuda", "DIAGC_CUDA_DRIVER=/nowhere/libcuda.so"),
        "error: no NVIDIA driver: DIAGC_CUDA_DRIVER names a file that does not open: "
        "/nowhere/libcuda.so: there is no such file." +
            advice);
  fails(folder, eval(folder, "--target cuda", "FAKE_CUDA_DEVICES=0"),
        "error: no NVIDIA GPU: the driver " DIAGC_FAKE_CUDA
        " (CUDA 12.8) finds none, or CUDA_VISIBLE_DEVICES hides all." +
            advice);
  fails(folder, eval(folder, "--target cuda --devices 2"),
        "error: there is no CUDA device 2: this machine shows 2, numbered 0 to 1\n");
  fails(folder, eval(folder, "--target cuda", "DIAGC_NVRTC=/nowhere/libnvrtc.so"),
        "error: NVRTC, NVIDIA's run-time compiler, was not found: libnvrtc.so (12 or later) is not "
        "in /nowhere/libnvrtc.so. Install the CUDA toolkit (12.0 or later) or `pip install "
        "nvidia-cuda-nvrtc`, or let CUDA_HOME name a toolkit's folder or DIAGC_NVRTC the file.\n");
}

TEST_CASE("a device that NVRTC does not know, and a name that is no architecture") {
  const Folder folder;
  write_matrices(folder, "A.npy", 3, 4);
  fails(
      folder, eval(folder, "--target cuda", "FAKE_CUDA_CAPABILITY=120"),
      "error: NVRTC 12.8 (" DIAGC_FAKE_NVRTC
      ") makes no code for sm_120, only for sm_80, sm_90. A newer toolkit knows newer devices, an "
      "older one older devices; DIAGC_NVRTC can name another libnvrtc.so.\n");
  const Finished named =
      folder.diagc("compile permanent -D n=4 --emit cubin --arch sm_20 -o p.npy");
  CHECK(named.code == 2);
  CHECK(named.err.find("--arch: found sm_20, expected sm_80 or sm_90") != std::string::npos);
  CHECK_FALSE(folder.has("p.npy"));
}

TEST_CASE("no memory on the device: how much was needed and is there") {
  const Folder folder;
  write_matrices(folder, "A.npy", 1000, 4);
  const Finished none = eval(folder, "--target cuda", "FAKE_CUDA_MEMORY=0");
  CHECK(none.code == 1);
  CHECK(none.err == "error: device 0 (Fake) has no 4352 bytes of memory left: 0 of 0 are free\n");
  CHECK_FALSE(folder.has("p.npy"));
  // A batch of twice the memory goes in pieces.
  write_matrices(folder, "A.npy", 32'000, 4);
  const Finished little = eval(folder, "--target cuda", "FAKE_CUDA_MEMORY=1");
  INFO(little.err);
  REQUIRE(little.code == 0);
  REQUIRE(folder.diagc("eval permanent -D n=4 -i A=A.npy -o perm=exact.npy --target interpreter")
              .code == 0);
  CHECK(folder.read("p.npy") == folder.read("exact.npy"));
}

TEST_CASE(
    "a killed compile worker: which source, by what; the next run is as if nothing had been") {
  const Folder folder(Folder::Cache::own);
  write_matrices(folder, "A.npy", 5, 11);
  fs::create_directory(folder.path() / "tmp");
  const std::string arguments =
      "eval permanent -D n=11 -i A=A.npy -o perm=p.npy --target cuda --schedule chunked";
  const std::string temporary = "TMPDIR=" + (folder.path() / "tmp").string();
  const Finished killed = on_fake_gpu(folder, arguments, temporary + " FAKE_NVRTC_KILL=1");
  // Several are compiled at once, of which any may be the first to be killed.
  const std::size_t number = std::string("error: the process that compiled permanent_chunk").size();
  REQUIRE(killed.err.size() > number);
  CHECK(std::isdigit(static_cast<unsigned char>(killed.err[number])));
  fails(
      folder, killed,
      fmt::format(
          "error: the process that compiled permanent_chunk{}.cu with NVRTC was killed by signal 9 "
          "(Killed); when memory is short, the system does that\n",
          killed.err[number]));
  CHECK(fs::is_empty(folder.path() / "tmp"));
  CHECK(nlohmann::json::parse(folder.diagc("cache list --json").out).empty());
  const Finished again = on_fake_gpu(folder, arguments, temporary);
  INFO(again.err);
  REQUIRE(again.code == 0);
  CHECK(fs::is_empty(folder.path() / "tmp"));
  REQUIRE(folder.diagc("eval permanent -D n=11 -i A=A.npy -o perm=exact.npy --target interpreter")
              .code == 0);
  CHECK(folder.read("p.npy") == folder.read("exact.npy"));
}

TEST_CASE("a damaged cache is compiled anew and healed", "[slow]") {
  const Folder folder(Folder::Cache::own);
  const auto compile = [&] {
    const Finished run = on_fake_gpu(
        folder, "compile permanent -D n=11 --target cuda --schedule chunked --precision fp32");
    INFO(run.err);
    REQUIRE(run.code == 0);
    return run.out.substr(run.out.rfind("cache"));
  };
  CHECK(compile() == "cache     compiled anew\n");
  CHECK(compile() == "cache     found there\n");
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder.path() / ".cache")) {
    if (entry.path().extension() == ".entry") entries.push_back(entry.path());
  }
  std::sort(entries.begin(), entries.end());
  REQUIRE(entries.size() >= 2);
  const fs::path &first = entries[0], &second = entries[1];
  const std::vector<std::pair<const char*, std::function<void()>>> damages = {
      {"a bit flipped",
       [&] {
         const std::string name = ".cache/" + first.filename().string();
         std::string bytes = folder.read(name);
         bytes[bytes.size() / 2] ^= 4;
         folder.write(name, bytes);
       }},
      {"cut short", [&] { fs::resize_file(second, 1000); }},
      {"empty", [&] { fs::resize_file(second, 0); }},
      {"the CUBIN of another source in its place",
       [&] { fs::copy_file(first, second, fs::copy_options::overwrite_existing); }},
      {"gone", [&] { fs::remove(second); }}};
  for (const auto& [what, damage] : damages) {
    CAPTURE(what);
    damage();
    CHECK(compile() == "cache     compiled anew\n");
    CHECK(compile() == "cache     found there\n");
  }
}

TEST_CASE("stats ask a device of the right architecture for occupancy") {
  const Folder folder;
  const auto blocks_from = [&](const std::string& more) {
    const Finished run = on_fake_gpu(folder, "stats permanent -D n=3 --target cuda --json " + more);
    INFO(run.err);
    REQUIRE(run.code == 0);
    const auto row = nlohmann::json::parse(run.out)[0];
    return row["occupancy_from"].get<std::string>() + " " +
           std::to_string(row["blocks"].get<int>());
  };
  CHECK(blocks_from("") == "driver 2");  // as the fake driver says of everything
  CHECK(blocks_from("--arch sm_90") == "driver 2");
  // 40 registers a thread: 48 warps.
  CHECK(blocks_from("--arch sm_80") == "limits 12");
  const Finished table = on_fake_gpu(folder, "stats permanent -D n=3 --target cuda");
  CHECK(table.out.ends_with(
      "\nblocks and warps: on a multiprocessor at once, as the driver of device 0 (Fake, sm_90) "
      "tells.\n"));
}
