#include "compiler/arrays/device/step_seconds.h"

#include <algorithm>

#include "compiler/arrays/device/device_chain.h"
#include "compiler/arrays/distribute/grid.h"

namespace diagc::arrays {

namespace {

bool is_single(DeviceElement element) {
  return element == DeviceElement::f32 || element == DeviceElement::c64;
}

bool is_complex(DeviceElement element) {
  return element == DeviceElement::c64 || element == DeviceElement::c128;
}

}  // namespace

double step_seconds(const DeviceStep& step, DeviceElement element, const DeviceRates& rates,
                    double elements) {
  const DeviceModel model = device_model(is_single(element), rates);
  const double moved = static_cast<double>(device_bytes(element)) * elements;
  const double computing = (is_complex(element) ? 8 : 2) * step.products / model.arithmetic_rate,
               moving = moved / model.memory_rate;
  double seconds = std::max(computing, moving);
  // Of tiles the shorter one's share that is not hidden behind the longer one.
  constexpr double not_overlapped = 0.2;
  if (step.form == DeviceForm::tiled) seconds += not_overlapped * std::min(computing, moving);
  if (step.form != DeviceForm::stream) return seconds;
  // b is read again for the rows of every thread, and of each of its own where they read other elements of it.
  constexpr double differing_rate = 2.2e12;
  const bool differs =
      std::ranges::any_of(step.rows, [](const PlanAxis& axis) { return axis.b != 0; });
  const double held = static_cast<double>(held_sums(step, element).rows);
  return std::max(
      seconds,
      step.products / (rates.arithmetic * (differs ? differing_rate : held * device_access_rate)));
}

double adding_seconds(double elements, DeviceElement element, const DeviceRates& rates,
                      bool is_compensated) {
  return (is_compensated ? 5 : 3) * elements * static_cast<double>(device_bytes(element)) /
         device_model(is_single(element), rates).memory_rate;
}

double launch_seconds() { return h200(true).launch; }

}  // namespace diagc::arrays
