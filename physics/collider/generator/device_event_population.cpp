// Events on a device: all own groups are one part. A step of all members is drawn, those that pass are put together, their amplitudes are a
// kernel's own, and their weights are added. How many pass is known after the draw alone: the host waits for that number while the device
// draws the next batch.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "diagc/stream.h"
#include "physics/collider/generator/device_text.h"
#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/fit_tables.h"
#include "physics/collider/generator/generator_memory.h"
#include "physics/collider/generator/generator_tables.h"
#include "runs/population/device.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/build.h"
#include "runtime/cuda/stream.h"

namespace diagc::collider {

namespace {

constexpr std::size_t device_trial_blocks = trial_blocks * trial_members / device_block;

std::string cubin_of(const cuda::Device& device, const Kernel& amplitude, const DeviceText& text,
                     bool use_cache, std::stop_token stop) {
  std::optional<Cache> cache;
  if (use_cache) cache.emplace(cache_options_from_environment());
  const cuda::Built built =
      cuda::build({{"events_step.cu", text.source}}, {.architecture = device.info().architecture},
                  {.cache = cache ? &*cache : nullptr,
                   .metadata = {{"grammar", amplitude.name()}, {"step", "events"}},
                   .driver_version = cuda::driver_version(),
                   .stop = std::move(stop)});
  return built.objects.front().bytes;
}

/// A batch of events in the memory of a device.
template <class T>
class Batch {
 public:
  Batch(runs::Device& device, const GeneratorShape& shape, std::size_t blocks)
      : shape_(shape), kept_(device.device(), sizeof(unsigned)), drawn_(device.device()) {
    const std::size_t members = blocks * device_block;
    rows_.inputs =
        device.memory<T>((momentum_rows() + (shape.summed ? 0 : 2 * (shape.jets + 2))) * members);
    rows_.amplitude = device.memory<T>(shape.amplitude_rows * members);
    rows_.factor = device.memory<double>(members);
    rows_.sets = device.memory<unsigned>(members);
    rows_.cells = device.memory<unsigned>(shape.histograms * members);
    rows_.members = device.memory<unsigned>(members);
    rows_.steps = device.memory<unsigned>(members);
    rows_.count = device.memory<unsigned>(1);
    rows_.first = device.memory<unsigned>(blocks);
    rows_.kept = device.memory<unsigned>(blocks);
    rows_.stride = members;
    const unsigned none = 0;
    device.write(rows_.count, &none, 1);
  }

  const DenseRows& rows() const { return rows_; }
  /// Where pT and y of all jets go, rows().stride numbers a row; null: nowhere.
  void keep_jets(double* rows) { rows_.jets = rows; }

  /// Behind the draw: what passed is known to the host when wait() returns.
  void ask(runs::Device& device) {
    device.queue().stream().copy_out(kept_.as<unsigned>(),
                                     reinterpret_cast<cuda::api::DevicePointer>(rows_.count),
                                     sizeof(unsigned));
    drawn_.record(device.queue().stream());
  }
  std::size_t wait() const {
    drawn_.synchronize();
    return *kept_.as<unsigned>();
  }

  void enqueue_amplitude(const Kernel& kernel, std::size_t events, Stream& stream) const {
    const T* const inputs = static_cast<const T*>(rows_.inputs);
    const InputRows<T> in[] = {{inputs, rows_.stride},
                               {inputs + momentum_rows() * rows_.stride, rows_.stride}};
    // Flows of colour come behind the amplitude; they have no rows here.
    std::vector<OutputRows<T>> out(kernel.outputs().size());
    out.front() = {static_cast<T*>(rows_.amplitude), rows_.stride};
    kernel.enqueue(RowBatch<T>{.size = events,
                               .inputs = std::span(in).first(shape_.summed ? 1 : 2),
                               .outputs = out,
                               .params = {}},
                   stream);
  }

 private:
  std::size_t momentum_rows() const { return 4 * (std::size_t{shape_.jets} + 1); }

