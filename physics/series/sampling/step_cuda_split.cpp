#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_files.h"

#include <fmt/format.h>

namespace diagc::series {

std::string cuda_split_source(const StepShape& shape) {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = shape.single_precision ? 8 : 4;
  std::string text = fmt::format(
                         "typedef {} Real;\ntypedef unsigned long long Size;\nconstexpr unsigned "
                         "decide_propose_blocks = {}, most_pairs = 3;\n",
                         shape.single_precision ? "float" : "double", blocks) +
                     step_memory() + step_constants(shape) + cuda_lanes(shape) + step_body();
  for (const char* file : {"cuda_frame", "cuda_vertex", "cuda_history", "cuda_split"}) {
    text += step_file(file);
  }
  return text;
}

}  // namespace diagc::series
