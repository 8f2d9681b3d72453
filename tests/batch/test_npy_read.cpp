#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <thread>

#include "runtime/batch/npy.h"
#include "tests/batch/fixture.h"
#include "tests/test_seed.h"

using namespace diagc;
using fixture::dictionary;
using fixture::npy_start;

namespace {

std::string read_error(const std::string& bytes) {
  fixture::Folder folder;
  const auto path = folder.path / "a.npy";
  fixture::put(path, bytes);
  const auto text = fixture::message<NpyError>([&] { read_npy(path); });
  const auto prefix = path.string() + ": ";
  return text.starts_with(prefix) ? text.substr(prefix.size()) : "(no path) " + text;
}

NpyArray read_bytes(const std::string& bytes) {
  fixture::Folder folder;
  fixture::put(folder.path / "a.npy", bytes);
  return read_npy(folder.path / "a.npy");
}

std::string header_error(const std::string& text) { return read_error(npy_start(1, text)); }

}  // namespace

TEST_CASE("arrays of every version, order, byte order and type are read bit by bit") {
  const auto seed = diagc::test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };

  for (int round = 0; round < 400; ++round) {
    const auto type = static_cast<ElementType>(below(4));
    const int version = 1 + static_cast<int>(below(3));
    const bool fortran = below(2), big = below(2);
    std::vector<std::size_t> shape(below(5));
    for (auto& length : shape) length = below(20) == 0 ? 0 : 1 + below(below(4) == 0 ? 70 : 5);
    std::size_t elements = 1;
    for (const auto length : shape) elements *= length;

    // Any bits, so also infinities and quiet and signalling NaNs with payloads.
    std::string wanted(elements * element_size(type), '\0');
    for (auto& byte : wanted) byte = static_cast<char>(random());
    const std::size_t word = component_size(type);
    for (std::size_t i = 0; below(2) && i < wanted.size() / word; i += 3) {
      wanted[i * word + word - 1] = '\x7f';  // an exponent of all ones, or nearly
      wanted[i * word + word - 2] = '\xff';
    }

    std::string stored(wanted.size(), '\0');
    std::vector<std::size_t> index(shape.size());
    for (std::size_t element = 0; element < elements; ++element) {
      std::size_t rest = element, place = 0, step = 1;
      for (std::size_t a = shape.size(); a-- > 0; rest /= shape[a]) index[a] = rest % shape[a];
      for (std::size_t a = 0; a < shape.size(); step *= shape[a++]) place += step * index[a];
      auto bytes = wanted.substr(element * element_size(type), element_size(type));
      for (std::size_t w = 0; big && w < bytes.size(); w += word) {
        std::reverse(bytes.begin() + w, bytes.begin() + w + word);
      }
      stored.replace((fortran ? place : element) * bytes.size(), bytes.size(), bytes);
    }

    std::string text = "(";
    for (const auto length : shape) text += std::to_string(length) + ",";
    if (shape.size() > 1 && below(2)) text.pop_back();
    const auto descr = std::string(big ? ">" : "<") + (is_complex(type) ? "c" : "f") +
                       std::to_string(element_size(type));
    const auto array =
        read_bytes(npy_start(version, dictionary(descr, fortran, text + ")")) + stored);
    INFO(descr << " version " << version << " fortran " << fortran << " shape " << text);
    REQUIRE(array.type == type);
    REQUIRE(array.shape == shape);
    REQUIRE(array.elements == elements);
    REQUIRE(array.bytes().size() == wanted.size());
    REQUIRE(std::memcmp(array.data.get(), wanted.data(), wanted.size()) == 0);
  }
}

TEST_CASE("an open file is read from where it stands, and stays open") {
  fixture::Folder folder;
  const std::string array = npy_start(1, dictionary("<f8", false, "(2,)")) + std::string(16, '\1');
  fixture::put(folder.path / "a", "something else" + array);
  const int file = open((folder.path / "a").c_str(), O_RDONLY);
  REQUIRE(lseek(file, 14, SEEK_SET) == 14);
  CHECK(read_npy(file, "the file").elements == 2);
  CHECK(lseek(file, 0, SEEK_CUR) == static_cast<off_t>(14 + array.size()));
  CHECK(fixture::message<NpyError>([&] { read_npy(file, "the file"); }) ==
        "the file: is empty, expected a .npy file");
  CHECK(close(file) == 0);
  CHECK(fixture::message<NpyError>([&] { read_npy(file, "the file"); }) ==
        "the file: cannot be read: Bad file descriptor");
}

