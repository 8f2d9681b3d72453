// diagc events on the devices of the fake driver.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "events_job.h"
#include "fake_gpu.h"
#include "physics/collider/jets/anti_kt.h"
#include "process.h"

namespace {

/// Two ranks of MPI on the stand-ins.
constexpr const char* two_ranks =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA
    "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC "' mpirun --oversubscribe -n 2 \"$DIAGC\" ";

bool has_mpi(const Folder& folder) {
  if (folder.shell("command -v mpirun").code == 0) return true;
  WARN("mpirun is not installed: not tested");
  return false;
}

}  // namespace

TEST_CASE("devices are taken for events that are kept, varied and cut into jets, too") {
  const Folder folder;
  folder.write("job.toml",
               "[process]\njets = 2\n[run]\nevents = 1e6\n[output]\nevents = \"job.lhe\"\n" +
                   std::string("[variations]\nscales = true\n") +
                   (diagc::collider::has_fastjet() ? "[cuts]\njets = \"anti-kt\"\n" : ""));
  // Steps take long on the stand-in: what is looked at is the choice, which the second line tells.
  const Finished run =
      folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC
                   "' \"$DIAGC\" events job.toml 2> log & pid=$!; "
                   "for i in $(seq 600); do grep -q '^runs on' log && break; sleep 0.1; done; "
                   "kill -KILL $pid; cat log >&2");
  INFO(run.err);
  REQUIRE(run.err.find('\n') != std::string::npos);
  CHECK(run.err.find("\nruns on devices 0, 1, Fake\n") == run.err.find('\n'));
}

TEST_CASE("of two ranks on a machine each takes a device of its own") {
  const Folder folder;
  if (!has_mpi(folder)) return;
  // The stand-in has devices 0 and 1: the rank that takes the other one says so.
  const auto missing = [&](const char* devices) {
    folder.write("job.toml", std::string("[process]\njets = 2\n[run]\nevents = 1\ndevices = ") +
                                 devices + "\n");
    const Finished run = folder.shell(two_ranks + std::string("events --overwrite job.toml"));
    CHECK(run.code != 0);
    return run.err;
  };
  const std::string second = missing("[0, 7]"), first = missing("[6, 1]");
  CHECK_THAT(second, Catch::Contains("device 7") && !Catch::Contains("device 1"));
  CHECK_THAT(first, Catch::Contains("device 6") && !Catch::Contains("device 0"));
}

// 17 million events, which take the stand-in a quarter of a minute in each of three runs.
TEST_CASE("two ranks with a device each give the bits of one device, and of two of one process",
          "[.][events on devices]") {
  const Folder folder;
  REQUIRE(has_mpi(folder));
  const auto write = [&](const std::string& name, const char* devices) {
    folder.write(name + ".toml",
                 std::string("[process]\njets = 2\n[couplings]\nscale = 91.188\n[run]\n") +
                     "sampler = \"rambo\"\ntarget = \"cuda\"\nevents = 1\ndevices = " + devices +
                     "\n[unweighting]\nmaximum = 1e11\n[variations]\nscales = \"3-point\"\n" +
                     events_job::histograms + events_job::two_cuts + "[output]\nevents = \"" +
                     name + ".lhe\"\n");
  };
  const auto numbers_of = [&](const std::string& name) {
    nlohmann::json result =
        events_job::numbers(nlohmann::json::parse(folder.read(name + ".json"))["runs"][0]);
    result["events"].erase("write_seconds");
    return result;
  };
  const auto events_of = [&](const std::string& name) {
    const std::string text = folder.read(name + ".lhe");
    return text.substr(text.find("<init>"));
  };
  write("one", "[0]");
  write("both", "[0, 1]");
  write("ranks", "[0, 1]");
  REQUIRE(on_fake_gpu(folder, "events one.toml").code == 0);
  REQUIRE(on_fake_gpu(folder, "events both.toml").code == 0);
  REQUIRE(folder.shell(two_ranks + std::string("events ranks.toml")).code == 0);
  const auto run = nlohmann::json::parse(folder.read("ranks.json"))["runs"][0]["run"];
  CHECK(run["ranks"] == 2);
  CHECK(run["devices"].size() == 2);
  const nlohmann::json one = numbers_of("one");
  CHECK(one["events"]["count"].get<double>() > 1000);
  CHECK(numbers_of("both") == one);
  CHECK(numbers_of("ranks") == one);
  CHECK((events_of("both") == events_of("one")));
  CHECK((events_of("ranks") == events_of("one")));
}
