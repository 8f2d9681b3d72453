// What kernels of contractions are launched with, as device/text declares it.
#pragma once

#include <cstdint>

#include "compiler/arrays/device/device_chain.h"
#include "runtime/cuda/driver_api.h"

namespace diagc::networks {

using cuda::api::DevicePointer;

/// struct Arrays of device/text/kernel.cuh.
struct ArraysParameter {
  DevicePointer a, b, c;
  DevicePointer start_a, start_b;
  DevicePointer most_a, most_b, most_c;
  std::uint32_t prime;
};

/// struct ChainArrays of device/text/chain.cuh.
struct ChainParameter {
  DevicePointer a, c, start_a, most_a, most_c;
  std::uint32_t prime;
  DevicePointer b[arrays::most_chain_steps], start_b[arrays::most_chain_steps],
      most_b[arrays::most_chain_steps];
};

/// struct Powers of device/text/exchange.cuh.
struct PowersParameter {
  DevicePointer most, terms, of_exchanges, of_ranks, factors;
  std::int64_t given;
  std::uint32_t count, values, value, exchange, rank, ranks;
};

/// struct Next of device/text/loops.cuh.
struct NextParameter {
  DevicePointer most, terms, of_launches, factors;
  std::int64_t given;
  std::uint32_t count, values, launch, term, sum;
  std::uint32_t adds, begins;
  DevicePointer made, shifts, starts;
  std::uint32_t made_count, shift_count;
  std::int64_t times;
};

/// struct Addition of device/text/loops.cuh.
struct AdditionParameter {
  DevicePointer term, sum, factors, most;
  std::uint64_t elements;
  std::uint32_t begins, prime;
};

/// struct CompensatedAddition of device/text/compensated.cuh.
struct CompensatedAdditionParameter {
  DevicePointer term, sum, compensation, factors, most;
  std::uint64_t elements;
  std::uint32_t begins;
};

/// struct Tasks of device/text/tables.cuh.
struct TasksParameter {
  DevicePointer memory, tasks, waves, ends, tables, starts, most;
  std::uint32_t first, prime;
};

}  // namespace diagc::networks
