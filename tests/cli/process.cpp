#include "process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Folder::Folder(Cache cache) {
  static const diagc::TemporaryFolder shared;
  cache_ = cache == Cache::own ? path() / ".cache" : shared.path();
}

void Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path() / name, std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const { return contents(path() / name); }

bool Folder::has(const std::string& name) const { return fs::exists(path() / name); }

std::vector<std::string> Folder::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path())) {
    const std::string name = entry.path().filename();
    if (!name.starts_with('.')) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Finished Folder::diagc(const std::string& arguments) const {
  return shell("\"$DIAGC\" " + arguments);
}

Finished Folder::shell(const std::string& command) const {
  write(".command", command);
  const std::string line = "cd '" + path().string() +
                           "' && DIAGC='" DIAGC_PROGRAM "' DIAGC_CACHE_DIR='" + cache_.string() +
                           "' bash ./.command" + " > .out 2> .err < /dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(".out"),
          read(".err")};
}

std::string grammar(const std::string& name) {
  for (const auto& entry : fs::recursive_directory_iterator(DIAGC_SOURCE_DIR "/grammars")) {
    if (entry.path().filename() == name + ".diag") return entry.path();
  }
  throw std::runtime_error("no grammar " + name);
}
