#include "physics/collider/event_text.h"

#include <stdexcept>

#include <fmt/format.h>

#include "physics/collider/event_files.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"

namespace diagc::collider {

std::string_view event_file(std::string_view name) {
  for (const EventFile& file : event_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no file of events: " + std::string(name));
}

std::string event_memory() {
  return std::string(event_file("memory")) + "using namespace diagc::collider;\n";
}

std::string event_constants(unsigned jets) {
  if (jets < least_jets || jets > most_jets) throw std::logic_error("events of too many jets");
  return fmt::format(
      "constexpr unsigned jets = {}, rambo_call = {}, split_block = {}, y_cell_count = {}, "
      "pt_bin_count = {}, pt_cell_count = {};\n"
      "constexpr double flat_volume = {:.17g}, picobarn = {:.17g}, antenna_volume = {:.17g}, "
      "antenna_factor = {:.17g};\n",
      jets, rambo_call(jets), split_block, y_cell_count, pt_bin_count, pt_cell_count,
      flat_volume(jets), picobarn, transverse_volume(jets), antenna_factor(jets));
}

std::string cpu_event_lanes(const runs::LaneGroup& group) {
  return runs::cpu_lanes(group).append(event_file("cpu_numbers")).append(event_file("functions"));
}

std::string cuda_event_lanes(const runs::LaneGroup& group) {
  return runs::cuda_lanes(group).append(event_file("cuda_numbers"));
}

std::string event_body() {
  std::string text = runs::random_numbers();
  for (const char* file : {"event", "rambo", "antenna", "cuts", "densities", "partons"})
    text += event_file(file);
  return text;
}

}  // namespace diagc::collider
