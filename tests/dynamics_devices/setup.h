// How the tests of this folder compile for devices, and the theories that they propagate.
#pragma once

#include <cstdlib>
#include <string>

#include "compiler/source/source.h"
#include "physics/dynamics/compiled_interaction.h"
#include "physics/dynamics/device/device_engine.h"

namespace diagc::dynamics {

/// First argument with which a test program compiles for a device beside itself.
inline constexpr const char* compile_mode = "compile-worker";

/// With a cache for the run of the program.
DeviceSettings test_settings();
/// False: the stand-in, which takes long.
bool on_a_device();

/// From the folder that DIAGC_GRAMMARS names, where the sources are not there.
inline SourcePtr grammar_of(const std::string& name) {
  if (const char* folder = std::getenv("DIAGC_GRAMMARS")) {
    return read_source(std::string(folder) + "/" + name + ".diag");
  }
  return read_source(DIAGC_SOURCE_DIR "/grammars/dynamics/" + name + ".diag");
}

}  // namespace diagc::dynamics
