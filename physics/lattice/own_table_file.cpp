// The tables of own propagators as files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <span>

#include "physics/lattice/own_table.h"
#include "physics/lattice/table_numbers.h"
#include "runtime/batch/npy.h"

namespace diagc::lattice {
namespace {

constexpr std::uintmax_t largest_file = (std::uintmax_t{4} << 30) + (1 << 20);

[[noreturn]] void wrong(const std::string& path, const std::string& message) {
  throw WrongModel(own_propagator_option,
                   fmt::format("{}: {}; `diagc integrate JOB --tabulate g0.npy` writes the table "
                               "of a job, where there is Clang",
                               path, message));
}

}  // namespace

bool is_own_table(const std::string& path) { return path.ends_with(".npy"); }

OwnTables read_own_tables(const ModelOptions& options, std::uint32_t degree) {
  const std::string& path = options.own_propagator;
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) wrong(path, "found no such file, expected a table");
  if (!std::filesystem::is_regular_file(status)) wrong(path, "found no regular file");
  if (std::filesystem::file_size(path, error) > largest_file)
    wrong(path, "found a file of more than 4 GiB, expected a table");
  try {
    const NpyArray array = read_npy(path);
    if (array.type != ElementType::float64 || array.shape.size() != 1) {
      wrong(path, fmt::format("found an array of shape ({}), expected one axis of float64",
                              fmt::join(array.shape, ", ")));
    }
    const std::span numbers(reinterpret_cast<const double*>(array.data.get()), array.elements);
    return tables_from(numbers, label_of(options, degree));
  } catch (const NpyError& damage) {
    throw WrongModel(own_propagator_option, damage.what());
  } catch (const WrongTable& table) {
    wrong(path, table.what());
  }
}

void write_own_tables(const std::string& path, const ModelOptions& options,
                      const OwnTables& tables) {
  const std::vector<double> numbers = table_numbers(label_of(options, tables.table.degree), tables);
  const std::size_t shape[] = {numbers.size()};
  write_npy(path, ElementType::float64, shape, std::as_bytes(std::span(numbers)));
}

}  // namespace diagc::lattice
