#include <algorithm>
#include <catch2/catch.hpp>

#include "runtime/batch/npy.h"
#include "tests/batch/fixture.h"
#include "tests/test_seed.h"

using namespace diagc;

namespace {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

TEST_CASE("written files have exactly NumPy's bytes") {
  fixture::Folder folder;
  const auto path = folder.path / "a.npy";
  const std::vector<double> values = {1.5, -2, 0.1};
  const std::string data(reinterpret_cast<const char*>(values.data()), 24);
  const auto written = [&](ElementType type, std::vector<std::size_t> shape, std::size_t count) {
    write_npy(path, type, shape, bytes_of(values).first(count));
    return fixture::get(path);
  };
  using fixture::dictionary;
  using fixture::npy_start;
  CHECK(written(ElementType::float64, {3}, 24) ==
        npy_start(1, dictionary("<f8", false, "(3,)")) + data);
  CHECK(written(ElementType::float32, {3, 2}, 24) ==
        npy_start(1, dictionary("<f4", false, "(3, 2)")) + data);
  CHECK(written(ElementType::complex64, {3, 1, 1}, 24) ==
        npy_start(1, dictionary("<c8", false, "(3, 1, 1)")) + data);
  CHECK(written(ElementType::complex128, {}, 16) ==
        npy_start(1, dictionary("<c16", false, "()")) + data.substr(0, 16));
  CHECK(written(ElementType::float64, {0, 5}, 0) ==
        npy_start(1, dictionary("<f8", false, "(0, 5)")));
  CHECK(folder.files() == 1);
}

TEST_CASE("the data begin at a multiple of 64 bytes whatever the shape") {
  fixture::Folder folder;
  const auto path = folder.path / "a.npy";
  for (std::size_t axes = 0; axes < 60; ++axes) {
    const std::vector<float> values = {42.0f};
    write_npy(path, ElementType::float32, std::vector<std::size_t>(axes, 1), bytes_of(values));
    const auto bytes = fixture::get(path);
    CHECK(bytes.size() % 64 == 4);
    CHECK(bytes[bytes.size() - 5] == '\n');
    CHECK(read_npy(path).shape == std::vector<std::size_t>(axes, 1));
  }
}

TEST_CASE("what is written is read back bit by bit") {
  const auto seed = diagc::test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  fixture::Folder folder;
  const auto path = folder.path / "a.npy";
  for (int round = 0; round < 50; ++round) {
    const auto type = static_cast<ElementType>(random() % 4);
    std::vector<std::size_t> shape(random() % 4);
    std::size_t size = element_size(type);
    for (auto& length : shape) size *= length = random() % 9;
    std::vector<std::uint8_t> bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    write_npy(path, type, shape, bytes_of(bytes));
    const auto array = read_npy(path);
    REQUIRE(array.type == type);
    REQUIRE(array.shape == shape);
    REQUIRE(array.bytes().size() == size);
    REQUIRE(std::ranges::equal(array.bytes(), bytes_of(bytes)));
  }
}

TEST_CASE("bytes that do not fit the shape are the caller's error") {
  fixture::Folder folder;
  const std::vector<float> values(5);
  CHECK(fixture::message<std::logic_error>([&] {
          write_npy(folder.path / "a.npy", ElementType::float32, std::vector<std::size_t>{2, 3},
                    bytes_of(values));
        }) == "write_npy: 20 bytes for shape (2, 3) of float32");
  CHECK(folder.files() == 0);
}
