#pragma once

// Sources → CUBINs by way of the cache on disk.

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/cache/cache.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/workers.h"

namespace diagc::cuda {

struct BuildOptions {
  Cache* cache = nullptr;                            ///< null: none
  std::map<std::string, std::string> metadata = {};  ///< for the cache's listing
  int driver_version = 0;  ///< part of the key; 0: compiled for no driver in particular
  /// Where the command is not empty, two or more sources that the cache lacks go to workers.
  Workers workers = {};
  bool look_in_cache = true;  ///< false: compile, and replace what the cache holds
  std::stop_token stop = {};
};

struct Built {
  std::vector<Object> objects;  ///< in the order of the sources
  std::size_t from_cache = 0;   ///< how many of them
  double compile_seconds = 0;
};

/// CUBINs. Keys are made of source, options, architecture, and the versions of NVRTC and driver. An
/// entry that is damaged or no CUBIN is compiled anew and replaced. Throws what compile() does.
Built build(const std::vector<Source>& sources, const CompileOptions& options,
            const BuildOptions& build_options);

}  // namespace diagc::cuda
