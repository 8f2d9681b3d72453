#include "compiler/emit/cuda/program.h"

#include <stdexcept>

namespace diagc {

namespace {

constexpr CudaSchedule schedules[] = {CudaSchedule::straight, CudaSchedule::chunked,
                                      CudaSchedule::windowed, CudaSchedule::cooperative};

}  // namespace

const char* to_string(CudaSchedule schedule) {
  switch (schedule) {
    case CudaSchedule::straight:
      return "straight";
    case CudaSchedule::chunked:
      return "chunked";
    case CudaSchedule::windowed:
      return "windowed";
    case CudaSchedule::cooperative:
      return "cooperative";
  }
  throw std::logic_error("no such CUDA schedule");
}

std::optional<CudaSchedule> cuda_schedule(std::string_view name) {
  for (const CudaSchedule schedule : schedules) {
    if (name == to_string(schedule)) return schedule;
  }
  return std::nullopt;
}

std::optional<CudaDevice> cuda_device(std::string_view arch) {
  for (const CudaDevice& device :
       {CudaDevice{"sm_80", 108, 40 << 20, 163 << 10, 255, 1.41e9, 1.4e12}, CudaDevice{"sm_90"}}) {
    if (arch == device.arch) return device;
  }
  return std::nullopt;
}

CudaSchedule schedule_of(const CudaForm& form) {
  struct Visitor {
    CudaSchedule operator()(const StraightOptions&) const { return CudaSchedule::straight; }
    CudaSchedule operator()(const ChunkedOptions&) const { return CudaSchedule::chunked; }
    CudaSchedule operator()(const WindowedOptions&) const { return CudaSchedule::windowed; }
    CudaSchedule operator()(const CooperativeOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const PackedOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const MatrixOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const ProductOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const UnionOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const DeterminantOptions&) const { return CudaSchedule::cooperative; }
    CudaSchedule operator()(const RotationOptions&) const { return CudaSchedule::cooperative; }
  };
  return std::visit(Visitor(), form);
}

ScheduleOptions schedule_options(const CudaForm& form) {
  ScheduleOptions options;
  options.chunk_operations = ScheduleOptions::one_chunk;
  if (const auto* chunked = std::get_if<ChunkedOptions>(&form)) {
    options.chunk_operations =
        chunked->operations > 0 ? chunked->operations : ScheduleOptions::gpu_chunk;
  }
  if (const auto* cooperative = std::get_if<CooperativeOptions>(&form)) {
    options.chunk_operations = ScheduleOptions::gpu_chunk;
    options.panels = cooperative->panels;
  }
  if (const auto* products = std::get_if<ProductOptions>(&form)) {
    options.chunk_operations = ScheduleOptions::gpu_chunk;
    options.panels = PanelRule{.low = products->low, .row = {}, .after_edges = 0, .products = true};
  }
  return options;
}

std::string CudaProgram::source() const {
  std::string text = head;
  for (const std::string& kernel : kernels) text += kernel;
  return text + tail;
}

}  // namespace diagc
