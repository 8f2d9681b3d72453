// Runs of the generator for tests: a job as text, kernels from grammars/.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "diagc/compile.h"
#include "physics/collider/generator/generate.h"
#include "runtime/system/temporary_folder.h"

namespace diagc::collider {

inline Kernel kernel_of(const PartonChannel& channel, bool machine_code) {
  for (const char* folder : {"gluons", "quarks"}) {
    const std::string path =
        std::string(DIAGC_SOURCE_DIR) + "/grammars/" + folder + "/" + channel.grammar + ".diag";
    if (!std::filesystem::exists(path)) continue;
    CompileOptions options;
    for (const auto& [name, value] : channel.statics) options.statics[name] = value;
    options.machine_code = machine_code;
    Compiled compiled = compile_file(path, options);
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    return *compiled.kernel;
  }
  throw std::runtime_error("no grammar " + channel.grammar);
}

/// What a job gives; its checkpoint goes to a folder that is removed.
inline Generated generated_with_events(const std::string& text,
                                       const std::shared_ptr<const PartonDensity>& density,
                                       const std::shared_ptr<const Coupling>& coupling) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "run.checkpoint").string();
  const Job job = read_job(std::make_shared<const Source>(
      "job.toml", text + "\n[checkpoint]\npath = \"" + path + "\"\n"));
  std::vector<Subprocess> channels;
  for (PartonChannel& channel : parton_channels(process_options(job))) {
    Kernel kernel = kernel_of(channel, false);
    channels.push_back(
        {.channel = std::move(channel), .amplitude = std::move(kernel), .rules = ""});
  }
  return generate({.job = job,
                   .channels = std::move(channels),
                   .density = density,
                   .coupling = coupling,
                   .variations = read_variations(job)},
                  {}, {});
}

/// Its result alone.
inline Result generated(const std::string& text,
                        const std::shared_ptr<const PartonDensity>& density,
                        const std::shared_ptr<const Coupling>& coupling) {
  return generated_with_events(text, density, coupling).result;
}

}  // namespace diagc::collider
