// Emitted source → machine code in this process, by way of the cache.
#pragma once

#include <map>
#include <stop_token>
#include <string>

#include "runtime/cache/cache.h"
#include "runtime/cpu/rows.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

struct MachineCodeRequest {
  const std::string& source;  ///< as emit_cpp gives it
  std::string symbol;         ///< NAME of its functions
  std::string file_name;      ///< as messages of Clang shall show it
  toolchain::Cpu cpu;
  std::map<std::string, std::string> metadata;  ///< for the cache's listing
  Cache* cache = nullptr;                       ///< null: none
  std::stop_token stop;
};

template <class T>
struct MachineCode {
  RangeFunction<T> range;
  std::size_t code_bytes = 0;  ///< of instructions
  bool from_cache = false;
  double key_seconds = 0;
  double compile_seconds = 0;
  double load_seconds = 0;
};

/// A cached object that does not load is compiled anew and replaced. Throws toolchain::Unavailable
/// and Cancelled, and std::logic_error where Clang refuses the source.
template <class T>
MachineCode<T> machine_code(const MachineCodeRequest& request);

}  // namespace diagc
