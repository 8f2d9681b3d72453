// Machine code of a plan's kernels in tiles, each compiled for exactly its extents and strides.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/arrays/plan.h"
#include "physics/networks/element.h"
#include "runtime/cache/cache.h"
#include "runtime/linear/tiles.h"
#include "toolchain/client/toolchain.h"

namespace diagc::networks {

struct TileCodeOptions {
  std::shared_ptr<Cache> cache = {};  ///< null: none
  double slices = 1;                  ///< that will be taken, for what compiling may cost
  bool all = false;                   ///< whatever it costs
};

/// Kernels that a run gains by, by the model of place(): those that are compiled already, and of the others the longest first, until compiling
/// has taken 2 seconds or a fifth of the expected run, whichever is more, or what is left is a hundredth of the run. All others go by the
/// templates of runtime/linear. Without Clang and LLVM none is compiled.
class TileCodes {
 public:
  TileCodes(const arrays::Plan& plan, Element element, const TileCodeOptions& options);

  /// Nothing where a kernel goes by templates.
  template <class Value>
  std::optional<linear::TileCode<Value>> of(std::size_t kernel) const {
    const Kernel& own = kernels_[kernel];
    if (!own.module) return std::nullopt;
    return linear::TileCode<Value>{
        own.module->function<std::remove_pointer_t<decltype(linear::TileCode<Value>::steps)>>(
            symbol()),
        own.streams, own.turns, own.turns_ahead};
  }

  std::size_t count() const;  ///< kernels that have code
  double compile_seconds() const { return compile_seconds_; }

 private:
  struct Kernel {
    std::optional<toolchain::Module> module;
    bool streams = false, turns = false, turns_ahead = false;
  };
  static std::string symbol();

  std::vector<Kernel> kernels_;
  double compile_seconds_ = 0;
};

/// The source of a kernel for a processor; empty where it goes by templates.
std::string tile_source(const arrays::Plan& plan, std::size_t kernel, Element element,
                        int vector_bytes);

}  // namespace diagc::networks
