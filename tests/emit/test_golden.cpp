// The sources in generated/ are what the compiler emits. DIAGC_UPDATE_GOLDEN=1 writes them anew (./dev golden).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "compiler/emit/cpp.h"
#include "tests/emit/grammar_graphs.h"

namespace fs = std::filesystem;
using namespace diagc;

namespace {

constexpr int largest_n = 6;
constexpr std::ptrdiff_t most_lines = 2000;

struct Target {
  const char* cpu;
  CppOptions options;
};
const Target targets[] = {{"x86-64-v3", {false, 32}}, {"x86-64-v4", {true, 64}}};

/// Path below generated/cpu → text: for every grammar n = 1, 2, … as far as files stay readable.
std::map<std::string, std::string> emit_all() {
  std::map<std::string, std::string> files;
  for (const std::string& path : grammar_paths()) {
    const std::string name = path.substr(path.find('/') + 1);
    for (int n = 1; n <= largest_n; ++n) {
      GrammarKernel kernel;
      try {
        kernel = grammar_kernel(path, n);
      } catch (const InputError&) {
        continue;  // defined for other n only
      }
      std::map<std::string, std::string> of_n;
      std::ptrdiff_t lines = 0;
      for (const Target& target : targets) {
        std::string text = emit_cpp(kernel.graph, kernel.schedule, target.options);
        lines = std::max(lines, std::ranges::count(text, '\n'));
        of_n[name + "/" + target.cpu + "/n" + std::to_string(n) + ".cpp"] = std::move(text);
      }
      if (lines >= most_lines) break;
      files.merge(of_n);
    }
  }
  return files;
}

std::map<std::string, std::string> read_all(const fs::path& root) {
  std::map<std::string, std::string> files;
  if (!fs::exists(root)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    files[fs::relative(entry.path(), root).generic_string()] = text.str();
  }
  return files;
}

/// The first line that differs, as people look for it.
std::string difference(const std::string& path, const std::string& golden,
                       const std::string& emitted) {
  std::istringstream a(golden), b(emitted);
  std::string line_a, line_b;
  for (int number = 1;; ++number) {
    if (!std::getline(a, line_a)) line_a = "(end of file)";
    if (!std::getline(b, line_b)) line_b = "(end of file)";
    if (line_a != line_b || (!a && !b)) {
      return "generated/cpu/" + path + ":" + std::to_string(number) + ":\n  golden:  " + line_a +
             "\n  emitted: " + line_b;
    }
  }
}

}  // namespace

TEST_CASE("emitted sources equal the golden ones") {
  const fs::path root = DIAGC_SOURCE_DIR "/generated/cpu";
  const auto emitted = emit_all();
  CHECK(emit_all() == emitted);
  if (std::getenv("DIAGC_UPDATE_GOLDEN")) {
    fs::remove_all(root);
    for (const auto& [path, text] : emitted) {
      fs::create_directories((root / path).parent_path());
      std::ofstream(root / path, std::ios::binary) << text;
    }
  }
  const auto golden = read_all(root);
  CHECK(golden.size() == emitted.size());
  int differences = 0;
  for (const auto& [path, text] : emitted) {
    const auto found = golden.find(path);
    if (found != golden.end() && found->second == text) continue;
    if (++differences > 5) continue;
    const std::string what = found == golden.end() ? "generated/cpu/" + path + " is missing"
                                                   : difference(path, found->second, text);
    FAIL_CHECK(what);
  }
  for (const auto& [path, text] : golden) {
    if (!emitted.contains(path)) FAIL_CHECK("generated/cpu/" + path + " is not emitted any more");
  }
  INFO("where the differences are intended: ./dev golden");
  CHECK(differences == 0);
}
