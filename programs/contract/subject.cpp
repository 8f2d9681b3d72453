#include "programs/contract/subject.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "physics/networks/circuit.h"
#include "physics/networks/einsum.h"
#include "physics/networks/network_file.h"
#include "physics/networks/qsim.h"
#include "programs/command/command.h"

namespace diagc::contract {

namespace {

using networks::Element;

networks::Extents extents_of(const std::vector<std::string>& texts) {
  networks::Extents extents;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    std::uint64_t extent = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] =
        std::from_chars(text.data() + std::min(equals, text.size() - 1) + 1, end, extent);
    if (equals == 0 || equals == std::string::npos || error != std::errc() || stop != end ||
        extent >> 63U != 0) {
      throw UsageError(
          fmt::format("found --extent {}, expected a label and its extent, as in a=2", text));
    }
    extents.emplace_back(text.substr(0, equals), extent);
  }
  return extents;
}

Element element_of(const std::string& name, bool is_complex) {
  if (name.empty()) return is_complex ? Element::c128 : Element::f64;
  const auto found = std::ranges::find(networks::element_names, name);
  return static_cast<Element>(found - std::begin(networks::element_names));
}

bool is_complex(Element element) { return element == Element::c64 || element == Element::c128; }

Subject read_circuit(const SubjectOptions& options) {
  if (!options.fill.empty())
    throw UsageError("found --fill with a circuit, whose gates are its numbers");
  const networks::Circuit circuit = networks::read_qsim(read_source(options.file));
  networks::CircuitNetwork network =
      networks::amplitude_network(circuit, {options.bits, options.open});
  networks::TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const networks::Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  return {std::move(network.network), element_of(options.element, true), std::move(values)};
}

}  // namespace

Subject read_subject(const SubjectOptions& options) {
  const networks::Extents extents = extents_of(options.extents);
  const bool is_file = std::filesystem::exists(options.file);
  const bool is_einsum = !is_file && options.file.find("->") != std::string::npos;
  const bool is_circuit = options.file.ends_with(".qsim");
  if (!is_circuit && (!options.bits.empty() || !options.open.empty())) {
    throw UsageError(
        "found --bits or --open without a circuit, expected them with a file that ends in .qsim");
  }
  try {
    Subject subject;
    if (is_circuit) {
      subject = read_circuit(options);
      networks::set_extents(subject.network, extents);
      return subject;
    }
    subject.network =
        is_einsum ? networks::read_einsum(std::make_shared<const Source>("FILE", options.file))
                  : networks::read_network(read_source(options.file));
    networks::set_extents(subject.network, extents);
    networks::check_complete(subject.network);
    subject.element = element_of(options.element, false);
    if (!options.fill.empty()) {
      const networks::Fill fill = [&] {
        try {
          return networks::parse_fill(options.fill);
        } catch (const std::runtime_error& error) {
          throw UsageError(error.what());
        }
      }();
      subject.values = networks::filled(subject.network.network, fill, is_complex(subject.element));
    }
    return subject;
  } catch (const InputError&) {
    throw;
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

}  // namespace diagc::contract