TEST_CASE("headers are read as Python would read them") {
  const std::string data(24, '\1');
  for (const std::string header : {
           "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
           "{'descr':'<f8','fortran_order':False,'shape':(3,)}",
           "{\"shape\": (3,), \"fortran_order\": True, \"descr\": \"<f8\"}",
           "  { 'shape' : ( 3 , ) ,\n 'fortran_order'\t: False, 'descr': '=f8' , } ",
           "{'descr': 'f8', 'fortran_order': False, 'shape': (3L,), }",
           "{'descr': '|f8', 'fortran_order': False, 'shape': (1, 3)}",
       }) {
    INFO(header);
    const auto array = read_bytes(npy_start(1, header) + data);
    CHECK(array.type == ElementType::float64);
    CHECK(array.elements == 3);
  }
  // Without NumPy's padding to a multiple of 64 bytes.
  const auto plain = dictionary("<f8", false, "()");
  const auto start = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(plain.size()) + '\0';
  CHECK(read_bytes(start + plain + std::string(8, '\0')).shape.empty());
}

TEST_CASE("what is no .npy file is refused") {
  CHECK(read_error("") == "is empty, expected a .npy file");
  CHECK(read_error("\x93NU") == "ends within its first 10 bytes");
  CHECK(read_error("\x93NUMPY\1") == "ends within its first 10 bytes");
  CHECK(read_error(std::string("\x93NUMPY\1\0\x10", 9)) == "ends within its first 10 bytes");
  CHECK(read_error(std::string("\x93NUMPY\2\0\x10\0\0", 11)) == "ends within its first 12 bytes");
  CHECK(read_error("1.0 2.0\n") ==
        "is no .npy file: begins with 31 2e 30 20 32 2e, expected 93 4e 55 4d 50 59");
  CHECK(read_error("1") == "is no .npy file: begins with 31, expected 93 4e 55 4d 50 59");
  CHECK(read_error("PK\3\4 and more") ==
        "is a zip archive (.npz), expected a .npy file; write it with numpy.save");
  CHECK(read_error(std::string("\x93NUMPY\4\0\x10\0\0\0", 12)) ==
        "has format version 4.0, expected 1.0, 2.0 or 3.0");
  CHECK(read_error(std::string("\x93NUMPY\0\0\x10\0", 10)) ==
        "has format version 0.0, expected 1.0, 2.0 or 3.0");
  CHECK(read_error("\x93NUMPY\1\7\x10\1") == "has format version 1.7, expected 1.0, 2.0 or 3.0");
  CHECK(read_error("\x93NUMPY\2" + std::string("\0\xff\xff\xff\xff", 5)) ==
        "has a header of 4294967295 bytes, expected at most 1048576");
  CHECK(read_error(npy_start(1, dictionary("<f8", false, "(3,)")).substr(0, 50)) ==
        "ends within its header: 40 bytes of 118 are there");

  fixture::Folder folder;
  const auto missing = folder.path / "missing.npy";
  CHECK(fixture::message<NpyError>([&] { read_npy(missing); }) ==
        missing.string() + ": cannot be read: No such file or directory");
  CHECK(fixture::message<NpyError>([&] { read_npy(folder.path); }) ==
        folder.path.string() + ": cannot be read: Is a directory");
}

