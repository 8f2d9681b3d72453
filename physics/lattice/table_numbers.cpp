#include "physics/lattice/table_numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "physics/lattice/tabulate.h"
#include "runtime/cache/hash.h"

namespace diagc::lattice {
namespace {

constexpr double table_mark = 0x6469616763;  // "diagc"
constexpr double format_alone = 1, format_with_derivative = 2;

/// Places in the label.
enum : std::size_t {
  mark,
  format,
  coordinates,
  extents,
  beta = extents + 3,
  bits,
  degree,
  intervals,
  error,
  error_float,
  checksum,
  label_size = checksum + 4
};

/// Over everything but the checksum itself, in two halves that a double holds exactly.
std::array<double, 2> checksum_of(std::span<const double> numbers) {
  const auto bytes = [](std::span<const double> part) {
    return std::string_view(reinterpret_cast<const char*>(part.data()), part.size_bytes());
  };
  const std::uint64_t hash =
      hash64(bytes(numbers.subspan(label_size)), hash64(bytes(numbers.first(checksum)), 0));
  return {static_cast<double>(hash >> 32), static_cast<double>(hash & 0xffffffff)};
}

std::string size_text(std::span<const double> sizes) {
  return fmt::format("{:g}", fmt::join(sizes, " × "));
}

void require(const TableLabel& expected, std::span<const double> label) {
  const std::array<double, 3> wanted{double(expected.extents[0]), double(expected.extents[1]),
                                     double(expected.extents[2])};
  const auto found = label.subspan(extents, 3);
  if (label[coordinates] != expected.coordinates || !std::ranges::equal(found, wanted)) {
    const std::size_t count = label[coordinates] == 1 ? 1 : label[coordinates] == 2 ? 2 : 3;
    throw WrongTable(fmt::format("found a table of the size {}, expected {}",
                                 size_text(found.first(count)),
                                 size_text(std::span(wanted).first(expected.coordinates))));
  }
  if (label[beta] != expected.beta) {
    throw WrongTable(
        fmt::format("found a table of beta = {}, expected beta = {}", label[beta], expected.beta));
  }
  const auto precision = [](double of) { return of == 32 ? "single" : "double"; };
  if (label[bits] != expected.bits) {
    throw WrongTable(fmt::format("found a table of a function in {} precision, expected {}",
                                 precision(label[bits]), precision(expected.bits)));
  }
  if (label[degree] != expected.degree) {
    throw WrongTable(fmt::format("found a table of polynomials of degree {:g}, expected {}",
                                 label[degree], expected.degree));
  }
}

}  // namespace

TableLabel label_of(const OwnPropagator& own, std::uint32_t degree) {
  return {own.coordinates, own.extents, own.beta, own.real == "float" ? 32u : 64u, degree};
}

TableLabel label_of(const ModelOptions& options, std::uint32_t degree) {
  TableLabel label;
  label.coordinates = static_cast<std::uint32_t>(options.size.size());
  std::ranges::copy(options.size, label.extents.begin());
  label.beta = options.beta;
  label.bits = options.precision == Precision::fp32 ? 32 : 64;
  label.degree = degree;
  return label;
}

std::vector<double> table_numbers(const TableLabel& label, const OwnTables& tables) {
  const PropagatorTable& table = tables.table;
  std::vector<double> numbers(label_size, 0);
  numbers[mark] = table_mark;
  numbers[format] = tables.derivative ? format_with_derivative : format_alone;
  numbers[coordinates] = label.coordinates;
  std::ranges::copy(label.extents, numbers.begin() + extents);
  numbers[beta] = label.beta;
  numbers[bits] = label.bits;
  numbers[degree] = label.degree;
  numbers[intervals] = table.intervals;
  numbers[error] = table.measured_error;
  numbers[error_float] = table.measured_error_float;
  const auto append = [&](const PropagatorTable& values) {
    numbers.reserve(numbers.size() + values.equal_time.size() + values.coefficients.size());
    numbers.insert(numbers.end(), values.equal_time.begin(), values.equal_time.end());
    numbers.insert(numbers.end(), values.coefficients.begin(), values.coefficients.end());
  };
  append(table);
  if (tables.derivative) {
    numbers.push_back(tables.derivative->measured_error);
    numbers.push_back(tables.derivative->measured_error_float);
    append(*tables.derivative);
  }
  std::ranges::copy(checksum_of(numbers), numbers.begin() + checksum);
  return numbers;
}

OwnTables tables_from(std::span<const double> numbers, const TableLabel& expected) {
  if (numbers.size() < label_size || numbers[mark] != table_mark)
    throw WrongTable("found an array of other numbers, expected a table of a propagator");
  if (numbers[format] != format_alone && numbers[format] != format_with_derivative) {
    throw WrongTable(fmt::format("found a table of format {:g}, expected format {:g} or {:g}",
                                 numbers[format], format_alone, format_with_derivative));
  }
  const auto stored = numbers.subspan(checksum, 2);
  if (!std::ranges::equal(stored, checksum_of(numbers)))
    throw WrongTable("found a damaged table, expected its checksum to fit");
  require(expected, numbers.first(label_size));
  const bool has_derivative = numbers[format] == format_with_derivative;
  const double parts = numbers[intervals];
  const double rows = double(expected.extents[0]) * expected.extents[1] * expected.extents[2];
  const double values = rows + rows * parts * (expected.degree + 1);
  const bool whole =
      parts >= 1 && parts <= most_table_intervals && parts == std::floor(parts) &&
      double(numbers.size()) == double(label_size) + values + (has_derivative ? 2 + values : 0) &&
      std::ranges::all_of(numbers.subspan(label_size), [](double x) { return std::isfinite(x); });
  if (!whole) throw WrongTable("found a damaged table, expected finite numbers for every interval");
  PropagatorTable table;
  table.beta = expected.beta;
  table.rows = static_cast<std::uint32_t>(rows);
  table.intervals = static_cast<std::uint32_t>(parts);
  table.degree = expected.degree;
  table.measured_error = numbers[error];
  table.measured_error_float = numbers[error_float];
  const auto fill = [&](PropagatorTable& filled, std::span<const double> from) {
    const auto first = from.first(filled.rows);
    filled.equal_time.assign(first.begin(), first.end());
    const auto rest = from.subspan(filled.rows);
    filled.coefficients.assign(rest.begin(), rest.end());
  };
  const auto count = static_cast<std::size_t>(values);
  OwnTables tables{table, {}};
  fill(tables.table, numbers.subspan(label_size, count));
  if (!has_derivative) return tables;
  table.measured_error = numbers[label_size + count];
  table.measured_error_float = numbers[label_size + count + 1];
  fill(tables.derivative.emplace(table), numbers.subspan(label_size + count + 2));
  return tables;
}

}  // namespace diagc::lattice
