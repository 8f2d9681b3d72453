#include "runtime/system/private_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace diagc::cuda {

namespace fs = std::filesystem;

PrivateFolder::PrivateFolder() {
  std::string name = (fs::temp_directory_path() / "diagc-nvrtc-XXXXXX").string();
  if (!mkdtemp(name.data())) {
    throw std::runtime_error(fmt::format("{}: cannot make a folder: {}", name, strerror(errno)));
  }
  path_ = name;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error(path.string() + ": cannot be written: is the disk full?");
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace diagc::cuda