  GeneratorShape shape_;
  DenseRows rows_{};
  cuda::PinnedBuffer kept_;
  cuda::Event drawn_;
};

template <class T>
class DeviceEventPopulation final : public EventPopulation {
 public:
  DeviceEventPopulation(const Process& process, std::size_t channel,
                        std::vector<std::uint32_t> groups, const DeviceOptions& options,
                        std::stop_token stop)
      : subprocess_(process.channels.at(channel)),
        options_(options),
        jets_(static_cast<unsigned>(process.job.process.jets)),
        sets_(process.job.cuts.size()),
        groups_(std::move(groups)),
        tables_(process, channel),
        step_{.jets = jets_,
              .sampler = process.job.run.sampler,
              .cut_sets = static_cast<unsigned>(sets_),
              .histograms = static_cast<unsigned>(process.job.histograms.size()),
              .summed = subprocess_.channel.summed,
              .amplitude_rows = subprocess_.amplitude.outputs().front().complex ? 2U : 1U,
              .most_dr = most_dr(process.job)},
        text_(device_text(step_, subprocess_.amplitude.precision() == Precision::fp32,
                          tables_.cell_count(), options.screens)),
        device_(device_of(options, std::move(stop))),
        amplitude_stream_(options.device, device_.queue().stream().handle()) {
    if (keeps_events(process.job) || !process.variations.empty() || finds_jets(process.job))
      throw std::logic_error("devices neither pick nor vary events, nor find jets");
    shape_.members = options.blocks * device_block;
    shape_.quantities = static_cast<std::uint32_t>(sets_);
    shape_.counters = static_cast<std::uint32_t>(sets_ + 1);
    shape_.cells = tables_.cell_count();
    shape_.state_bytes = 0;
    shape_.most_table_bytes = tables_.bytes();
    std::vector<unsigned> numbers;
    for (const std::uint32_t group : groups_)
      for (std::uint32_t i = 0; i < options.blocks; ++i)
        numbers.push_back(group * options.blocks + i);
    own_ = {.numbers = device_.constant(numbers), .count = numbers.size()};
    std::vector<unsigned> trials(device_trial_blocks);
    std::iota(trials.begin(), trials.end(), 0U);
    trial_ = {.numbers = device_.constant(trials), .count = trials.size()};
    batch_steps_ = static_cast<unsigned>(
        std::max<std::size_t>(
            options.batch / std::max<std::size_t>(numbers.size(), 1) / chunk_steps, 1) *
        chunk_steps);
    const std::size_t most = std::max(own_.count, trial_.count);
    for (std::size_t i = 0; i < 2; ++i)
      batches_.push_back(std::make_unique<Batch<T>>(
          device_, step_, std::max(batch_steps_ * own_.count, trial_.count)));
    sums_ = device_.template memory<double>(sum_fields(sets_) * most);
    cells_ = device_.template memory<std::int64_t>(shape_.cells);
    place_tables();
  }

  const runs::PopulationShape& shape() const override { return shape_; }
  std::uint32_t stretch() const override { return options_.stretch; }
  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }
  std::size_t counter_of_broken() const override { return sets_; }
  const OwnTables& own_tables() const override { return tables_; }
  std::vector<HistogramSums> histograms(std::span<const std::int64_t> cells) const override {
    return tables_.histogram_sums(cells);
  }

