// Files of plans: what another run of the same contraction takes as it is, without searching.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/order.h"
#include "physics/networks/element.h"
#include "physics/networks/planned.h"

namespace diagc::networks {

struct PlanFile {
  std::string network;  ///< its digest
  Element element = Element::f64;
  arrays::Order order;
  std::uint32_t ranks = 0;            ///< 0: one processor
  PlanForm form = PlanForm::fused;    ///< of one processor: how steps are put together
  std::vector<arrays::Label> outer;   ///< labels of slices; other sliced ones have loops within
  arrays::DistributionChoice choice;  ///< of ranks: labels of the divided network
};

/// JSON in one line, with a checksum at its end.
std::string plan_text(const PlanFile& plan);

/// Throws std::runtime_error, whose message begins with `path`, where the text is damaged, not what plan_text() writes, or for another
/// contraction: network, element or number of ranks. `name` is that of the network's file.
PlanFile read_plan(const std::string& path, const std::string& text, const std::string& name,
                   const arrays::Network& network, Element element, std::uint32_t ranks);

}  // namespace diagc::networks
