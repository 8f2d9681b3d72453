// The kernels of the tests on a device compile, and take the parameters that the runtime would pack.

#include "runtime/cuda/parameters.h"
#include "tests/cuda/device/sources.h"

namespace diagc::cuda {
namespace {

template <class Real>
void check(const Program& program) {
  for (const Source& source : program.sources) {
    CAPTURE(source.name, source.text);
    const Object object = compile(source, {.architecture = "sm_90"});
    for (const KernelCode& kernel : object.kernels) {
      CHECK(kernel.parameter_bytes == Parameters<Real>(program).bytes());
    }
  }
}

TEST_CASE("kernels of the tests on a device compile") {
  check<float>(device_mix<float>());
  check<double>(device_mix<double>());
  check<float>(device_chunks<float>());
  check<double>(device_chunks<double>());
  check<float>(device_resident());
  check<double>(device_many_params());
  check<float>(device_waits());
  check<float>(device_writes());
  check<float>(device_registers(3));
}

TEST_CASE("kernels that hold more numbers take more registers, and spill none") {
  int before = 0;
  for (const int live : {1, 20, 50, 90, 140, 190, 220}) {
    const Object object = compile(device_registers(live).sources[0], {.architecture = "sm_90"});
    REQUIRE(object.kernels.size() == 1);
    CHECK(object.kernels[0].registers > before);
    CHECK(object.kernels[0].spill_stores == 0);
    before = object.kernels[0].registers;
  }
  CHECK(before > 200);
}

}  // namespace
}  // namespace diagc::cuda
