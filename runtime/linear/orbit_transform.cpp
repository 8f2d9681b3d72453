#include "runtime/linear/orbit_transform.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "runtime/linear/arena.h"
#include "runtime/linear/lanes.h"
#include "runtime/system/targets.h"

namespace diagc::linear {

namespace {

using Complex = std::complex<double>;

std::vector<std::size_t> digits_of(const std::vector<std::size_t>& grid, std::size_t point) {
  std::vector<std::size_t> digits(grid.size());
  for (std::size_t axis = grid.size(); axis-- > 0; point /= grid[axis])
    digits[axis] = point % grid[axis];
  return digits;
}

std::size_t point_of(const std::vector<std::size_t>& grid, const std::vector<std::size_t>& digits) {
  std::size_t point = 0;
  for (std::size_t axis = 0; axis < grid.size(); ++axis) point = point * grid[axis] + digits[axis];
  return point;
}

bool all_even(const std::vector<std::size_t>& grid) {
  return std::ranges::all_of(grid, [](std::size_t extent) { return extent % 2 == 0; });
}

bool is_even(const std::vector<std::size_t>& grid, std::size_t point) {
  std::size_t sum = 0;
  for (const std::size_t digit : digits_of(grid, point)) sum += digit;
  return sum % 2 == 0;
}

/// Of each orbit the one of k + n/2.
std::vector<std::size_t> shifted_orbits(const Orbits& orbits) {
  std::vector<std::size_t> shifted(orbits.count());
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    std::vector<std::size_t> digits = digits_of(orbits.grid, orbits.kept[orbit]);
    for (std::size_t axis = 0; axis < digits.size(); ++axis)
      digits[axis] = (digits[axis] + orbits.grid[axis] / 2) % orbits.grid[axis];
    shifted[orbit] = orbits.place[point_of(orbits.grid, digits)];
  }
  return shifted;
}

/// F(R, O) at points R = first of some orbits: [R][O].
std::vector<Complex> matrix_of(const Orbits& orbits, const std::vector<std::size_t>& results) {
  std::vector<std::vector<Complex>> turns;
  for (const std::size_t extent : orbits.grid) {
    std::vector<Complex>& own = turns.emplace_back(extent);
    for (std::size_t k = 0; k < extent; ++k) {
      own[k] = std::polar(
          1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(extent));
    }
  }
  std::vector<std::vector<std::size_t>> digits;
  for (std::size_t k = 0; k < orbits.points(); ++k) digits.push_back(digits_of(orbits.grid, k));
  std::vector<Complex> matrix(results.size() * orbits.count());
  for (std::size_t row = 0; row < results.size(); ++row) {
    const std::vector<std::size_t>& at = digits[orbits.kept[results[row]]];
    for (std::size_t k = 0; k < orbits.points(); ++k) {
      Complex turn = 1;
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        turn *= turns[axis][at[axis] * digits[k][axis] % orbits.grid[axis]];
      matrix[row * orbits.count() + orbits.place[k]] += turn;
    }
  }
  return matrix;
}

/// What is multiplied: numbers of some orbits, and of all columns a factor for each of them, in blocks of columns: [block][orbit][column].
struct Part {
  std::vector<std::size_t> orbits;  ///< that are read
  std::size_t depth = 0;            ///< of the factors: twice the orbits where F is complex
  std::size_t blocks = 0;           ///< of columns
  std::vector<double> factors;
};

/// Orbits that are written from a column: even + odd, even − odd.
struct Column {
  std::size_t sum = 0;
  std::optional<std::size_t> difference;  ///< no part that is odd where there is none
};

struct OrbitFactors {
  bool is_real = true;
  Part even, odd;
  std::vector<Column> columns;  ///< those with a difference first
  std::size_t arrays = 0, distance = 0;
};

template <class Lanes>
DIAGC_LINEAR_INLINE void read_arrays(const Part& part, bool is_real, double sign,
                                     const Complex* from, std::size_t distance, std::size_t count,
                                     double* to) {
  constexpr std::size_t together = Lanes::count / 2;
  for (const std::size_t orbit : part.orbits) {
    for (std::size_t array = 0; array < count; ++array)
      std::memcpy(to + 2 * array, from + array * distance + orbit, sizeof(Complex));
    std::fill(to + 2 * count, to + 2 * together, 0.0);
    to += 2 * together;
  }
  if (is_real) return;
  // i times the same, or −i times.
  for (const std::size_t orbit : part.orbits) {
    for (std::size_t array = 0; array < count; ++array) {
      const Complex value = from[array * distance + orbit];
      to[2 * array] = -sign * value.imag();
      to[2 * array + 1] = sign * value.real();
    }
    std::fill(to + 2 * count, to + 2 * together, 0.0);
    to += 2 * together;
  }
}

template <class Lanes, std::size_t Most>
DIAGC_LINEAR_INLINE void multiply_part(const Part& part, const double* operand, double* result) {
  const Lanes lanes(0);
  const double* factors = part.factors.data();
  for (std::size_t block = 0; block < part.blocks; ++block) {
    typename Lanes::Sum sums[Most];
    for (std::size_t column = 0; column < Most; ++column) lanes.clear(sums[column]);
    for (std::size_t depth = 0; depth < part.depth; ++depth, factors += Most) {
      typename Lanes::Read read;
      lanes.read(read, operand + depth * Lanes::count);
      for (std::size_t column = 0; column < Most; ++column)
        lanes.add(sums[column], read, factors[column]);
    }
    for (std::size_t column = 0; column < Most; ++column, result += Lanes::count)
      lanes.write(sums[column], result);
  }
}

template <std::size_t Lanes>
DIAGC_LINEAR_INLINE void write_arrays(const OrbitFactors& all, const double* even,
                                      const double* odd, std::size_t count, Complex* to) {
  for (const Column& column : all.columns) {
    double first[Lanes], second[Lanes];
    if (column.difference) {
      for (std::size_t lane = 0; lane < Lanes; ++lane) {
        first[lane] = even[lane] + odd[lane];
        second[lane] = even[lane] - odd[lane];
      }
      for (std::size_t array = 0; array < count; ++array)
        std::memcpy(to + array * all.distance + *column.difference, second + 2 * array,
                    sizeof(Complex));
      odd += Lanes;
    } else {
      std::memcpy(first, even, sizeof first);
    }
    for (std::size_t array = 0; array < count; ++array)
      std::memcpy(to + array * all.distance + column.sum, first + 2 * array, sizeof(Complex));
    even += Lanes;
  }
}

template <class Lanes, std::size_t Most>
DIAGC_LINEAR_INLINE void transform_arrays(const OrbitFactors& all, double sign, Complex* values) {
  constexpr std::size_t together = Lanes::count / 2;
  const Arena<double> even((all.even.depth + all.even.blocks * Most) * Lanes::count);
  const Arena<double> odd((all.odd.depth + all.odd.blocks * Most) * Lanes::count);
  double *const even_result = even.at(all.even.depth * Lanes::count), *const odd_result =
                                                                          odd.at(all.odd.depth *
                                                                                 Lanes::count);
  for (std::size_t first = 0; first < all.arrays; first += together) {
    const std::size_t count = std::min(together, all.arrays - first);
    Complex* own = values + first * all.distance;
    read_arrays<Lanes>(all.even, all.is_real, sign, own, all.distance, count, even.at(0));
    read_arrays<Lanes>(all.odd, all.is_real, sign, own, all.distance, count, odd.at(0));
    multiply_part<Lanes, Most>(all.even, even.at(0), even_result);
    multiply_part<Lanes, Most>(all.odd, odd.at(0), odd_result);
    write_arrays<Lanes::count>(all, even_result, odd_result, count, own);
  }
}

#define DIAGC_LINEAR_ORBITS(name, attributes)                                               \
  template <class Lanes, std::size_t Most>                                                  \
  attributes void transform_##name(const OrbitFactors& all, double sign, Complex* values) { \
    transform_arrays<Lanes, Most>(all, sign, values);                                       \
  }

