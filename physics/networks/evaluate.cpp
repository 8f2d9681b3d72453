#include "physics/networks/evaluate.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/networks/execute.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

using boost::multiprecision::cpp_int;

std::uint64_t element_bytes(Element element) {
  switch (element) {
    case Element::f32:
    case Element::count:
      return 4;
    case Element::f64:
    case Element::c64:
      return 8;
    case Element::c128:
    case Element::tropical:
      break;
  }
  return 16;
}

[[noreturn]] void too_little_memory(std::uint64_t needed, std::uint64_t memory,
                                    const std::string& what) {
  throw std::runtime_error(fmt::format("{} takes {} bytes, {} more than the {} of --memory", what,
                                       needed, needed - memory, memory));
}

bool is_prime(std::uint32_t number) {
  for (std::uint32_t divisor = 2; divisor <= number / divisor; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

/// The largest primes below 2^31 whose product is more than 2^bits.
std::vector<std::uint32_t> primes_beyond(double bits) {
  std::vector<std::uint32_t> primes;
  double found = 0;
  for (std::uint32_t number = (1U << 31U) - 1; found <= bits; number -= 2) {
    if (!is_prime(number)) continue;
    primes.push_back(number);
    found += std::log2(static_cast<double>(number)) - 1e-9;
  }
  return primes;
}

std::uint32_t power(std::uint64_t base, std::uint32_t exponent, std::uint32_t prime) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = result * base % prime;
    base = base * base % prime;
  }
  return static_cast<std::uint32_t>(result);
}

/// Puts remainders together: after each prime the number modulo the product of all so far.
class ChineseRemainders {
 public:
  void add(std::uint32_t remainder, std::uint32_t prime) {
    const auto known = static_cast<std::uint32_t>(number_ % prime),
               product = static_cast<std::uint32_t>(product_ % prime);
    const std::uint64_t difference = std::uint64_t{remainder} + prime - known;
    number_ += product_ * (difference % prime * power(product, prime - 2, prime) % prime);
    product_ *= prime;
  }
  cpp_int number() const { return number_; }
  /// The one nearest to 0.
  cpp_int signed_number() const {
    return 2 * number_ > product_ ? cpp_int(number_ - product_) : number_;
  }

 private:
  cpp_int number_ = 0, product_ = 1;
};

/// log2 of the product of the extents of all labels that are summed.
double log2_assignments(const arrays::Network& network) {
  double bits = 0;
  for (const std::uint64_t extent : network.extents) bits += std::log2(static_cast<double>(extent));
  return bits;
}

template <class V, class F>
std::vector<ScaledArray<V>> converted(const TensorValues& values, const F& convert) {
  const std::size_t parts = values.is_complex ? 2 : 1;
  std::vector<ScaledArray<V>> result;
  for (const std::vector<double>& numbers : values.numbers) {
    ScaledArray<V>& own = result.emplace_back();
    own.values.reserve(numbers.size() / parts);
    for (std::size_t k = 0; k < numbers.size(); k += parts)
      own.values.push_back(convert(numbers.data() + k));
  }
  return result;
}

/// A number that was taken out of arrays: factor times 2^exponent.
template <class Wide>
struct CommonFactor {
  Wide factor = 1;
  std::int64_t exponent = 0;

  void multiply(Wide number) {
    ScaledArray<Wide> product{{factor * number}, exponent};
    normalise(product);
    factor = product.values[0];
    exponent = product.exponent;
  }
};

/// Numbers of double precision are scaled before they are rounded to single, which has a smaller range. Where rounding changes numbers, the
/// largest one is divided out in double precision first: the error of what many tensors have in common would grow with their number.
template <class V, class Wide>
std::vector<ScaledArray<V>> rounded(std::vector<ScaledArray<Wide>> wide,
                                    CommonFactor<Wide>& common) {
  std::vector<ScaledArray<V>> result;
  for (ScaledArray<Wide>& array : wide) {
    normalise(array);
    const auto changes = [](const Wide& number) { return Wide(V(number)) != number; };
    if (std::ranges::any_of(array.values, changes)) {
      const Wide largest = *std::ranges::max_element(
          array.values, {}, [](const Wide& number) { return std::abs(number); });
      if (std::isfinite(std::abs(largest))) {
        for (Wide& number : array.values) number /= largest;
        common.multiply(largest);
      }
    }
    ScaledArray<V>& own = result.emplace_back();
    own.exponent = array.exponent;
    own.values.assign(array.values.begin(), array.values.end());
  }
  return result;
}

template <class V>
Value floating(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               unsigned threads) {
  constexpr bool is_complex = !std::is_floating_point_v<V>;
  using Wide = std::conditional_t<is_complex, std::complex<double>, double>;
  const auto convert = [&](const double* number) -> Wide {
    if constexpr (is_complex)
      return {number[0], values.is_complex ? number[1] : 0};
    else
      return number[0];
  };
  CommonFactor<Wide> common;
  const auto tensors = rounded<V>(converted<Wide>(values, convert), common);
  const auto result = execute<V>(network, plan, tensors, threads);
  Value value{
      {result.values.begin(), result.values.end()}, result.exponent + common.exponent, 0, 0};
  for (std::complex<double>& number : value.numbers) number *= common.factor;
  return value;
}

