// Machine code beside the source that it was made from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace diagc::explore {

/// What a compiler or a disassembler says of an emitted source.
struct Assembly {
  std::string title;                ///< "x86-64 for znver4", "SASS for sm_90", "PTX for sm_90"
  std::vector<std::string> lines;   ///< instructions and labels
  std::vector<std::uint32_t> from;  ///< the line of the source, from 1, that each is for; 0: none
  std::size_t left_out = 0;         ///< lines beyond what a page holds
};

/// Instructions and labels of an assembly text, at most `most`, with the lines that `.loc` (LLVM, PTX) or `//## File` (nvdisasm) name before
/// them; what was inlined belongs to the line of the outermost call.
Assembly assembly_lines(std::string_view text, std::size_t most);

/// Both compile the source here. Throw what the compilers throw where they are not there.
Assembly processor_assembly(const std::string& source, const std::string& name,
                            const std::string& cpu);
/// SASS where nvdisasm is found, else PTX, which the title says.
Assembly device_assembly(const std::string& source, const std::string& name,
                         const std::string& architecture);

}  // namespace diagc::explore
