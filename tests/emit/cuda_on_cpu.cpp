#include "tests/emit/cuda_on_cpu.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "compiler/emit/layout.h"
#include "diagc/rows.h"
#include "tests/fibers.h"

namespace diagc {

namespace {

constexpr std::size_t shared_bytes = 227 << 10;

/// Of a launch whose blocks share the configurations out: several turns each, and not the same number.
constexpr std::size_t resident_blocks = 2;

/// What is tested is the text; it runs a few hundred configurations and takes far longer to compile.
constexpr int opt_level = 0;

/// What CUDA has and C++ has not.
constexpr const char* shim = R"(
#pragma clang fp contract(off)
#define __device__
#define __global__
#define __shared__
#define __grid_constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __syncthreads() cuda_barrier()
struct Index { unsigned x; };
extern "C" {
Index threadIdx, blockIdx, gridDim;
void (*cuda_barrier)();
__align__(16) unsigned char diagc_shared[227 << 10];
}
template <class T> inline T __ldg(const T *from) { return *from; }
template <class T> inline void atomicAdd(T *to, T value) { *to += value; }
// These stand in every plan's namespace, beside its functions of complex numbers.
#define ONE(name) \
  inline float name(float x) { return __builtin_##name##f(x); } \
  inline double name(double x) { return __builtin_##name(x); }
#define TWO(name) \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); } \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
#define FUNCTIONS \
  ONE(sqrt) ONE(exp) ONE(log) ONE(sin) ONE(cos) ONE(sinh) ONE(cosh) ONE(fabs) \
  TWO(hypot) TWO(atan2) TWO(copysign) \
  inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); } \
  inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
)";

template <class Plan>
std::string concatenate(const std::vector<Plan>& plans) {
  std::string text = shim;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const CudaProgram& program = plans[i].program;
    text += "namespace plan" + std::to_string(i) + " {\nFUNCTIONS\n" + program.source();
    for (const CudaLaunch& launch : program.launches) {
      text += "extern \"C\" void run_" + launch.function + "(const void *batch) { " +
              launch.function + "(*(const Batch *)batch); }\n";
    }
    text += "}\n";
  }
  return text;
}

toolchain::Module build(const std::string& source) {
  const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
  return toolchain::Module::load(
      toolchain::compile({source, "cuda_on_cpu.cpp", cpu, opt_level}, toolchain::Product::object));
}

}  // namespace

std::string cuda_on_cpu_shim() { return shim; }

template <class T>
CudaOnCpu<T>::CudaOnCpu(std::vector<Plan> plans)
    : plans_(std::move(plans)), module_(build(concatenate(plans_))) {
  for (const Plan& plan : plans_) {
    tables_.emplace_back();
    for (const CudaTable& table : plan.program.tables) {
      tables_.back().push_back(allocate(table.bytes.size()));
      std::memcpy(tables_.back().back().get(), table.bytes.data(), table.bytes.size());
    }
  }
}

template <class T>
typename CudaOnCpu<T>::Memory CudaOnCpu<T>::allocate(std::size_t bytes) {
  return Memory(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
}

template <class T>
std::vector<unsigned char> CudaOnCpu<T>::batch(std::size_t i, const std::vector<T>& inputs,
                                               std::vector<T>& outputs,
                                               const std::vector<T>& params, std::size_t stride,
                                               std::size_t begin, std::size_t end,
                                               std::size_t lane_stride, void* work) const {
  const Signature& signature = plans_[i].graph->signature();
  std::vector<unsigned char> bytes;
  const auto put = [&](auto value) {
    const auto* from = reinterpret_cast<const unsigned char*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof value);
  };
  for (std::size_t v = 0; v < signature.inputs.size(); ++v) {
    put(InputRows<T>{inputs.data() + first_row(signature.inputs, v) * stride, stride,
                     v % 2 == 0 ? lane_stride : 1});
  }
  for (std::size_t v = 0; v < signature.outputs.size(); ++v) {
    put(OutputRows<T>{outputs.data() + first_row(signature.outputs, v) * stride, stride});
  }
  for (const std::size_t number : {begin, end}) {
    put(static_cast<unsigned long long>(number));
  }
  put(work);
  for (const Memory& table : tables_[i]) put(static_cast<const void*>(table.get()));
  for (const T param : params) put(param);
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

template <class T>
void CudaOnCpu<T>::run(std::size_t i, const std::vector<T>& inputs, std::vector<T>& outputs,
                       const std::vector<T>& params, std::size_t stride, std::size_t begin,
                       std::size_t end, std::size_t lane_stride) const {
  const CudaProgram& program = plans_[i].program;
  const std::size_t slab = program.slab > 0 ? program.slab : std::max<std::size_t>(end - begin, 1);
  const std::size_t work_bytes =
      slab * program.workspace_bytes + resident_blocks * program.block_bytes;
  const Memory work = work_bytes > 0 ? allocate(work_bytes) : nullptr;
  auto* thread_index = static_cast<unsigned*>(module_.symbol("threadIdx"));
  auto* block_index = static_cast<unsigned*>(module_.symbol("blockIdx"));
  auto* grid = static_cast<unsigned*>(module_.symbol("gridDim"));
  auto* barrier = static_cast<void (**)()>(module_.symbol("cuda_barrier"));
  for (std::size_t first = begin; first < end; first += slab) {
    const std::size_t last = std::min(end, first + slab);
    if (work) std::memset(work.get(), 0xff, work_bytes);
    const auto parameter =
        batch(i, inputs, outputs, params, stride, first, last, lane_stride, work.get());
    for (const CudaLaunch& launch : program.launches) {
      if (launch.shared_bytes > shared_bytes) {
        throw std::logic_error("not a launch for this test");
      }
      testing::BlockFibers block(launch.threads, thread_index, barrier);
      std::size_t blocks = (last - first + launch.configurations - 1) / launch.configurations;
      if (launch.resident) blocks = std::min(blocks, resident_blocks);
      *grid = static_cast<unsigned>(blocks);
      for (std::size_t b = 0; b < blocks; ++b) {
        *block_index = static_cast<unsigned>(b);
        std::memset(module_.symbol("diagc_shared"), 0xff, launch.shared_bytes);
        block.run(module_.template function<testing::BlockFibers::Body>("run_" + launch.function),
                  parameter.data(), b % 2 == 1);
      }
    }
  }
}

template class CudaOnCpu<float>;
template class CudaOnCpu<double>;

}  // namespace diagc