DIAGC_LINEAR_ORBITS(anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_ORBITS(with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_ORBITS(with_avx512, DIAGC_TARGET_AVX512)
#endif

/// Sums of so many columns fill the registers.
struct OrbitKernel {
  std::size_t columns;
  void (*run)(const OrbitFactors&, double sign, Complex* values);
};

OrbitKernel best_orbit_kernel() {
#ifdef __x86_64__
  if (runs_avx512()) return {12, transform_with_avx512<RealLanes<double, 2>, 12>};
  if (runs_avx2()) return {6, transform_with_avx2<RealLanes<double, 1>, 6>};
#endif
  return {3, transform_anywhere<RealLanes<double, 1>, 3>};
}

const OrbitKernel& orbit_kernel() {
  static const OrbitKernel best = best_orbit_kernel();
  return best;
}

/// The factors of a part for the first `columns` columns.
void set_factors(Part& part, bool is_real, const std::vector<Complex>& matrix, std::size_t orbits,
                 std::size_t columns) {
  const std::size_t together = orbit_kernel().columns;
  part.depth = part.orbits.size() * (is_real ? 1 : 2);
  part.blocks = part.orbits.empty() ? 0 : (columns + together - 1) / together;
  part.factors.assign(part.blocks * part.depth * together, 0);
  for (std::size_t column = 0; column < columns; ++column) {
    double* to =
        part.factors.data() + column / together * part.depth * together + column % together;
    for (std::size_t depth = 0; depth < part.depth; ++depth) {
      const std::size_t orbit = part.orbits[depth % part.orbits.size()];
      const Complex factor = matrix[column * orbits + orbit];
      to[depth * together] = depth < part.orbits.size() ? factor.real() : factor.imag();
    }
  }
}

}  // namespace

std::vector<std::size_t> sizes_of(const Orbits& orbits) {
  std::vector<std::size_t> sizes(orbits.count());
  for (const std::size_t orbit : orbits.place) ++sizes[orbit];
  return sizes;
}

std::vector<std::size_t> opposite_orbits(const Orbits& orbits) {
  std::vector<std::size_t> opposite(orbits.count());
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    std::vector<std::size_t> digits = digits_of(orbits.grid, orbits.kept[orbit]);
    for (std::size_t axis = 0; axis < digits.size(); ++axis)
      digits[axis] = (orbits.grid[axis] - digits[axis]) % orbits.grid[axis];
    opposite[orbit] = orbits.place[point_of(orbits.grid, digits)];
  }
  return opposite;
}

