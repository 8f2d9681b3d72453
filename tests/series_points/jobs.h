// Jobs of theories, run as `diagc integrate` does, held against exact diagonalisation.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "physics/series/exact/diagonalised.h"
#include "physics/series/results/result.h"

namespace diagc::series {

/// Of each measured component, by its name ("" where there is one number): orders, from order 0 on.
std::vector<Component> run_job(const std::string& text);

/// Coefficients 0 … of f(electrons) in U: every coupling of `electrons` is set by `at`, from U.
std::vector<double> exact_series(const exact::Electrons& electrons,
                                 const std::function<void(exact::Electrons&, double)>& at,
                                 const std::function<double(const exact::Diagonalised&)>& f,
                                 int order, double radius = 0.4);

/// Every coefficient within 4.5 of its errors, which are trusted and below `bound`; exact ones to 1e-9.
void check_component(const Component& component, const std::vector<double>& exact, double bound);

}  // namespace diagc::series
