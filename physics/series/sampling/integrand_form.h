// What a kernel is an integrand of: which vertices it has, and from which propagators it is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "diagc/kernel.h"

namespace diagc::series {

struct IntegrandForm {
  std::uint32_t first = 0;                ///< vertex a, which is not integrated
  std::uint32_t m = 0;                    ///< vertices a + 1 … a + m, which are
  std::size_t propagator = 0;             ///< number of the input
  std::optional<std::size_t> derivative;  ///< likewise; nothing: there is none
};

/// Of a kernel with one real number as output and with one real input [a..b, a..b], the propagator; where `derivative` is not empty with
/// two of these, by their names. Throws std::runtime_error, saying what was found, where it has others.
IntegrandForm integrand_form(const Kernel& kernel, const std::string& propagator = {},
                             const std::string& derivative = {});

/// m of an integrand with one input [0..m, 0..m], m ≥ 1. Throws as integrand_form() does.
std::uint32_t integration_order(const Kernel& kernel);

}  // namespace diagc::series
