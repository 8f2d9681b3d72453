#include "physics/dynamics/device/mean_field.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace diagc::dynamics {

MeanField mean_field_at(const Model& model, std::span<const double> vertices) {
  const std::size_t elements = model.bands * model.bands, count = model.points() * elements;
  MeanField field;
  std::vector<Complex> h(count), rho(count);
  model.interaction->add_mean_field_of(vertices, rho, h);
  const auto own_elements = static_cast<std::ptrdiff_t>(elements);
  field.constant.assign(h.begin(), h.begin() + own_elements);
  std::ranges::fill(h, Complex(0));
  model.interaction->add_chemical_potential(vertices, h);
  field.potential.assign(h.begin(), h.begin() + own_elements);
  field.matrix.resize(elements * elements);
  for (std::size_t of = 0; of < elements; ++of) {
    std::ranges::fill(h, Complex(0));
    for (std::size_t at = 0; at < count; ++at) rho[at] = at % elements == of ? 1 : 0;
    model.interaction->add_mean_field_of(vertices, rho, h);
    for (std::size_t element = 0; element < elements; ++element) {
      field.matrix[element * elements + of] = h[element] - field.constant[element];
    }
  }
  return field;
}

bool depends_on_mean_density(const Model& model) {
  constexpr double rounding = 1e-10;
  const std::vector<double> vertices(model.interaction->vertices(), 0.75);
  const std::size_t elements = model.bands * model.bands, points = model.points();
  const MeanField field = mean_field_at(model, vertices);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Complex> rho, h(points * elements), mean(elements);
  double weights = 0;
  for (std::size_t k = 0; k < points; ++k) {
    weights += model.weight(k);
    for (std::size_t element = 0; element < elements; ++element) {
      rho.emplace_back(number(random), number(random));
      mean[element] += model.weight(k) * rho.back();
    }
  }
  model.interaction->add_mean_field_of(vertices, rho, h);
  for (std::size_t k = 0; k < points; ++k) {
    for (std::size_t element = 0; element < elements; ++element) {
      Complex expected = field.constant[element];
      for (std::size_t of = 0; of < elements; ++of) {
        expected += field.matrix[element * elements + of] * mean[of] / weights;
      }
      if (std::abs(h[k * elements + element] - expected) > rounding) return false;
    }
  }
  return true;
}

}  // namespace diagc::dynamics
