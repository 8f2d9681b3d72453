#include "physics/networks/plan_file.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "physics/networks/checksum.h"

namespace diagc::networks {

namespace {

using PlanJson = nlohmann::ordered_json;

constexpr const char* plan_format = "plan of diagc contract, 1";
constexpr const char* form_names[] = {"fused", "steps", "panels", "device"};

PlanJson places_json(const arrays::Placement& placement) {
  PlanJson list = PlanJson::array();
  for (const arrays::Label label : placement)
    list.push_back(label == arrays::no_label ? PlanJson(nullptr) : PlanJson(label));
  return list;
}

std::uint32_t plan_number(const PlanJson& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() >= 0xffffffffU)
    throw std::runtime_error("its numbers are not those of a plan");
  return json.get<std::uint32_t>();
}

arrays::Placement placement_of(const PlanJson& json) {
  arrays::Placement placement;
  for (const PlanJson& label : json)
    placement.push_back(label.is_null() ? arrays::no_label : plan_number(label));
  return placement;
}

template <std::size_t N>
std::size_t index_of(const char* const (&names)[N], const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) throw std::runtime_error("its names are not those of a plan");
  return static_cast<std::size_t>(found - std::begin(names));
}

PlanFile parse_plan(const std::string& text) {
  verify_checksum(text);
  const PlanJson json = PlanJson::parse(text);
  if (json.at("format") != plan_format) throw std::runtime_error("it is of another version");
  PlanFile plan;
  plan.network = json.at("network").get<std::string>();
  plan.element =
      static_cast<Element>(index_of(element_names, json.at("element").get<std::string>()));
  for (const PlanJson& pair : json.at("ssa_path"))
    plan.order.steps.push_back({plan_number(pair.at(0)), plan_number(pair.at(1))});
  for (const PlanJson& label : json.at("sliced")) plan.order.sliced.push_back(plan_number(label));
  plan.ranks = plan_number(json.at("ranks"));
  // Files of earlier versions have no loops.
  if (!json.contains("slices"))
    plan.outer = plan.order.sliced;
  else
    for (const PlanJson& label : json.at("slices")) plan.outer.push_back(plan_number(label));
  if (plan.ranks == 0) {
    plan.form = static_cast<PlanForm>(index_of(form_names, json.at("kernels").get<std::string>()));
    return plan;
  }
  for (const PlanJson& step : json.at("steps")) {
    plan.choice.steps.push_back({placement_of(step.at("on")), placement_of(step.at("made"))});
  }
  return plan;
}

std::string ranks_name(std::uint32_t ranks) {
  return ranks == 0 ? "one processor" : fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s");
}

[[noreturn]] void no_plan(const std::string& path, const std::string& what) {
  throw std::runtime_error(
      fmt::format("{}: found no plan of a contraction: {}; expected a file that diagc contract has "
                  "written with --save-plan",
                  path, what));
}

}  // namespace

std::string plan_text(const PlanFile& plan) {
  PlanJson json = {{"format", plan_format},
                   {"network", plan.network},
                   {"element", element_names[static_cast<std::size_t>(plan.element)]},
                   {"ssa_path", plan.order.steps},
                   {"sliced", plan.order.sliced},
                   {"ranks", plan.ranks},
                   {"slices", plan.outer}};
  if (plan.ranks == 0) {
    json["kernels"] = form_names[static_cast<std::size_t>(plan.form)];
  } else {
    json["steps"] = PlanJson::array();
    for (const auto& step : plan.choice.steps)
      json["steps"].push_back({{"on", places_json(step.on)}, {"made", places_json(step.made)}});
  }
  return with_checksum(json.dump());
}

PlanFile read_plan(const std::string& path, const std::string& text, const std::string& name,
                   const arrays::Network& network, Element element, std::uint32_t ranks) {
  PlanFile plan;
  try {
    plan = parse_plan(text);
  } catch (const std::exception& error) {
    no_plan(path, error.what());
  }
  if (plan.network != network_digest(network)) {
    throw std::runtime_error(
        fmt::format("{}: found a plan for another network, expected one for {}", path, name));
  }
  if (plan.element != element) {
    throw std::runtime_error(fmt::format("{}: found a plan for --element {}, expected one for {}",
                                         path,
                                         element_names[static_cast<std::size_t>(plan.element)],
                                         element_names[static_cast<std::size_t>(element)]));
  }
  if (plan.ranks != ranks) {
    throw std::runtime_error(fmt::format("{}: found a plan for {}, expected one for {}", path,
                                         ranks_name(plan.ranks), ranks_name(ranks)));
  }
  try {
    arrays::verify(network, plan.order);
  } catch (const std::logic_error& error) {
    no_plan(path, error.what());
  }
  for (const arrays::Label label : plan.outer) {
    if (std::ranges::count(plan.order.sliced, label) == 0)
      no_plan(path, "its slices are not of labels that are sliced");
  }
  return plan;
}

}  // namespace diagc::networks
