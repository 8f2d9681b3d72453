// The file of a network that takes slices in a few megabytes.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

/// A lattice of 4 x 4 x 6 sites, with bonds of 2 values.
inline std::string cubic_lattice() {
  nlohmann::json network{
      {"inputs", nlohmann::json(std::vector<nlohmann::json>(96, nlohmann::json::array()))},
      {"output", nlohmann::json::array()},
      {"size_dict", nlohmann::json::object()}};
  int bonds = 0;
  const auto bond = [&](int a, int b) {
    const std::string label = fmt::format("b{}", bonds++);
    network["inputs"][static_cast<std::size_t>(a)].push_back(label);
    network["inputs"][static_cast<std::size_t>(b)].push_back(label);
    network["size_dict"][label] = 2;
  };
  for (int site = 0; site < 96; ++site) {
    if (site % 6 < 5) bond(site, site + 1);
    if (site / 6 % 4 < 3) bond(site, site + 6);
    if (site / 24 < 3) bond(site, site + 24);
  }
  return network.dump();
}
