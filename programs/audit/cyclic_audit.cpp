#include "programs/audit/cyclic_audit.h"

#include <algorithm>
#include <complex>
#include <map>
#include <random>

#include <fmt/format.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower_cyclic.h"
#include "library/cyclic/cyclic_program.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/result_rows.h"

namespace diagc::audit {

namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;

constexpr double most_operations = 1e10;
constexpr double rounding = 1e-11;

/// Numbers of an input, the same for the same name and seed.
Numbers random_numbers(const std::string& name, std::size_t count, Type type, std::uint32_t seed) {
  std::vector<std::uint32_t> words(name.begin(), name.end());
  words.push_back(seed);
  std::seed_seq sequence(words.begin(), words.end());
  std::mt19937_64 random(sequence);
  std::uniform_real_distribution<double> number(-1, 1);
  Numbers numbers;
  for (std::size_t k = 0; k < count; ++k) {
    const double re = number(random), im = number(random);
    numbers.emplace_back(re, type == Type::complex ? im : 0.0);
  }
  return numbers;
}

/// What one file gives for random inputs.
struct CyclicValues {
  std::vector<std::string> names;
  std::vector<Numbers> direct, fast;
  std::size_t transforms = 0;
};

CyclicValues values_of(const CyclicFile& file, const RuleOptions& options,
                       const KernelOptions& kernel, const StaticValues& statics,
                       std::uint32_t seed) {
  const ArrayExpansion expansion =
      expand_arrays(file.rules, front_options(options, statics).expand);
  const arrays::Lowered lowered = arrays::lower(expansion, parse_axes(options.axes, file.rules));
  const double operations = arrays::cost_of(lowered.graph).operations;
  if (operations > most_operations) {
    throw Failure(
        fmt::format("{}: found direct sums of {:.2g} operations, expected 1e10 at most: "
                    "give shorter axes",
                    file.path, operations));
  }
  std::vector<Type> types;
  std::vector<Numbers> inputs;
  std::size_t next = 0;
  for (const arrays::ArrayNode& node : lowered.graph.nodes) {
    if (node.kind != arrays::ArrayKind::input) continue;
    const arrays::InputSource& source = lowered.inputs[next++];
    const Signature& signature = expansion.graph.signature();
    types.push_back(source.is_param ? signature.param_of(source.number).type
                                    : signature.input_of(source.number).type);
    std::size_t count = 1;
    for (const std::uint64_t extent : node.shape()) count *= extent;
    inputs.push_back(random_numbers(node.name, count, types.back(), seed));
  }
  CyclicValues values;
  for (const auto& output : expansion.outputs) values.names.push_back(output.name);
  values.direct = arrays::interpret(lowered.graph, inputs, arrays::Numbers<Complex>());
  const arrays::ArrayGraph convolved = arrays::convolve(lowered.graph);
  values.transforms = arrays::cost_of(convolved).transforms;
  std::optional<arrays::CyclicPlan> plan;
  try {
    plan = arrays::plan_cyclic(convolved, types);
  } catch (const std::runtime_error&) {  // arrays of several axes have no kernels
    values.fast = arrays::interpret(convolved, inputs, arrays::Numbers<Complex>());
    return values;
  }
  const CyclicProgram program(std::move(*plan), 1,
                              {.target = Target::cpu, .use_cache = !kernel.no_cache});
  std::vector<CyclicArray> reads, writes;
  std::vector<Numbers> memory;
  memory.reserve(inputs.size() + values.names.size());
  const auto room = [&](std::uint32_t value) {
    const std::size_t apart = program.distance(program.plan().values[value].axis);
    return CyclicArray{memory.emplace_back(apart).data(), apart};
  };
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    reads.push_back(room(program.plan().inputs[k]));
    std::ranges::copy(inputs[k], reads.back().numbers);
  }
  for (const std::uint32_t output : program.plan().outputs) writes.push_back(room(output));
  program.run(reads, writes);
  for (std::size_t k = 0; k < writes.size(); ++k)
    values.fast.emplace_back(writes[k].numbers, writes[k].numbers + values.direct[k].size());
  return values;
}

double largest_of(const Numbers& numbers) {
  double largest = 0;
  for (const Complex& number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

/// The largest difference, of the largest number of the first.
double difference_of(const Numbers& a, const Numbers& b) {
  if (a.size() != b.size()) return INFINITY;
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest / std::max(largest_of(a), 1e-300);
}

}  // namespace

void audit_cyclic(const std::vector<CyclicFile>& files, const RuleOptions& options,
                  const KernelOptions& kernel, std::uint32_t seed, bool json) {
  const Definitions definitions(options.definitions);
  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  columns.insert(columns.end(), {{"file", 20, true},
                                 {"output", 12, true},
                                 {"values", 7},
                                 {"largest", 9},
                                 {"transforms", 10},
                                 {"error", 9},
                                 {"difference",
                                  10,
                                  false,
                                  {},
                                  true,
                                  "it is the first file, or the first has no such output"}});
  ResultRows rows(std::move(columns), json);
  std::string disagreements;
  definitions.for_each([&](const StaticValues& statics) {
    std::map<std::string, Numbers> first;
    for (const CyclicFile& file : files) {
      const CyclicValues values = values_of(file, options, kernel, statics, seed);
      for (std::size_t k = 0; k < values.names.size(); ++k) {
        const double error = difference_of(values.direct[k], values.fast[k]);
        std::optional<double> difference;
        if (&file == files.data()) {
          first[values.names[k]] = values.direct[k];
        } else if (const auto same = first.find(values.names[k]); same != first.end()) {
          difference = difference_of(same->second, values.direct[k]);
        }
        std::vector<Cell> cells;
        for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
        cells.insert(cells.end(), {file.path, values.names[k], cell_of(values.direct[k].size()),
                                   largest_of(values.direct[k]), cell_of(values.transforms), error,
                                   difference ? Cell(*difference) : Cell()});
        rows.add(cells);
        if (!(error < rounding) || !(difference.value_or(0) < rounding)) {
          disagreements += fmt::format(
              "{}error: {}: {} disagrees with {}", disagreements.empty() ? "" : "\n", file.path,
              values.names[k], error < rounding ? "the first file" : "its direct sums");
        }
      }
    }
  });
  rows.finish();
  if (!disagreements.empty()) throw Failure(disagreements);
}

}  // namespace diagc::audit
