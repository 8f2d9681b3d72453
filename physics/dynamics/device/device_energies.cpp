// Energies of a panel that is solved.
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/trajectory.h"

namespace diagc::dynamics {

void DeviceEngine::State::add_correlation_within(double length) {
  if (!theory) return;
  traces = correlation.read<double>(shape.order * points);
  code->launch("energy_within", blocks_of(shape.order * points, moving_threads / shape.order),
               moving_threads, moving_threads * sizeof(double),
               DeviceWithin{.rows = next->numbers.address(),
                            .own_sigma = factors.address() + panels() * block_bytes(),
                            .integrals = products.address(),
                            .energies = correlation.address(),
                            .length = length,
                            .panels = narrow(panels()),
                            .own_blocks = narrow(panels() + 1),
                            .points = narrow(points)},
               stream);
}

std::vector<double> DeviceEngine::State::correlation_at_nodes() {
  std::vector<double> sums(shape.order);
  if (!theory) return sums;
  stream.synchronize();
  const auto within = correlation.read<double>(shape.order * points);
  for (std::size_t at = 0; at < traces.size(); ++at) {
    sums[at / points] += model.weight(first_point + at % points) * (traces[at] + within[at]);
  }
  double weights = 0;
  for (std::size_t k = 0; k < all_points; ++k) weights += model.weight(k);
  for (double& sum : sums) sum /= weights;
  if (!shared) return sums;
  const auto parts = shared.points->gather(std::span<const double>(sums));
  sums.assign(shape.order, 0);
  for (std::size_t at = 0; at < parts.size(); ++at) sums[at % shape.order] += parts[at];
  return sums;
}

std::vector<double> DeviceEngine::State::energies(double length,
                                                  std::span<const Complex> density_at_nodes) const {
  const std::size_t count = all_points * elements, bands = model.bands;
  const auto transposed = [&](std::size_t element) {
    return element % bands * bands + element / bands;
  };
  std::vector<Complex> h(count);
  std::vector<double> result;
  for (std::size_t l = 0; l < shape.order; ++l) {
    if (has_equal_times_on_host) {
      result.push_back(energy(model, times.end() + length * collocation().nodes[l],
                              density_at_nodes.subspan(l * count, count), 0));
      continue;
    }
    if (l == 0 || !has_constant_h) {
      dynamics::one_particle(model, times.end() + length * collocation().nodes[l], h);
    }
    const std::span<const Complex> density = density_at_nodes.subspan(l * count, count);
    std::vector<Complex> mean(elements);
    double single = 0, weights = 0;
    for (std::size_t k = 0; k < all_points; ++k) {
      const double weight = model.weight(k);
      double trace = 0;
      for (std::size_t element = 0; element < elements; ++element) {
        const Complex &one = h[k * elements + element],
                      &other = density[k * elements + transposed(element)];
        trace += one.real() * other.real() - one.imag() * other.imag();
        mean[element] += weight * density[k * elements + element];
      }
      single += weight * trace;
      weights += weight;
    }
    for (Complex& value : mean) value /= weights;
    const MeanField& field = mean_fields[l];
    double of_field = 0;
    for (std::size_t element = 0; element < elements; ++element) {
      Complex together = 0;
      for (std::size_t of = 0; of < elements; ++of) {
        together += field.matrix[element * elements + of] * mean[of];
      }
      const Complex alone = field.constant[element] - field.potential[element];
      of_field += ((alone + 0.5 * together) * mean[transposed(element)]).real();
    }
    result.push_back(single / weights + of_field);
  }
  return result;
}

}  // namespace diagc::dynamics
