// What a Kernel refers to.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <variant>

#include "compiler/emit/part.h"
#include "diagc/kernel.h"
#include "runtime/cpu/rows.h"
#include "runtime/cuda/kernel.h"

namespace diagc {

/// Queues of devices that no call uses just now: making one, and the workspace that it keeps, takes longer than a small batch.
class IdleQueues {
 public:
  template <class Make>
  cuda::Queue take(std::size_t gpu, Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (auto& idle = idle_[gpu]; !idle.empty()) {
        cuda::Queue queue = std::move(idle.back());
        idle.pop_back();
        return queue;
      }
    }
    return make();
  }
  void give_back(std::size_t gpu, cuda::Queue queue) {
    const std::lock_guard lock(mutex_);
    idle_[gpu].push_back(std::move(queue));
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<cuda::Queue>> idle_;
};

class Kernel::Implementation {
 public:
  std::string name, doc;
  std::vector<std::pair<std::string, std::string>> statics;
  std::vector<Variable> inputs, params, outputs;
  Precision precision = Precision::fp64;
  Target target = Target::cpu;
  std::string cpu;
  bool from_cache = false;
  Figures figures;
  Times times;
  std::string source, schedule, schedule_choice;
  std::vector<ScheduleTrial> schedule_trials;
  std::vector<GpuCode> gpu_code;

  std::size_t code_bytes = 0;  ///< of machine code, for processors
  /// The kernel as a part in a namespace of that name; empty where it can be none.
  std::function<Part(const std::string& name)> part;

  std::size_t least_share = 64;  ///< configurations that are worth a thread
  /// Code for processors or devices, in the precision of the kernel.
  std::variant<RangeFunction<double>, RangeFunction<float>, cuda::Kernel<double>,
               cuda::Kernel<float>>
      code;
  mutable IdleQueues queues;  ///< after the code: they end first
};

struct Kernel::Access {
  static const Implementation& implementation(const Kernel& kernel) {
    return *kernel.implementation_;
  }
};

}  // namespace diagc
