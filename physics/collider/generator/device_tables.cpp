#include "physics/collider/generator/device_tables.h"

#include <map>
#include <utility>

#include "physics/collider/generator/job_ranges.h"

namespace diagc::collider {

DeviceProcessTables::DeviceProcessTables(const cuda::Device& device,
                                         std::shared_ptr<const ProcessTables> tables,
                                         const Job& job)
    : tables_(std::move(tables)), pointers_(tables_->pointers()) {
  std::map<const double*, const double*> places;
  for (const std::span<const double> numbers : tables_->numbers())
    places[numbers.data()] =
        static_cast<const double*>(copied(device, numbers.data(), numbers.size_bytes()));
  pointers_.density.numbers = places.at(pointers_.density.numbers);
  pointers_.coupling.numbers = places.at(pointers_.coupling.numbers);
  std::vector<VariedWeight> varied(tables_->varied().begin(), tables_->varied().end());
  for (VariedWeight& weight : varied) {
    weight.density.numbers = places.at(weight.density.numbers);
    weight.coupling.numbers = places.at(weight.coupling.numbers);
  }
  std::vector<Cuts> cuts(tables_->cuts().begin(), tables_->cuts().end());
  for (std::size_t i = 0; i < cuts.size(); ++i) cuts[i].dr = least_dr(job.cuts[i]);
  const auto place = [&]<class T>(const T*& to, std::span<const T> from) {
    to = static_cast<const T*>(copied(device, from.data(), from.size_bytes()));
  };
  place(pointers_.varied, std::span<const VariedWeight>(varied));
  place(pointers_.cuts, std::span<const Cuts>(cuts));
  place(pointers_.histograms, tables_->histograms());
}

const void* DeviceProcessTables::copied(const cuda::Device& device, const void* data,
                                        std::size_t bytes) {
  cuda::DeviceBuffer& buffer = buffers_.emplace_back(device, bytes);
  if (bytes > 0) buffer.write(data, bytes);
  return buffer.as<const std::byte>();
}

}  // namespace diagc::collider
