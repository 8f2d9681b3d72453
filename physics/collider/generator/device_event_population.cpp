// Events on a device: all own groups are one part. A step of all members is drawn, those that pass are put together, their amplitudes are a
// kernel's own, and their weights are added. How many pass is known after the draw alone: the host waits for that number while the device
// draws the next batch, and takes the events that a batch picked while the device is busy with the one after it. Draws have a stream of their
// own, so that where the last blocks of one kernel leave multiprocessors idle, others begin.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "diagc/stream.h"
#include "physics/collider/generator/device_batch.h"
#include "physics/collider/generator/device_tables.h"
#include "physics/collider/generator/device_text.h"
#include "physics/collider/generator/fit_tables.h"
#include "physics/collider/generator/table_population.h"
#include "runs/population/device.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/build.h"
#include "runtime/cuda/stream.h"

namespace diagc::collider {

namespace {

/// Of a device's memory, of which a channel's batches take one.
constexpr std::size_t memory_parts = 64;

constexpr std::size_t device_trial_blocks = trial_blocks * trial_members / device_block;

/// Between stretches the device waits for the host, some 0.15 ms on an H200: so long that this is a percent or two where a step takes 30 µs.
/// Fewer where many channels share a run, each of which takes a stretch at least, and where what a stretch picks is kept.
std::uint32_t device_stretch(const Process& process) {
  constexpr std::uint32_t alone = 256, many = 64;
  return process.channels.size() == 1 && !keeps_events(process.job) ? alone : many;
}

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

template <class T>
class DeviceEventPopulation final : public TablePopulation {
 public:
  DeviceEventPopulation(const Process& process, std::size_t channel,
                        std::shared_ptr<const DeviceProcessTables> shared,
                        std::vector<std::uint32_t> groups, const DeviceOptions& options,
                        std::stop_token stop)
      : TablePopulation(process, channel, shared->on_host(), std::move(groups),
                        options.blocks * device_block),
        subprocess_(process.channels.at(channel)),
        options_(options),
        stretch_(options.stretch > 0 ? options.stretch : device_stretch(process)),
        shared_(std::move(shared)),
        text_(device_text(step_, subprocess_.amplitude.precision() == Precision::fp32,
                          tables_.histogram_cells(), options.screens)),
        device_(device_of(options, std::move(stop))),
        drawing_(device_.device()),
        amplitude_stream_(options.device, device_.queue().stream().handle()) {
    std::vector<unsigned> numbers;
    for (const std::uint32_t group : groups_)
      for (std::uint32_t i = 0; i < options.blocks; ++i)
        numbers.push_back(group * options.blocks + i);
    own_ = {.numbers = device_.constant(numbers), .count = numbers.size()};
    std::vector<unsigned> trials(device_trial_blocks);
    std::iota(trials.begin(), trials.end(), 0U);
    trial_ = {.numbers = device_.constant(trials), .count = trials.size()};
    // Every channel has two batches.
    const std::size_t room = device_.device().info().memory / memory_parts,
                      blocks = std::min<std::size_t>(
                          options.batch,
                          room / (2 * device_block * DeviceBatch<T>::bytes_of_member(step_)));
    batch_steps_ = static_cast<unsigned>(
        std::max<std::size_t>(blocks / std::max<std::size_t>(numbers.size(), 1) / chunk_steps, 1) *
        chunk_steps);
    const std::size_t most = std::max(own_.count, trial_.count);
    for (std::size_t i = 0; i < 2; ++i)
      batches_.push_back(std::make_unique<DeviceBatch<T>>(
          device_, step_, std::max(batch_steps_ * own_.count, trial_.count)));
    sums_ = device_.template memory<double>(sum_fields(step_.cut_sets) * most);
    cells_ = device_.template memory<std::int64_t>(tables_.cell_count());
    place_tables();
  }

  std::uint32_t stretch() const override { return stretch_; }
  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    const bool fills = !tally.histogram.empty() && tables_.cell_count() > 0;
    std::vector<std::int64_t> cells(fills ? tables_.cell_count() : 0);
    if (fills) device_.write(cells_, cells.data(), cells.size());
    walk(steps, fills, tally.picked);
    std::vector<double> sums(sum_fields(step_.cut_sets) * own_.count);
    device_.read(sums.data(), sums_, sums.size());
    if (fills) device_.read(cells.data(), cells_, cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) tally.histogram[cell] += cells[cell];
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      runs::Sums& to = tally.groups[group];
      to.rows += steps.count * shape().members;
      for (std::size_t i = 0; i < options_.blocks; ++i) add(sums, group * options_.blocks + i, to);
    }
  }

