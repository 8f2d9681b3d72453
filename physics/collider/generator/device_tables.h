// Tables that all channels of a process read, in the memory of a device.
#pragma once

#include <memory>
#include <vector>

#include "physics/collider/generator/process_tables.h"
#include "runtime/cuda/memory.h"

namespace diagc::collider {

/// Cut sets that ask for anti-k_t jets are cuts in the distance of partons there: at leading order that is the same (jets/anti_kt.h).
class DeviceProcessTables {
 public:
  DeviceProcessTables(const cuda::Device& device, std::shared_ptr<const ProcessTables> tables,
                      const Job& job);

  const ProcessPointers& pointers() const { return pointers_; }
  /// Those that were copied.
  const std::shared_ptr<const ProcessTables>& on_host() const { return tables_; }

 private:
  const void* copied(const cuda::Device& device, const void* data, std::size_t bytes);

  std::shared_ptr<const ProcessTables> tables_;
  std::vector<cuda::DeviceBuffer> buffers_;
  ProcessPointers pointers_;
};

}  // namespace diagc::collider
