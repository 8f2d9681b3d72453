#include "tests/layers/layers.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::layers {

namespace {

/// A folder, and the folders beside itself that its files may include. The folder of a file is the longest that fits.
struct Room {
  std::string_view folder;
  std::vector<std::string_view> uses;
};

/// Every arrow of docs/architecture.md; there are no others.
const std::vector<Room> rooms = {
    {"compiler/source", {}},
    {"compiler/syntax", {"compiler/source", "include/diagc"}},
    {"compiler/rules", {"compiler/source", "compiler/syntax"}},
    {"compiler/theory", {"compiler/source", "compiler/syntax", "compiler/rules"}},
    {"compiler/graph", {"compiler/source", "include/diagc"}},
    {"compiler/expand", {"compiler/source", "compiler/rules", "compiler/graph"}},
    {"compiler/passes", {"compiler/source", "compiler/graph"}},
    {"compiler/schedule", {"compiler/source", "compiler/graph"}},
    {"compiler/emit", {"compiler/source", "compiler/graph", "compiler/schedule"}},
    {"compiler/emit/cuda",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit"}},
    {"compiler/emit/cooperative",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/packed",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/matrix",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/products",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/unions",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/determinants",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/rotations",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda"}},
    {"compiler/emit/choice",
     {"compiler/source", "compiler/graph", "compiler/schedule", "compiler/emit",
      "compiler/emit/cuda", "compiler/emit/cooperative", "compiler/emit/packed",
      "compiler/emit/matrix", "compiler/emit/products", "compiler/emit/unions",
      "compiler/emit/determinants", "compiler/emit/rotations"}},
    {"compiler/arrays", {"compiler/source", "compiler/graph", "compiler/expand"}},
    {"compiler/emit/tiles", {"compiler/emit", "compiler/arrays"}},
    {"compiler/emit/cyclic",
     {"compiler/graph", "compiler/schedule", "compiler/emit", "compiler/emit/cuda",
      "compiler/arrays"}},
    {"compiler/driver",
     {"compiler/rules", "compiler/theory", "compiler/expand", "compiler/passes",
      "compiler/schedule", "compiler/emit"}},
    {"runtime/system", {}},
    {"toolchain", {"runtime/system"}},
    {"runtime/batch", {"runtime/system", "include/diagc"}},
    {"runtime/cache", {"runtime/system"}},
    {"runtime/cpu", {"runtime/system", "runtime/batch", "toolchain"}},
    {"runtime/cuda", {"runtime/system", "runtime/batch", "runtime/cache"}},
    {"runtime/linear", {"runtime/system"}},
    {"include/diagc", {}},
    {"library",
     {"compiler/source", "compiler/syntax", "compiler/rules", "compiler/graph", "compiler/schedule",
      "compiler/emit", "compiler/emit/cuda", "compiler/emit/choice", "compiler/driver", "toolchain",
      "runtime/system", "runtime/cache", "runtime/cpu", "runtime/cuda", "include/diagc"}},
    {"python/core", {"include/diagc"}},
    {"library/cyclic",
     {"toolchain", "runtime/cache", "compiler/source", "compiler/graph", "compiler/passes",
      "compiler/schedule", "compiler/emit", "compiler/emit/cuda", "compiler/emit/cyclic",
      "compiler/rules", "compiler/expand", "compiler/arrays", "library", "runtime/cpu",
      "runtime/linear", "include/diagc"}},
    {"runs/jobs", {"compiler/source", "runs/records", "runs/report"}},
    {"runs/records", {"runtime/system", "runtime/cache"}},
    {"runs/checkpoint", {"runtime/system"}},
    {"runs/statistics", {"runs/checkpoint"}},
    {"runs/parallel", {"runtime/system"}},
    {"runs/population",
     {"runtime/system", "runtime/cuda", "runs/checkpoint", "runs/statistics", "runs/parallel"}},
    {"runs/step", {}},
    {"runs/report", {"runtime/system"}},
    {"physics/lattice", {"toolchain", "runtime/system", "runtime/batch", "runtime/cache"}},
    {"physics/series",
     {"compiler/source", "toolchain", "runtime/system", "runtime/cache", "runtime/cpu",
      "runtime/cuda", "include/diagc", "runs/jobs", "runs/records", "runs/checkpoint",
      "runs/statistics", "runs/parallel", "runs/population", "runs/step", "runs/report",
      "physics/lattice"}},
    {"physics/collider",
     {"compiler/source", "toolchain", "runtime/system", "runtime/cache", "runtime/cpu",
      "runtime/cuda", "include/diagc", "runs/jobs", "runs/records", "runs/checkpoint",
      "runs/statistics", "runs/parallel", "runs/population", "runs/step", "runs/report"}},
    {"physics/dynamics",
     {"compiler/source", "toolchain", "library/cyclic", "runtime/system", "runtime/batch",
      "runtime/cache", "runtime/cuda", "runtime/linear", "include/diagc", "runs/jobs",
      "runs/records", "runs/checkpoint", "runs/parallel", "runs/report"}},
    {"physics/networks",
     {"compiler/source", "compiler/arrays", "compiler/emit/tiles", "toolchain", "runtime/system",
      "runtime/cache", "runtime/cuda", "runtime/linear"}},
    {"programs/command",
     {"compiler/source", "compiler/rules", "compiler/driver", "toolchain", "runtime/system",
      "runtime/batch", "runtime/cuda", "include/diagc", "library", "runs/jobs", "runs/records",
      "runs/parallel", "runs/report"}},
    {"programs/integrate",
     {"compiler/syntax", "compiler/rules", "compiler/theory", "compiler/driver", "runtime/system",
      "runtime/cuda", "runs/jobs", "runs/records", "runs/parallel", "runs/population",
      "runs/report", "physics/lattice", "physics/series", "programs/command"}},
    {"programs/events",
     {"runtime/system", "runs/checkpoint", "runs/records", "runs/parallel", "runs/report",
      "physics/collider", "programs/command"}},
    {"programs/dynamics",
     {"compiler/rules", "toolchain", "runtime/system", "runtime/cache", "runtime/cuda", "runs/jobs",
      "runs/records", "runs/checkpoint", "runs/parallel", "runs/report", "physics/dynamics",
      "programs/command"}},
    {"programs/contract",
     {"compiler/source", "compiler/expand", "compiler/arrays", "compiler/driver", "runtime/system",
      "runtime/batch", "runtime/cache", "runtime/cuda", "runs/parallel", "runs/report",
      "physics/networks", "programs/command"}},
    {"programs/bench",
     {"compiler/source",    "compiler/rules",   "compiler/graph",   "compiler/expand",
      "compiler/arrays",    "toolchain",        "runtime/system",   "runtime/batch",
      "runtime/cache",      "runtime/cuda",     "runtime/linear",   "include/diagc",
      "library/cyclic",     "runs/parallel",    "runs/population",  "physics/lattice",
      "physics/series",     "physics/networks", "physics/dynamics", "programs/command",
      "programs/integrate", "programs/contract"}},
    {"programs/audit",
     {"compiler/rules", "compiler/theory", "compiler/graph", "compiler/arrays", "compiler/driver",
      "runtime/system", "runtime/batch", "include/diagc", "library/cyclic", "programs/command",
      "programs/bench"}},
    {"programs/demo",
     {"compiler/graph", "compiler/expand", "runtime/system", "runtime/cuda", "runs/report",
      "physics/lattice", "physics/series", "physics/networks", "physics/dynamics",
      "programs/command", "programs/integrate", "programs/contract", "programs/bench"}},
    {"programs/explore",
     {"compiler/source", "compiler/graph", "compiler/expand", "compiler/passes",
      "compiler/schedule", "compiler/emit", "compiler/emit/cuda", "compiler/driver", "toolchain",
      "runtime/cuda", "runtime/system", "library", "programs/command", "programs/bench"}},
    {"programs/diagc", {"compiler/source",    "compiler/syntax",    "compiler/rules",
                        "compiler/theory",    "compiler/driver",    "runs/report",
                        "compiler/graph",     "compiler/expand",    "compiler/emit",
                        "compiler/emit/cuda", "compiler/arrays",    "toolchain",
                        "runtime/system",     "runtime/batch",      "runtime/cache",
                        "runtime/cuda",       "include/diagc",      "library",
                        "library/cyclic",     "runs/records",       "physics/lattice",
                        "physics/series",     "physics/collider",   "physics/dynamics",
                        "programs/command",   "programs/integrate", "programs/events",
                        "programs/dynamics",  "programs/contract",  "programs/bench",
                        "programs/audit",     "programs/demo",      "programs/explore"}},
};

bool is_inside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

const Room* room_of(std::string_view path) {
  const Room* best = nullptr;
  for (const Room& room : rooms) {
    if (!is_inside(path, room.folder)) continue;
    if (!best || room.folder.size() > best->folder.size()) best = &room;
  }
  return best;
}

/// What stands between the quotes or brackets of an include, with them; empty in other lines.
std::string_view included(std::string_view line) {
  const auto skip = [&](std::string_view what) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(what)) return false;
    line.remove_prefix(what.size());
    return true;
  };
  if (!skip("#") || !skip("include") || !skip("")) return {};
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const std::size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end + 1);
}

