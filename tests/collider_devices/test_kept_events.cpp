// Events that devices keep, vary and find jets in, against processors; and files of them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "physics/collider/generator/generate.h"
#include "physics/collider/jets/anti_kt.h"
#include "physics/collider/output/event_file.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/collider_devices/device_process.h"
#include "tests/cuda/fake_driver/fake_driver.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// A job's only channel, or one of several, on both.
struct Both {
  Both(const std::string& text, std::size_t number = 0, Precision precision = Precision::fp64)
      : job(job_of(text)) {
    const PartonChannel channel = parton_channels(process_options(job)).at(number);
    const auto process = [&](Target target) {
      return Process{.job = job,
                     .channels = {subprocess_of(channel, target, precision)},
                     .density = read_density("analytic"),
                     .coupling = running_coupling({}),
                     .variations = read_variations(job)};
    };
    cpu.emplace(process(Target::cpu));
    gpu.emplace(process(Target::cuda));
  }
  Job job;
  std::optional<Process> cpu, gpu;
};

constexpr const char* keeps = "[output]\nevents = \"x.lhe\"\n";

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a device picks the events that processors pick") {
  fake_cuda::reset();
  for (const std::string& more :
       {std::string("[process]\njets = 2\n[unweighting]\nmaximum = 2e8\n"),
        std::string("[process]\njets = 2\n[unweighting]\nweighted = true\n"),
        std::string(
            "[process]\njets = 3\n[run]\nsampler = \"rambo\"\n[unweighting]\nmaximum = 1e7\n"),
        std::string("[process]\njets = 5\n[unweighting]\nmaximum = 1e6\n")}) {
    CAPTURE(more);
    const Both both(more + keeps + "[[cuts]]\npt = 30\n[[cuts]]\npt = 20\n");
    const std::vector<std::uint32_t> groups{3, 62};
    const auto cpu = on_processor(*both.cpu, groups);
    // Several batches, of which two are on their way at once.
    const auto gpu = on_device(*both.gpu, groups,
                               {.use_cache = false, .blocks = 8, .stretch = 20, .batch = 4 * 16});
    const runs::Steps steps{.first = 7, .count = 20};
    const Walk expected = walk(*cpu, steps), found = walk(*gpu, steps);
    check_alike(found, expected, 1e-9, 20);
    REQUIRE(expected.picked.size() > 20);
    REQUIRE(found.picked.size() == expected.picked.size());
    bool above = false;
    for (std::size_t i = 0; i < found.picked.size(); ++i) {
      const runs::PickedRow &a = found.picked[i], &b = expected.picked[i];
      REQUIRE(a.step == b.step);
      REQUIRE(a.member == b.member);
      REQUIRE(a.value == Approx(b.value).epsilon(1e-9));
      above = above || a.value > 1;
    }
    CHECK(above);
    CHECK(expected.picked.size() < expected.sums[0].counts[1] + expected.sums[1].counts[1]);
    // Nobody asks for them.
    const runs::PopulationShape& shape = gpu->shape();
    std::vector<runs::Sums> sums(groups.size(), runs::Sums(shape.quantities, shape.counters));
    gpu->advance(0, steps, {.groups = sums, .histogram = {}});
    CHECK(sums.front().counts == found.sums.front().counts);
  }
}

TEST_CASE("events of many jets in single precision are those in double precision") {
  fake_cuda::reset();
  // Of the amplitude's single precision, too, every event with its weight.
  const std::string text =
      std::string("[process]\njets = 7\n[unweighting]\nweighted = true\n") + keeps;
  const Both single(text, 0, Precision::fp32), both(text, 0, Precision::fp64);
  const std::vector<std::uint32_t> groups{3, 62};
  const DeviceOptions options{.use_cache = false, .blocks = 8, .stretch = 20, .batch = 4 * 16};
  DeviceOptions plain = options;
  plain.screens = false;
  const auto screened = on_device(*single.gpu, groups, options),
             whole = on_device(*single.gpu, groups, plain),
             exact = on_device(*both.gpu, groups, options);
  const runs::Steps steps{.first = 7, .count = 8};
  const Walk found = walk(*screened, steps), expected = walk(*whole, steps),
             doubles = walk(*exact, steps);
  check_alike(found, expected, 1e-3, 0);
  REQUIRE(expected.picked.size() > 5'000);
  REQUIRE(found.picked.size() == expected.picked.size());
  REQUIRE(doubles.picked.size() == expected.picked.size());
  std::vector<double> errors, rounding;  // of weights, also where only the amplitude is single
  for (std::size_t i = 0; i < found.picked.size(); ++i) {
    const runs::PickedRow &a = found.picked[i], &b = expected.picked[i], &c = doubles.picked[i];
    REQUIRE(a.step == b.step);
    REQUIRE(a.member == b.member);
    REQUIRE(a.member == c.member);
    errors.push_back(std::abs(a.value / c.value - 1));
    rounding.push_back(std::abs(b.value / c.value - 1));
  }
  std::ranges::sort(errors);
  std::ranges::sort(rounding);
  const auto part = [](const std::vector<double>& sorted, double p) {
    return sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1))];
  };
  if (std::getenv("SHOW"))
    for (const double p : {0.5, 0.9, 0.99, 0.999, 1.0})
      std::printf("  %g of the weights are within %.1e, of double kinematics within %.1e\n", p,
                  part(errors, p), part(rounding, p));
  CHECK(part(errors, 0.5) < 4 * part(rounding, 0.5));
  CHECK(part(errors, 0.99) < 4 * part(rounding, 0.99));
  CHECK(part(errors, 0.99) < 2e-3);
}

