// Any bytes as the header of a .npy file: a header that fits memory, or an NpyError.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/batch/npy.h"
#include "runtime/batch/npy_header.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto header =
        diagc::parse_npy_header(std::string_view(reinterpret_cast<const char*>(data), size));
    std::size_t elements = 1;
    for (const auto length : header.shape) elements *= length;
    if (elements != header.elements) std::abort();
    if (elements > PTRDIFF_MAX / diagc::element_size(header.type)) std::abort();
    // What was understood is understood again from the text made of it.
    const auto text = diagc::npy_header_text(header.type, header.shape);
    if (diagc::parse_npy_header(text).shape != header.shape) std::abort();
  } catch (const diagc::NpyError&) {
  }
  return 0;
}
