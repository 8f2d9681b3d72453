#include "compiler/emit/choice/emit.h"

#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/cooperative/emit.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/emit/cuda/superstep_text.h"
#include "compiler/emit/cuda/windowed.h"
#include "compiler/emit/determinants/emit.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/matrix/emit.h"
#include "compiler/emit/packed/emit.h"
#include "compiler/emit/products/emit.h"
#include "compiler/emit/rotations/emit.h"
#include "compiler/emit/unions/emit.h"

namespace diagc {

CudaProgram emit_cuda(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  const bool by_panels = std::holds_alternative<CooperativeOptions>(options.form) ||
                         std::holds_alternative<ProductOptions>(options.form);
  if (by_panels != (schedule.cooperation != nullptr)) {
    throw std::logic_error("the schedule `cooperative` of a CUDA program takes panels");
  }
  const bool in_chunks = std::holds_alternative<ChunkedOptions>(options.form);
  if (!in_chunks && !by_panels && schedule.chunked()) {
    throw std::logic_error(fmt::format("the schedule `{}` of a CUDA program takes one chunk",
                                       to_string(schedule_of(options.form))));
  }
  const Signature& signature = graph.signature();
  constexpr std::size_t most_parameter_bytes = 32'764;
  const std::size_t parameter_bytes =
      8 * (3 * signature.inputs.size() + 2 * signature.outputs.size() + 16) +
      rows(signature.params) * (options.single_precision ? 4 : 8);
  if (parameter_bytes > most_parameter_bytes) {
    throw std::runtime_error(fmt::format(
        "{} has {} numbers of params, and a CUDA kernel takes {} bytes of parameters at most: make "
        "some of the params inputs",
        signature.name, rows(signature.params), most_parameter_bytes));
  }
  struct Visitor {
    const Graph& graph;
    const Schedule& schedule;
    const CudaOptions& options;

    CudaProgram operator()(const StraightOptions& straight) const {
      if (straight.warps > 0) return emit_cuda_supersteps(graph, schedule, options);
      return emit_cuda_lanes(graph, schedule, options);
    }
    CudaProgram operator()(const ChunkedOptions&) const {
      return emit_cuda_lanes(graph, schedule, options);
    }
    CudaProgram operator()(const WindowedOptions&) const {
      return emit_cuda_windowed(graph, schedule, options);
    }
    CudaProgram operator()(const CooperativeOptions&) const {
      return emit_cuda_cooperative(graph, schedule, options);
    }
    CudaProgram operator()(const PackedOptions&) const {
      return emit_cuda_packed(graph, schedule, options);
    }
    CudaProgram operator()(const MatrixOptions&) const {
      return emit_cuda_matrix(graph, schedule, options);
    }
    CudaProgram operator()(const ProductOptions&) const {
      return emit_cuda_products(graph, schedule, options);
    }
    CudaProgram operator()(const UnionOptions&) const {
      return emit_cuda_unions(graph, schedule, options);
    }
    CudaProgram operator()(const DeterminantOptions&) const {
      return emit_cuda_determinants(graph, schedule, options);
    }
    CudaProgram operator()(const RotationOptions&) const {
      return emit_cuda_rotations(graph, schedule, options);
    }
  };
  return std::visit(Visitor{graph, schedule, options}, options.form);
}

}  // namespace diagc