Value count(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
            unsigned threads) {
  double bits = log2_assignments(network);
  for (const std::vector<double>& numbers : values.numbers) {
    double largest = 0;
    for (const double number : numbers) {
      if (number != std::floor(number) || std::abs(number) > 0x1.0p53) {
        throw std::runtime_error(fmt::format(
            "found the number {}, expected whole numbers of at most 2^53 with --element count",
            number));
      }
      largest = std::max(largest, std::abs(number));
    }
    if (largest == 0) return {};
    bits += std::log2(largest);
  }
  // One bit for the sign, one for rounding of the logarithms.
  ChineseRemainders remainders;
  for (const std::uint32_t prime : primes_beyond(bits + 2)) {
    const auto tensors = converted<linear::Residue>(values, [&](const double* number) {
      const auto whole = static_cast<std::int64_t>(*number) % std::int64_t{prime};
      return linear::Residue{static_cast<std::uint32_t>(whole < 0 ? whole + prime : whole)};
    });
    remainders.add(execute<linear::Residue>(network, plan, tensors, threads, prime).values[0].value,
                   prime);
  }
  Value value;
  value.count = remainders.signed_number();
  return value;
}

Value tropical(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               unsigned threads) {
  const auto tensors = converted<linear::Tropical>(
      values, [](const double* number) { return linear::Tropical{*number, 1}; });
  Value value;
  ChineseRemainders remainders;
  for (const std::uint32_t prime : primes_beyond(log2_assignments(network) + 1)) {
    const auto result = execute<linear::Tropical>(network, plan, tensors, threads, prime).values[0];
    value.max = result.max;
    remainders.add(result.count, prime);
  }
  value.count = remainders.number();
  return value;
}

}  // namespace

std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan, Element element,
                         unsigned threads) {
  switch (element) {
    case Element::f32:
      return peak_bytes<float>(network, plan, threads);
    case Element::f64:
      return peak_bytes<double>(network, plan, threads);
    case Element::c64:
      return peak_bytes<std::complex<float>>(network, plan, threads);
    case Element::c128:
      return peak_bytes<std::complex<double>>(network, plan, threads);
    case Element::count:
      return peak_bytes<linear::Residue>(network, plan, threads);
    case Element::tropical:
      break;
  }
  return peak_bytes<linear::Tropical>(network, plan, threads);
}

namespace {

arrays::PlaceOptions place_options(Element element) {
  return {.element_bytes = element_bytes(element),
          .is_complex = element == Element::c64 || element == Element::c128};
}

/// The fastest plan of an order that fits, else the one that needs least: tiles of several steps may hold more at once than steps alone, and
/// tiles take buffers.
Planned fitting_plan(const arrays::Network& network, const arrays::Order& order, Element element,
                     std::uint64_t memory, unsigned threads) {
  arrays::PlaceOptions options = place_options(element), alone = options;
  alone.fuse = false;
  Planned best;
  for (const arrays::PlaceOptions& place : {options, alone, arrays::PlaceOptions()}) {
    Planned planned{order, arrays::make_plan(network, order, place), 0};
    planned.peak_bytes = peak_bytes(network, planned.plan, element, threads);
    if (planned.peak_bytes <= memory) return planned;
    if (best.peak_bytes == 0 || planned.peak_bytes < best.peak_bytes) best = std::move(planned);
  }
  return best;
}

}  // namespace

Planned plan_order(const arrays::Network& network, const arrays::Order& order, Element element,
                   std::uint64_t memory, unsigned threads) {
  Planned planned = fitting_plan(network, order, element, memory, threads);
  if (planned.peak_bytes > memory) too_little_memory(planned.peak_bytes, memory, "this order");
  return planned;
}

Planned plan_search(const arrays::Network& network, arrays::SearchOptions options, Element element,
                    std::uint64_t memory, unsigned threads) {
  const auto parallel = [&](std::size_t parts, const std::function<void(std::size_t)>& body) {
    ThreadPool::shared().run(threads, parts, body);
  };
  double limit =
      std::log2(static_cast<double>(memory) / static_cast<double>(element_bytes(element)));
  std::uint64_t least = ~std::uint64_t{0};
  // Values of a slice are fewer, and smaller, than the memory holds: the limit falls until their places fit.
  for (; limit >= 0; limit -= 1) {
    options.most_log2_elements = std::floor(limit);
    Planned planned = fitting_plan(network, arrays::search_order(network, options, parallel),
                                   element, memory, threads);
    if (planned.peak_bytes <= memory) return planned;
    least = std::min(least, planned.peak_bytes);
    const std::uint64_t results = planned.plan.arena * element_bytes(element);
    if (planned.peak_bytes - results > memory)
      break;  // tensors, result and panels alone are too much
  }
  if (least == ~std::uint64_t{0}) {
    const arrays::Order order = arrays::search_order(network, options, parallel);
    least = fitting_plan(network, order, element, memory, threads).peak_bytes;
  }
  too_little_memory(least, memory, "the smallest contraction found");
}

Value evaluate(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               Element element, unsigned threads) {
  const char* name = element_names[static_cast<std::size_t>(element)];
  const bool takes_complex = element == Element::c64 || element == Element::c128;
  if (values.is_complex && !takes_complex) {
    throw std::runtime_error(
        fmt::format("found complex numbers with --element {}, expected c64 or c128", name));
  }
  if (!network.open.empty() && (element == Element::count || element == Element::tropical)) {
    throw std::runtime_error(
        fmt::format("found open axes with --element {}, expected f32, f64, c64 or c128", name));
  }
  switch (element) {
    case Element::f32:
      return floating<float>(network, plan, values, threads);
    case Element::f64:
      return floating<double>(network, plan, values, threads);
    case Element::c64:
      return floating<std::complex<float>>(network, plan, values, threads);
    case Element::c128:
      return floating<std::complex<double>>(network, plan, values, threads);
    case Element::count:
      return count(network, plan, values, threads);
    case Element::tropical:
      break;
  }
  return tropical(network, plan, values, threads);
}

}  // namespace diagc::networks
