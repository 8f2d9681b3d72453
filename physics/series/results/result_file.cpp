#include "physics/series/results/result_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/results/hdf5/library.h"
#include "runtime/system/atomic_file.h"
#include "runtime/system/shared_library.h"

namespace diagc::integrate {

namespace {

const Hdf5Library& hdf5() {
  static const Hdf5Library* const library = reinterpret_cast<decltype(&diagc_hdf5_v1)>(
      open_library("libdiagc_hdf5.so", "diagc_hdf5_v1"))();
  return *library;
}

std::string contents(const std::string& path) {
  std::error_code ignored;
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  std::ostringstream text;
  if (errno == 0) {
    std::ifstream file(path, std::ios::binary);
    if (file) {
      if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
      if (!file.bad()) return std::move(text).str();
    }
  }
  throw std::runtime_error(
      fmt::format("{}: cannot be read: {}", path, std::strerror(errno == 0 ? EIO : errno)));
}

/// What no field says alone.
void check(const Results& results, const std::string& path) {
  if (results.empty()) throw std::runtime_error(fmt::format("{}: found no points", path));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    const std::size_t orders = result.orders.size();
    if (orders == 0)
      throw std::runtime_error(fmt::format("{}: found no orders in point {}", path, i));
    for (std::size_t row = 1; row < orders; ++row) {
      if (result.orders[row].order <= result.orders[row - 1].order) {
        throw std::runtime_error(
            fmt::format("{}: found order {} after {} in point {}, expected ascending orders", path,
                        result.orders[row].order, result.orders[row - 1].order, i));
      }
    }
    if (!result.covariance.empty() && result.covariance.size() != orders * orders) {
      throw std::runtime_error(
          fmt::format("{}: found {} covariances in point {}, expected {} for {} orders", path,
                      result.covariance.size(), i, orders * orders, orders));
    }
  }
}

}  // namespace

FileFormat format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".json") return FileFormat::json;
  if (ending == ".h5" || ending == ".hdf5") return FileFormat::hdf5;
  throw std::runtime_error(
      fmt::format("{}: found the ending `{}`, expected .json, .h5 or .hdf5", path, ending));
}

void write_results(const std::string& path, const Results& results) {
  const std::string bytes =
      format_of(path) == FileFormat::json ? to_json(results) : to_hdf5(results);
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(bytes)));
  file.commit();
}

Results read_results(const std::string& path) {
  const FileFormat format = format_of(path);
  const std::string bytes = contents(path);
  Results results = format == FileFormat::json ? from_json(bytes, path) : from_hdf5(bytes, path);
  check(results, path);
  return results;
}

std::string to_hdf5(const Results& results) { return hdf5().write(results); }

Results from_hdf5(std::string_view bytes, const std::string& path) {
  return hdf5().read(bytes, path);
}

std::string why_no_hdf5() {
  try {
    hdf5();
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace diagc::integrate
