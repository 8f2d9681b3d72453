#include "library/interpreter.h"

#include "compiler/emit/layout.h"
#include "compiler/graph/interpret.h"

namespace diagc {

namespace {

constexpr std::size_t block = 512;  // configurations

/// One value a scalar, from numbers as a kernel takes them.
template <class T>
std::vector<std::complex<double>> scalars(const std::vector<Variable>& variables,
                                          const T* numbers) {
  std::vector<std::complex<double>> values;
  for (const Variable& variable : variables) {
    for (std::int64_t i = 0; i < variable.scalars(); ++i) {
      const double re = *numbers++;
      const double im = variable.type == Type::complex ? *numbers++ : 0.0;
      values.emplace_back(re, im);
    }
  }
  return values;
}

}  // namespace

template <class T>
RangeFunction<T> interpreter(Graph graph) {
  return
      [graph = std::move(graph)](const KernelRows<T>& batch, std::size_t begin, std::size_t end) {
        const Signature& signature = graph.signature();
        const auto params = scalars(signature.params, batch.params);
        std::vector<double> inputs(rows(signature.inputs) * block);
        std::vector<double> outputs(rows(signature.outputs) * block);
        for (std::size_t first = begin; first < end; first += block) {
          const std::size_t count = std::min(block, end - first);
          double* to = inputs.data();
          for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
            for (std::size_t row = 0; row < rows(signature.inputs[i]); ++row, to += block) {
              const InputRows<T>& input = batch.inputs[i];
              if (!input.data) continue;  // nothing reads it
              const T* from = input.data + row * input.row_stride + first * input.lane_stride;
              for (std::size_t c = 0; c < count; ++c) to[c] = from[c * input.lane_stride];
            }
          }
          interpret(graph, {inputs.data(), block}, params, {outputs.data(), block}, count);
          const double* from = outputs.data();
          for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
            for (std::size_t row = 0; row < rows(signature.outputs[i]); ++row, from += block) {
              T* target = batch.outputs[i].data + row * batch.outputs[i].row_stride + first;
              for (std::size_t c = 0; c < count; ++c) target[c] = static_cast<T>(from[c]);
            }
          }
        }
      };
}

template RangeFunction<float> interpreter(Graph);
template RangeFunction<double> interpreter(Graph);

}  // namespace diagc
