#include "diagc/kernel.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "library/arrays.h"
#include "library/implementation.h"
#include "library/stream.h"
#include "runtime/cpu/evaluate.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

/// Arrays that already are what kernels take: [leaf][configuration] of real leaves in its
/// precision, every requested output.
template <class T>
class RowsAsGiven {
 public:
  RowsAsGiven(const std::vector<Binding<ConstArray>>& inputs,
              const std::vector<Binding<MutableArray>>& outputs) {
    for (const auto& input : inputs) {
      inputs_.push_back({reinterpret_cast<const T*>(input.array.data), input.array.stride,
                         input.shared ? std::size_t{0} : 1});
      if (input.needed) check(input);
    }
    for (const auto& output : outputs) {
      outputs_.push_back({reinterpret_cast<T*>(output.array.data), output.array.stride});
      check(output);
    }
  }

  bool possible() const { return possible_; }
  KernelRows<T> rows(const T* params) const { return {inputs_.data(), outputs_.data(), params}; }

 private:
  template <class Array>
  void check(const Binding<Array>& binding) {
    const Array& array = binding.array;
    possible_ = possible_ && array.data && array.layout == Layout::leaf_configuration &&
                array.type == element_type<T>(false) && binding.leaves == Leaves::real;
  }

  std::vector<InputRows<T>> inputs_;
  std::vector<OutputRows<T>> outputs_;
  bool possible_ = true;
};

/// Rows as the arrays that they are.
template <class T, class Array, class Row>
std::vector<Binding<Array>> bind_rows(const std::vector<Kernel::Variable>& variables,
                                      std::span<Row> rows, std::size_t size) {
  using Byte = std::remove_pointer_t<decltype(Array::data)>;
  std::vector<Binding<Array>> bindings;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::size_t count = row_count(variables[i]);
    bool shared = false;
    if constexpr (requires { rows[i].lane_stride; }) shared = rows[i].lane_stride == 0;
    bindings.push_back({.array = {.data = reinterpret_cast<Byte*>(rows[i].data),
                                  .type = element_type<T>(false),
                                  .layout = Layout::leaf_configuration,
                                  .leaves = count,
                                  .configurations = shared ? 1 : size,
                                  .stride = std::max(rows[i].row_stride, shared ? 1 : size)},
                        .leaves = Leaves::real,
                        .leaf_count = count,
                        .needed = variables[i].needed,
                        .shared = shared});
  }
  return bindings;
}

template <class T>
[[noreturn]] void refuse_precision() {
  const bool single = sizeof(T) == sizeof(double);
  throw std::invalid_argument(single ? "found rows of double for an fp32 kernel, expected float"
                                     : "found rows of float for an fp64 kernel, expected double");
}

template <class T>
const RangeFunction<T>& compiled(const RangeFunction<T>& range) {
  if (!range)
    throw std::invalid_argument(
        "found a kernel without machine code, expected one that was compiled with it "
        "(CompileOptions::machine_code)");
  return range;
}

template <class T>
void evaluate_on_rows(const Kernel::Implementation& kernel, const RowBatch<T>& batch,
                      unsigned threads) {
  const auto* range = std::get_if<RangeFunction<T>>(&kernel.code);
  const auto* gpus = std::get_if<cuda::Kernel<T>>(&kernel.code);
  if (!range && !gpus) refuse_precision<T>();
  check(batch, kernel.inputs, kernel.params, kernel.outputs);
  if (gpus) {
    gpus->evaluate_arrays(bind_rows<T, ConstArray>(kernel.inputs, batch.inputs, batch.size),
                          bind_rows<T, MutableArray>(kernel.outputs, batch.outputs, batch.size),
                          batch.params.data(), batch.size);
    return;
  }
  evaluate_rows(compiled(*range), {batch.inputs.data(), batch.outputs.data(), batch.params.data()},
                batch.size, {threads, kernel.least_share});
}

/// That of rows which are in the memory of devices.
template <class T>
const cuda::Kernel<T>& on_devices(const Kernel::Implementation& kernel) {
  if (const auto* gpus = std::get_if<cuda::Kernel<T>>(&kernel.code)) return *gpus;
  if (kernel.target == Target::cuda) refuse_precision<T>();
  throw std::invalid_argument("found rows on a device for a kernel that is on none");
}

template <class T>
void enqueue_rows(const Kernel::Implementation& kernel, const RowBatch<T>& batch,
                  const cuda::Kernel<T>& gpus, cuda::Queue& queue) {
  check(batch, kernel.inputs, kernel.params, kernel.outputs);
  gpus.enqueue({batch.inputs.data(), batch.outputs.data(), batch.params.data()}, 0, batch.size,
               queue);
}

template <class T>
void evaluate_rows_on_gpu(const Kernel::Implementation& kernel, const RowBatch<T>& batch,
                          std::size_t gpu) {
  const cuda::Kernel<T>& gpus = on_devices<T>(kernel);
  if (gpu >= gpus.devices()) {
    throw std::invalid_argument("found a number of a device that the kernel is not on");
  }
  cuda::Queue queue = kernel.queues.take(gpu, [&] { return gpus.queue(gpu); });
  enqueue_rows(kernel, batch, gpus, queue);
  queue.synchronize();
  kernel.queues.give_back(gpu, std::move(queue));
}

