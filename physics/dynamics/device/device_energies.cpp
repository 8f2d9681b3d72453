// Density matrices and energies of a panel that is solved.
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/trajectory.h"

namespace diagc::dynamics {

void DeviceEngine::State::ask_for_density() {
  stream.copy_out(fetched->as<Complex>(), rho[newest].address(),
                  shape.order * all_points * elements * complex_bytes);
}

void DeviceEngine::State::find_correlation(double length) {
  if (!theory) return;
  const std::size_t values = shape.order * points;
  code->launch("energy_within", blocks_of(values, moving_threads / shape.order), moving_threads,
               moving_threads * sizeof(double),
               DeviceWithin{.rows = next->numbers.address(),
                            .own_sigma = factors.address() + panels() * block_bytes(),
                            .integrals = products.address(),
                            .energies = correlation.address() + values * sizeof(double),
                            .length = length,
                            .panels = narrow(panels()),
                            .own_blocks = narrow(panels() + 1),
                            .points = narrow(points)},
               stream);
}

void DeviceEngine::State::ask_for_results(double length, bool has_correlation) {
  if (!has_correlation) find_correlation(length);
  // They would hold up what the sweep is judged by, which travels beside the stream.
  stream.wait_for(asked);
  ask_for_correlation();
  ask_for_density();
  results_there.record(stream);
}

void DeviceEngine::State::take_density() {
  if (!density_travels) return;
  density_travels = false;
  results_there.synchronize();
  const auto count = static_cast<std::ptrdiff_t>(all_points * elements);
  const Complex* const end =
      fetched->as<Complex>() + static_cast<std::ptrdiff_t>(shape.order) * count;
  density.assign(end - count, end);
}

void DeviceEngine::State::ask_for_correlation() {
  if (!theory) return;
  auto* const behind = fetched->as<Complex>() + shape.order * all_points * elements;
  stream.copy_out(behind, correlation.address(), 2 * shape.order * points * sizeof(double));
}

std::vector<double> DeviceEngine::State::correlation_here() const {
  std::vector<double> sums(shape.order);
  if (!theory) return sums;
  const std::size_t values = shape.order * points;
  const auto* const of_nodes = reinterpret_cast<const double*>(
      fetched->as<Complex>() + shape.order * all_points * elements);  // [part][node][point]
  for (std::size_t at = 0; at < values; ++at)
    sums[at / points] +=
        model.weight(first_point + at % points) * (of_nodes[at] + of_nodes[values + at]);
  return sums;
}

PanelResults DeviceEngine::State::results_kept() {
  take_density();
  const std::span<const Complex> rho_at_nodes(fetched->as<Complex>(),
                                              shape.order * all_points * elements);
  return {rho_at_nodes, energies(rho_at_nodes)};
}

std::vector<double> DeviceEngine::State::energies(std::span<const Complex> density_at_nodes) const {
  const std::size_t count = all_points * elements, bands = model.bands;
  const auto transposed = [&](std::size_t element) {
    return element % bands * bands + element / bands;
  };
  double weights = 0;
  for (std::size_t k = 0; k < all_points; ++k) weights += model.weight(k);
  // Of a node: the correlation energy, that of single electrons, and the sum of density matrices; of the points here, then of all.
  const std::size_t numbers = 2 + 2 * elements;
  const std::vector<double> of_correlation = correlation_here();
  std::vector<double> sums(shape.order * numbers);
  std::vector<Complex> h(count);
  for (std::size_t l = 0; l < shape.order; ++l) {
    double* const own = sums.data() + l * numbers;
    own[0] = of_correlation[l];
    if (has_equal_times_on_host) continue;
    if (l == 0 || !has_constant_h) {
      dynamics::one_particle(model, solved_from + solved_length * collocation().nodes[l], h);
    }
    const std::span<const Complex> density = density_at_nodes.subspan(l * count, count);
    for (std::size_t k = first_point; k < first_point + points; ++k) {
      const double weight = model.weight(k);
      double trace = 0;
      for (std::size_t element = 0; element < elements; ++element) {
        const Complex &one = h[k * elements + element],
                      &other = density[k * elements + transposed(element)],
                      &value = density[k * elements + element];
        trace += one.real() * other.real() - one.imag() * other.imag();
        own[2 + 2 * element] += weight * value.real();
        own[3 + 2 * element] += weight * value.imag();
      }
      own[1] += weight * trace;
    }
  }
  if (shared) {
    const auto parts = shared.points->gather(std::span<const double>(sums));
    sums.assign(sums.size(), 0);
    for (std::size_t at = 0; at < parts.size(); ++at) sums[at % sums.size()] += parts[at];
  }
  std::vector<double> result;
  for (std::size_t l = 0; l < shape.order; ++l) {
    const double* const own = sums.data() + l * numbers;
    if (has_equal_times_on_host) {
      result.push_back(energy(model, solved_from + solved_length * collocation().nodes[l],
                              density_at_nodes.subspan(l * count, count), own[0]));
      continue;
    }
    const auto mean = [&](std::size_t element) {
      return Complex(own[2 + 2 * element], own[3 + 2 * element]) / weights;
    };
    const MeanField& field = solved_fields[l];
    double of_field = 0;
    for (std::size_t element = 0; element < elements; ++element) {
      Complex together = 0;
      for (std::size_t of = 0; of < elements; ++of) {
        together += field.matrix[element * elements + of] * mean(of);
      }
      const Complex alone = field.constant[element] - field.potential[element];
      of_field += ((alone + 0.5 * together) * mean(transposed(element))).real();
    }
    result.push_back((own[0] + own[1]) / weights + of_field);
  }
  return result;
}

}  // namespace diagc::dynamics
