#pragma once

#include <string>

namespace diagc::machine {

/// A processor to make code for; the fields are those of DiagcCpu.
struct Cpu {
  std::string name;
  std::string features;
  int vector_bytes = 16;
  bool runs_here = false;
};

/// The triple of this machine, the only one that code is made for.
const std::string& host_triple();

/// "native", on x86-64 also "x86-64-v3" and "x86-64-v4"; throws Refused with what exists for
/// anything else. The result lives as long as the process.
const Cpu& resolve_cpu(const std::string& name);

}  // namespace diagc::machine
