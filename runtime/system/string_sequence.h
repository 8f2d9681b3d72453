#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace diagc {

/// Strings one after the other, each after its length in eight bytes: what goes between processes of one machine.
class StringSequence {
 public:
  StringSequence() = default;
  explicit StringSequence(std::string bytes) : bytes_(std::move(bytes)) {}

  void put(const std::string& text) {
    const std::uint64_t size = text.size();
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_ += text;
  }
  /// The next one; throws std::runtime_error where it is not whole.
  std::string take() {
    std::uint64_t size = 0;
    if (bytes_.size() - at_ < sizeof size) cut_short();
    std::memcpy(&size, bytes_.data() + at_, sizeof size);
    at_ += sizeof size;
    if (size > bytes_.size() - at_) cut_short();
    std::string text = bytes_.substr(at_, size);
    at_ += size;
    return text;
  }
  const std::string& bytes() const { return bytes_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  [[noreturn]] static void cut_short() {
    throw std::runtime_error("a file between a worker and its caller is cut short");
  }
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace diagc
