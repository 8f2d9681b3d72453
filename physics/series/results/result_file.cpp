#include "physics/series/results/result_file.h"

#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/results/fields.h"
#include "runtime/cache/hash.h"

namespace diagc::series {

namespace {

void expect_hash(const char* name, const std::string& text, const std::string& hash,
                 const std::string& path, std::size_t point) {
  if (hash.empty() || hash == text_hash(text)) return;
  throw std::runtime_error(
      fmt::format("{}: found a text at origin.{} of point {} that does not fit its hash, expected "
                  "the text that the numbers were made with",
                  path, name, point));
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
    const Origin& origin = result.origin;
    expect_hash("job", origin.job, origin.job_hash, path, i);
    expect_hash("rules", origin.rules, origin.rules_hash, path, i);
  }
}

}  // namespace

void write_results(const std::string& path, const Results& results) {
  runs::write_records(path, result_kind(), results);
}

Results read_results(const std::string& path) {
  Results results = runs::read_records<Result>(path, result_kind());
  check(results, path);
  return results;
}

std::string to_json(const Results& results) {
  return runs::to_bytes(runs::FileFormat::json, result_kind(), results);
}

std::string to_hdf5(const Results& results) {
  return runs::to_bytes(runs::FileFormat::hdf5, result_kind(), results);
}

std::string text_hash(std::string_view text) {
  Hash hash;
  hash.update(text);
  std::string hex;
  for (const std::uint8_t byte : hash.digest()) hex += fmt::format("{:02x}", byte);
  return hex;
}

int result_worker(const std::vector<std::string>& arguments) {
  return runs::hdf5_worker<Result>(result_kind(), arguments);
}

}  // namespace diagc::series
