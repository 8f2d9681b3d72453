#include "physics/lattice/own_evaluation.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/cuda/driver.h"
#include "runtime/cuda/kernel.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/source_excerpt.h"
#include "toolchain/client/toolchain.h"

namespace diagc::integrate {
namespace {

std::string without_last_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string cpu_kernel(const OwnPropagator& own) {
  return own_cpu_source(own) +
         fmt::format(
             "extern \"C\" double call(int dx, int dy, int dz, double tau) {{\n"
             "  return diagc_own_g0(dx, dy, dz, ({})tau);\n"
             "}}\n",
             own.real);
}

// One input of four rows: dx, dy, dz, τ.
std::string gpu_kernel(const OwnPropagator& own) {
  return own_cuda_source(own) +
         fmt::format(
             "struct Batch {{\n"
             "  const double* inputs[1];\n"
             "  double* outputs[1];\n"
             "  unsigned long long input_stride, output_stride, begin, end;\n"
             "  double* work;\n"
             "}};\n"
             "extern \"C\" __global__ void call(const __grid_constant__ Batch batch) {{\n"
             "  const unsigned long long i = batch.begin + blockIdx.x * 128ull + threadIdx.x;\n"
             "  if (i >= batch.end) return;\n"
             "  const double* in = batch.inputs[0] + i;\n"
             "  const unsigned long long stride = batch.input_stride;\n"
             "  batch.outputs[0][i] = diagc_own_g0((int)in[0], (int)in[stride], (int)in[2 * "
             "stride],\n"
             "                                     ({})in[3 * stride]);\n"
             "}}\n",
             own.real);
}

std::array<std::uint32_t, 3> coordinates(const OwnPropagator& own, std::size_t displacement) {
  const auto& [l0, l1, l2] = own.extents;
  const auto d = static_cast<std::uint32_t>(displacement);
  return {d % l0, d / l0 % l1, d / l0 / l1};
}

}  // namespace

PropagatorsAt own_on_processor(const OwnPropagator& own) {
  const std::string text = cpu_kernel(own);
  try {
    const toolchain::Source source{text, "kernel.cpp", toolchain::resolve_cpu("native")};
    const auto module =
        toolchain::Module::load(toolchain::compile(source, toolchain::Product::object));
    auto* call = module.function<double(int, int, int, double)>("call");
    return [own, module, call](double tau, std::span<double> rows) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto [x, y, z] = coordinates(own, row);
        rows[row] = call(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z), tau);
      }
    };
  } catch (const toolchain::Refused& refused) {
    throw WrongModel("own_propagator", without_last_newline(refused.what()));
  }
}

PropagatorsAt own_on_gpu(const OwnPropagator& own) {
  cuda::Program program;
  program.name = "own propagator";
  program.sources = {{"kernel.cu", gpu_kernel(own)}};
  program.options = {kOwnCudaOption};
  program.inputs = program.outputs = 1;
  program.launches = {{"call"}};
  try {
    const auto kernel = std::make_shared<cuda::Kernel<double>>(program, cuda::KernelOptions{});
    return [own, kernel](double tau, std::span<double> rows) {
      const std::size_t size = rows.size();
      std::vector<double> inputs(4 * size);
      for (std::size_t row = 0; row < size; ++row) {
        const auto cell = coordinates(own, row);
        for (std::size_t i = 0; i < 3; ++i) inputs[i * size + row] = cell[i];
        inputs[3 * size + row] = tau;
      }
      const ConstArray from{std::as_bytes(std::span(inputs)).data(),
                            ElementType::float64,
                            Layout::leaf_configuration,
                            4,
                            size,
                            size};
      const MutableArray to{std::as_writable_bytes(rows).data(),
                            ElementType::float64,
                            Layout::leaf_configuration,
                            1,
                            size,
                            size};
      const Binding<ConstArray> input{from, Leaves::real, 4};
      const Binding<MutableArray> output{to, Leaves::real, 1};
      kernel->evaluate_arrays({&input, 1}, {&output, 1}, nullptr, size);
    };
  } catch (const cuda::Refused& refused) {
    const std::string log = without_last_newline(refused.what());
    throw WrongModel(
        "own_propagator",
        without_last_newline(log + "\n" + cuda::source_excerpt(log, own.path, own.text)));
  }
}

PropagatorsAt own_evaluation(const OwnPropagator& own) {
  const std::string no_clang = toolchain::why_unavailable();
  if (no_clang.empty()) return own_on_processor(own);
  try {
    return own_on_gpu(own);
  } catch (const cuda::Unavailable& unavailable) {
    throw WrongModel(
        "own_propagator",
        fmt::format("found no compiler for an own propagator, expected Clang or a device\n{}\n{}",
                    no_clang, unavailable.what()));
  }
}

}  // namespace diagc::integrate
