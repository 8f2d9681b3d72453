#include "physics/networks/residues.h"

#include <cmath>

namespace diagc::networks {

namespace {

bool is_prime(std::uint32_t number) {
  for (std::uint32_t divisor = 2; divisor <= number / divisor; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

std::uint32_t power(std::uint64_t base, std::uint32_t exponent, std::uint32_t prime) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = result * base % prime;
    base = base * base % prime;
  }
  return static_cast<std::uint32_t>(result);
}

}  // namespace

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

void ChineseRemainders::add(std::uint32_t remainder, std::uint32_t prime) {
  const auto known = static_cast<std::uint32_t>(number_ % prime),
             product = static_cast<std::uint32_t>(product_ % prime);
  const std::uint64_t difference = std::uint64_t{remainder} + prime - known;
  number_ += product_ * (difference % prime * power(product, prime - 2, prime) % prime);
  product_ *= prime;
}

ChineseRemainders::Integer ChineseRemainders::signed_number() const {
  return 2 * number_ > product_ ? Integer(number_ - product_) : number_;
}

}  // namespace diagc::networks
