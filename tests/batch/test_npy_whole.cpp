// Integers and booleans of .npy files, as doubles and what these lack.
#include <cstring>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "runtime/batch/npy.h"
#include "tests/batch/fixture.h"
#include "tests/test_seed.h"

using namespace diagc;

namespace {

/// The lowest bytes of two's complement, in either order.
std::string bytes_of(unsigned __int128 number, std::size_t size, bool big) {
  std::string bytes;
  for (std::size_t k = 0; k < size; ++k) {
    const auto byte = static_cast<char>(number >> (8 * (big ? size - 1 - k : k)));
    bytes += byte;
  }
  return bytes;
}

NpyArray read_whole(const std::string& bytes) {
  const fixture::Folder folder;
  fixture::put(folder.path / "a.npy", bytes);
  return read_npy(folder.path / "a.npy", WholeArrays::as_doubles);
}

std::string whole_file(const std::string& type, const std::string& shape, bool fortran,
                       const std::string& data) {
  return fixture::npy_start(1, fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}",
                                           type, fortran ? "True" : "False", shape)) +
         data;
}

}  // namespace

TEST_CASE("integers of every size, sign, byte order and order of axes are exact") {
  const auto seed = diagc::test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (const std::size_t size : {1U, 2U, 4U, 8U}) {
    for (const bool has_sign : {false, true}) {
      for (const bool big : {false, true}) {
        for (const bool fortran : {false, true}) {
          std::vector<__int128> numbers;
          std::string data;
          for (int k = 0; k < 6; ++k) {
            // Both ends of the range, then anything.
            std::uint64_t bits = k == 0 ? ~std::uint64_t{0} : random();
            if (k == 1) bits = std::uint64_t{1} << (8 * size - 1);
            if (k == 2) bits = (std::uint64_t{1} << (8 * size - 1)) - 1;
            if (size < 8) bits &= (std::uint64_t{1} << (8 * size)) - 1;
            __int128 number = bits;
            if (has_sign && (bits >> (8 * size - 1)) != 0)
              number -= static_cast<__int128>(1) << (8 * size);
            numbers.push_back(number);
            data += bytes_of(static_cast<unsigned __int128>(number), size, big);
          }
          const std::string type =
              fmt::format("{}{}{}", big ? '>' : '<', has_sign ? 'i' : 'u', size);
          INFO(type);
          const NpyArray array = read_whole(whole_file(type, "(2, 3)", fortran, data));
          CHECK(array.type == ElementType::float64);
          REQUIRE(array.elements == 6);
          for (std::size_t k = 0; k < 6; ++k) {
            const std::size_t place = fortran ? k % 3 * 2 + k / 3 : k;
            double nearest = 0;
            std::memcpy(&nearest, array.data.get() + k * sizeof nearest, sizeof nearest);
            const double lacking = array.lacking.empty() ? 0 : array.lacking[k];
            CHECK(nearest == static_cast<double>(numbers[place]));
            CHECK((static_cast<__int128>(nearest) + static_cast<__int128>(lacking) ==
                   numbers[place]));
          }
        }
      }
    }
  }
  const NpyArray truth = read_whole(whole_file("|b1", "(3,)", false, std::string("\1\0\1", 3)));
  const double expected[] = {1, 0, 1};
  CHECK(std::memcmp(truth.data.get(), expected, sizeof expected) == 0);
  CHECK(truth.lacking.empty());
}

TEST_CASE("integers are refused where only floating-point numbers are taken, others everywhere") {
  const fixture::Folder folder;
  const auto error = [&](const std::string& bytes, WholeArrays whole) {
    fixture::put(folder.path / "a.npy", bytes);
    const auto text = fixture::message<NpyError>([&] { read_npy(folder.path / "a.npy", whole); });
    return text.substr(std::min(text.size(), (folder.path / "a.npy").string().size() + 2));
  };
  const std::string integers = whole_file("<i4", "(2,)", false, std::string(8, '\0'));
  CHECK(error(integers, WholeArrays::refused) ==
        "holds int32 (descr '<i4'), expected float32, float64, complex64 or complex128");
  CHECK(error(integers.substr(0, integers.size() - 1), WholeArrays::as_doubles) ==
        "is cut short: shape (2,) of int32 needs 8 bytes, 7 are there");
  CHECK(error(integers + "1", WholeArrays::as_doubles) ==
        "goes on after its 8 bytes of data (shape (2,) of int32) with 1 bytes more");
  for (const std::string type : {"<f2", "<U2", "<i3"}) {
    const std::string text =
        error(whole_file(type, "(2,)", false, std::string(8, '\0')), WholeArrays::as_doubles);
    CHECK(text.find("expected integers, booleans, float32, float64, complex64 or complex128") !=
          std::string::npos);
  }
}
