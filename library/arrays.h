// A caller's arrays against the variables of a kernel. All functions throw std::invalid_argument,
// with what was found and what was expected.
#pragma once

#include <vector>

#include "diagc/kernel.h"
#include "runtime/cpu/evaluate.h"

namespace diagc {

/// One binding for each variable, in order.
std::vector<Binding<ConstArray>> bind(const std::vector<Kernel::Variable>& variables,
                                      const std::vector<InputArray>& arrays,
                                      std::size_t configurations);
std::vector<Binding<MutableArray>> bind(const std::vector<Kernel::Variable>& variables,
                                        const std::vector<OutputArray>& arrays,
                                        std::size_t configurations);

/// The numbers of all params, two for a complex one.
std::vector<double> numbers(const std::vector<Kernel::Variable>& params,
                            const std::vector<ParamValue>& values);

/// Numbers of the variable in one configuration, as kernels count them: two for a complex leaf.
std::size_t row_count(const Kernel::Variable& variable);
std::size_t row_count(const std::vector<Kernel::Variable>& variables);

template <class T>
void check(const RowBatch<T>& batch, const std::vector<Kernel::Variable>& inputs,
           const std::vector<Kernel::Variable>& params,
           const std::vector<Kernel::Variable>& outputs);

}  // namespace diagc