  runs::Bytes tables() const override {
    runs::Bytes bytes;
    tables_.write(bytes);
    return bytes;
  }
  void configure(std::span<const std::byte> tables) override {
    tables_.read(tables);
    if (!tables.empty()) throw std::runtime_error("its tables are too long");
    place_tables();
  }
  void start(std::size_t, std::uint64_t) override {}

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    const bool fills = !tally.histogram.empty() && shape_.cells > 0;
    std::vector<std::int64_t> cells(fills ? shape_.cells : 0);
    if (fills) device_.write(cells_, cells.data(), cells.size());
    walk(steps, fills);
    std::vector<double> sums(sum_fields(sets_) * own_.count);
    device_.read(sums.data(), sums_, sums.size());
    if (fills) device_.read(cells.data(), cells_, cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) tally.histogram[cell] += cells[cell];
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      runs::Sums& to = tally.groups[group];
      to.rows += steps.count * shape_.members;
      for (std::size_t i = 0; i < options_.blocks; ++i) add(sums, group * options_.blocks + i, to);
    }
  }

  bool warm_up(unsigned threads, const std::stop_token& stop, std::uint64_t& next) override;
  std::optional<BenchResult> bench() override;

 private:
  struct Blocks {
    const unsigned* numbers = nullptr;
    std::size_t count = 0;
  };

  std::size_t orderings() const { return subprocess_.channel.orderings.size(); }

  runs::Device device_of(const DeviceOptions& options, std::stop_token stop) const {
    const cuda::Device device(options.device);
    return {device,
            cubin_of(device, subprocess_.amplitude, text_, options.use_cache, std::move(stop))};
  }

  void place_tables() {
    device_.synchronize();
    table_buffers_.clear();
    launch_.tables = tables_.pointers([&](const void* data, std::size_t bytes) {
      return device_.copied(table_buffers_, data, bytes);
    });
    if (!text_.screens) return;
    launch_.screen = tables_.screen([&](const void* data, std::size_t bytes) {
      return device_.copied(table_buffers_, data, bytes);
    });
  }

  void draw(Batch<T>& batch, const Blocks& blocks, std::uint64_t step, unsigned steps) {
    launch_.rows = batch.rows();
    launch_.blocks = blocks.numbers;
    launch_.block_count = static_cast<unsigned>(blocks.count);
    launch_.step = step;
    launch_.steps = steps;
    const runs::LaunchShape shape{
        .blocks = blocks.count * steps, .threads = device_block, .shared_bytes = text_.drawn_bytes};
    if (text_.screens) {
      device_.launch("generator_screen", shape, launch_);
      device_.launch("generator_finish", shape, launch_);
    } else {
      device_.launch("generator_draw", shape, launch_);
    }
    batch.ask(device_);
  }

  /// Of what was drawn, after whatever was launched since.
  void evaluate_and_add(const Batch<T>& batch, const Blocks& blocks, unsigned steps, bool fresh) {
    if (const std::size_t events = batch.wait(); events > 0)
      batch.enqueue_amplitude(subprocess_.amplitude, events, amplitude_stream_);
    add(batch, blocks, steps, fresh);
  }

  void add(const Batch<T>& batch, const Blocks& blocks, unsigned steps, bool fresh) {
    launch_.rows = batch.rows();
    launch_.blocks = blocks.numbers;
    launch_.block_count = static_cast<unsigned>(blocks.count);
    launch_.steps = steps;
    launch_.sums = sums_;
    launch_.fresh = fresh ? 1 : 0;
    device_.launch(
        "generator_add",
        {.blocks = blocks.count, .threads = device_block, .shared_bytes = text_.added_bytes},
        launch_);
  }

  void walk(runs::Steps steps, bool fills) {
    launch_.cells = fills ? reinterpret_cast<unsigned long long*>(cells_) : nullptr;
    const auto count = [&](std::uint64_t begun) {
      return static_cast<unsigned>(std::min<std::uint64_t>(batch_steps_, steps.count - begun));
    };
    draw(*batches_[0], own_, steps.first, count(0));
    for (std::uint64_t begun = 0, number = 0; begun < steps.count; ++number) {
      const unsigned own_steps = count(begun);
      const std::uint64_t then = begun + own_steps;
      if (then < steps.count)
        draw(*batches_[(number + 1) % 2], own_, steps.first + then, count(then));
      evaluate_and_add(*batches_[number % 2], own_, own_steps, begun == 0);
      begun = then;
    }
  }

  /// Sums of a block's, to those of a group; fields as GeneratorLaunch::sums has them.
  void add(const std::vector<double>& sums, std::size_t block, runs::Sums& to) const {
    std::size_t field = 0;
    const auto next = [&] { return sums[field++ * own_.count + block]; };
    for (std::size_t s = 0; s < sets_; ++s) to.first[s] += next();
    for (double& second : to.second) second += next();
    for (std::size_t s = 0; s < sets_; ++s) to.largest[s] = std::max(to.largest[s], next());
    for (std::uint64_t& count : to.counts) count += static_cast<std::uint64_t>(next());
  }

  std::vector<EventTrial> read_trials(const DenseRows& rows, std::uint64_t step, unsigned steps,
                                      unsigned threads, const std::stop_token& stop) const;

  const Subprocess& subprocess_;
  DeviceOptions options_;
  unsigned jets_;
  std::size_t sets_;
  std::vector<std::uint32_t> groups_;
  OwnTables tables_;
  GeneratorShape step_;
  DeviceText text_;
  runs::PopulationShape shape_;
  GeneratorLaunch launch_{};
  Blocks own_, trial_;
  unsigned batch_steps_ = 1;
  double* sums_ = nullptr;
  std::int64_t* cells_ = nullptr;
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::vector<std::unique_ptr<Batch<T>>> batches_;
  runs::Device device_;      // near the end, which waits for work that uses the rest
  Stream amplitude_stream_;  // of the amplitude's own kernels, in order with the rest
};

template <class T>
std::vector<EventTrial> DeviceEventPopulation<T>::read_trials(const DenseRows& rows,
                                                              std::uint64_t step, unsigned steps,
                                                              unsigned threads,
                                                              const std::stop_token& stop) const {
  constexpr unsigned block_parts = trial_members / device_block;
  const std::size_t blocks = steps * trial_.count, events = blocks * device_block;
  std::vector<unsigned> first(blocks);
  device_.read(first.data(), rows.first, blocks);
  std::vector<double> weights(events), jets(std::size_t{2} * jets_ * events);
  device_.read(weights.data(), rows.factor, events);
  std::vector<unsigned> sets(events);
  device_.read(sets.data(), rows.sets, events);
  for (std::size_t row = 0; row < std::size_t{2} * jets_; ++row)
    device_.read(jets.data() + row * events, rows.jets + row * rows.stride, events);
  std::vector<EventTrial> trials(std::size_t{steps} * trial_blocks, EventTrial(orderings()));
  for_all_trials(threads, stop, trials.size(), [&](std::size_t trial) {
    const auto block = static_cast<std::uint32_t>(trial % trial_blocks);
    const unsigned ordering = tables_.ordering(block * trial_members, step + trial / trial_blocks);
    std::array<double, most_jets> pt{}, y{};
    for (unsigned i = 0; i < trial_members; ++i) {
      const std::size_t at = first[trial * block_parts + i / device_block] + i % device_block;
      for (unsigned j = 0; j < jets_; ++j) {
        pt[j] = jets[j * events + at];
        y[j] = jets[(jets_ + j) * events + at];
      }
      trials[trial].add(tables_, ordering, sets[at], weights[at], std::span(pt).first(jets_),
                        std::span(y).first(jets_));
    }
  });
  return trials;
}

