// Emitted CUDA → code on the cards of this machine, by way of the cache.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "compiler/emit/cuda.h"
#include "library/implementation.h"

namespace diagc {

/// What emission needs to know of a card.
CudaDevice cuda_device(const cuda::DeviceInfo& card);

struct CardRequest {
  std::vector<int> devices = {0};
  unsigned threads = 0;                  ///< of the host
  std::vector<std::string> worker = {};  ///< see CompileOptions::compile_worker
  std::map<std::string, std::string> metadata = {};
  Cache* cache = nullptr;  ///< null: none
  std::stop_token stop = {};
};

/// A program on the cards. Throws cuda::Unavailable, cuda::Error and cuda::Cancelled, and std::logic_error where NVRTC refuses
/// the source.
template <class T>
struct CardCode {
  CardCode(const CudaProgram& program, const Graph& graph, const CardRequest& request);

  double compile_seconds = 0;
  double load_seconds = 0;
  cuda::Kernel<T> kernel;
  std::vector<Kernel::CardCode> functions;  ///< on the first card
  bool from_cache = false;                  ///< all of it
};

/// The code as it would run on a card of `architecture`, of those that multiprocessor_limits() knows: blocks on a
/// multiprocessor come from the architecture's limits. No card is asked, and none needed; request.devices is not looked at. Throws
/// as CardCode does.
std::vector<Kernel::CardCode> functions_for(const CudaProgram& program, const Graph& graph,
                                            const std::string& architecture,
                                            const CardRequest& request);

}  // namespace diagc