  bool warm_up(unsigned threads, const std::stop_token& stop, std::uint64_t& next) override;
  std::optional<BenchResult> bench() override;

 private:
  runs::Device device_of(const DeviceOptions& options, std::stop_token stop) const {
    const cuda::Device device(options.device);
    return {device,
            cubin_of(device, subprocess_.amplitude, text_, options.use_cache, std::move(stop))};
  }

  void place_tables() override {
    device_.synchronize();
    table_buffers_.clear();
    const OwnTables::Placed placed = [&](const void* data, std::size_t bytes) {
      return device_.copied(table_buffers_, data, bytes);
    };
    launch_.tables = tables_.pointers(placed, shared_->pointers());
    if (text_.screens) launch_.screen = tables_.screen(placed);
  }

  /// What kernels are launched for from now on.
  void set_batch(const DeviceBatch<T>& batch) {
    const BatchSteps& steps = batch.steps();
    launch_.rows = batch.rows();
    launch_.blocks = steps.blocks.numbers;
    launch_.block_count = static_cast<unsigned>(steps.blocks.count);
    launch_.step = steps.first;
    launch_.steps = steps.count;
    launch_.picked = batch.picks() ? batch.picks()->events() : nullptr;
    launch_.picked_count = batch.picks() ? batch.picks()->count() : nullptr;
  }

  /// As many as the device has at once: they go through a list.
  runs::LaunchShape few_blocks(runs::LaunchShape shape) const {
    constexpr std::size_t of_multiprocessor = 2;
    const auto all = static_cast<std::size_t>(device_.device().info().multiprocessors);
    shape.blocks = std::min(shape.blocks, of_multiprocessor * all);
    return shape;
  }

  void draw(DeviceBatch<T>& batch, const BatchSteps& steps) {
    batch.begin(steps);
    set_batch(batch);
    drawing_.wait_for(batch.released());
    const runs::LaunchShape shape{.blocks = steps.blocks.count * steps.count,
                                  .threads = device_block,
                                  .shared_bytes = text_.drawn_bytes};
    if (text_.screens) {
      device_.launch("generator_screen", shape, launch_, drawing_);
      if (text_.narrows) device_.launch("generator_narrow", shape, launch_, drawing_);
      device_.launch("generator_finish", text_.narrows ? few_blocks(shape) : shape, launch_,
                     drawing_);
    } else {
      device_.launch("generator_draw", shape, launch_, drawing_);
    }
    batch.ask(drawing_);
  }

  /// Of what was drawn, after whatever was launched since. Returns how many events there are.
  std::size_t evaluate_and_add(DeviceBatch<T>& batch, bool fresh) {
    const std::size_t events = batch.wait();
    device_.queue().stream().wait_for(batch.drawn());
    if (events > 0) batch.enqueue_amplitude(subprocess_.amplitude, events, amplitude_stream_);
    add(batch, fresh);
    return events;
  }

  void add(DeviceBatch<T>& batch, bool fresh) {
    set_batch(batch);
    launch_.sums = sums_;
    launch_.fresh = fresh ? 1 : 0;
    device_.launch("generator_add",
                   {.blocks = batch.steps().blocks.count,
                    .threads = device_block,
                    .shared_bytes = text_.added_bytes},
                   launch_);
    batch.release(device_.queue().stream());
  }

  /// Further weights of a batch that was added, to cells.
  void vary(DeviceBatch<T>& batch, std::size_t events) {
    set_batch(batch);
    launch_.events = static_cast<unsigned>(events);
    device_.launch(
        "generator_vary",
        {.blocks = (events + varied_events - 1) / varied_events * launch_.tables.varied_count,
         .threads = device_block,
         .shared_bytes = text_.varied_bytes},
        launch_);
    batch.release(device_.queue().stream());
  }

  /// From a batch that was added.
  void pick(DeviceBatch<T>& batch, std::size_t events) {
    set_batch(batch);
    launch_.events = static_cast<unsigned>(events);
    device_.launch("generator_pick",
                   {.blocks = (events + device_block - 1) / device_block,
                    .threads = device_block,
                    .shared_bytes = text_.picked_bytes},
                   launch_);
    batch.picks()->ask(device_);
    batch.release(device_.queue().stream());
  }

