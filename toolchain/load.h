#pragma once

#include <memory>
#include <string_view>

namespace diagc::machine {

/// Machine code linked into this process; freed with this object.
class LoadedModule {
 public:
  virtual ~LoadedModule() = default;
  /// The address of an externally visible symbol, null where there is none.
  virtual void* symbol(std::string_view name) const = 0;
};

/// Links a relocatable object by ORC and JITLink. Throws Refused where it is no object of this
/// machine or calls something that neither the C nor the mathematics library has.
std::unique_ptr<LoadedModule> load(std::string_view object);

}  // namespace diagc::machine
