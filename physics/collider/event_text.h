// Steps of events as source text: random numbers → x1, x2, momenta, weight → cuts → densities, couplings, rows of the amplitude's inputs.
//
//   const std::string source = part.source + "using namespace " + part.name + ";\n" + event_memory() + "namespace {\n" +
//       event_constants(jets) + cpu_event_lanes(shape) + event_body() + "}\n" + …
//
// What stands there then, for one lane group (members i, i + 1, …; on devices a thread):
//   Number                     doubles, one a member;  Test: what their comparisons give
//   ordering_of(table, member, step)                            jets between 1 and 2, the same for a block of ordering_block members
//   rambo_event(tables, members, step), antenna_event(tables, members, step, before)     struct Event
//   passes(cuts, event), scalar_sum, least_distance, ordered, distance, total_mass
//   scale_rows(table, ln Q), density_cell(table, ln x), density(table, flavour, cell, rows), coupling(cells, ln Q)
//   store_partons(tables, event, before, members, step, p, e, stride, i, factor)
//   exponential, logarithm, root, circle, angle, select, narrow, number
// (step/*.inc). The structs of tables are those of step/memory.h.
#pragma once

#include <numbers>
#include <string>

#include "runs/step/lanes.h"

namespace diagc::collider {

/// The structs of step/memory.h.
std::string event_memory();
/// Constants that the text depends on.
/// `most_dr`: the largest distance of cuts.
std::string event_constants(unsigned jets, double most_dr = std::numbers::pi);
/// Lane groups, and elementary functions of their numbers.
std::string cpu_event_lanes(const runs::LaneGroup& group);
std::string cuda_event_lanes(const runs::LaneGroup& group);
/// Random numbers and all functions of events.
std::string event_body();

}  // namespace diagc::collider
