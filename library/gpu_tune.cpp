#include "library/gpu_tune.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "compiler/emit/layout.h"
#include "compiler/source/stop.h"
#include "runtime/cuda/stream.h"
#include "runtime/system/deadline.h"
#include "runtime/system/elapsed.h"

namespace diagc {

namespace {

using Clock = std::chrono::steady_clock;

/// Random numbers of a graph's shape in the memory of a device.
template <class T>
class RandomBatch {
 public:
  RandomBatch(const cuda::Device& gpu, const Signature& signature, std::size_t configurations)
      : configurations_(configurations),
        inputs_(gpu, rows(signature.inputs) * configurations * sizeof(T)),
        outputs_(gpu, rows(signature.outputs) * configurations * sizeof(T)),
        params_(rows(signature.params), T(1)) {
    fill();
    place(signature.inputs, inputs_, input_rows_);
    place(signature.outputs, outputs_, output_rows_);
  }

  std::size_t configurations() const { return configurations_; }
  KernelRows<T> kernel_rows() const {
    return {input_rows_.data(), output_rows_.data(), params_.data()};
  }

 private:
  /// The same numbers over and over: no kernel's time depends on them.
  void fill() {
    std::mt19937_64 generator(20260101);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<T> numbers(std::min<std::size_t>(inputs_.bytes() / sizeof(T), 1U << 18U));
    for (T& number : numbers) number = static_cast<T>(uniform(generator));
    for (std::size_t at = 0; at < inputs_.bytes(); at += numbers.size() * sizeof(T)) {
      const std::size_t bytes = std::min(numbers.size() * sizeof(T), inputs_.bytes() - at);
      inputs_.write(numbers.data(), bytes, at);
    }
  }

  template <class Row>
  void place(const std::vector<Variable>& variables, const cuda::DeviceBuffer& memory,
             std::vector<Row>& list) {
    std::size_t row = 0;
    for (const Variable& variable : variables) {
      list.push_back({memory.template as<T>() + row * configurations_, configurations_});
      row += rows(variable);
    }
  }

  std::size_t configurations_;
  cuda::DeviceBuffer inputs_, outputs_;
  std::vector<InputRows<T>> input_rows_;
  std::vector<OutputRows<T>> output_rows_;
  std::vector<T> params_;
};

/// Enough configurations for the time of a measurement and to fill the device twice, within some memory.
std::size_t batch_size(const cuda::Device& gpu, const Signature& signature, std::size_t real_bytes,
                       double wanted) {
  constexpr std::size_t most_bytes = std::size_t{256}
                                     << 20U;  // several times the caches of devices
  const std::size_t waves = static_cast<std::size_t>(gpu.info().multiprocessors) * 2 * 256;
  const std::size_t bytes =
      std::max<std::size_t>((rows(signature.inputs) + rows(signature.outputs)) * real_bytes, 1);
  const std::size_t fitting = std::min(gpu.free_memory() / 8, most_bytes) / bytes;
  const auto whole = static_cast<std::size_t>(std::min(wanted, 1e9));
  return std::max<std::size_t>(std::min(std::max(whole, waves), fitting), 1);
}

template <class T>
struct Trial {
  std::size_t row;  // in the list of trials
  GpuPlan plan;
  GpuCode<T> code;
  double seconds = std::numeric_limits<double>::infinity();  // of the batch
};

template <class T>
class Tuning {
 public:
  Tuning(GpuPlanner& planner, unsigned cores, const GpuRequest& request, const TuneLimits& limits)
      : planner_(planner), cores_(cores), request_(request), limits_(limits) {
    for (const RankedCandidate& ranked : planner.ranked(cores)) {
      Kernel::ScheduleTrial& row = rows_.emplace_back();
      row.schedule = to_string(ranked.candidate);
      row.predicted = 1 / ranked.estimate.seconds;
    }
  }

  Tuned<T> run() {
    compile();
    if (trials_.empty()) std::rethrow_exception(first_error_);
    const bool measured = trials_.size() > 1 && measure();
    auto best = trials_.begin();
    if (measured) {
      // In doubt the model's first.
      for (auto trial = best; trial != trials_.end(); ++trial) {
        const double preference = best == trials_.begin() ? 1 - limits_.doubt : 1;
        if (trial->seconds < best->seconds * preference) best = trial;
      }
      if (std::isinf(best->seconds)) std::rethrow_exception(first_error_);
    }
    return {std::move(best->plan), std::move(best->code), std::move(rows_), measured};
  }

