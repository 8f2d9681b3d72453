#include "compiler/emit/choice/emit.h"

#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/cooperative/emit.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/emit/cuda/windowed.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/packed/emit.h"

namespace diagc {

CudaProgram emit_cuda(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  const bool packed = options.cooperative.packed;
  const bool cooperative = options.schedule == CudaSchedule::cooperative && !packed;
  if (cooperative != (schedule.cooperation != nullptr)) {
    throw std::logic_error("the schedule `cooperative` of a CUDA program takes units");
  }
  if (options.schedule != CudaSchedule::chunked && !cooperative && schedule.chunked()) {
    throw std::logic_error(fmt::format("the schedule `{}` of a CUDA program takes one chunk",
                                       to_string(options.schedule)));
  }
  const Signature& signature = graph.signature();
  constexpr std::size_t most_parameter_bytes = 32'764;
  const std::size_t parameter_bytes =
      8 * (signature.inputs.size() + signature.outputs.size() + 16) +
      rows(signature.params) * (options.single_precision ? 4 : 8);
  if (parameter_bytes > most_parameter_bytes) {
    throw std::runtime_error(fmt::format(
        "{} has {} numbers of params, and a CUDA kernel takes {} bytes of parameters at most: make "
        "some of the params inputs",
        signature.name, rows(signature.params), most_parameter_bytes));
  }
  switch (options.schedule) {
    case CudaSchedule::straight:
    case CudaSchedule::chunked:
      return emit_cuda_lanes(graph, schedule, options);
    case CudaSchedule::windowed:
      return emit_cuda_windowed(graph, schedule, options);
    case CudaSchedule::cooperative:
      return packed ? emit_cuda_packed(graph, schedule, options)
                    : emit_cuda_cooperative(graph, schedule, options);
  }
  throw std::logic_error("no such CUDA schedule");
}

}  // namespace diagc
