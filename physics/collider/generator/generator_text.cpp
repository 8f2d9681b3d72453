#include "physics/collider/generator/generator_text.h"

#include <stdexcept>

#include <fmt/format.h>

#include "physics/collider/event_text.h"
#include "physics/collider/generator/generator_files.h"
#include "runs/step/lanes.h"

namespace diagc::collider {

std::string generator_constants(const GeneratorShape& shape) {
  return fmt::format(
      "typedef GeneratorTables Tables;\n"
      "typedef GeneratorBlock Block;\n"
      "typedef GeneratorSums Sums;\n"
      "constexpr unsigned block_members = {}, set_count = {}, histogram_count = {};\n"
      "constexpr bool uses_rambo = {}, summed = {}, picks = {}, varies = {}, varied_histograms = "
      "{};\n"
      "constexpr unsigned amplitude_rows = {}, pick_call = {};\n",
      block_members, shape.cut_sets, shape.histograms, shape.sampler == Sampler::rambo,
      shape.summed, shape.picks, shape.varies, shape.varied_histograms, shape.amplitude_rows,
      pick_call(shape.jets));
}

std::string_view generator_file(std::string_view name) {
  for (const GeneratorFile& file : generator_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no file of the generator: " + std::string(name));
}

std::string generator_source(const KernelPart& part, const GeneratorShape& shape) {
  const runs::LaneGroup group{.single_precision = part.precision == Precision::fp32,
                              .lanes = static_cast<std::uint32_t>(part.lanes)};
  return part.source + "using namespace " + part.name + ";\n" + event_memory() +
         std::string(generator_file("generator_memory")) + "namespace {\n" +
         event_constants(shape.jets, shape.most_dr) + generator_constants(shape) +
         cpu_event_lanes(group) + event_body() + std::string(generator_file("weights")) +
         "}  // namespace\n" + std::string(generator_file("cpu_generator"));
}

}  // namespace diagc::collider