TEST_CASE("headers that are no such dictionary are refused") {
  const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
  const auto with = [&](const std::string& part, const std::string& instead) {
    auto text = good;
    return text.replace(text.find(part), part.size(), instead);
  };
  CHECK(header_error("") == "header: expected '{' at byte 54, found its end");
  CHECK(header_error("[1, 2]").starts_with("header: expected '{' at byte 0, found '[1, 2]"));
  CHECK(header_error("{'descr': '<f8'") == "header: expected '}' at byte 54, found its end");
  CHECK(header_error("{}") == "header: the key 'descr' is missing");
  CHECK(header_error(with("'fortran_order': False, ", "")) ==
        "header: the key 'fortran_order' is missing");
  CHECK(header_error(with("'shape': (3,), ", "")) == "header: the key 'shape' is missing");
  CHECK(header_error(with("}", "'extra': 1}")) ==
        "header: unknown key 'extra', expected 'descr', 'fortran_order' and 'shape'");
  CHECK(header_error(with("}", "'shape': (4,)}")) == "header: the key 'shape' stands there twice");
  CHECK(
      header_error(with("'descr'", "descr")) ==
      "header: expected a quoted key at byte 1, found 'descr: '<f8', 'fortran_order': False, 's…'");
  CHECK(header_error(with("'<f8'", "'<f\\x38'")) ==
        "header: expected a quoted type for 'descr' without escapes at byte 10, found "
        "''<f\\x38', 'fortran_order': False, 'shape…'");
  CHECK(header_error(with("'<f8'", "8"))
            .starts_with("header: expected a quoted type for 'descr' at byte 10, found '8, 'fort"));
  CHECK(
      header_error(with("False", "false")) ==
      "header: expected True or False for 'fortran_order' at byte 34, found 'false, 'shape': (3,), "
      "}" +
          std::string(17, ' ') + "…'");
  CHECK(header_error(with("': '<f8'", "' '<f8'"))
            .starts_with("header: expected ':' at byte 9, found ''<f8'"));
  CHECK(header_error(with("}", "} x"))
            .starts_with(
                "header: expected nothing but spaces after the dictionary at byte 58, found 'x"));
  CHECK(header_error(with("(3,)", "[3]"))
            .starts_with("header: expected '(' and the lengths of the axes for 'shape' at byte 50, "
                         "found '[3], }"));
  CHECK(header_error(with("(3,)", "(3)"))
            .starts_with("header: expected ',' at byte 52, found '), }"));
  CHECK(header_error(with("(3,)", "(3,,)"))
            .starts_with("header: expected the length of an axis at byte 53, found ',), }"));
  CHECK(header_error(with("(3,)", "(3.5,)"))
            .starts_with("header: expected ',' at byte 52, found '.5,), }"));
  CHECK(header_error(with("(3,)", "(2, 3 4)"))
            .starts_with("header: expected ')' at byte 56, found '4), }"));
  CHECK(header_error(with("(3,)", "(-3,)"))
            .starts_with("header: an axis of negative length, '-3,), }"));
  CHECK(header_error(with("(3,)", "(18446744073709551616,)"))
            .starts_with("header: an axis too long for this machine, '18446744073709551616,), }"));
  CHECK(header_error(with("(3,)", "(4294967296, 4294967296)")) ==
        "header: shape (4294967296, 4294967296) has more elements than this machine addresses");
  // An empty axis does not hide that others are too long to be multiplied.
  CHECK(header_error(with("(3,)", "(2305843009213693953, 0, 0)")) ==
        "header: shape (2305843009213693953, 0, 0) has more elements than this machine addresses");
  CHECK(header_error(with("(3,)", "(0, 2305843009213693953)")) ==
        "header: shape (0, 2305843009213693953) has more elements than this machine addresses");
  CHECK(header_error(with("(3,)", "(18446744073709551615,)")) ==
        "header: shape (18446744073709551615,) has more elements than this machine addresses");
  CHECK(header_error(with("(3,)", "(1152921504606846976,)")) ==
        "header: shape (1152921504606846976,) has more elements than this machine addresses");
  CHECK(read_error(npy_start(3, with("'shape'", "'d\xc3\xa9'"))) ==
        "header: unknown key 'd\\xc3\\xa9', expected 'descr', 'fortran_order' and 'shape'");
}

