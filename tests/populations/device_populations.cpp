// The same on a device: every step is two launches with the kernel's own between them. What the kernels of the fake driver do is C++ here;
// on a device it would be the text of the two parts.
#include <cmath>
#include <optional>

#include "runs/population/device.h"
#include "runtime/cuda/kernel.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/populations/small_populations.h"

namespace diagc::runs {

namespace {

/// The parameter of all parts of a step.
struct Launch {
  std::uint64_t members, step;
  const std::uint32_t* numbers;  // [member]
  std::uint32_t seed, group_members;
  std::uint32_t *states, *trials;  // of the chain, [member]
  double *x, *y, *f, *g;           // rows
  std::uint32_t* row_of;           // [member]: of those that pass; else the number of members
  std::uint32_t* passed;           // their number
  double *first, *second;          // [group][quantity, pair]
  std::uint64_t* counts;           // [group]
  std::int64_t* histogram;         // or null
};

Sums group_sums(const Launch& l, std::size_t group, std::size_t quantities) {
  Sums sums(quantities, 1);
  std::copy_n(l.first + group * sums.first.size(), sums.first.size(), sums.first.begin());
  std::copy_n(l.second + group * sums.second.size(), sums.second.size(), sums.second.begin());
  sums.counts[0] = l.counts[group];
  return sums;
}
void put_group_sums(const Launch& l, std::size_t group, const Sums& sums) {
  std::copy_n(sums.first.begin(), sums.first.size(), l.first + group * sums.first.size());
  std::copy_n(sums.second.begin(), sums.second.size(), l.second + group * sums.second.size());
  l.counts[group] = sums.counts[0];
}

/// body(launch) for a kernel whose parameter it is.
template <class Body>
void add_part(const char* name, const Body& body) {
  fake_cuda::add_kernel(name, sizeof(Launch), [body](const void* parameters, unsigned, unsigned) {
    body(*static_cast<const Launch*>(parameters));
    return 0;
  });
}

void start_chain(const Launch& l) {
  for (std::size_t i = 0; i < l.members; ++i)
    l.states[i] = random_words(l.numbers[i], l.step, l.seed)[3] % ring;
}
void propose(const Launch& l) {
  for (std::size_t i = 0; i < l.members; ++i) {
    l.trials[i] = chain_propose(l.states[i], random_words(l.numbers[i], l.step, l.seed)).trial;
    l.x[i] = l.trials[i];
  }
}
void decide(const Launch& l) {
  for (std::size_t group = 0; group < l.members / l.group_members; ++group) {
    Sums sums = group_sums(l, group, 1);
    for (std::size_t i = group * l.group_members; i < (group + 1) * l.group_members; ++i) {
      l.states[i] = chain_decide({l.states[i], l.trials[i]}, l.f[i],
                                 random_words(l.numbers[i], l.step, l.seed));
      sums.counts[0] += l.states[i] == l.trials[i] ? 1 : 0;
      const double square = l.states[i] * l.states[i];
      sums.add(&square);
    }
    put_group_sums(l, group, sums);
  }
}

void draw(const Launch& l) {
  *l.passed = 0;
  for (std::size_t i = 0; i < l.members; ++i) {
    const Sample sample = draw_sample(random_words(l.numbers[i], l.step, l.seed));
    l.row_of[i] = static_cast<std::uint32_t>(l.members);
    if (!sample.passes()) continue;
    const std::uint32_t row = l.row_of[i] = (*l.passed)++;
    l.x[row] = sample.x;
    l.x[l.members + row] = sample.z;
    l.y[row] = sample.y;
  }
}
void weigh(const Launch& l) {
  for (std::size_t group = 0; group < l.members / l.group_members; ++group) {
    Sums sums = group_sums(l, group, 4);
    for (std::size_t i = group * l.group_members; i < (group + 1) * l.group_members; ++i) {
      const std::uint32_t row = l.row_of[i];
      if (row == l.members) {
        ++sums.counts[0];
        continue;
      }
      const Sample sample{l.x[row], l.x[l.members + row], l.y[row]};
      sums.add(sample_row(sample, l.f[row], l.g[row]).data());
      if (!l.histogram) continue;
      l.histogram[static_cast<std::size_t>(sample.x * sample_cells)] +=
          std::llround(l.f[row] / sample_unit);
    }
    put_group_sums(l, group, sums);
  }
}

/// A batch of one input of one row, or of two inputs of two rows and one, as runtime/cuda/program.h has it.
template <int inputs, int outputs>
struct Batch {
  InputRows<double> in[inputs];
  OutputRows<double> out[outputs];
  unsigned long long begin, end;
  double* work;
};

cuda::Program small_program(const char* name, std::size_t inputs, std::size_t outputs) {
  cuda::Program program{.name = name, .cubins = {std::string("fake ") + name}};
  program.inputs = inputs;
  program.outputs = outputs;
  program.launches = {{.function = name}};
  return program;
}

/// All groups are one part; `parts` names the kernels of the step.
class DevicePopulation : public SmallPopulation {
 public:
  DevicePopulation(const GroupsOptions& options, const PopulationShape& shape,
                   const cuda::Device& device, const std::string& parts,
                   const cuda::Program& program)
      : SmallPopulation(options, shape),
        kernel_(program, {.devices = {device.info().number}}),
        device_(device, "fake " + parts) {
    const std::size_t all = members(), count = options_.groups.size(), n = shape.quantities;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < all; ++i) numbers.push_back(number(i));
    launch_.members = all;
    launch_.numbers = device_.constant(numbers);
    launch_.seed = options_.seed;
    launch_.group_members = options_.members;
    launch_.states = device_.memory<std::uint32_t>(all);
    launch_.trials = device_.memory<std::uint32_t>(all);
    launch_.x = device_.memory<double>(2 * all);
    launch_.y = device_.memory<double>(all);
    launch_.f = device_.memory<double>(all);
    launch_.g = device_.memory<double>(all);
    launch_.row_of = device_.memory<std::uint32_t>(all);
    launch_.passed = device_.memory<std::uint32_t>(1);
    launch_.first = device_.memory<double>(count * n);
    launch_.second = device_.memory<double>(count * n * (n + 1) / 2);
    launch_.counts = device_.memory<std::uint64_t>(count);
    kept_ = device_.memory<std::uint32_t>(all);
    cells_ = device_.memory<std::int64_t>(shape.cells + 1);
  }
  std::size_t parts() const override { return options_.groups.empty() ? 0 : 1; }
  GroupRange groups(std::size_t) const override { return {0, options_.groups.size()}; }

