#pragma once

// What the tests of this folder share: a folder that goes away, files made byte by byte, messages.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/system/temporary_folder.h"

namespace fixture {

class Folder {
 private:
  diagc::TemporaryFolder made_;

 public:
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
  }

  std::filesystem::path path = made_.path();
};

inline void put(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string get(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Magic, version, length and header, padded as NumPy does; whatever `dictionary` holds.
inline std::string npy_start(int version, std::string dictionary) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  while ((prefix + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) {
    bytes += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
  }
  return bytes + dictionary;
}

inline std::string dictionary(const std::string& descr, bool fortran, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

/// `what()` of the Error that `call` throws, or a text that says that none came.
template <class Error, class Call>
std::string message(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "(no error)";
}

}  // namespace fixture
