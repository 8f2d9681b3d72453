#include "runtime/cuda/compile.h"

#include <fmt/format.h>

#include <mutex>
#include <new>

#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/source_excerpt.h"

namespace diagc::cuda {
namespace {

class NvrtcProgram {
 public:
  NvrtcProgram(const Nvrtc& compiler, const Source& source) : compiler_(compiler) {
    require(compiler_.functions.nvrtcCreateProgram(&program_, source.text.c_str(),
                                                   source.name.c_str(), 0, nullptr, nullptr),
            "nvrtcCreateProgram");
  }
  ~NvrtcProgram() { compiler_.functions.nvrtcDestroyProgram(&program_); }
  NvrtcProgram(const NvrtcProgram&) = delete;

  /// Lets NVRTC, where it is new enough, ask the token from time to time.
  void stop_at(const std::stop_token& token) {
    const auto asked = [](void* payload, void*) -> int {
      return static_cast<const std::stop_token*>(payload)->stop_requested() ? 1 : 0;
    };
    if (compiler_.functions.nvrtcSetFlowCallback) {
      compiler_.functions.nvrtcSetFlowCallback(program_, asked,
                                               const_cast<std::stop_token*>(&token));
    }
  }

  api::NvrtcResult compile(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    texts.reserve(options.size());
    for (const std::string& option : options) texts.push_back(option.c_str());
    return compiler_.functions.nvrtcCompileProgram(program_, static_cast<int>(texts.size()),
                                                   texts.data());
  }

  std::string log() const {
    std::string text =
        read(compiler_.functions.nvrtcGetProgramLogSize, compiler_.functions.nvrtcGetProgramLog);
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    return text;
  }
  std::string cubin() const {
    return read(compiler_.functions.nvrtcGetCUBINSize, compiler_.functions.nvrtcGetCUBIN);
  }
  std::string ptx() const {
    std::string text = read(compiler_.functions.nvrtcGetPTXSize, compiler_.functions.nvrtcGetPTX);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }

 private:
  void require(api::NvrtcResult result, const char* call) const {
    if (result == api::nvrtc_error_out_of_memory) throw std::bad_alloc();
    if (result != api::nvrtc_success) {
      throw std::runtime_error(fmt::format("{}: {} (NVRTC {}, {})", call,
                                           compiler_.functions.nvrtcGetErrorString(result),
                                           compiler_.version(), compiler_.file));
    }
  }

  template <class Size, class Get>
  std::string read(Size size_of, Get get) const {
    std::size_t size = 0;
    require(size_of(program_, &size), "reading the size of NVRTC's result");
    std::string bytes(size, '\0');
    require(get(program_, bytes.data()), "reading NVRTC's result");
    return bytes;
  }

  const Nvrtc& compiler_;
  api::NvrtcProgram program_ = nullptr;
};

[[noreturn]] void refuse(const Source& source, const CompileOptions& options,
                         const std::string& log, const Nvrtc& compiler, api::NvrtcResult result) {
  std::string text = fmt::format("NVRTC {} refuses {} for {}", compiler.version(), source.name,
                                 options.architecture);
  if (result != api::nvrtc_error_compilation) {
    text += fmt::format(" ({})", compiler.functions.nvrtcGetErrorString(result));
  }
  text += ":\n" + log;
  const std::string excerpt = source_excerpt(log, source.name, source.text);
  if (!excerpt.empty()) text += "\n" + excerpt;
  if (result == api::nvrtc_error_builtin_operation_failure) {
    throw Unavailable(text + fmt::format("\nlibnvrtc-builtins.so.{} must stand beside {}.",
                                         compiler.version(), compiler.file));
  }
  if (result == api::nvrtc_error_out_of_memory) throw std::bad_alloc();
  throw Refused(text);
}

}  // namespace

std::vector<std::string> nvrtc_options(const CompileOptions& options) {
  const bool ptx = options.product == Product::ptx;
  const std::string digits =
      options.architecture.substr(std::min<std::size_t>(3, options.architecture.size()));
  std::vector<std::string> list{
      "--gpu-architecture=" + (ptx ? "compute_" + digits : options.architecture), "--std=c++17",
      "--fmad=false"};
  if (!ptx) list.emplace_back("--ptxas-options=--verbose");
  list.insert(list.end(), options.extra.begin(), options.extra.end());
  return list;
}

Object compile(const Source& source, const CompileOptions& options, std::stop_token stop) {
  const Nvrtc& compiler = nvrtc();
  require_architecture(options.architecture);
  const auto check_stop = [&] {
    if (stop.stop_requested()) throw Cancelled("stopped while NVRTC compiled " + source.name);
  };
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  check_stop();
  NvrtcProgram program(compiler, source);
  if (stop.stop_possible()) program.stop_at(stop);
  const api::NvrtcResult result = program.compile(nvrtc_options(options));
  check_stop();
  const std::string log = program.log();
  if (result != api::nvrtc_success) refuse(source, options, log, compiler, result);
  if (options.product == Product::ptx) return {program.ptx(), {}};
  Object object{program.cubin(), {}};
  object.kernels = cubin_kernels(object.bytes);
  read_spills(log, object.kernels);
  return object;
}

}  // namespace diagc::cuda
