// Events of populations on processors and on devices.
#include <catch2/catch.hpp>

#include <cstring>

#include "physics/collider/generator/generate.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/collider_devices/device_process.h"
#include "tests/cuda/fake_driver/fake_driver.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

constexpr const char* two_sets =
    "[couplings]\nscale = \"HT/2\"\n[[cuts]]\npt = 20\n[[cuts]]\npt = 30\neta = 2\n"
    "[[histogram]]\nobservable = \"HT\"\nbins = 7\nrange = [40, 240]\n"
    "[[histogram]]\nobservable = \"pt_2\"\nbins = 5\nrange = [20, 60]\ncuts = 2\n"
    "[[histogram]]\nobservable = \"min_dR\"\nbins = 4\nrange = [0, 4]\n";

struct Case {
  std::string process;  // of the job, and its sampler
  std::size_t channel;
  Precision precision;
};

}  // namespace

TEST_CASE("events on a device are those of processors") {
  fake_cuda::reset();
  const auto density = read_density("analytic");
  const auto coupling = running_coupling({});
  const std::string antenna = "[run]\nseed = 5\n", rambo = "[run]\nseed = 5\nsampler = \"rambo\"\n";
  for (const Case& which :
       {Case{"[process]\njets = 2\n" + antenna, 0, Precision::fp64},
        Case{"[process]\njets = 3\n" + antenna, 0, Precision::fp32},
        Case{"[process]\njets = 3\n" + rambo, 0, Precision::fp64},
        Case{"[process]\njets = 5\n" + antenna, 0, Precision::fp64},
        Case{"[process]\njets = 2\ncolour = \"full\"\n" + antenna, 0, Precision::fp64},
        Case{"[process]\njets = 3\npartons = \"qcd\"\n" + antenna, 2, Precision::fp64}}) {
    const Job job = job_of(which.process + two_sets);
    const PartonChannel channel = parton_channels(process_options(job)).at(which.channel);
    CAPTURE(which.process, channel.name);
    const auto process = [&](Target target) {
      return Process{.job = job,
                     .channels = {subprocess_of(channel, target, which.precision)},
                     .density = density,
                     .coupling = coupling};
    };
    const Process on_cpu = process(Target::cpu), on_gpu = process(Target::cuda);
    const std::vector<std::uint32_t> groups{3, 62};
    const auto cpu = on_processor(on_cpu, groups);
    const auto gpu = on_device(on_gpu, groups, {.use_cache = false, .blocks = 8, .stretch = 6});
    REQUIRE(gpu->shape().members == cpu->shape().members);
    const bool single = which.precision == Precision::fp32;
    check_alike(walk(*gpu, {.first = 7, .count = 6}), walk(*cpu, {.first = 7, .count = 6}),
                single ? 1e-4 : 1e-9, single ? 1000 : 20);
  }
}

TEST_CASE("a device fits what processors fit, and one device gives the bits of two") {
  fake_cuda::reset();
  const Job job = job_of("[process]\njets = 2\n" + std::string(two_sets));
  const PartonChannel channel = parton_channels(process_options(job)).front();
  const auto process = [&](Target target) {
    return Process{.job = job,
                   .channels = {subprocess_of(channel, target, Precision::fp64)},
                   .density = read_density("analytic"),
                   .coupling = running_coupling({})};
  };
  const Process on_cpu = process(Target::cpu), on_gpu = process(Target::cuda);
  const auto cpu = on_processor(on_cpu, {1});
  const auto device = [&](std::vector<std::uint32_t> groups, std::uint32_t batch) {
    return on_device(on_gpu, std::move(groups),
                     {.use_cache = false, .blocks = 8, .stretch = 24, .batch = batch});
  };
  const auto gpu = device({5, 11, 40}, 24 * 4);
  std::uint64_t next_cpu = 0, next_gpu = 0;
  REQUIRE(cpu->warm_up(2, {}, next_cpu));
  REQUIRE(gpu->warm_up(1, {}, next_gpu));
  CHECK(next_cpu == next_gpu);
  const runs::Bytes a = cpu->tables(), b = gpu->tables();
  REQUIRE(a.size() == b.size());
  REQUIRE(a.size() % sizeof(double) == 0);
  for (std::size_t i = 0; i < a.size(); i += sizeof(double)) {
    double x = 0, y = 0;
    std::memcpy(&x, &a[i], sizeof x);
    std::memcpy(&y, &b[i], sizeof y);
    REQUIRE(x == Approx(y).epsilon(2e-3));  // an event on a border of cells may fall to either side
  }
  // The same groups on devices of their own, in batches of another length.
  const runs::Steps steps{.first = next_gpu, .count = 24};
  const Walk whole = walk(*gpu, steps);
  Walk parts;
  parts.cells.resize(whole.cells.size());
  for (const std::uint32_t group : {5U, 11U, 40U}) {
    const auto own = device({group}, 8 * 8);
    own->configure(gpu->tables());
    const Walk part = walk(*own, steps);
    parts.sums.push_back(part.sums.front());
    for (std::size_t cell = 0; cell < part.cells.size(); ++cell)
      parts.cells[cell] += part.cells[cell];
  }
  CHECK(whole.cells == parts.cells);
  for (std::size_t group = 0; group < 3; ++group) {
    CHECK(whole.sums[group].first == parts.sums[group].first);
    CHECK(whole.sums[group].second == parts.sums[group].second);
    CHECK(whole.sums[group].largest == parts.sums[group].largest);
    CHECK(whole.sums[group].counts == parts.sums[group].counts);
  }
  check_alike(walk(*gpu, steps), whole, 0, 0);
}

TEST_CASE("a run on two devices, resumed, is that of one device") {
  fake_cuda::reset();
  const TemporaryFolder folder;
  const auto density = read_density("analytic");
  const auto coupling = running_coupling({});
  const auto run = [&](double events, bool resume, int devices) {
    const Job job = job_of("[process]\njets = 2\n[couplings]\nscale = 91.188\n[run]\nevents = " +
                           std::to_string(events) +
                           "\n[[histogram]]\nobservable = \"HT\"\nbins = 5\nrange = [40, "
                           "140]\n[checkpoint]\npath = \"" +
                           (folder / std::to_string(devices)).string() + "\"\n");
    const PartonChannel channel = parton_channels(process_options(job)).front();
    const Process process{
        .job = job,
        .channels = {subprocess_of(channel, Target::cuda, Precision::fp64, {0, 1})},
        .density = density,
        .coupling = coupling};
    Result result;
    runs::RankThreads ranks(devices);
    ranks.run([&](runs::Ranks& rank) {
      RunOptions options;
      options.ranks = &rank;
      options.resume = resume;
      options.device = {.device = rank.rank(),
                        .use_cache = false,
                        .blocks = 2,
                        .stretch = 8,
                        .batch = 600,
                        .cores = 0.25};
      const Result own = generate(process, options, {}).result;
      if (rank.rank() == 0) result = own;
    });
    return result;
  };
  const Result whole = run(3e5, false, 1);
  run(1, false, 2);
  const Result parts = run(3e5, true, 2);
  CHECK(whole.generated >= 300'000);
  CHECK(whole.generated == parts.generated);
  CHECK(whole.passed == parts.passed);
  CHECK(whole.cross_section == parts.cross_section);
  CHECK(whole.error == parts.error);
  CHECK(whole.bins == parts.bins);
  CHECK(whole.histograms == parts.histograms);
}
