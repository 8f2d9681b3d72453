// The graph of an integrand in kernels of its own, on rows of samples from trees in the memory of a device.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "diagc/kernel.h"
#include "diagc/stream.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/step_memory.h"

namespace diagc::series {

/// The row of f: behind those of G and of its derivative.
inline std::size_t tree_f_row(const IntegrandForm& form) {
  return (form.derivative ? 2 : 1) * (std::size_t{form.m} + 1) * (form.m + 1);
}

/// f of the first StepBlock::walkers members.
template <class T>
void enqueue_tree_graph(const Kernel& kernel, const IntegrandForm& form, const StepBlock<T>& block,
                        const std::vector<T>& params, Stream& stream) {
  const std::size_t f_row = tree_f_row(form);
  InputRows<T> inputs[2];
  inputs[form.propagator] = {block.numbers, block.stride};
  if (form.derivative)
    inputs[*form.derivative] = {block.numbers + f_row / 2 * block.stride, block.stride};
  const OutputRows<T> outputs[] = {{block.numbers + f_row * block.stride, block.stride}};
  kernel.enqueue(RowBatch<T>{.size = block.walkers,
                             .inputs = std::span(inputs).first(form.derivative ? 2 : 1),
                             .outputs = outputs,
                             .params = params},
                 stream);
}

}  // namespace diagc::series
