// What tells whether the values of a record are those that were written, whatever else other programs added to the file.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "runtime/cache/hash.h"

namespace diagc::runs::hdf5 {

/// XXH3-128 of the names and values of all datasets of a record, in the order of its fields; those that a file lacks are left out.
class RecordDigest {
 public:
  template <class T>
  void add(std::string_view name, const std::vector<T>& values) {
    number(name.size());
    hash_.update(name);
    number(values.size());
    for (const T& value : values) {
      if constexpr (requires { value.size(); }) {
        number(value.size());
        hash_.update(std::string_view(value));
      } else {
        hash_.update(std::as_bytes(std::span(&value, 1)));
      }
    }
  }

  std::string in_hex() const {
    std::string text;
    for (const std::uint8_t byte : hash_.digest()) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  void number(std::uint64_t value) { hash_.update(std::as_bytes(std::span(&value, 1))); }

  Hash hash_;
};

}  // namespace diagc::runs::hdf5
