// Plans that keep a limit of memory.
#pragma once

#include <cstdint>

#include "compiler/arrays/plan.h"
#include "compiler/arrays/search/search.h"
#include "physics/networks/element.h"

namespace diagc::networks {

/// Bytes that a plan takes with these elements; all of them, see peak_bytes() in execute.h.
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan, Element element,
                         unsigned threads);

/// How the steps of an order are put together: the fastest way, and ways that need less memory.
enum class PlanForm : std::uint8_t {
  fused,  ///< several steps in a kernel
  steps,  ///< each by itself
  panels  ///< each by itself, without tiles
};

struct Planned {
  arrays::Order order;
  arrays::Plan plan;
  std::uint64_t peak_bytes = 0;
  PlanForm form = PlanForm::fused;
};

/// Seconds that all slices are expected to take on one thread, by the model of place().
double planned_seconds(const arrays::Plan& plan);

/// The plan of a given order. Throws std::runtime_error where it takes more than `memory` bytes; the message says by how much.
Planned plan_order(const arrays::Network& network, const arrays::Order& order, Element element,
                   std::uint64_t memory, unsigned threads);

/// The plan of a given order in a given form, as from a file.
Planned plan_as(const arrays::Network& network, const arrays::Order& order, PlanForm form,
                Element element, std::uint64_t memory, unsigned threads);

/// The plan of an order that is searched, sliced as far as `memory` demands. Throws std::runtime_error where no slicing helps.
Planned plan_search(const arrays::Network& network, arrays::SearchOptions options, Element element,
                    std::uint64_t memory, unsigned threads);

}  // namespace diagc::networks
