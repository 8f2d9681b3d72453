// The kernels of the tests on a card compile, and take the parameters that the runtime would pack.

#include "runtime/cuda/parameters.h"
#include "tests/cuda/device/sources.h"

namespace diagc::cuda {
namespace {

template <class Real>
void check(const Program& program) {
  for (const Unit& unit : program.sources) {
    CAPTURE(unit.name, unit.source);
    const Object object = compile(unit, {.architecture = "sm_90"});
    for (const KernelCode& kernel : object.kernels) {
      CHECK(kernel.parameter_bytes == Parameters<Real>(program).bytes());
    }
  }
}

TEST_CASE("kernels of the tests on a card compile") {
  check<float>(device_mix<float>());
  check<double>(device_mix<double>());
  check<float>(device_chunks<float>());
  check<double>(device_chunks<double>());
  check<float>(device_resident());
  check<double>(device_many_params());
  check<float>(device_waits());
  check<float>(device_writes());
}

}  // namespace
}  // namespace diagc::cuda
