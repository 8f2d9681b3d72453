// A stand-in for NVRTC: it compiles emitted CUDA C++ as C++ of the host, for the fake driver to run. What it says of registers and
// code is made up; that a source compiles here says nothing of NVRTC. Where FAKE_NVRTC_KILL is set, compiling kills the process.
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "runtime/cuda/nvrtc_api.h"
#include "tests/cuda/fake_nvrtc/fake_cubin.h"

namespace api = diagc::cuda::api;
namespace fs = std::filesystem;

struct _nvrtcProgram {  // NOLINT(bugprone-reserved-identifier): NVIDIA's name
  std::string source, log, cubin;
};

namespace {

/// What CUDA has and C++ has not.
constexpr const char* before = R"(
#define __device__
#define __global__
#define __shared__
#define __constant__ const
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __syncthreads() cuda_barrier()
extern "C" {
struct Index { unsigned x; } threadIdx, blockIdx, blockDim, gridDim;
void (*cuda_barrier)();
__align__(16) unsigned char diagc_shared[227 << 10];
}
struct float4 { float x, y, z, w; };
struct double2 { double x, y; };
struct uint4 { unsigned x, y, z, w; };
namespace program {
template <class T> inline T __ldg(const T *from) { return *from; }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
template <class T> inline T atomicAdd(T *to, T value) { const T before = *to; *to += value; return before; }
inline int atomicMax(int *to, int value) { const int before = *to; *to = before < value ? value : before; return before; }
inline unsigned __popc(unsigned x) { return __builtin_popcount(x); }
inline unsigned __brev(unsigned x) {
  unsigned y = 0;
  for (int i = 0; i < 32; ++i) y |= (x >> i & 1) << (31 - i);
  return y;
}
// All threads of a block vote, each for its warp.
inline unsigned __ballot_sync(unsigned, bool vote) {
  static bool votes[1024];
  votes[threadIdx.x] = vote;
  cuda_barrier();
  unsigned all = 0;
  for (unsigned i = 0; i < 32; ++i) all |= (unsigned)votes[threadIdx.x / 32 * 32 + i] << i;
  cuda_barrier();
  return all;
}
inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
inline float __expf(float x) { return __builtin_expf(x); }
inline float rsqrtf(float x) { return 1 / __builtin_sqrtf(x); }
inline float __fdividef(float x, float y) { return x / y; }
inline void __sincosf(float x, float *s, float *c) {
  *s = __builtin_sinf(x), *c = __builtin_cosf(x);
}
inline void sincospif(float x, float *s, float *c) {
  *s = __builtin_sin(3.141592653589793 * x), *c = __builtin_cos(3.141592653589793 * x);
}
inline void sincospi(double x, double *s, double *c) {
  *s = __builtin_sin(3.141592653589793 * x), *c = __builtin_cos(3.141592653589793 * x);
}
#define ONE(name) \
  inline float name(float x) { return __builtin_##name##f(x); } \
  inline double name(double x) { return __builtin_##name(x); }
#define TWO(name) \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); } \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
ONE(sqrt) ONE(exp) ONE(log) ONE(sin) ONE(cos) ONE(sinh) ONE(cosh) ONE(fabs)
TWO(hypot) TWO(atan2) TWO(copysign)
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
inline double fmax(double x, double y) { return __builtin_fmax(x, y); }
)";

/// A kernel, and the type of the one struct that it takes.
struct KernelHead {
  std::string name, taken;
};

std::vector<KernelHead> kernel_heads(const std::string& source) {
  static const std::regex kernel(
      R"(__global__ void\s+(?:__launch_bounds__\([^)]*\)\s+)?(\w+)\(const __grid_constant__ (\w+))");
  std::vector<KernelHead> heads;
  for (std::sregex_iterator match(source.begin(), source.end(), kernel), end; match != end; ++match)
    heads.push_back({(*match)[1], (*match)[2]});
  return heads;
}

std::string as_cpp(const std::string& source, const std::vector<KernelHead>& kernels) {
  // Functions of CUDA are those of the namespace that all of it stands in.
  static const std::regex global(R"(using ::)");
  std::string text = before + std::regex_replace(source, global, "using program::");
  for (const auto& [name, taken] : kernels) {
    text += "extern \"C\" void fake_run_" + name + "(const void *batch) { " + name + "(*(const " +
            taken + " *)batch); }\n";
    text += "extern \"C\" { extern const unsigned long long fake_bytes_" + name + " = sizeof(" +
            taken + "); }\n";
  }
  const bool barriers = source.find("__syncthreads") != std::string::npos;
  return text +
         "extern \"C\" { extern const bool fake_has_barriers = " + (barriers ? "true" : "false") +
         "; }\n}\n";
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The CUBIN, or an empty one, and what the compiler said.
void compile(_nvrtcProgram& program) {
  std::string folder = (fs::temp_directory_path() / "fake-nvrtc-XXXXXX").string();
  if (!mkdtemp(folder.data())) return;
  const std::vector<KernelHead> kernels = kernel_heads(program.source);
  std::ofstream(folder + "/k.cpp") << as_cpp(program.source, kernels);
  const std::string command =
      std::string(FAKE_NVRTC_COMPILER) +
      " -std=c++17 -O1 -march=native -ffp-contract=off -w -fPIC -shared -o " + folder + "/k.so " +
      folder + "/k.cpp > " + folder + "/log 2>&1";
  const int status = std::system(command.c_str());
  program.log = contents(folder + "/log");
  if (status == 0) {
    void* const handle = dlopen((folder + "/k.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    std::vector<fake_cuda::FakeKernel> described;
    for (const auto& [name, taken] : kernels) {
      const auto* bytes =
          static_cast<const unsigned long long*>(dlsym(handle, ("fake_bytes_" + name).c_str()));
      described.push_back({name, *bytes});
    }
    program.cubin = fake_cuda::fake_cubin(described, contents(folder + "/k.so"));
    dlclose(handle);
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

api::NvrtcResult put(const std::string& text, char* to) {
  text.copy(to, text.size());
  return api::nvrtc_success;
}

}  // namespace

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

int nvrtcVersion(int* major, int* minor) {
  *major = 12;
  *minor = 8;
  return api::nvrtc_success;
}

const char* nvrtcGetErrorString(int result) {
  return result == api::nvrtc_error_compilation ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR";
}

int nvrtcGetNumSupportedArchs(int* count) {
  *count = 2;
  return api::nvrtc_success;
}

int nvrtcGetSupportedArchs(int* architectures) {
  architectures[0] = 80;
  architectures[1] = 90;
  return api::nvrtc_success;
}

int nvrtcCreateProgram(_nvrtcProgram** program, const char* source, const char*, int,
                       const char* const*, const char* const*) {
  *program = new _nvrtcProgram{source, "", ""};
  return api::nvrtc_success;
}

int nvrtcDestroyProgram(_nvrtcProgram** program) {
  delete *program;
  *program = nullptr;
  return api::nvrtc_success;
}

int nvrtcCompileProgram(_nvrtcProgram* program, int, const char* const*) {
  if (std::getenv("FAKE_NVRTC_KILL")) raise(SIGKILL);
  compile(*program);
  return program->cubin.empty() ? api::nvrtc_error_compilation : api::nvrtc_success;
}

int nvrtcGetCUBINSize(_nvrtcProgram* program, std::size_t* bytes) {
  *bytes = program->cubin.size();
  return api::nvrtc_success;
}

int nvrtcGetCUBIN(_nvrtcProgram* program, char* to) { return put(program->cubin, to); }

int nvrtcGetPTXSize(_nvrtcProgram*, std::size_t* bytes) {
  *bytes = 0;
  return api::nvrtc_success;
}

int nvrtcGetPTX(_nvrtcProgram*, char*) { return api::nvrtc_success; }

int nvrtcGetProgramLogSize(_nvrtcProgram* program, std::size_t* bytes) {
  *bytes = program->log.size() + 1;
  return api::nvrtc_success;
}

int nvrtcGetProgramLog(_nvrtcProgram* program, char* to) {
  std::memcpy(to, program->log.c_str(), program->log.size() + 1);
  return api::nvrtc_success;
}

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