template <class T>
void enqueue_on_stream(const Kernel::Implementation& kernel, const RowBatch<T>& batch,
                       cuda::Queue& queue) {
  const cuda::Kernel<T>& gpus = on_devices<T>(kernel);
  const int number = queue.device().info().number;
  std::string own;
  for (std::size_t i = 0; i < gpus.devices(); ++i) {
    if (gpus.device(i).number == number) return enqueue_rows(kernel, batch, gpus, queue);
    own += (i == 0 ? "" : ", ") + std::to_string(gpus.device(i).number);
  }
  throw std::invalid_argument("found a stream of device " + std::to_string(number) +
                              ", expected one of the kernel's: " + own);
}

}  // namespace

Kernel::Kernel(std::shared_ptr<const Implementation> implementation, unsigned threads)
    : implementation_(std::move(implementation)),
      threads_(threads == 0 ? available_threads() : threads) {}

const std::string& Kernel::name() const { return implementation_->name; }
const std::string& Kernel::doc() const { return implementation_->doc; }
const std::vector<std::pair<std::string, std::string>>& Kernel::statics() const {
  return implementation_->statics;
}
const std::vector<Kernel::Variable>& Kernel::inputs() const { return implementation_->inputs; }
const std::vector<Kernel::Variable>& Kernel::params() const { return implementation_->params; }
const std::vector<Kernel::Variable>& Kernel::outputs() const { return implementation_->outputs; }
Precision Kernel::precision() const { return implementation_->precision; }
Target Kernel::target() const { return implementation_->target; }
const std::string& Kernel::cpu() const { return implementation_->cpu; }
unsigned Kernel::threads() const { return threads_; }
bool Kernel::from_cache() const { return implementation_->from_cache; }
const Kernel::Figures& Kernel::figures() const { return implementation_->figures; }
const Kernel::Times& Kernel::times() const { return implementation_->times; }
const std::string& Kernel::source() const { return implementation_->source; }
const std::string& Kernel::schedule() const { return implementation_->schedule; }
const std::string& Kernel::schedule_choice() const { return implementation_->schedule_choice; }
const std::vector<Kernel::ScheduleTrial>& Kernel::schedule_trials() const {
  return implementation_->schedule_trials;
}
const std::vector<Kernel::GpuCode>& Kernel::gpu_code() const { return implementation_->gpu_code; }

std::vector<std::string> Kernel::gpus() const {
  std::vector<std::string> names;
  std::visit(
      [&]<class Code>(const Code& code) {
        if constexpr (requires { code.devices(); }) {
          for (std::size_t i = 0; i < code.devices(); ++i) names.push_back(code.device(i).name);
        }
      },
      implementation_->code);
  return names;
}

Kernel Kernel::with_threads(unsigned threads) const { return {implementation_, threads}; }

std::vector<double> Kernel::param_numbers(const std::vector<ParamValue>& params) const {
  return numbers(implementation_->params, params);
}

void Kernel::evaluate(std::size_t configurations, const std::vector<InputArray>& inputs,
                      const std::vector<ParamValue>& params,
                      const std::vector<OutputArray>& outputs) const {
  const auto bound_inputs = bind(implementation_->inputs, inputs, configurations);
  const auto bound_outputs = bind(implementation_->outputs, outputs, configurations);
  const std::vector<double> all_params = param_numbers(params);
  const bool anything = std::ranges::any_of(
      bound_outputs, [](const auto& output) { return output.array.data && output.leaf_count > 0; });
  if (!anything) return;
  Split split{threads_, implementation_->least_share};
  if (target() == Target::interpreter)
    split.least_call = 512;  // each takes buffers and walks the graph
  const auto on_processor = [&]<class T>(const RangeFunction<T>& made) {
    const RangeFunction<T>& range = compiled(made);
    const std::vector<T> converted(all_params.begin(), all_params.end());
    const RowsAsGiven<T> given(bound_inputs, bound_outputs);
    if (given.possible()) {
      evaluate_rows(range, given.rows(converted.data()), configurations, split);
    } else {
      evaluate_arrays<T>(range, bound_inputs, bound_outputs, converted.data(), configurations,
                         split);
    }
  };
  const auto on_gpus = [&]<class T>(const cuda::Kernel<T>& kernel) {
    const std::vector<T> converted(all_params.begin(), all_params.end());
    kernel.evaluate_arrays(bound_inputs, bound_outputs, converted.data(), configurations);
  };
  std::visit(
      [&]<class Code>(const Code& code) {
        if constexpr (requires { code.devices(); }) {
          on_gpus(code);
        } else {
          on_processor(code);
        }
      },
      implementation_->code);
}

void Kernel::evaluate(const RowBatch<float>& batch) const {
  evaluate_on_rows(*implementation_, batch, threads_);
}

void Kernel::evaluate(const RowBatch<double>& batch) const {
  evaluate_on_rows(*implementation_, batch, threads_);
}

void Kernel::evaluate_on_gpu(const RowBatch<float>& batch, std::size_t gpu) const {
  evaluate_rows_on_gpu(*implementation_, batch, gpu);
}

void Kernel::evaluate_on_gpu(const RowBatch<double>& batch, std::size_t gpu) const {
  evaluate_rows_on_gpu(*implementation_, batch, gpu);
}

void Kernel::enqueue(const RowBatch<float>& batch, Stream& stream) const {
  enqueue_on_stream(*implementation_, batch, stream.queue_->queue);
}

void Kernel::enqueue(const RowBatch<double>& batch, Stream& stream) const {
  enqueue_on_stream(*implementation_, batch, stream.queue_->queue);
}

}  // namespace diagc
