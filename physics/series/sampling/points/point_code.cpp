#include "physics/series/sampling/points/point_code.h"

#include <utility>

#include "physics/series/sampling/step_code.h"

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

template class PointCode<float>;
template class PointCode<double>;

}  // namespace diagc::series