  void advance(std::size_t, Steps steps, const Tally& tally) override {
    const std::size_t n = shape().quantities, count = options_.groups.size();
    std::vector<double> first(count * n), second(count * n * (n + 1) / 2);
    std::vector<std::uint64_t> counts(count);
    std::vector<std::int64_t> cells(tally.histogram.size());
    device_.write(launch_.first, first.data(), first.size());
    device_.write(launch_.second, second.data(), second.size());
    device_.write(launch_.counts, counts.data(), counts.size());
    launch_.histogram = cells.empty() ? nullptr : cells_;
    if (!cells.empty()) device_.write(cells_, cells.data(), cells.size());
    for (launch_.step = steps.first; launch_.step < steps.first + steps.count; ++launch_.step)
      step();
    device_.read(first.data(), launch_.first, first.size());
    device_.read(second.data(), launch_.second, second.size());
    device_.read(counts.data(), launch_.counts, counts.size());
    if (!cells.empty()) device_.read(cells.data(), cells_, cells.size());
    for (std::size_t group = 0; group < count; ++group) {
      Sums sums(n, 1);
      sums.rows = steps.count * options_.members;
      std::copy_n(first.begin() + static_cast<std::ptrdiff_t>(group * n), n, sums.first.begin());
      std::copy_n(second.begin() + static_cast<std::ptrdiff_t>(group * sums.second.size()),
                  sums.second.size(), sums.second.begin());
      sums.counts[0] = counts[group];
      tally.groups[group] += sums;
    }
    for (std::size_t cell = 0; cell < cells.size(); ++cell) tally.histogram[cell] += cells[cell];
  }

