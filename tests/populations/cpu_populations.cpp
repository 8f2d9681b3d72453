#include <cmath>

#include "tests/populations/small_populations.h"

namespace diagc::runs {

namespace {

class CpuChain final : public SmallPopulation {
 public:
  explicit CpuChain(GroupsOptions options)
      : SmallPopulation(options, chain_shape(options)),
        kernel_(small_kernel(chain_rules)),
        states_(members()) {}
  std::size_t parts() const override { return options_.groups.size(); }
  GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void start(std::size_t part, std::uint64_t step) override {
    for (std::uint32_t& state : own(part))
      state = random_words(number(&state - states_.data()), step, options_.seed)[3] % ring;
  }

  void advance(std::size_t part, Steps steps, const Tally& tally) override {
    const std::span<std::uint32_t> states = own(part);
    std::vector<ChainMember> trials(states.size());
    std::vector<double> rows(states.size()), weights(states.size());
    for (std::uint64_t step = steps.first; step < steps.first + steps.count; ++step) {
      const auto random = [&](std::size_t i) {
        return random_words(number(part * options_.members + i), step, options_.seed);
      };
      for (std::size_t i = 0; i < states.size(); ++i) {
        trials[i] = chain_propose(states[i], random(i));
        rows[i] = trials[i].trial;
      }
      const InputRows<double> inputs[] = {{rows.data(), rows.size()}};
      const OutputRows<double> outputs[] = {{weights.data(), rows.size()}};
      kernel_.evaluate(RowBatch<double>{rows.size(), inputs, outputs, {}});
      for (std::size_t i = 0; i < states.size(); ++i) {
        const std::uint32_t next = chain_decide(trials[i], weights[i], random(i));
        tally.groups.front().counts[0] += next == trials[i].trial ? 1 : 0;
        states[i] = next;
        const double square = next * next;
        tally.groups.front().add(&square);
      }
    }
  }

  Bytes save(std::size_t part) const override {
    Bytes bytes;
    write_numbers(bytes, std::span(states_).subspan(part * options_.members, options_.members));
    return bytes;
  }
  void restore(std::size_t part, std::span<const std::byte> states) override {
    read_numbers(states, own(part));
    check_states(own(part));
  }
  void take_snapshot() override { kept_ = states_; }
  void roll_back() override { states_ = kept_; }

 private:
  std::span<std::uint32_t> own(std::size_t part) {
    return std::span(states_).subspan(part * options_.members, options_.members);
  }
  Kernel kernel_;
  std::vector<std::uint32_t> states_, kept_;
};

class CpuSamples final : public SmallPopulation {
 public:
  explicit CpuSamples(GroupsOptions options)
      : SmallPopulation(options, sample_shape(options)), kernel_(small_kernel(sample_rules)) {}
  std::size_t parts() const override { return options_.groups.size(); }
  GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void advance(std::size_t part, Steps steps, const Tally& tally) override {
    const std::size_t size = options_.members;
    Sums& sums = tally.groups.front();
    std::vector<double> x(2 * size), y(size), f(size), g(size);
    for (std::uint64_t step = steps.first; step < steps.first + steps.count; ++step) {
      // Rows that do not pass are not evaluated.
      std::vector<Sample> passed;
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint32_t member = number(part * size + i);
        const auto random = random_words(member, step, options_.seed);
        const Sample sample = draw_sample(random);
        if (!sample.passes()) continue;
        if (tally.picked && is_picked(random)) tally.picked->push_back({step, member, sample.x});
        x[passed.size()] = sample.x;
        x[size + passed.size()] = sample.z;
        y[passed.size()] = sample.y;
        passed.push_back(sample);
      }
      const InputRows<double> inputs[] = {{x.data(), size}, {y.data(), size}};
      const OutputRows<double> outputs[] = {{f.data(), size}, {g.data(), size}};
      kernel_.evaluate(RowBatch<double>{passed.size(), inputs, outputs, {}});
      for (std::size_t i = 0; i < passed.size(); ++i) {
        sums.add(sample_row(passed[i], f[i], g[i]).data());
        if (tally.histogram.empty()) continue;
        tally.histogram[static_cast<std::size_t>(passed[i].x * sample_cells)] +=
            std::llround(f[i] / sample_unit);
      }
      sums.rows += size - passed.size();
      sums.counts[0] += size - passed.size();
    }
  }

 private:
  Kernel kernel_;
};

}  // namespace

std::unique_ptr<Population> cpu_chain(GroupsOptions options) {
  return std::make_unique<CpuChain>(std::move(options));
}
std::unique_ptr<Population> cpu_samples(GroupsOptions options) {
  return std::make_unique<CpuSamples>(std::move(options));
}

}  // namespace diagc::runs
