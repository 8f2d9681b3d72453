#include "physics/collider/event_text.h"

#include <stdexcept>

#include <fmt/format.h>

#include "physics/collider/event_files.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"

namespace diagc::collider {

namespace {

/// Of step/cuts.inc.
constexpr unsigned all_root_terms = 13;

/// Of the series of cos √z, z up to dr², to so much; all where dr is π or more.
unsigned terms_of_root(double dr, double error) {
  if (dr >= std::numbers::pi) return all_root_terms;
  double term = 1;
  for (unsigned i = 1; i < all_root_terms - 1; ++i) {
    term *= dr * dr / (2 * i * (2 * i - 1));
    if (term < error) return i;
  }
  return all_root_terms;
}

}  // namespace

std::string_view event_file(std::string_view name) {
  for (const EventFile& file : event_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no file of events: " + std::string(name));
}

std::string event_memory() {
  return std::string(event_file("memory")) + "using namespace diagc::collider;\n";
}

std::string event_constants(unsigned jets, double most_dr) {
  if (jets < least_jets || jets > most_jets) throw std::logic_error("events of too many jets");
  const unsigned root_terms = terms_of_root(most_dr, 1e-17),
                 single_root_terms = terms_of_root(most_dr, 1e-9);
  return fmt::format(
      "constexpr unsigned jets = {}, rambo_call = {}, ordering_block = {}, y_cell_count = {}, "
      "pt_bin_count = {}, pt_cell_count = {}, root_terms = {}, all_root_terms = {}, "
      "single_root_terms = {};\n"
      "constexpr double flat_volume = {:.17g}, picobarn = {:.17g}, antenna_volume = {:.17g}, "
      "antenna_factor = {:.17g};\n",
      jets, rambo_call(jets), ordering_block, y_cell_count, pt_bin_count, pt_cell_count, root_terms,
      all_root_terms, single_root_terms, flat_volume(jets), picobarn, transverse_volume(jets),
      antenna_factor(jets));
}

std::string cpu_event_lanes(const runs::LaneGroup& group) {
  return runs::cpu_lanes(group)
      .append(event_file("cpu_numbers"))
      .append(event_file("functions"))
      .append(event_file("narrow_circle"));
}

std::string cuda_event_lanes(const runs::LaneGroup& group) {
  return runs::cuda_lanes(group)
      .append(event_file("cuda_numbers"))
      .append(event_file("cuda_single"))
      .append(event_file("functions"))
      .append(event_file(group.single_precision ? "narrow_circle_fp32" : "narrow_circle"));
}

std::string event_body() {
  std::string text = runs::random_numbers();
  for (const char* file : {"event", "rambo", "antenna", "cuts", "densities", "partons"})
    text += event_file(file);
  return text;
}

}  // namespace diagc::collider
