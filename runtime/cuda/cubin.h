#pragma once

// What a CUBIN says of its functions. A CUBIN is an ELF file of NVIDIA's machine (EM_CUDA, 190)
// with a section .text.NAME for every kernel, attributes of all functions in .nv.info and of one
// kernel in .nv.info.NAME. Attributes are records of a format byte, a number, and a value or its
// size; `cuobjdump -elf` prints them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace diagc::cuda {

struct KernelCode {
  std::string name;
  int registers = 0;             ///< a thread
  std::size_t stack_bytes = 0;   ///< a thread's local memory: spilled registers, local arrays
  std::size_t shared_bytes = 0;  ///< static, a block
  std::size_t parameter_bytes = 0;
  std::size_t code_bytes = 0;
  int max_threads = 0;           ///< a block, as __launch_bounds__ says; 0: it does not
  std::size_t spill_stores = 0;  ///< bytes stored and loaded for want of registers, as ptxas
  std::size_t spill_loads = 0;   ///< counts over the text; only its log tells
};

/// Whether these bytes begin like a CUBIN.
bool is_cubin(std::string_view bytes);

/// The kernels in order of their names, without spills. Throws std::runtime_error where this is no
/// whole CUBIN.
std::vector<KernelCode> cubin_kernels(std::string_view bytes);

/// Fills in the spills from the log of ptxas --verbose.
void read_spills(std::string_view log, std::vector<KernelCode>& kernels);

}  // namespace diagc::cuda