template <class T>
bool DeviceEventPopulation<T>::warm_up(unsigned threads, const std::stop_token& stop,
                                       std::uint64_t& next) {
  Batch<T>& batch = *batches_.front();
  const cuda::DeviceBuffer jets(device_.device(), 2 * jets_ * batch.rows().stride * sizeof(double));
  const auto at_once = static_cast<unsigned>(batch.rows().stride / (trial_.count * device_block));
  batch.keep_jets(jets.as<double>());
  launch_.cells = nullptr;
  const bool done = fit_tables(
      tables_, warm_up_steps(jets_, subprocess_.channel.summed), orderings(), stop, next,
      [&](std::uint64_t first, unsigned steps) {
        place_tables();
        launch_.tables.keep_all = 1;
        // All blocks of all groups, whoever owns them: every rank fits the same.
        std::vector<EventTrial> trials;
        for (unsigned begun = 0; begun < steps && !stop.stop_requested(); begun += at_once) {
          const unsigned count = std::min(at_once, steps - begun);
          draw(batch, trial_, first + begun, count);
          evaluate_and_add(batch, trial_, count, true);
          const std::vector<EventTrial> own =
              read_trials(batch.rows(), first + begun, count, threads, stop);
          trials.insert(trials.end(), own.begin(), own.end());
        }
        return trials;
      });
  batch.keep_jets(nullptr);
  place_tables();
  return done;
}

template <class T>
std::optional<BenchResult> DeviceEventPopulation<T>::bench() {
  if (own_.count == 0) return std::nullopt;
  constexpr int repetitions = 20;
  const cuda::Stream& stream = device_.queue().stream();
  Batch<T>& batch = *batches_.front();
  launch_.cells = nullptr;
  draw(batch, own_, 0, batch_steps_);
  const std::size_t passed = batch.wait();
  evaluate_and_add(batch, own_, batch_steps_, true);
  BenchResult result{.name = subprocess_.channel.name,
                     .schedule = subprocess_.amplitude.schedule(),
                     .generated = own_.count * batch_steps_ * device_block,
                     .passed = passed};
  std::vector<cuda::Event> places;
  for (int i = 0; i < 5; ++i) places.emplace_back(device_.device());
  // A step passes the same events whenever it is drawn: nothing is waited for.
  for (int i = 0; i < repetitions; ++i) {
    places[0].record(stream);
    batch.enqueue_amplitude(subprocess_.amplitude, batch.rows().stride, amplitude_stream_);
    places[1].record(stream);
    draw(batch, own_, 0, batch_steps_);
    places[2].record(stream);
    batch.enqueue_amplitude(subprocess_.amplitude, passed, amplitude_stream_);
    places[3].record(stream);
    add(batch, own_, batch_steps_, true);
    places[4].record(stream);
    places[4].synchronize();
    result.evaluations_per_s += places[1].seconds_since(places[0]);
    result.draw += places[2].seconds_since(places[1]) / repetitions;
    result.amplitude += places[3].seconds_since(places[2]) / repetitions;
    result.add += places[4].seconds_since(places[3]) / repetitions;
  }
  result.evaluations_per_s =
      repetitions * static_cast<double>(batch.rows().stride) / result.evaluations_per_s;
  result.passed_per_s = static_cast<double>(passed) / (result.draw + result.amplitude + result.add);
  result.share = result.passed_per_s / result.evaluations_per_s;
  return result;
}

}  // namespace

std::unique_ptr<EventPopulation> device_event_population(const Process& process,
                                                         std::size_t channel,
                                                         std::vector<std::uint32_t> groups,
                                                         const DeviceOptions& options,
                                                         std::stop_token stop) {
  if (process.channels.at(channel).amplitude.precision() == Precision::fp32)
    return std::make_unique<DeviceEventPopulation<float>>(process, channel, std::move(groups),
                                                          options, std::move(stop));
  return std::make_unique<DeviceEventPopulation<double>>(process, channel, std::move(groups),
                                                         options, std::move(stop));
}

}  // namespace diagc::collider
