#pragma once

// CUBIN → SASS, the assembly text of the machine code, by a program of the CUDA toolkit.

#include <filesystem>
#include <string>
#include <vector>

namespace diagc::cuda {

/// Programs that may disassemble, best first: every cuobjdump, then every nvdisasm, in the folders of $PATH, in bin of
/// $CUDA_HOME and $CUDA_PATH, in usual folders of toolkits, and where pip installs them.
std::vector<std::filesystem::path> disassemblers();

/// What the first of the disassemblers prints of a CUBIN. Throws Unavailable where there is none, and std::runtime_error with
/// what it says where it fails.
std::string disassemble(const std::string& cubin);

/// What nvdisasm prints of a CUBIN that was compiled with -lineinfo: `//## File "…", line N` stands before the instructions of each line.
/// Throws as disassemble() does.
std::string disassemble_with_lines(const std::string& cubin);
bool can_disassemble_with_lines();

}  // namespace diagc::cuda