 protected:
  virtual void step() = 0;
  void run(const char* part) { device_.launch(part, {.blocks = 1}, launch_); }
  void evaluate(const InputRows<double>* inputs, const OutputRows<double>* outputs,
                std::size_t rows) {
    kernel_.enqueue({inputs, outputs, nullptr}, 0, rows, device_.queue());
  }

  Launch launch_{};
  std::uint32_t* kept_ = nullptr;
  std::int64_t* cells_ = nullptr;
  cuda::Kernel<double> kernel_;
  Device device_;
};

class DeviceChain final : public DevicePopulation {
 public:
  DeviceChain(const GroupsOptions& options, int device)
      : DevicePopulation(options, chain_shape(options), cuda::Device(device),
                         "start_chain propose decide", small_program("weigh_chain", 1, 1)) {}
  void start(std::size_t, std::uint64_t step) override {
    launch_.step = step;
    run("start_chain");
    device_.synchronize();
  }
  Bytes save(std::size_t) const override {
    std::vector<std::uint32_t> states(members());
    device_.read(states.data(), launch_.states, states.size());
    Bytes bytes;
    write_numbers(bytes, std::span<const std::uint32_t>(states));
    return bytes;
  }
  void restore(std::size_t, std::span<const std::byte> from) override {
    std::vector<std::uint32_t> states(members());
    read_numbers(from, std::span(states));
    check_states(states);
    device_.write(launch_.states, states.data(), states.size());
  }
  void take_snapshot() override { device_.copy(kept_, launch_.states, members()); }
  void roll_back() override { device_.copy(launch_.states, kept_, members()); }

 private:
  void step() override {
    run("propose");
    const InputRows<double> inputs[] = {{launch_.x, members()}};
    const OutputRows<double> outputs[] = {{launch_.f, members()}};
    evaluate(inputs, outputs, members());
    run("decide");
  }
};

class DeviceSamples final : public DevicePopulation {
 public:
  DeviceSamples(const GroupsOptions& options, int device)
      : DevicePopulation(options, sample_shape(options), cuda::Device(device), "draw weigh",
                         small_program("evaluate_samples", 2, 2)) {}

 private:
  void step() override {
    run("draw");
    std::uint32_t passed = 0;
    device_.read(&passed, launch_.passed, 1);
    const InputRows<double> inputs[] = {{launch_.x, members()}, {launch_.y, members()}};
    const OutputRows<double> outputs[] = {{launch_.f, members()}, {launch_.g, members()}};
    evaluate(inputs, outputs, passed);
    run("weigh");
  }
};

}  // namespace

void add_small_kernels() {
  add_part("start_chain", start_chain);
  add_part("propose", propose);
  add_part("decide", decide);
  add_part("draw", draw);
  add_part("weigh", weigh);
  fake_cuda::add_kernel("weigh_chain", sizeof(Batch<1, 1>),
                        [](const void* parameters, unsigned, unsigned) {
                          const auto& batch = *static_cast<const Batch<1, 1>*>(parameters);
                          for (auto i = batch.begin; i < batch.end; ++i)
                            batch.out[0].data[i] = batch.in[0].data[i] + 1;
                          return 0;
                        });
  fake_cuda::add_kernel(
      "evaluate_samples", sizeof(Batch<2, 2>), [](const void* parameters, unsigned, unsigned) {
        const auto& batch = *static_cast<const Batch<2, 2>*>(parameters);
        for (auto i = batch.begin; i < batch.end; ++i) {
          const double x = batch.in[0].data[i], z = batch.in[0].data[batch.in[0].row_stride + i],
                       y = batch.in[1].data[i];
          batch.out[0].data[i] = x * x * y;
          batch.out[1].data[i] = std::fma(y, y, z);
        }
        return 0;
      });
}

std::unique_ptr<Population> device_chain(GroupsOptions options, int device) {
  return std::make_unique<DeviceChain>(options, device);
}
std::unique_ptr<Population> device_samples(GroupsOptions options, int device) {
  return std::make_unique<DeviceSamples>(options, device);
}

}  // namespace diagc::runs
