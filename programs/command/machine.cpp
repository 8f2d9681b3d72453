#include "programs/command/machine.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// "2048K", "32M"
std::uint64_t bytes_of(const std::string& text) {
  std::istringstream stream(text);
  std::uint64_t number = 0;
  char unit = ' ';
  stream >> number >> unit;
  return unit == 'K'   ? number << 10U
         : unit == 'M' ? number << 20U
         : unit == 'G' ? number << 30U
                       : number;
}

void read_caches(Machine& machine) {
  const std::filesystem::path folder = "/sys/devices/system/cpu/cpu0/cache";
  for (int index = 0; index < 8; ++index) {
    const auto entry = folder / ("index" + std::to_string(index));
    const std::string level = first_line(entry / "level");
    const std::string type = first_line(entry / "type");
    const std::uint64_t bytes = bytes_of(first_line(entry / "size"));
    if (level == "1" && type == "Data") machine.l1_data = bytes;
    if (level == "1" && type == "Instruction") machine.l1_instructions = bytes;
    if (level == "2") machine.l2 = bytes;
    if (level == "3") machine.l3 = bytes;
  }
}

void read_processor(Machine& machine) {
  constexpr std::array useful{"sse4_2",   "avx",      "avx2",     "fma",         "avx512f",
                              "avx512bw", "avx512dq", "avx512vl", "avx512_fp16", "amx_tile"};
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (line.starts_with("model name")) machine.processor = line.substr(colon + 2);
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(colon + 2));
    for (std::string word; words >> word;) {
      if (std::find(useful.begin(), useful.end(), word) != useful.end())
        machine.features.push_back(word);
    }
  }
}

void read_memory(Machine& machine) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("MemAvailable:")) continue;
    std::istringstream words(line.substr(13));
    words >> machine.memory;
    machine.memory <<= 10U;  // from kB
  }
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cores = available_threads();
  read_processor(machine);
  read_caches(machine);
  read_memory(machine);
  return machine;
}

}  // namespace diagc
