#include "runtime/cpu/kernel.h"

#include <stdexcept>

#include "runtime/cpu/workspace.h"

namespace diagc {

template <class T>
CpuKernel<T>::CpuKernel(std::string_view object, const std::string& name)
    : module_(toolchain::Module::load(object)) {
  try {
    range_ = module_.function<Range>(name + "_range");
    work_bytes_ = *static_cast<const std::size_t*>(module_.symbol(name + "_work_bytes"));
  } catch (const std::logic_error& missing) {
    throw toolchain::Refused(missing.what());
  }
}

template <class T>
void CpuKernel<T>::operator()(const KernelRows<T>& rows, std::size_t begin, std::size_t end) const {
  if (begin == end) return;
  thread_local Workspace workspace;
  range_(rows.inputs, rows.outputs, rows.params, begin, end,
         reinterpret_cast<T*>(workspace.get(work_bytes_)));
}

template class CpuKernel<float>;
template class CpuKernel<double>;

}  // namespace diagc
