// Loops of C++ text, and offsets within them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace diagc {

/// ` + variable * stride`, nothing where the stride is 0.
std::string offset_term(const std::string& variable, std::uint64_t stride);
std::string offset_term(std::uint64_t offset);

/// Lines that stand two spaces further in within every block.
class LoopText {
 public:
  void line(const std::string& text);
  void open(const std::string& text);
  void open_loop(const std::string& variable, std::uint64_t extent);
  void close();

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace diagc
