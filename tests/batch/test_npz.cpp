// .npz files: every array by its name, and what is wrong with files that are no such archive.
#include <cstring>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "runtime/batch/npz.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/batch/npz_writer.h"

using namespace diagc;
using diagc::testing::npz_bytes;

namespace {

std::string npy(const std::vector<double>& numbers) {
  const std::size_t shape[] = {numbers.size()};
  std::string bytes = npy_file_start(ElementType::float64, shape);
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  return bytes;
}

struct Written {
  explicit Written(const std::string& bytes) : path(folder.path() / "a.npz") {
    write_file(path, bytes);
  }
  /// The error without the path in front; "" where there is none.
  std::string error() const {
    try {
      read_npz(path);
    } catch (const NpyError& problem) {
      const std::string text = problem.what();
      CHECK(text.starts_with(path.string() + ": "));
      return text.substr(path.string().size() + 2);
    }
    return "";
  }
  TemporaryFolder folder;
  std::filesystem::path path;
};

}  // namespace

TEST_CASE("arrays of an archive are read by name, in its order, with sizes wherever they stand") {
  for (const bool wide : {false, true}) {
    const Written file(npz_bytes({{"arr_0.npy", npy({1, 2, 3})}, {"b.npy", npy({})}}, 0, wide));
    const auto arrays = read_npz(file.path);
    REQUIRE(arrays.size() == 2);
    CHECK(arrays[0].first == "arr_0");
    CHECK(arrays[0].second.shape == std::vector<std::size_t>{3});
    const double expected[] = {1, 2, 3};
    CHECK(std::memcmp(arrays[0].second.data.get(), expected, sizeof expected) == 0);
    CHECK(arrays[1].first == "b");
    CHECK(arrays[1].second.elements == 0);
  }
  CHECK(read_npz(Written(npz_bytes({})).path).empty());
}

TEST_CASE("archives that are compressed, damaged or none are refused") {
  const std::string good = npz_bytes({{"arr_0.npy", npy({1, 2, 3})}});
  CHECK(Written(npz_bytes({{"arr_0.npy", npy({1})}}, 8)).error() ==
        "array arr_0.npy: is compressed, expected an array that is stored; write the file with "
        "numpy.savez");
  CHECK(Written("").error() == "is no .npz file, expected a zip archive as numpy.savez writes it");
  CHECK(Written(npy({1})).error() ==
        "is no .npz file, expected a zip archive as numpy.savez writes it");
  CHECK(Written(good.substr(0, 100)).error() ==
        "is cut short: it has no directory of its arrays at its end");
  std::string changed = good;
  changed[160] ^= 1;
  CHECK(Written(changed).error() == "array arr_0.npy: is damaged: its checksum is another one");
  CHECK(Written(npz_bytes({{"arr_0.npy", "text"}})).error() ==
        "array arr_0.npy: is no .npy file: begins with 74 65 78 74, expected 93 4e 55 4d 50 59");
  // No end of it, and no byte of it changed, makes the reader crash.
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK(!Written(good.substr(0, size)).error().empty());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 7}) {
      std::string damaged = good;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      Written(damaged).error();
    }
  }
}