/// What is wrong with a file of `room` including a header of this repository; empty: nothing.
std::string wrong_header(const Room& room, std::string_view name) {
  const std::string path =
      name.starts_with("diagc/") ? fmt::format("include/{}", name) : std::string(name);
  const Room* target = room_of(path);
  if (!target) return "a path from the root of the repository, in one of its folders";
  if (target == &room || std::ranges::count(room.uses, target->folder) > 0) return {};
  return room.uses.empty()
             ? fmt::format("nothing but {} itself", room.folder)
             : fmt::format("{}, or {} itself", fmt::join(room.uses, ", "), room.folder);
}

/// The same for a header of the system.
std::string wrong_system_header(const Room& room, std::string_view name) {
  if (name.starts_with("boost/graph/") && room.folder != "compiler/graph") {
    return "Boost.Graph in compiler/graph only";
  }
  const bool of_llvm = std::ranges::any_of(
      std::initializer_list<std::string_view>{"llvm/", "llvm-c/", "clang/", "clang-c/", "lld/"},
      [&](std::string_view prefix) { return name.starts_with(prefix); });
  if (of_llvm && room.folder != "toolchain") return "LLVM and Clang in toolchain only";
  return {};
}

}  // namespace

std::vector<std::string> violations(const std::string& path, std::string_view text) {
  const Room* room = room_of(path);
  if (!room) return {fmt::format("{}: found a source in no room", path)};
  std::vector<std::string> result;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view name = included(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.empty()) continue;
    const std::string_view bare = name.substr(1, name.size() - 2);
    const std::string expected =
        name[0] == '"' ? wrong_header(*room, bare) : wrong_system_header(*room, bare);
    if (expected.empty()) continue;
    result.push_back(fmt::format("{}:{}: found {}, expected {}", path, number, name, expected));
  }
  return result;
}

std::vector<std::string> cycles() {
  // A room whose arrows all lead to rooms that are known to be on no cycle is on none itself.
  std::vector<std::string_view> clear;
  const auto is_clear = [&](std::string_view folder) {
    return std::ranges::count(clear, folder) > 0;
  };
  for (std::size_t before = rooms.size() + 1; before != clear.size();) {
    before = clear.size();
    for (const Room& room : rooms) {
      if (!is_clear(room.folder) && std::ranges::all_of(room.uses, is_clear)) {
        clear.push_back(room.folder);
      }
    }
  }
  std::vector<std::string> result;
  for (const Room& room : rooms) {
    if (!is_clear(room.folder)) result.emplace_back(room.folder);
  }
  return result;
}

}  // namespace diagc::layers
