#include "programs/integrate/symmetry.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace diagc::integrate {

namespace {

/// An input of so many configurations, and the same with the last two points exchanged.
struct Given {
  std::vector<double> before, after;
};

Given draw(std::size_t points, std::size_t trials, std::mt19937_64& random) {
  std::vector<std::size_t> swapped(points);
  std::iota(swapped.begin(), swapped.end(), std::size_t{0});
  std::swap(swapped[points - 2], swapped[points - 1]);
  Given given;
  std::vector<double> of(points * points);
  for (std::size_t trial = 0; trial < trials; ++trial) {
    std::ranges::generate(of, [&] { return static_cast<double>(random() >> 11) * 0x1p-53 - 0.5; });
    for (std::size_t a = 0; a < points; ++a) {
      for (std::size_t b = 0; b < points; ++b) {
        given.before.push_back(of[a * points + b]);
        given.after.push_back(of[swapped[a] * points + swapped[b]]);
      }
    }
  }
  return given;
}

}  // namespace

bool is_symmetric(const Kernel& kernel, const series::IntegrandForm& form,
                  const std::vector<ParamValue>& params) {
  constexpr std::size_t trials = 3;
  std::mt19937_64 random(1);
  const std::size_t points = form.m + 1;
  const Given propagators = draw(points, trials, random),
              derivatives = draw(points, trials, random);
  const auto values = [&](std::vector<double> Given::* which) {
    std::vector<double> result(trials);
    std::vector<InputArray> inputs{
        {kernel.inputs()[form.propagator].name, std::span(propagators.*which)}};
    if (form.derivative)
      inputs.push_back({kernel.inputs()[*form.derivative].name, std::span(derivatives.*which)});
    kernel.evaluate(trials, inputs, params, {{kernel.outputs().front().name, std::span(result)}});
    return result;
  };
  const std::vector<double> before = values(&Given::before), after = values(&Given::after);
  for (std::size_t i = 0; i < trials; ++i) {
    if (std::abs(before[i] - after[i]) > 1e-9 * (std::abs(before[i]) + std::abs(after[i])))
      return false;
  }
  return true;
}

}  // namespace diagc::integrate