  /// `picked`: null where nobody wants them.
  void walk(runs::Steps steps, bool fills, std::vector<runs::PickedRow>* picked) {
    launch_.cells = fills ? reinterpret_cast<unsigned long long*>(cells_) : nullptr;
    const auto batch_from = [&](std::uint64_t begun) {
      return BatchSteps{.blocks = own_,
                        .first = steps.first + begun,
                        .count = static_cast<unsigned>(
                            std::min<std::uint64_t>(batch_steps_, steps.count - begun))};
    };
    DeviceBatch<T>* former = nullptr;  // whose picked events are on their way
    draw(*batches_[0], batch_from(0));
    for (std::uint64_t begun = 0, number = 0; begun < steps.count; ++number) {
      DeviceBatch<T>& batch = *batches_[number % 2];
      begun += batch.steps().count;
      if (begun < steps.count) draw(*batches_[(number + 1) % 2], batch_from(begun));
      if (former) former->picks()->fetch(device_);
      const std::size_t events = evaluate_and_add(batch, number == 0);
      if (fills && step_.varies) vary(batch, events);
      if (!picked) continue;
      pick(batch, events);
      if (former) former->picks()->take(*picked);
      former = &batch;
    }
    if (!former) return;
    former->picks()->fetch(device_);
    former->picks()->take(*picked);
  }

  /// Sums of a block's, to those of a group; fields as GeneratorLaunch::sums has them.
  void add(const std::vector<double>& sums, std::size_t block, runs::Sums& to) const {
    std::size_t field = 0;
    const auto next = [&] { return sums[field++ * own_.count + block]; };
    for (double& first : to.first) first += next();
    for (double& second : to.second) second += next();
    for (double& largest : to.largest) largest = std::max(largest, next());
    for (std::uint64_t& count : to.counts) count += static_cast<std::uint64_t>(next());
  }

  std::vector<EventTrial> read_trials(const DeviceBatch<T>& batch, unsigned threads,
                                      const std::stop_token& stop) const;

  const Subprocess& subprocess_;
  DeviceOptions options_;
  std::uint32_t stretch_;
  std::shared_ptr<const DeviceProcessTables> shared_;
  DeviceText text_;
  GeneratorLaunch launch_{};
  MemberBlocks own_, trial_;
  unsigned batch_steps_ = 1;
  double* sums_ = nullptr;
  std::int64_t* cells_ = nullptr;
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::vector<std::unique_ptr<DeviceBatch<T>>> batches_;
  runs::Device device_;      // near the end, which waits for work that uses the rest
  cuda::Stream drawing_;     // of draws, beside the rest
  Stream amplitude_stream_;  // of the amplitude's own kernels, in order with the rest
};

template <class T>
std::vector<EventTrial> DeviceEventPopulation<T>::read_trials(const DeviceBatch<T>& batch,
                                                              unsigned threads,
                                                              const std::stop_token& stop) const {
  constexpr unsigned block_parts = trial_members / device_block;
  const DenseRows& rows = batch.rows();
  const unsigned jets = step_.jets, steps = batch.steps().count;
  const std::size_t blocks = steps * trial_.count, events = blocks * device_block;
  std::vector<unsigned> first(blocks);
  device_.read(first.data(), rows.first, blocks);
  std::vector<double> weights(events), numbers(std::size_t{2} * jets * events);
  device_.read(weights.data(), rows.factor, events);
  std::vector<unsigned> sets(events);
  device_.read(sets.data(), rows.sets, events);
  for (std::size_t row = 0; row < std::size_t{2} * jets; ++row)
    device_.read(numbers.data() + row * events, rows.jets + row * rows.stride, events);
  std::vector<EventTrial> trials(std::size_t{steps} * trial_blocks, EventTrial(orderings()));
  for_all_trials(threads, stop, trials.size(), [&](std::size_t trial) {
    const auto block = static_cast<std::uint32_t>(trial % trial_blocks);
    const unsigned ordering =
        tables_.ordering(block * trial_members, batch.steps().first + trial / trial_blocks);
    std::array<double, most_jets> pt{}, y{};
    for (unsigned i = 0; i < trial_members; ++i) {
      const std::size_t at = first[trial * block_parts + i / device_block] + i % device_block;
      for (unsigned j = 0; j < jets; ++j) {
        pt[j] = numbers[j * events + at];
        y[j] = numbers[(jets + j) * events + at];
      }
      trials[trial].add(tables_, ordering, sets[at], weights[at], std::span(pt).first(jets),
                        std::span(y).first(jets));
    }
  });
  return trials;
}

