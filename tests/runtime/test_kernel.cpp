#include "runtime/cpu/kernel.h"

#include <catch2/catch.hpp>
#include <optional>
#include <thread>
#include <vector>

namespace diagc {
namespace {

/// The functions that compiler/emit/cpp.h lists, by hand: y = p · x, by way of the workspace.
constexpr const char* scale_source = R"(
typedef __SIZE_TYPE__ Size;
extern "C" extern const Size scale_work_bytes;
extern "C" const Size scale_work_bytes = 4096;
struct InputRows { const double *data; Size row_stride, lane_stride; };
struct OutputRows { double *data; Size row_stride; };
extern "C" void scale_range(const InputRows *inputs, const OutputRows *outputs, const double *params, Size begin, Size end,
                            double *work) {
  if ((Size)work % 64) __builtin_trap();
  for (Size i = 0; i < 4096 / sizeof(double); ++i) work[i] = params[0];
  for (Size row = 0; row < 2; ++row)
    for (Size c = begin; c < end; ++c) outputs->data[row * outputs->row_stride + c] =
      work[c % 512] * inputs->data[row * inputs->row_stride + c * inputs->lane_stride];
}
)";

std::string object() {
  return toolchain::compile({scale_source, "scale.cpp", toolchain::resolve_cpu("native")},
                            toolchain::Product::object);
}

TEST_CASE("an object is loaded and run over a range") {
  const CpuKernel<double> kernel(object(), "scale");
  CHECK(kernel.work_bytes() == 4096);
  const std::vector<double> x{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<double> y(6, 0.0);
  const double p = 10;
  InputRows<double> input{x.data(), 4};
  const OutputRows<double> output{y.data(), 3};
  kernel({&input, &output, &p}, 1, 3);
  CHECK(y == std::vector<double>{0, 20, 30, 0, 60, 70});
  kernel({&input, &output, &p}, 2, 2);
  CHECK(y == std::vector<double>{0, 20, 30, 0, 60, 70});
  input.lane_stride = 0;
  kernel({&input, &output, &p}, 0, 3);
  CHECK(y == std::vector<double>{10, 10, 10, 50, 50, 50});
}

TEST_CASE("code lives as long as a copy of its kernel") {
  std::optional<CpuKernel<double>> first(CpuKernel<double>(object(), "scale"));
  const CpuKernel<double> second = *first;
  first.reset();
  const double x = 3, p = 2;
  double y[2] = {};
  const std::vector<double> two{x, x};
  const InputRows<double> input{two.data(), 1};
  const OutputRows<double> output{y, 1};
  std::jthread([&] { second({&input, &output, &p}, 0, 1); }).join();
  CHECK(y[1] == 6);
}

TEST_CASE("what is no such object is refused") {
  CHECK_THROWS_AS(CpuKernel<double>("no object at all", "scale"), toolchain::Refused);
  CHECK_THROWS_AS(CpuKernel<double>("", "scale"), toolchain::Refused);
  CHECK_THROWS_AS(CpuKernel<double>(object(), "other"), toolchain::Refused);
}

}  // namespace
}  // namespace diagc
