// Any bytes as grids of parton densities: a message, or a density that can be evaluated.
#include <string>

#include "physics/collider/coupling.h"
#include "physics/collider/pdf/cteq.h"
#include "physics/collider/pdf/grid_text.h"
#include "physics/collider/pdf/lhapdf_grid.h"
#include "physics/collider/pdf/lhapdf_info.h"

using namespace diagc::collider;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto evaluate = [](const PartonDensity& density) {
    for (const double x : {1e-12, 1e-4, 0.3, 1.0})
      for (const double q : {0.1, 2.0, 1e6})
        for (int flavour = -5; flavour <= 5; ++flavour) density.xf(flavour, x, q);
  };
  try {
    evaluate(*cteq_density("fuzz.tbl", text));
  } catch (const GridError&) {
  }
  try {
    evaluate(*lhapdf_density("fuzz.dat", text));
  } catch (const GridError&) {
  }
  try {
    const SetInfo info = read_set_info("fuzz.info", text);
    if (info.coupling) tabulated_coupling(*info.coupling)->alpha_s(3);
  } catch (const GridError&) {
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