template <class T>
bool DeviceEventPopulation<T>::warm_up(unsigned threads, const std::stop_token& stop,
                                       std::uint64_t& next) {
  DeviceBatch<T>& batch = *batches_.front();
  const cuda::DeviceBuffer jets(device_.device(),
                                2 * step_.jets * batch.rows().stride * sizeof(double));
  const auto at_once = static_cast<unsigned>(batch.rows().stride / (trial_.count * device_block));
  batch.keep_jets(jets.as<double>());
  launch_.cells = nullptr;
  const bool done = fit_tables(
      tables_, warm_up_steps(step_.jets, step_.summed), orderings(), stop, next,
      [&](std::uint64_t first, unsigned steps) {
        place_tables();
        launch_.tables.keep_all = 1;
        // All blocks of all groups, whoever owns them: every rank fits the same.
        std::vector<EventTrial> trials;
        for (unsigned begun = 0; begun < steps && !stop.stop_requested(); begun += at_once) {
          draw(batch, {.blocks = trial_,
                       .first = first + begun,
                       .count = std::min(at_once, steps - begun)});
          evaluate_and_add(batch, true);
          const std::vector<EventTrial> own = read_trials(batch, threads, stop);
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
  DeviceBatch<T>& whole = *batches_.front();  // all rows hold events
  DeviceBatch<T>& batch = *batches_.back();
  const BatchSteps steps{.blocks = own_, .first = 0, .count = batch_steps_};
  launch_.cells = nullptr;
  // The amplitude's kernels alone are measured on rows that all hold events: inputs of zero would take other ways through divisions.
  launch_.tables.keep_all = 1;
  draw(whole, steps);
  evaluate_and_add(whole, true);
  launch_.tables.keep_all = 0;
  draw(batch, steps);
  const std::size_t passed = evaluate_and_add(batch, true);
  BenchResult result{.name = subprocess_.channel.name,
                     .schedule = subprocess_.amplitude.schedule(),
                     .generated = own_.count * batch_steps_ * device_block,
                     .passed = passed};
  std::vector<cuda::Event> places;
  for (int i = 0; i < 5; ++i) places.push_back(cuda::Event::with_time(device_.device()));
  // A step passes the same events whenever it is drawn: nothing is waited for.
  for (int i = 0; i < repetitions; ++i) {
    places[0].record(stream);
    whole.enqueue_amplitude(subprocess_.amplitude, result.generated, amplitude_stream_);
    places[1].record(stream);
    drawing_.wait_for(places[1]);
    draw(batch, steps);
    stream.wait_for(batch.drawn());
    places[2].record(stream);
    batch.enqueue_amplitude(subprocess_.amplitude, passed, amplitude_stream_);
    places[3].record(stream);
    add(batch, true);
    places[4].record(stream);
    places[4].synchronize();
    result.evaluations_per_s += places[1].seconds_since(places[0]);
    result.draw += places[2].seconds_since(places[1]) / repetitions;
    result.amplitude += places[3].seconds_since(places[2]) / repetitions;
    result.add += places[4].seconds_since(places[3]) / repetitions;
  }
  result.evaluations_per_s =
      repetitions * static_cast<double>(result.generated) / result.evaluations_per_s;
  result.passed_per_s = static_cast<double>(passed) / (result.draw + result.amplitude + result.add);
  result.share = result.passed_per_s / result.evaluations_per_s;
  return result;
}

}  // namespace

std::unique_ptr<EventPopulation> device_event_population(
    const Process& process, std::size_t channel, std::shared_ptr<const DeviceProcessTables> shared,
    std::vector<std::uint32_t> groups, const DeviceOptions& options, std::stop_token stop) {
  const auto made = [&]<class T>() -> std::unique_ptr<EventPopulation> {
    return std::make_unique<DeviceEventPopulation<T>>(process, channel, std::move(shared),
                                                      std::move(groups), options, std::move(stop));
  };
  const Precision precision = process.channels.at(channel).amplitude.precision();
  return precision == Precision::fp32 ? made.template operator()<float>()
                                      : made.template operator()<double>();
}

}  // namespace diagc::collider
