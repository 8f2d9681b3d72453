// Holds results of integrations against exact coefficients.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "physics/series/results/result.h"

namespace diagc::series {

/// Every coefficient within five of its errors, and these smaller than `relative`.
inline void check_orders(const Result& result, const std::vector<double>& exact, double relative) {
  for (const OrderResult& order : result.orders) {
    const double expected = exact.at(static_cast<std::size_t>(order.order));
    const std::string line = fmt::format(
        "order {}: {:.8g} ± {:.2g}, exact {:.8g}, sign {:.3f}, acceptance {:.2f}, autocorrelation "
        "{:.1f}, effective {:.0f}: {}",
        order.order, order.value, order.error, expected, order.mean_sign, order.acceptance,
        order.autocorrelation, order.effective_samples, order.warning);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(order.trustworthy);
    CHECK(std::abs(order.value - expected) < 5 * order.error);
    CHECK(order.error < relative * std::abs(expected));
  }
}

}  // namespace diagc::series