TEST_CASE("a device varies events as processors do") {
  fake_cuda::reset();
  const std::string scales = "[variations]\nscales = true\n";
  for (const auto& [text, channel] :
       {std::pair(std::string("[process]\njets = 2\n[couplings]\nscale = 91.188\n"), 0),
        std::pair(std::string("[process]\njets = 2\n[[histogram]]\nobservable = \"HT\"\nbins = "
                              "3\nrange = [40, 140]\n[[histogram]]\nobservable = \"y_1\"\n"
                              "bins = 4\nrange = [-2, 2]\ncuts = 2\n"),
                  0),
        // Too many bins for shared memory.
        std::pair(std::string("[process]\njets = 2\n[[histogram]]\nobservable = \"HT\"\nbins = "
                              "3000\nrange = [40, 140]\n"),
                  0),
        std::pair(std::string("[process]\njets = 5\n"), 0),
        std::pair(std::string("[process]\njets = 3\npartons = \"qcd\"\n"), 2)}) {
    CAPTURE(text);
    const Both both(text + scales + "[[cuts]]\npt = 30\n[[cuts]]\npt = 20\n", channel);
    const std::vector<std::uint32_t> groups{0, 17};
    const auto cpu = on_processor(*both.cpu, groups);
    const auto gpu = on_device(*both.gpu, groups,
                               {.use_cache = false, .blocks = 8, .stretch = 12, .batch = 8 * 16});
    // Units that hold the squares of all weights.
    std::uint64_t next = 0;
    REQUIRE(cpu->warm_up(2, {}, next));
    gpu->configure(cpu->tables());
    const runs::Steps steps{.first = next, .count = 12};
    const Walk expected = walk(*cpu, steps), found = walk(*gpu, steps);
    for (const VariedWeight& varied : ProcessTables(*both.cpu).varied())
      for (std::size_t k = 0; k < 3; ++k) REQUIRE(expected.cells.at(varied.first + k) > 0);
    check_alike(found, expected, 1e-9, 200);
  }
}

TEST_CASE("jets on a device are those that FastJet finds on processors") {
  if (!has_fastjet()) return;
  fake_cuda::reset();
  for (const char* const sampler : {"antenna", "rambo"}) {
    CAPTURE(sampler);
    const Both both("[process]\njets = 3\n[run]\nsampler = \"" + std::string(sampler) +
                    "\"\n[[cuts]]\njets = \"anti-kt\"\nradius = 0.6\n[[cuts]]\ndr = 0.4\n"
                    "[[cuts]]\njets = \"anti-kt\"\npt = 30\nradius = 0.5\ndr = 1\n");
    const std::vector<std::uint32_t> groups{5};
    const auto cpu = on_processor(*both.cpu, groups);
    const auto gpu = on_device(*both.gpu, groups, {.use_cache = false, .blocks = 8, .stretch = 12});
    const runs::Steps steps{.first = 3, .count = 12};
    const Walk expected = walk(*cpu, steps), found = walk(*gpu, steps);
    CHECK(expected.sums[0].counts[0] < expected.sums[0].counts[1]);
    check_alike(found, expected, 1e-9, 0);
  }
}

TEST_CASE("a file of events is the same from one device and from two, resumed") {
  fake_cuda::reset();
  const TemporaryFolder folder;
  const auto density = read_density("analytic");
  const auto coupling = running_coupling({});
  const auto run = [&](double events, bool resume, int devices) {
    const std::string name = (folder / std::to_string(devices)).string();
    const Job job = job_of("[process]\njets = 2\n[run]\nevents = " + std::to_string(events) +
                           "\n[variations]\nscales = \"3-point\"\n[checkpoint]\npath = \"" + name +
                           ".checkpoint\"\n[output]\nevents = \"" + name + ".lhe\"\n");
    const Process process{.job = job,
                          .channels = {subprocess_of(parton_channels(process_options(job)).front(),
                                                     Target::cuda, Precision::fp64, {0, 1})},
                          .density = density,
                          .coupling = coupling,
                          .variations = read_variations(job)};
    Generated result;
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
      Generated own = generate(process, options, {});
      if (rank.rank() == 0) result = std::move(own);
    });
    result.head.job = "";
    write_events(job.output.events, result.head, result.events, 1);
    return result;
  };
  const Generated whole = run(3e5, false, 1);
  run(1, false, 2);
  const Generated parts = run(3e5, true, 2);
  CHECK(whole.events.size() > 1000);
  CHECK(whole.result.variations == parts.result.variations);
  const std::string file = contents(folder / "1.lhe");
  CHECK(file.find("<wgt id=\"muR2_muF2\">") != std::string::npos);
  CHECK(file == contents(folder / "2.lhe"));
  // Weights of the file add up to the cross section.
  const Result& result = whole.result;
  double sum = 0;
  for (std::size_t i = 0; i < whole.events.size(); ++i) sum += whole.events.event(i).weight;
  const auto count = static_cast<double>(whole.events.size());
  CHECK(sum * whole.head.unit / count ==
        Approx(result.cross_section).epsilon(5 / std::sqrt(count)));
  CHECK(result.events.overflow_share < 0.01);
}
