// Text of emitted sources that stands in files.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>

#include "compiler/emit/embedded_files.h"
#include "compiler/emit/prelude.h"

using namespace diagc;

namespace {

/// Words of capitals alone, two or more, which stand for values.
std::vector<std::string> capitals(const std::string& text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::vector<std::string> words;
  for (auto at = text.begin(); at != text.end();) {
    at = std::find_if(at, text.end(), is_word);
    const auto end = std::find_if_not(at, text.end(), is_word);
    const bool capital =
        std::all_of(at, end, [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
    if (capital && end - at > 1 && *at != '_') words.emplace_back(at, end);
    at = end;
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace

TEST_CASE("embedded files: whole words in capitals are replaced by values, all else stays") {
  const std::string text = embedded_text("vectors");
  CHECK(capitals(text) == std::vector<std::string>{"LANES", "REAL", "REAL_BYTES"});
  CHECK(embedded_text("vectors", {{"LANES", "LANES"}, {"REAL", "REAL"}}) == text);
  const std::string filled =
      embedded_text("vectors", {{"REAL", "float"}, {"REAL_BYTES", "4"}, {"LANES", "16"}});
  CHECK(capitals(filled).empty());
  CHECK(filled.find("typedef float Real;\nenum : Size { lanes = 16 };\n") != std::string::npos);
  CHECK(filled.find("aligned(4)") != std::string::npos);
  CHECK_THROWS_WITH(embedded_text("vector"), "no embedded file vector");
}

TEST_CASE("emission gives a value to every word in capitals of an embedded file") {
  CHECK(capitals(complex_numbers("Vec", "static inline", "inline")).empty());
  CHECK(capitals(complex_numbers("Real", "__device__ inline", "__device__")).empty());
  for (const char* name : {"edges", "real_products", "complex_products", "shared_memory"}) {
    CAPTURE(name);
    CHECK(capitals(embedded_text(name)).empty());
  }
  // `vectors`, `packed` and functions are checked where kernels with them are compiled.
}
