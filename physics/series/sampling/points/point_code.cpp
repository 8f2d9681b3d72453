#include "physics/series/sampling/points/point_code.h"

#include <algorithm>
#include <utility>

#include "physics/series/sampling/step_code.h"
#include "runtime/cpu/workspace.h"

namespace diagc::series {

template <class T>
PointCode<T>::PointCode(const Kernel& kernel, const StepShape& shape, const PointForm& form,
                        const std::vector<bool>& periodic, bool use_cache, std::stop_token stop)
    : PointCode(kernel, kernel_part(kernel, integrand),
                point_source(kernel_part(kernel, integrand), shape, form, periodic), use_cache,
                std::move(stop)) {}

template <class T>
PointCode<T>::PointCode(const Kernel& kernel, const KernelPart& part, const std::string& text,
                        bool use_cache, std::stop_token stop)
    : code_(load_step(text, kernel, use_cache, std::move(stop))), work_bytes_(part.work_bytes) {
  start_ =
      code_.function<void(const PointPointers<T>*, StepBlock<T>*, std::uint64_t)>("point_start");
  refresh_ = code_.function<void(const PointPointers<T>*, StepBlock<T>*)>("point_refresh");
  step_ = code_.function<void(const PointPointers<T>*, StepBlock<T>*, std::uint64_t, PointSums*)>(
      "point_step");
  rows_ = static_cast<const std::uint32_t*>(code_.symbol("point_rows"));
}

template <class T>
PointBlock<T>::PointBlock(const PointCode<T>& code, std::uint32_t first)
    : first_(first),
      numbers_(code.number_rows() * stride),
      integers_(code.integer_rows() * stride) {}

template <class T>
StepBlock<T> PointBlock<T>::view(const PointCode<T>& code) {
  thread_local Workspace workspace;
  const auto whole_lines = [](std::size_t bytes) { return (bytes + 63) / 64 * 64; };
  const std::size_t work = whole_lines(code.work_bytes()),
                    numbers = whole_lines(code.scratch_rows() * stride * sizeof(T)),
                    integers = integers_.size() * sizeof(std::uint32_t);
  std::byte* const memory = workspace.get(work + numbers + integers);
  return {.numbers = numbers_.data(),
          .scratch_numbers = reinterpret_cast<T*>(memory + work),
          .integers = integers_.data(),
          .scratch_integers = reinterpret_cast<std::uint32_t*>(memory + work + numbers),
          .work = reinterpret_cast<T*>(memory),
          .stride = stride,
          .walkers = walkers,
          .first_walker = first_};
}

template <class T>
std::vector<std::uint32_t> PointBlock<T>::places() const {
  std::vector<std::uint32_t> places;
  places.reserve(place_numbers());
  for (std::size_t row = 0; row < integers_.size(); row += stride)
    places.insert(places.end(), integers_.begin() + static_cast<std::ptrdiff_t>(row),
                  integers_.begin() + static_cast<std::ptrdiff_t>(row + walkers));
  return places;
}

template <class T>
void PointBlock<T>::set_places(std::span<const std::uint32_t> places) {
  for (std::size_t row = 0; row * stride < integers_.size(); ++row)
    std::ranges::copy(places.subspan(row * walkers, walkers),
                      integers_.begin() + static_cast<std::ptrdiff_t>(row * stride));
}

template class PointCode<float>;
template class PointCode<double>;
template class PointBlock<float>;
template class PointBlock<double>;

}  // namespace diagc::series
