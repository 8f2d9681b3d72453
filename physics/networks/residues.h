// Exact whole numbers by their remainders modulo primes.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace diagc::networks {

/// The largest primes below 2^31 whose product is more than 2^bits.
std::vector<std::uint32_t> primes_beyond(double bits);

/// The Chinese remainder theorem: after each prime the number modulo the product of all so far.
class ChineseRemainders {
 public:
  using Integer = boost::multiprecision::cpp_int;

  void add(std::uint32_t remainder, std::uint32_t prime);
  Integer number() const { return number_; }
  /// The one nearest to 0.
  Integer signed_number() const;

 private:
  Integer number_ = 0, product_ = 1;
};

}  // namespace diagc::networks
