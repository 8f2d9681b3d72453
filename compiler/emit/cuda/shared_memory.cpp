#include "compiler/emit/cuda/shared_memory.h"

#include "compiler/emit/embedded_files.h"

namespace diagc {

std::string shared_memory_functions() { return "\n" + embedded_text("shared_memory"); }

}  // namespace diagc
