// Emitted CUDA → code on the cards of this machine, by way of the cache.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "compiler/driver/compilation.h"
#include "compiler/emit/cuda.h"
#include "library/implementation.h"

namespace diagc {

/// What emission needs to know of the first of these cards. Throws cuda::Unavailable, and std::runtime_error where there
/// is no card of a number.
CudaDevice cuda_device(const std::vector<int>& devices);

/// The schedule of a kernel for a card: by the name of a CudaSchedule, or "auto"; `options.schedule` is set. Throws
/// InputError where there is no such name.
Schedule schedule_for_card(const rules::Rules& rules, const FrontOptions& front_options,
                           const Graph& graph, const std::string& name, CudaOptions& options);

struct CardRequest {
  std::vector<int> devices;
  unsigned threads = 0;             ///< of the host
  std::vector<std::string> worker;  ///< see CompileOptions::compile_worker
  std::map<std::string, std::string> metadata;
  Cache* cache = nullptr;  ///< null: none
  std::stop_token stop;
};

/// Sets code, times and what is told of the code. Throws cuda::Unavailable, cuda::Error and cuda::Cancelled, and
/// std::logic_error where NVRTC refuses the source.
void load_on_cards(Kernel::Implementation& kernel, const CudaProgram& program, const Graph& graph,
                   const CardRequest& request);

/// Sets what is told of the code as it would run on a card of `architecture`, of those that multiprocessor_limits() knows: blocks
/// on a multiprocessor come from the architecture's limits. No card is asked, and none needed; request.devices is not looked at.
/// Throws as load_on_cards() does.
void describe_code_for(Kernel::Implementation& kernel, const CudaProgram& program,
                       const Graph& graph, const std::string& architecture,
                       const CardRequest& request);

}  // namespace diagc
