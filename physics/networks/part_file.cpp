#include "physics/networks/part_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "physics/networks/checksum.h"

namespace diagc::networks {

namespace {

using PartJson = nlohmann::ordered_json;

constexpr const char* format_name = "slices of diagc contract, 1";

PartJson number(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

double number(const PartJson& json) {
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error(fmt::format("found {} for a number", text));
}

std::uint64_t count(const PartJson& json) {
  if (!json.is_number_unsigned()) throw std::runtime_error("found no whole number for a count");
  return json.get<std::uint64_t>();
}

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(fmt::format("its {} are not those of a contraction", what));
}

/// A power of two that products of so many tensors as there may be can have.
std::int64_t exponent(const PartJson& json) {
  constexpr std::int64_t most = std::int64_t{1} << 40U;
  // Numbers beyond 64 bits are floating-point ones.
  require(json.is_number_integer(), "exponents");
  require(!json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t{most},
          "exponents");
  const auto value = json.get<std::int64_t>();
  require(value >= -most && value <= most, "exponents");
  return value;
}

/// Remainders are whole numbers below their prime.
bool is_remainder(double number, std::uint64_t prime) {
  return number >= 0 && number < static_cast<double>(prime) && number == std::floor(number);
}

PartJson sums_json(const SliceSums& sums) {
  PartJson list = PartJson::array();
  for (const auto& [first, sum] : sums.sums()) {
    PartJson numbers = PartJson::array();
    for (const double x : sum.numbers) numbers.push_back(number(x));
    list.push_back({{"first", first},
                    {"slices", sum.count},
                    {"exponent", sum.exponent},
                    {"numbers", std::move(numbers)}});
  }
  return list;
}

/// Element and modulus of "f64" or "count:7".
void take_element(SliceState& state, const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const auto found = std::ranges::find(element_names, name);
  require(found != std::end(element_names), "elements");
  state.element = static_cast<Element>(found - std::begin(element_names));
  if (name.size() == text.size()) return;
  const std::uint64_t modulus = count(PartJson::parse(text.substr(name.size() + 1)));
  require(state.element == Element::count && modulus > 1 && modulus < (1U << 31U), "elements");
  state.modulus = static_cast<std::uint32_t>(modulus);
}

SliceLayout layout_of(const PartJson& json) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62U;
  SliceLayout layout;
  std::uint64_t elements = 1, blocks = 1;
  for (const PartJson& extent : json.at("open")) {
    layout.open.push_back(count(extent));
    require(layout.open.back() > 0 && layout.open.back() <= most / elements, "axes");
    elements *= layout.open.back();
  }
  for (const PartJson& axis : json.at("sliced_axes")) {
    require(count(axis) < layout.open.size(), "axes");
    layout.sliced_axes.push_back(axis.get<std::uint32_t>());
    require(std::ranges::count(layout.sliced_axes, layout.sliced_axes.back()) == 1, "axes");
    blocks *= layout.open[layout.sliced_axes.back()];
  }
  layout.slices = count(json.at("of"));
  require(layout.slices > 0 && layout.slices <= most && layout.slices % blocks == 0, "slices");
  return layout;
}

void take_passes(SliceState& state, const PartJson& passes) {
  require(passes.is_array() && !passes.empty(), "passes");
  require(is_floating(state.element) ? passes.size() == 1 : state.layout.open.empty(), "passes");
  for (const PartJson& json : passes) {
    const std::uint64_t prime = count(json.at("prime"));
    require(is_floating(state.element) ? prime == 0 : prime > 1 && prime < (1U << 31U), "passes");
    const auto has_prime = [&](const SliceState::Pass& pass) { return pass.prime == prime; };
    require(std::ranges::none_of(state.passes, has_prime), "passes");
    SliceState::Pass& pass = state.passes.emplace_back(
        SliceState::Pass{static_cast<std::uint32_t>(prime),
                         SliceSums(state.layout.slices_of_block(),
                                   state.arithmetic(static_cast<std::uint32_t>(prime)))});
    for (const PartJson& sum : json.at("sums")) {
      SliceSum own{
          count(sum.at("first")), count(sum.at("slices")), exponent(sum.at("exponent")), {}};
      for (const PartJson& x : sum.at("numbers")) own.numbers.push_back(number(x));
      require(own.first < state.layout.slices && own.count <= state.layout.slices &&
                  own.numbers.size() == state.layout.elements_of_block() * state.parts() &&
                  (prime == 0 || is_remainder(own.numbers.back(), prime)),
              "sums");
      pass.sums.add(std::move(own));
    }
  }
}

}  // namespace

std::string element_text(Element element, std::uint32_t modulus) {
  const std::string name = element_names[static_cast<std::size_t>(element)];
  return modulus == 0 ? name : fmt::format("{}:{}", name, modulus);
}

