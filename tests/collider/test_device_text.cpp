// Kernels of events on devices, as NVRTC compiles them.
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "physics/collider/generator/device_text.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/nvrtc.h"

using namespace diagc;
using namespace diagc::collider;

TEST_CASE("NVRTC takes kernels of events, whose arrays of jets are registers") {
  if (const std::string why = cuda::why_no_nvrtc(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  const bool show = std::getenv("SHOW") != nullptr;
  for (const unsigned jets : {2U, 3U, 6U, 10U}) {
    for (const Sampler sampler : {Sampler::antenna, Sampler::rambo}) {
      const DeviceText text = device_text({.jets = jets,
                                           .sampler = sampler,
                                           .cut_sets = 1,
                                           .histograms = jets == 6 ? 2U : 0U,
                                           .most_dr = 0.4,
                                           .picks = jets != 3,
                                           .varies = jets != 2,
                                           .varied_histograms = jets == 6},
                                          jets != 3, 200);
      const cuda::Object object =
          cuda::compile({"events.cu", text.source}, {.architecture = "sm_90"});
      const std::size_t drawing = text.narrows ? 3 : text.screens ? 2 : 1;
      REQUIRE(object.kernels.size() == drawing + 1 + (jets != 3 ? 1 : 0) + (jets != 2 ? 1 : 0));
      if (const char* const folder = std::getenv("CUBINS"))
        std::ofstream(std::string(folder) + "/" + std::to_string(jets) +
                      (sampler == Sampler::rambo ? "r" : "a") + ".cubin")
            << object.bytes;
      for (const auto& kernel : object.kernels) {
        CAPTURE(jets, kernel.name);
        if (show)
          std::printf("  %2u jets, %s: %s: %d registers, %zu bytes of spills, %zu of stack\n", jets,
                      sampler == Sampler::rambo ? "rambo" : "antenna", kernel.name.c_str(),
                      kernel.registers, static_cast<std::size_t>(kernel.spill_stores),
                      static_cast<std::size_t>(kernel.stack_bytes));
        // Arrays of jets would be 560 bytes and more, or 280 in single precision.
        const bool redraws = kernel.name == "generator_finish" || kernel.name == "generator_narrow";
        CHECK(kernel.spill_stores < (redraws ? 100 : 8));
        CHECK(kernel.stack_bytes < (redraws ? 100 : 16));
      }
    }
  }
}
