// What `diagc bench --devices 0,1` measures, on fake devices whose kernels compute the permanent of 2 × 2 matrices.
#include <map>

#include "compiler/expand/expand.h"
#include "diagc/compile.h"
#include "programs/bench/gpu_rates.h"
#include "runtime/system/temporary_folder.h"
#include "tests/gpus/fixture.h"

namespace diagc {
namespace {

struct Batch {
  InputRows<float> inputs[1];
  OutputRows<float> outputs[1];
  unsigned long long begin, end;
};

int permanent(const void* parameters, unsigned, unsigned) {
  const auto& batch = *static_cast<const Batch*>(parameters);
  const float* a = batch.inputs[0].data;
  const std::size_t row = batch.inputs[0].row_stride;
  for (std::size_t c = batch.begin; c < batch.end; ++c) {
    batch.outputs[0].data[c] = a[c] * a[3 * row + c] + a[row + c] * a[2 * row + c];
  }
  return 0;
}

int wrong(const void* parameters, unsigned grid, unsigned block) {
  permanent(parameters, grid, block);
  const auto& batch = *static_cast<const Batch*>(parameters);
  for (std::size_t c = batch.begin; c < batch.end; ++c) batch.outputs[0].data[c] += 1;
  return 0;
}

int nothing(const void*, unsigned, unsigned) { return 0; }

const std::string file = std::string(DIAGC_SOURCE_DIR) + "/grammars/matrix/permanent.diag";

Kernel kernel_on(const std::vector<int>& devices, const std::string& schedule) {
  const Compiled compiled = compile_file(file, {.statics = {{"n", "2"}},
                                                .precision = Precision::fp32,
                                                .target = Target::cuda,
                                                .cuda_schedule = schedule,
                                                .devices = devices});
  INFO((compiled.diagnostics.empty() ? "" : compiled.diagnostics.front().rendered));
  REQUIRE(compiled.kernel);
  return *compiled.kernel;
}

Graph expanded() {
  ExpandOptions options;
  options.statics = {{"n", "2"}};
  return expand(rules::load(read_source(file)), options).graph;
}

/// The fake devices have no chunks of a kernel's parameters to check: 4 KB hold any.
void add_kernels(fake_cuda::Kernel straight) {
  fake_cuda::set_memory(std::size_t{8} << 30U);
  fake_cuda::add_kernel("permanent_straight", sizeof(Batch), std::move(straight));
  fake_cuda::add_kernel("permanent_windowed", sizeof(Batch), permanent);
  fake_cuda::add_kernel("peak", 8, nothing);
  fake_cuda::add_kernel("copy", 8, nothing);
}

}  // namespace

TEST_CASE("several devices are measured together and against the first alone") {
  if (!has_nvrtc()) return;
  const TemporaryFolder folder;
  setenv("DIAGC_CACHE_DIR", folder.path().c_str(), 1);
  const FakeGpus gpus;
  add_kernels(permanent);
  const Kernel one = kernel_on({0}, "straight"), windowed = kernel_on({0}, "windowed"),
               both = kernel_on({0, 1}, "straight");
  REQUIRE(both.gpus().size() == 2);
  const bench::GpuRates rates =
      bench::measure_on_gpus({one, windowed, &both}, {0, 1}, expanded(), {});
  REQUIRE(rates.together);
  CHECK(rates.evaluations > 0);
  CHECK(rates.windowed > 0);
  CHECK(rates.together->evaluations > 0);
  CHECK(rates.together->ratio == Approx(rates.together->evaluations / rates.evaluations));
  CHECK(rates.together->from_host_ratio == Approx(rates.together->from_host / rates.from_host));
  std::map<int, std::size_t> launches;
  for (const fake_cuda::Launch& launch : fake_cuda::launches()) ++launches[launch.device];
  CHECK(launches[0] > launches[1]);
  CHECK(launches[1] > 0);

  const bench::GpuRates alone = bench::measure_on_gpus({one, windowed}, {0}, expanded(), {});
  CHECK_FALSE(alone.together);
}

TEST_CASE("a wrong result is not measured") {
  if (!has_nvrtc()) return;
  const TemporaryFolder folder;
  setenv("DIAGC_CACHE_DIR", folder.path().c_str(), 1);
  const FakeGpus gpus;
  add_kernels(wrong);
  const Kernel one = kernel_on({0}, "straight"), windowed = kernel_on({0}, "windowed");
  CHECK_THROWS_AS(bench::measure_on_gpus({one, windowed}, {0}, expanded(), {}), std::logic_error);
}

}  // namespace diagc