std::vector<std::pair<std::string, std::string>> digest_of(const arrays::Network& network,
                                                           const arrays::Order& order,
                                                           const arrays::Plan& plan,
                                                           const TensorValues& values,
                                                           const SliceState& state) {
  Hash of_order, of_plan, of_values;
  add_numbers(of_order, order.steps);
  add_numbers(of_order, order.sliced);
  // How steps are put together to kernels depends on the memory, and rounding on that.
  for (const arrays::PlanKernel& kernel : plan.kernels) {
    add_numbers(of_plan, std::vector<std::uint64_t>{kernel.first, kernel.count,
                                                    static_cast<std::uint64_t>(kernel.form),
                                                    kernel.tile_elements});
  }
  for (const arrays::PlanLoop& loop : plan.loops)
    add_numbers(of_plan, std::vector<std::uint64_t>{loop.label, loop.first, loop.last});
  for (const arrays::PlanValue& value : plan.values) add_numbers(of_plan, value.labels);
  add_numbers(of_values, std::vector<char>{values.is_complex ? '\1' : '\0'});
  for (const auto& numbers : values.numbers) add_numbers(of_values, numbers);
  for (const auto& numbers : values.lacking) add_numbers(of_values, numbers);
  return {{"network", network_digest(network)},
          {"order", hex(of_order)},
          {"plan", hex(of_plan)},
          {"values", hex(of_values)},
          {"element", element_text(state.element, state.modulus)}};
}

std::string part_text(const PartFile& part) {
  const SliceState& state = part.state;
  PartJson json = {{"format", format_name}};
  for (const auto& [name, value] : part.digest) json["contraction"][name] = value;
  json["slices"] = {part.begin, part.end};
  json["of"] = state.layout.slices;
  json["open"] = state.layout.open;
  json["sliced_axes"] = state.layout.sliced_axes;
  json["factor"] = {number(state.factor.real()), number(state.factor.imag())};
  json["exponent"] = state.exponent;
  json["log10_macs"] = part.cost.log10_macs;
  json["log2_width"] = part.cost.log2_width;
  json["peak_bytes"] = part.peak_bytes;
  json["seconds"] = part.seconds;
  json["passes"] = PartJson::array();
  for (const SliceState::Pass& pass : state.passes)
    json["passes"].push_back({{"prime", pass.prime}, {"sums", sums_json(pass.sums)}});
  return with_checksum(json.dump());
}

PartFile read_part(const std::string& path, const std::string& text) {
  try {
    verify_checksum(text);
    const PartJson json = PartJson::parse(text);
    if (json.at("format") != format_name) throw std::runtime_error("it is of another version");
    PartFile part;
    for (const auto& [name, value] : json.at("contraction").items())
      part.digest.emplace_back(name, value.get<std::string>());
    take_element(part.state, json.at("contraction").at("element").get<std::string>());
    part.state.layout = layout_of(json);
    part.begin = count(json.at("slices").at(0));
    part.end = count(json.at("slices").at(1));
    require(part.begin < part.end && part.end <= part.state.layout.slices, "slices");
    part.state.factor = {number(json.at("factor").at(0)), number(json.at("factor").at(1))};
    part.state.exponent = exponent(json.at("exponent"));
    part.cost.log10_macs = json.at("log10_macs").get<double>();
    part.cost.log2_width = json.at("log2_width").get<double>();
    part.peak_bytes = count(json.at("peak_bytes"));
    part.seconds = json.at("seconds").get<double>();
    take_passes(part.state, json.at("passes"));
    return part;
  } catch (const std::exception& error) {
    throw std::runtime_error(
        fmt::format("{}: found no slices of a contraction: {}; expected a file that diagc contract "
                    "has written with --slices or --checkpoint",
                    path, error.what()));
  }
}

std::string difference(const PartFile& a, const PartFile& b) {
  for (std::size_t k = 0; k < std::min(a.digest.size(), b.digest.size()); ++k) {
    if (a.digest[k] != b.digest[k]) return a.digest[k].first;
  }
  if (a.digest.size() != b.digest.size())
    return std::max(a.digest, b.digest,
                    [](const auto& x, const auto& y) {
                      return x.size() < y.size();
                    })[std::min(a.digest.size(), b.digest.size())]
        .first;
  const bool same =
      a.state.layout == b.state.layout && a.state.passes.size() == b.state.passes.size();
  return same ? "" : "order";
}

void add_part(PartFile& to, const PartFile& from, const std::string& path) {
  const std::string other = difference(to, from);
  if (!other.empty()) {
    throw std::runtime_error(fmt::format(
        "{}: found a part that differs from the first one in its {}, expected parts of one "
        "contraction",
        path, other));
  }
  try {
    for (std::size_t pass = 0; pass < to.state.passes.size(); ++pass) {
      for (const auto& [first, sum] : from.state.passes[pass].sums.sums())
        to.state.passes[pass].sums.add(sum);
    }
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
  }
  // Factors are a property of the values; a part without slices has not taken them out.
  if (from.state.slices_done() > 0) {
    to.state.factor = from.state.factor;
    to.state.exponent = from.state.exponent;
  }
  to.begin = std::min(to.begin, from.begin);
  to.end = std::max(to.end, from.end);
  to.peak_bytes = std::max(to.peak_bytes, from.peak_bytes);
  to.seconds += from.seconds;
}

}  // namespace diagc::networks
