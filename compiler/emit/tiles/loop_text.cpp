#include "compiler/emit/tiles/loop_text.h"

#include <fmt/format.h>

namespace diagc {

std::string offset_term(const std::string& variable, std::uint64_t stride) {
  if (stride == 0) return "";
  return stride == 1 ? " + " + variable : fmt::format(" + {} * {}", variable, stride);
}
std::string offset_term(std::uint64_t offset) {
  return offset == 0 ? "" : fmt::format(" + {}", offset);
}

void LoopText::line(const std::string& text) {
  text_ += std::string(2 * depth_, ' ') + text + "\n";
}
void LoopText::open(const std::string& text) {
  line(text);
  ++depth_;
}
void LoopText::open_loop(const std::string& variable, std::uint64_t extent) {
  open(fmt::format("for (long {0} = 0; {0} < {1}; ++{0}) {{", variable, extent));
}
void LoopText::close() {
  --depth_;
  line("}");
}

}  // namespace diagc
