#include "physics/networks/checksum.h"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace diagc::networks {

namespace {

constexpr std::string_view checksum_key = ",\"checksum\":\"";
constexpr std::size_t checksum_digits = 32;

std::string hash_of(std::string_view text) {
  Hash hash;
  hash.update(text);
  return hex(hash);
}

}  // namespace

std::string hex(const Hash& hash) {
  std::string text;
  for (const std::uint8_t byte : hash.digest()) text += fmt::format("{:02x}", byte);
  return text;
}

std::string network_digest(const arrays::Network& network) {
  Hash hash;
  add_numbers(hash, network.extents);
  for (const auto& labels : network.tensors) add_numbers(hash, labels);
  add_numbers(hash, network.open);
  return hex(hash);
}

std::string with_checksum(std::string object) {
  object.pop_back();
  return fmt::format("{}{}{}\"}}\n", object, checksum_key, hash_of(object));
}

void verify_checksum(const std::string& text) {
  const std::size_t tail = checksum_key.size() + checksum_digits + 3;
  if (text.size() <= tail) throw std::runtime_error("it ends too early");
  const std::size_t end = text.size() - tail;
  if (std::string_view(text).substr(end, checksum_key.size()) != checksum_key)
    throw std::runtime_error("it has no checksum at its end");
  if (text.substr(end + checksum_key.size(), checksum_digits) != hash_of(text.substr(0, end)))
    throw std::runtime_error("it is damaged");
}

}  // namespace diagc::networks
