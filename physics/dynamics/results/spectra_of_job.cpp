#include "physics/dynamics/results/spectra_of_job.h"

#include "physics/dynamics/spectra.h"
#include "runtime/system/checked.h"

namespace diagc::dynamics {

namespace {

SpectrumResult spectrum_of(const Job& job, const Setup& setup, const TwoTime& past,
                           const Job::Spectral& wanted, const char* key) {
  SpectrumResult result;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    result.omega.push_back(wanted.low + (wanted.high - wanted.low) * static_cast<double>(i) /
                                            static_cast<double>(wanted.count - 1));
  }
  const unsigned threads = setup.propagation.threads;
  for (const double time : wanted.times) {
    if (time > past.end()) break;  // of a run that was interrupted
    result.t.push_back(time);
    std::vector<double> values;
    try {
      values = wanted.probe > 0 ? photoemission(past, time, wanted.probe, result.omega, threads)
                                : spectral_function(past, time, result.omega, threads);
    } catch (const std::runtime_error& error) {
      throw InputError(job.given.mistake(key, error.what()));
    }
    for (const std::size_t k : setup.points.place) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(k * wanted.count);
      result.values.values.insert(result.values.values.end(), first,
                                  first + static_cast<std::ptrdiff_t>(wanted.count));
    }
  }
  result.values.extents = {result.t.size(), setup.points.place.size(), result.omega.size()};
  return result;
}

}  // namespace

void add_spectra(const Job& job, const Setup& setup, const TwoTime& past, Result& result) {
  if (job.output.spectral.count > 0) {
    result.spectral = spectrum_of(job, setup, past, job.output.spectral, "output.spectral");
  }
  if (job.output.arpes.count > 0) {
    result.arpes = spectrum_of(job, setup, past, job.output.arpes, "output.arpes");
  }
}

GreenResult green_of(const Setup& setup, const TwoTime& past) {
  const std::size_t points = setup.points.place.size(), nodes = past.nodes(), bands = past.bands();
  const std::size_t size = past.block_size(), numbers = nodes * bands;
  const auto count = checked_product({points, numbers, numbers, 2, sizeof(double)});
  if (!count) throw std::bad_alloc();
  GreenResult green;
  green.t = past.times();
  for (runs::NumberArray* array : {&green.lesser, &green.greater}) {
    array->extents = {points, nodes, bands, nodes, bands, 2};
    array->values.resize(*count / sizeof(double));
  }
  const auto set = [&](runs::NumberArray& array, std::size_t k, std::size_t row, std::size_t column,
                       Complex value) {
    double* at = array.values.data() + 2 * ((k * numbers + row) * numbers + column);
    at[0] = value.real();
    at[1] = value.imag();
  };
  for (std::size_t panel = 0; panel < past.panels(); ++panel) {
    const PanelRows rows = past.doubles_of(panel);
    for (std::size_t k = 0; k < points; ++k) {
      const std::size_t place = setup.points.place[k];
      for (std::size_t row = panel * size; row < (panel + 1) * size; ++row) {
        for (std::size_t column = 0; column <= row; ++column) {
          const std::size_t block = column / size;
          const Complex l = rows.lesser.at(place, block).at(row % size, column % size);
          const Complex g = l + rows.spectral.at(place, block).at(row % size, column % size);
          set(green.lesser, k, row, column, l);
          set(green.greater, k, row, column, g);
          set(green.lesser, k, column, row, -std::conj(l));
          set(green.greater, k, column, row, -std::conj(g));
        }
      }
    }
  }
  return green;
}

}  // namespace diagc::dynamics