 private:
  void compile() {
    const std::vector<RankedCandidate>& ranked = planner_.ranked(cores_);
    double slower = 1;  // than the model thinks this machine compiles
    double budget = std::numeric_limits<double>::infinity();
    Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < ranked.size() && trials_.size() < limits_.candidates; ++i) {
      const CudaEstimate& estimate = ranked[i].estimate;
      if (!trials_.empty() &&
          estimate.seconds > limits_.hopeless * ranked.front().estimate.seconds) {
        break;
      }
      const double expected = slower * compile_time(estimate, {.cores = cores_});
      const double left = budget - seconds_since(start);
      if (!trials_.empty() && expected > left) {
        rows_[i].skipped = fmt::format("compiling would take about {:.2g} s", expected);
        continue;
      }
      const auto begin = Clock::now();
      attempt(i, trials_.empty() ? std::nullopt : std::optional(left));
      if (trials_.size() != 1 || !std::isinf(budget)) continue;
      const double took = seconds_since(begin);
      if (!trials_.front().code.from_cache) slower = std::max(took / expected, 0.1);
      budget = std::clamp(took, limits_.least_seconds, limits_.most_seconds);
      start = Clock::now();
    }
  }

  /// Compiles and loads a candidate, within so many seconds.
  void attempt(std::size_t row, std::optional<double> seconds) {
    pass_over_errors(row, [&] {
      GpuPlan plan = planner_.plan(planner_.ranked(cores_)[row].candidate);
      GpuRequest request = request_;
      std::optional<Deadline> deadline;
      if (seconds) {
        deadline.emplace(request_.stop, *seconds);
        request.stop = deadline->token();
      }
      GpuCode<T> code(plan.program, *plan.graph, request);
      trials_.push_back({row, std::move(plan), std::move(code)});
    });
  }

  /// False where there is no memory for it.
  bool measure() {
    cuda::Queue queue = trials_.front().code.kernel.queue();
    const Signature& signature = planner_.graph().signature();
    const double wanted = limits_.measure_seconds * rows_[trials_.front().row].predicted;
    std::optional<RandomBatch<T>> batch;
    try {
      batch.emplace(queue.device(), signature,
                    batch_size(queue.device(), signature, sizeof(T), wanted));
    } catch (const cuda::OutOfMemory&) {
      return false;
    }
    const auto size = static_cast<double>(batch->configurations());
    cuda::Event begin = cuda::Event::with_time(queue.device()),
                end = cuda::Event::with_time(queue.device());
    // The time of a run, in the first round of a single one, which also warms caches and clocks.
    int repeats = 1;
    const auto time = [&](Trial<T>& trial) {
      const bool ran = pass_over_errors(trial.row, [&] {
        begin.record(queue.stream());
        for (int i = 0; i < repeats; ++i) {
          trial.code.kernel.enqueue(batch->kernel_rows(), 0, batch->configurations(), queue);
        }
        end.record(queue.stream());
        queue.synchronize();
        const double seconds = std::max(end.seconds_since(begin), 1e-9) / repeats;
        trial.seconds = std::min(trial.seconds, seconds);
      });
      if (!ran) trial.seconds = std::numeric_limits<double>::infinity();
    };
    double fastest = std::numeric_limits<double>::infinity();
    for (Trial<T>& trial : trials_) {
      time(trial);
      fastest = std::min(fastest, trial.seconds);
    }
    if (std::isinf(fastest)) return true;
    repeats = static_cast<int>(std::clamp(limits_.measure_seconds / fastest, 1.0, 1000.0));
    std::vector<Trial<T>*> fast;
    for (Trial<T>& trial : trials_) {
      if (trial.seconds <= limits_.hopeless * fastest) fast.push_back(&trial);
    }
    for (int round = 0; round < limits_.rounds; ++round) {
      for (Trial<T>* trial : fast) {
        if (!std::isinf(trial->seconds)) time(*trial);
      }
    }
    for (const Trial<T>& trial : trials_) {
      if (!std::isinf(trial.seconds)) rows_[trial.row].measured = size / trial.seconds;
    }
    return true;
  }

  template <class Work>
  bool pass_over_errors(std::size_t row, Work work) {
    try {
      work();
      return true;
    } catch (const Stopped&) {
      throw;
    } catch (const cuda::Unavailable&) {
      throw;
    } catch (const cuda::Cancelled&) {
      if (request_.stop.stop_requested()) throw;
      rows_[row].skipped = "compiling took too long";
    } catch (const std::exception& error) {
      rows_[row].skipped = error.what();
      if (!first_error_) first_error_ = std::current_exception();
    }
    return false;
  }

  GpuPlanner& planner_;
  unsigned cores_;
  const GpuRequest& request_;
  const TuneLimits& limits_;
  std::vector<Kernel::ScheduleTrial> rows_;
  std::vector<Trial<T>> trials_;
  std::exception_ptr first_error_;
};

}  // namespace

template <class T>
Tuned<T> tune(GpuPlanner& planner, unsigned cores, const GpuRequest& request,
              const TuneLimits& limits) {
  return Tuning<T>(planner, cores, request, limits).run();
}

template Tuned<float> tune(GpuPlanner&, unsigned, const GpuRequest&, const TuneLimits&);
template Tuned<double> tune(GpuPlanner&, unsigned, const GpuRequest&, const TuneLimits&);

}  // namespace diagc
