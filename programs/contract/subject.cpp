#include "programs/contract/subject.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "physics/networks/circuit.h"
#include "physics/networks/einsum.h"
#include "physics/networks/network_file.h"
#include "physics/networks/openqasm.h"
#include "physics/networks/qsim.h"
#include "physics/networks/simplify.h"
#include "programs/command/command.h"
#include "programs/command/machine.h"
#include "programs/contract/numbers.h"
#include "programs/contract/rules_subject.h"
#include "runtime/batch/npy.h"
#include "runtime/batch/npz.h"

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

/// Arrays in the order of the tensors: of an .npz arr_0, arr_1, …, of an .npy that one.
std::vector<NpyArray> read_arrays(const std::string& path) {
  std::vector<NpyArray> arrays;
  if (!path.ends_with(".npz")) {
    arrays.push_back(read_npy(path, WholeArrays::as_doubles));
    return arrays;
  }
  auto named = read_npz(path, WholeArrays::as_doubles);
  for (std::size_t k = 0; k < named.size(); ++k) {
    const auto found = std::ranges::find(named, fmt::format("arr_{}", k),
                                         [](const auto& array) { return array.first; });
    if (found == named.end()) {
      throw Failure(
          fmt::format("{}: found no array arr_{} among {}, expected arr_0, arr_1, … in the order "
                      "of the tensors",
                      path, k, named.size()));
    }
    arrays.push_back(std::move(found->second));
  }
  return arrays;
}

networks::TensorValues take_arrays(networks::NamedNetwork& network, const std::string& path) {
  const std::vector<NpyArray> arrays = read_arrays(path);
  std::vector<std::vector<std::size_t>> shapes;
  networks::TensorValues values;
  for (const NpyArray& array : arrays) {
    shapes.push_back(array.shape);
    values.is_complex = values.is_complex || is_complex(array.type);
  }
  networks::set_shapes(network, shapes);
  for (const NpyArray& array : arrays) {
    values.numbers.push_back(numbers_of(array, values.is_complex));
    if (!values.is_complex) values.lacking.push_back(array.lacking);
  }
  return values;
}

/// What --fill makes is in memory before a plan says what the contraction takes.
void check_fill(const networks::NamedNetwork& network, bool is_complex) {
  const std::uint64_t free = this_machine().memory;
  if (free == 0) return;
  const std::uint64_t limit = free / 5 * 4, bytes_of_number = is_complex ? 16 : 8;
  std::uint64_t left = limit / bytes_of_number;
  for (const auto& axes : network.network.tensors) {
    const std::uint64_t elements = *arrays::element_count(network.network, axes);
    if (elements > left) {
      throw Failure(
          fmt::format("{}: the numbers of --fill take more than the {} bytes that are 80 % of the "
                      "free memory, expected smaller tensors; --plan needs no numbers",
                      network.source->path(), limit));
    }
    left -= elements;
  }
}

Subject read_circuit(const SubjectOptions& options) {
  if (!options.fill.empty() || !options.values.empty()) {
    throw UsageError("found --fill or --values with a circuit, whose gates are its numbers");
  }
  const SourcePtr source = read_source(options.file);
  const networks::Circuit circuit = options.file.ends_with(".qasm")
                                        ? networks::read_openqasm(source)
                                        : networks::read_qsim(source);
  networks::CircuitNetwork network =
      networks::amplitude_network(circuit, {options.bits, options.open});
  networks::TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const networks::Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  Subject subject{std::move(network.network), {}, 0, std::move(values)};
  take_element(subject, options.element, true);
  return subject;
}

std::vector<Subject> read_as_given(const SubjectOptions& options) {
  const networks::Extents extents = extents_of(options.extents);
  const bool is_file = std::filesystem::exists(options.file);
  // With labels that a comma parts and no `->` it is a wrong one: the reader says where.
  const bool is_einsum = !is_file && (options.file.find("->") != std::string::npos ||
                                      options.file.find(',') != std::string::npos);
  const bool is_circuit = options.file.ends_with(".qsim") || options.file.ends_with(".qasm");
  if (!is_circuit && (!options.bits.empty() || !options.open.empty())) {
    throw UsageError(
        "found --bits or --open without a circuit, expected them with a file that ends in .qsim or "
        ".qasm");
  }
  if (!options.fill.empty() && !options.values.empty()) {
    throw UsageError("found both --fill and --values, expected one of them");
  }
  const bool is_rules = !is_einsum && names_rules(options.file);
  const bool has_definitions = !options.definitions.empty() || !options.params.empty() ||
                               !options.inputs.empty() || !options.outputs.empty();
  if (!is_rules && has_definitions) {
    throw UsageError(
        "found -D, -p, -i or --output without a rule file, expected them with a file that ends in "
        ".diag");
  }
  try {
    if (is_rules) return read_rules_subjects(options);
    Subject subject;
    if (is_circuit) {
      subject = read_circuit(options);
      networks::set_extents(subject.network, extents);
      return {subject};
    }
    subject.network =
        is_einsum ? networks::read_einsum(std::make_shared<const Source>("FILE", options.file))
                  : networks::read_network(read_source(options.file));
    networks::set_extents(subject.network, extents);
    if (!options.values.empty()) subject.values = take_arrays(subject.network, options.values);
    networks::check_complete(subject.network);
    take_element(subject, options.element, subject.values && subject.values->is_complex);
    if (!options.fill.empty()) {
      check_fill(subject.network, networks::is_complex(subject.element));
      subject.values = networks::filled(subject.network.network, parse_fill_option(options.fill),
                                        networks::is_complex(subject.element));
    }
    return {subject};
  } catch (const InputError&) {
    throw;
  } catch (const UsageError&) {
    throw;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

/// A product of no tensors is the semiring's 1: that as a tensor without labels.
void add_unit(Subject& subject) {
  if (!subject.network.network.tensors.empty()) return;
  subject.network.network.tensors.emplace_back();
  subject.network.tensor_places.push_back(subject.network.open_place);
  const double one = subject.element == Element::tropical ? 0 : 1;
  const auto add_to = [&](networks::TensorValues& values) {
    values.numbers.push_back(values.is_complex ? std::vector<double>{one, 0}
                                               : std::vector<double>{one});
  };
  if (subject.values) add_to(*subject.values);
  for (networks::TensorValues& values : subject.batch) add_to(values);
}

}  // namespace

std::vector<Subject> read_subjects(const SubjectOptions& options) {
  std::vector<Subject> subjects = read_as_given(options);
  for (Subject& subject : subjects) {
    add_unit(subject);
    // What --fill puts into all tensors stands for other numbers.
    if (!subject.values || !options.fill.empty() || options.keeps_tensors) continue;
    // A batch has one network for all of its configurations.
    if (!subject.batch.empty()) continue;
    const double zero =
        subject.element == Element::tropical ? -std::numeric_limits<double>::infinity() : 0;
    networks::simplify(subject.network, *subject.values, zero);
  }
  return subjects;
}

Subject read_subject(const SubjectOptions& options) {
  std::vector<Subject> subjects = read_subjects(options);
  if (subjects.size() > 1) {
    throw UsageError(
        fmt::format("found {} outputs, expected a file that has one", subjects.size()));
  }
  return std::move(subjects.front());
}

}  // namespace diagc::contract
