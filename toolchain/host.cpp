#include "toolchain/host.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <algorithm>
#include <map>
#include <vector>

#include "toolchain/refused.h"

namespace diagc::machine {
namespace {

bool host_is_x86_64() { return llvm::Triple(host_triple()).getArch() == llvm::Triple::x86_64; }

int widest_vector(const llvm::StringMap<bool>& features) {
  if (features.lookup("avx512f")) return 64;
  return features.lookup("avx") ? 32 : 16;
}

Cpu native_cpu(const llvm::StringMap<bool>& features) {
  std::vector<std::string> signed_names;
  // What AVX10 says stands in the list a second time, as avx512…; its own names would only limit
  // the vector width.
  for (const auto& [name, present] : features)
    if (!name.starts_with("avx10")) signed_names.push_back((present ? "+" : "-") + name.str());
  std::sort(signed_names.begin(), signed_names.end(),
            [](const std::string& a, const std::string& b) { return a.substr(1) < b.substr(1); });
  Cpu cpu{llvm::sys::getHostCPUName().str(), "", widest_vector(features), true};
  for (const std::string& name : signed_names)
    cpu.features += (cpu.features.empty() ? "" : ",") + name;
  return cpu;
}

/// Features that the host's list does not know at all are architectural base, which every x86-64
/// has.
Cpu x86_64_level(const std::string& name, const llvm::StringMap<bool>& host_features) {
  llvm::SmallVector<llvm::StringRef, 64> needed;
  llvm::X86::getFeaturesForCPU(name, needed);
  const bool runs = std::all_of(needed.begin(), needed.end(), [&](llvm::StringRef feature) {
    const auto found = host_features.find(feature);
    return found == host_features.end() || found->second;
  });
  return {name, "", name == "x86-64-v4" ? 64 : 32, runs};
}

std::map<std::string, Cpu> known_cpus() {
  llvm::StringMap<bool> features;
  for (const auto& entry : llvm::sys::getHostCPUFeatures()) features[entry.first()] = entry.second;
  std::map<std::string, Cpu> cpus{{"native", native_cpu(features)}};
  if (host_is_x86_64())
    for (const char* level : {"x86-64-v3", "x86-64-v4"})
      cpus[level] = x86_64_level(level, features);
  return cpus;
}

}  // namespace

const std::string& host_triple() {
  static const std::string triple = llvm::sys::getProcessTriple();
  return triple;
}

const Cpu& resolve_cpu(const std::string& name) {
  static const std::map<std::string, Cpu> cpus = known_cpus();
  const auto found = cpus.find(name);
  if (found != cpus.end()) return found->second;
  std::string names;
  for (const auto& [known, cpu] : cpus) names += (names.empty() ? "" : ", ") + known;
  throw Refused("unknown processor '" + name + "', expected one of: " + names);
}

}  // namespace diagc::machine