TEST_CASE("element types other than the four are refused by name") {
  const auto error = [&](const std::string& descr) {
    return header_error(dictionary(descr, false, "(3,)"));
  };
  const std::string expected = ", expected float32, float64, complex64 or complex128";
  CHECK(error("<i8") == "holds int64 (descr '<i8')" + expected);
  CHECK(error("<i4") == "holds int32 (descr '<i4')" + expected);
  CHECK(error("|u1") == "holds uint8 (descr '|u1')" + expected);
  CHECK(error("|b1") == "holds bool (descr '|b1')" + expected);
  CHECK(error("<f2") == "holds float16 (descr '<f2')" + expected);
  CHECK(error("<f16") == "holds float128 (descr '<f16')" + expected);
  CHECK(error("<c32") == "holds complex256 (descr '<c32')" + expected);
  CHECK(error("|O") == "holds Python objects (descr '|O')" + expected);
  CHECK(error("|S5") == "holds byte strings (descr '|S5')" + expected);
  CHECK(error("<U5") == "holds text (descr '<U5')" + expected);
  CHECK(error("<M8[ns]") == "holds dates (descr '<M8[ns]')" + expected);
  CHECK(error("<m8[s]") == "holds time differences (descr '<m8[s]')" + expected);
  CHECK(error("|V16") == "holds raw bytes (descr '|V16')" + expected);
  CHECK(error("") == "holds an unknown type (descr '')" + expected);
  CHECK(error("<f") == "holds an unknown type (descr '<f')" + expected);
  CHECK(error("<f8x") == "holds an unknown type (descr '<f8x')" + expected);
  CHECK(error("<<f8") == "holds an unknown type (descr '<<f8')" + expected);
  CHECK(header_error("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3,), }") ==
        "holds records with fields" + expected);
  CHECK(read_error(npy_start(
            3, "{'descr': [('\xc3\xa9', '<f4')], 'fortran_order': False, 'shape': (3,), }")) ==
        "holds records with fields" + expected);
}

TEST_CASE("files shorter or longer than their header says are refused") {
  const auto start = npy_start(1, dictionary("<f4", false, "(2, 3)"));
  CHECK(read_error(start) == "is cut short: shape (2, 3) of float32 needs 24 bytes, 0 are there");
  CHECK(read_error(start + std::string(23, 'x')) ==
        "is cut short: shape (2, 3) of float32 needs 24 bytes, 23 are there");
  CHECK(read_error(start + std::string(27, 'x')) ==
        "goes on after its 24 bytes of data (shape (2, 3) of float32) with 3 bytes more");
  CHECK(
      read_error(npy_start(1, dictionary("<c16", true, "(1000000000000,)"))) ==
      "is cut short: shape (1000000000000,) of complex128 needs 16000000000000 bytes, 0 are there");
}

TEST_CASE("every truncation of a file is an error, never a crash") {
  const auto whole = npy_start(2, dictionary(">c8", true, "(3, 2)")) + std::string(48, 'x');
  CHECK(read_bytes(whole).elements == 6);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    CHECK(read_error(whole.substr(0, length)) != "(no path) (no error)");
  }
}

TEST_CASE("random damage to a file is read or refused, never a crash") {
  const auto seed = diagc::test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto whole = npy_start(1, dictionary("<f8", false, "(3, 2)")) + std::string(48, 'x');
  int refused = 0;
  for (int round = 0; round < 1000; ++round) {
    auto bytes = whole;
    bytes[random() % 80] = static_cast<char>(random());
    if (round % 2) bytes[random() % 80] = "(){},:'0123456789-L \\"[random() % 21];
    refused += read_error(bytes) != "(no path) (no error)";
  }
  CHECK(refused > 500);
}

TEST_CASE("a pipe is read like a file, and its end is noticed") {
  fixture::Folder folder;
  const auto path = folder.path / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const auto through_pipe = [&](const std::string& bytes) {
    std::thread writer([&] { fixture::put(path, bytes); });
    std::string result;
    try {
      const auto array = read_npy(path);
      result.assign(reinterpret_cast<const char*>(array.data.get()), array.bytes().size());
    } catch (const NpyError& error) {
      result = std::string(error.what()).substr(path.string().size() + 2);
    }
    writer.join();
    return result;
  };
  std::string data(9 * 1000 * 1000 + 4, '\0');
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i * i >> 3);
  const auto start = npy_start(1, dictionary("<f4", false, "(2250001,)"));
  CHECK((through_pipe(start + data) == data));
  CHECK(through_pipe(start + data.substr(5)) ==
        "is cut short: shape (2250001,) of float32 needs 9000004 bytes, 8999999 are there");
  CHECK(
      through_pipe(npy_start(1, dictionary("<f4", false, "(100000000000000,)")) + "abc") ==
      "is cut short: shape (100000000000000,) of float32 needs 400000000000000 bytes, 3 are there");
  CHECK(through_pipe(npy_start(1, dictionary("<f4", false, "(1,)")) + "abcde") ==
        "goes on after its 4 bytes of data (shape (1,) of float32) with bytes more");
  CHECK(through_pipe(npy_start(1, dictionary("<f4", false, "(0, 7)"))).empty());
}
