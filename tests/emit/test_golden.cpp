// The sources in generated/ are what the compiler emits. DIAGC_UPDATE_GOLDEN=1 writes them anew, DIAGC_GOLDEN_SOURCES=FOLDER writes
// every source in full into a folder (./dev golden).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "tests/emit/golden.h"
#include "tests/fingerprint.h"

namespace fs = std::filesystem;
using namespace diagc::golden;

namespace {

constexpr const char* folders[] = {"cpu", "cuda"};

void write_all(const fs::path& root, const Files& files) {
  for (const char* folder : folders) fs::remove_all(root / folder);
  for (const auto& [path, text] : files) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << text;
  }
}

Files read_all(const fs::path& root) {
  Files files;
  for (const char* folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      files[fs::relative(entry.path(), root).generic_string()] = text.str();
    }
  }
  return files;
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

}  // namespace

TEST_CASE("emitted sources equal the golden ones") {
  const fs::path root = DIAGC_SOURCE_DIR "/generated";
  const Files sources = emit_sources();
  // Nothing is left over from one emission to the next.
  std::string first_change;
  for (const auto& [path, text] : emit_sources(4)) {
    const auto before = sources.find(path);
    if (first_change.empty() && (before == sources.end() || before->second != text))
      first_change = path;
  }
  CHECK(first_change == "");
  const Files emitted = stored(sources);
  if (std::getenv("DIAGC_UPDATE_GOLDEN")) write_all(root, emitted);
  if (const char* folder = std::getenv("DIAGC_GOLDEN_SOURCES")) write_all(folder, sources);
  const Files golden = read_all(root);
  int differences = 0;
  for (const auto& [path, text] : emitted) {
    const auto found = golden.find(path);
    if (found != golden.end() && found->second == text) continue;
    if (++differences > 5) continue;
    const std::string what = found == golden.end() ? "generated/" + path + " is missing"
                                                   : difference(path, found->second, text);
    FAIL_CHECK(what);
  }
  for (const auto& [path, text] : golden) {
    if (!emitted.contains(path)) FAIL_CHECK("generated/" + path + " is not emitted any more");
  }
  INFO("where the differences are intended: ./dev golden");
  CHECK(differences == 0);
}

TEST_CASE("golden sources: small ones of one level in full, digests of the others") {
  const Files files = stored({{"cpu/a/x86-64-v3/n4.cpp", lines(101)},
                              {"cpu/a/x86-64-v3/n4_windowed.cu", lines(300)},
                              {"cpu/a/x86-64-v3/n5.cpp", lines(100)},
                              {"cpu/a/x86-64-v3/n6.cpp", lines(101)},
                              {"cpu/a/x86-64-v3/n12_chunked.cpp", lines(101)},
                              {"cpu/a/x86-64-v4/n2.cpp", lines(10)},
                              {"cpu/permanent/x86-64-v4/n2.cpp", lines(11)},
                              {"cpu/permanent/x86-64-v4/n5.cpp", lines(103)},
                              {"cuda/b/sm_90/n6.cu", lines(102)}});
  const auto digest = [](const std::string& path, const std::string& text) {
    return fmt::format("{:<56} {:>6} lines {:>8} bytes  fnv1a {:016x}\n", path,
                       std::ranges::count(text, '\n'), text.size(), diagc::fingerprint(text));
  };
  CHECK(files.size() == 6);
  CHECK(files.at("cpu/a/x86-64-v3/n4.cpp") == lines(101));
  CHECK(files.at("cpu/a/x86-64-v3/n4_windowed.cu") == lines(300));
  CHECK(files.at("cpu/a/x86-64-v3/n5.cpp") == lines(100));
  CHECK(files.at("cpu/permanent/x86-64-v4/n2.cpp") == lines(11));
  CHECK(files.at("cpu/digests.txt") == digest("a/x86-64-v3/n12_chunked.cpp", lines(101)) +
                                           digest("a/x86-64-v3/n6.cpp", lines(101)) +
                                           digest("a/x86-64-v4/n2.cpp", lines(10)) +
                                           digest("permanent/x86-64-v4/n5.cpp", lines(103)));
  CHECK(files.at("cuda/digests.txt") == digest("b/sm_90/n6.cu", lines(102)));
}

TEST_CASE("golden sources: one other character shows in a digest, with the way to see it") {
  std::string other = lines(200);
  other[other.size() / 2] = '!';
  const std::string path = "cuda/digests.txt";
  const std::string before = stored({{"cuda/a/sm_90/n5.cu", lines(200)}}).at(path);
  const std::string after = stored({{"cuda/a/sm_90/n5.cu", other}}).at(path);
  CHECK(before != after);
  CHECK(difference(path, before, after) ==
        "generated/cuda/digests.txt:1:\n  golden:  " + before.substr(0, before.size() - 1) +
            "\n  emitted: " + after.substr(0, after.size() - 1) +
            "\n  to see the sources themselves: `./dev golden --sources out/after` here, "
            "`./dev golden --sources out/before` in a checkout of the commit before, diff -r");
  CHECK(difference("cpu/a/v/n1.cpp", "a\nb\n", "a\nc\n") ==
        "generated/cpu/a/v/n1.cpp:2:\n  golden:  b\n  emitted: c");
  CHECK(difference("cpu/a/v/n1.cpp", "a\n", "a\nc\n") ==
        "generated/cpu/a/v/n1.cpp:2:\n  golden:  (end of file)\n  emitted: c");
}