bool are_faster_by_products(const Orbits& orbits) {
  // On a Zen 4 core products of 24 x 24 to 64 x 64 points ran at 50 Gflop/s, transforms at 10 to 20.
  constexpr double times_faster = 3;
  // Factors are read for every few arrays: they have to stay in a cache.
  constexpr std::size_t most_orbits = 1024;
  if (orbits.count() > most_orbits) return false;
  const auto points = static_cast<double>(orbits.points());
  const auto count = static_cast<double>(orbits.count());
  double products = 4 * count * count;
  const std::vector<std::size_t> opposite = opposite_orbits(orbits);
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    if (opposite[orbit] == orbit) continue;
    products *= 2;
    break;
  }
  if (all_even(orbits.grid)) products /= 2;
  return products <= times_faster * 5 * points * std::max(1.0, std::log2(points));
}

struct OrbitTransform::Products {
  OrbitFactors all;
};

OrbitTransform::OrbitTransform(const Orbits& orbits, std::size_t arrays, std::size_t distance) {
  if (orbits.count() > distance) {
    throw std::runtime_error("found arrays of " + std::to_string(orbits.count()) + " orbits, " +
                             std::to_string(distance) +
                             " apart, expected a distance of a whole array at least");
  }
  OrbitFactors all;
  all.arrays = arrays;
  all.distance = distance;
  const std::vector<std::size_t> opposite = opposite_orbits(orbits);
  std::vector<std::size_t> results;
  const bool alternates = all_even(orbits.grid);
  const std::vector<std::size_t> shifted =
      alternates ? shifted_orbits(orbits) : std::vector<std::size_t>();
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    all.is_real = all.is_real && opposite[orbit] == orbit;
    const bool even = !alternates || is_even(orbits.grid, orbits.kept[orbit]);
    (even ? all.even : all.odd).orbits.push_back(orbit);
    if (alternates && shifted[orbit] > orbit) all.columns.push_back({orbit, shifted[orbit]});
  }
  const std::size_t differences = all.columns.size();
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    if (!alternates || shifted[orbit] == orbit) all.columns.push_back({orbit, {}});
  }
  for (const Column& column : all.columns) results.push_back(column.sum);
  const std::vector<Complex> matrix = matrix_of(orbits, results);
  set_factors(all.even, all.is_real, matrix, orbits.count(), results.size());
  set_factors(all.odd, all.is_real, matrix, orbits.count(), differences);
  products_ = std::make_unique<const Products>(std::move(all));
}

OrbitTransform::~OrbitTransform() = default;

void OrbitTransform::forward(std::complex<double>* values) const {
  orbit_kernel().run(products_->all, 1, values);
}

void OrbitTransform::backward(std::complex<double>* values) const {
  orbit_kernel().run(products_->all, -1, values);
}

}  // namespace diagc::linear
