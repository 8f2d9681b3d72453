#include "physics/dynamics/job/array_files.h"

#include <cmath>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/model.h"
#include "runtime/batch/npy.h"

namespace diagc::dynamics {

namespace {

std::vector<Complex> numbers_of(const NpyArray& array, const std::string& path) {
  std::vector<Complex> numbers(array.elements);
  const auto component = [&](std::size_t place) -> double {
    if (component_size(array.type) == 4) {
      float value = 0;
      std::memcpy(&value, array.data.get() + place * sizeof value, sizeof value);
      return value;
    }
    double value = 0;
    std::memcpy(&value, array.data.get() + place * sizeof value, sizeof value);
    return value;
  };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = is_complex(array.type) ? Complex(component(2 * i), component(2 * i + 1))
                                        : Complex(component(i));
    if (std::isfinite(numbers[i].real()) && std::isfinite(numbers[i].imag())) continue;
    throw std::runtime_error(
        fmt::format("{}: found {} + {} i as element {}, expected finite numbers", path,
                    numbers[i].real(), numbers[i].imag(), i));
  }
  return numbers;
}

}  // namespace

Spline read_table(const std::string& path) {
  const NpyArray array = read_npy(path, WholeArrays::as_doubles);
  if (array.shape.size() != 2 || array.shape[1] != 2 || array.shape[0] < 2 ||
      is_complex(array.type)) {
    throw std::runtime_error(
        fmt::format("{}: found an array of {} with the shape {}, expected at least two rows (time, "
                    "value)",
                    path, name(array.type), shape_text(array.shape)));
  }
  const std::vector<Complex> numbers = numbers_of(array, path);
  std::vector<double> times, values;
  for (std::size_t row = 0; row < array.shape[0]; ++row) {
    times.push_back(numbers[2 * row].real());
    values.push_back(numbers[2 * row + 1].real());
    if (row > 0 && !(times[row] > times[row - 1])) {
      throw std::runtime_error(fmt::format("{}: found the time {} after {}, expected rising times",
                                           path, times[row], times[row - 1]));
    }
  }
  return {std::move(times), std::move(values)};
}

std::vector<Complex> read_matrices(const std::string& path, const std::vector<std::size_t>& grid,
                                   std::size_t& bands) {
  const NpyArray array = read_npy(path, WholeArrays::as_doubles);
  const std::size_t found = array.shape.empty() ? 0 : array.shape.back();
  std::vector<std::size_t> expected = grid;
  expected.resize(grid.size() + 2, bands == 0 ? found : bands);
  if (array.shape != expected || found == 0 || found > most_bands) {
    std::string axes;
    for (const std::size_t extent : grid) axes += fmt::format("{}, ", extent);
    const std::string both = bands == 0 ? fmt::format("b, b) with 1 to {} bands b", most_bands)
                                        : fmt::format("{}, {})", bands, bands);
    throw std::runtime_error(fmt::format("{}: found an array of the shape {}, expected ({}{}", path,
                                         shape_text(array.shape), axes, both));
  }
  bands = found;
  return numbers_of(array, path);
}

}  // namespace diagc::dynamics
