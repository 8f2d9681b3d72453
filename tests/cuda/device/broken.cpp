#include "tests/cuda/device/broken.h"

#include <cstdio>

#include "runtime/cuda/kernel.h"
#include "tests/cuda/device/sources.h"

namespace diagc::cuda {

int run_broken() {
  Program program{.name = "broken"};
  program.outputs = 1;
  program.launches = {{.function = "broken"}};
  program.sources = {{"broken.cu", batch_struct("float", program) + kernel_head("broken") +
                                       "  *(float *)(8 + batch.begin) = 1;\n}\n"}};
  std::vector<float> y(1000);
  const std::vector<Binding<MutableArray>> outputs{
      {{reinterpret_cast<std::byte*>(y.data()), ElementType::float32, Layout::configuration_leaf, 1,
        y.size(), 1},
       Leaves::real,
       1,
       true}};
  for (int i = 0; i < 2; ++i) {
    try {
      const Kernel<float> kernel(program, {});
      kernel.evaluate_arrays({}, outputs, nullptr, y.size());
      std::puts("no error");
    } catch (const Error& error) {
      std::printf("%d %s\n", error.code, error.what());
    }
  }
  return 0;
}

}  // namespace diagc::cuda
