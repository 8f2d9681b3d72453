#include "physics/networks/device_program.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "physics/networks/device_arrays.h"
#include "physics/networks/device_loops.h"
#include "physics/networks/device_parameters.h"
#include "physics/networks/device_steps.h"

namespace diagc::networks {

namespace {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DevicePlan;
using arrays::DeviceStep;
using cuda::api::DevicePointer;

}  // namespace

struct DeviceProgram::State : DeviceArrays {
  State(const DevicePlan& own_plan, std::size_t tensor_count, const DeviceSetup& setup, int number,
        std::uint32_t own_prime)
      : DeviceArrays(own_plan, tensor_count, setup, number, own_prime),
        launcher(*this),
        given_of_tensors(tensor_count) {
    begin_library();
    find_last();
    most.assign(array_count(), 0);
    powers_of_launches = staged.front().as<std::int64_t>() + tensors + 1;
    exponents = reinterpret_cast<int*>(powers_of_launches + powers_of_two());
  }

  /// Libraries load their kernels at the first products.
  void begin_library() {
    if (!cublas) return;
    const auto start = std::chrono::steady_clock::now();
    take_corners(*this);
    stream.synchronize();
    library_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  /// What the last step makes is most often all that is read after a slice: where it is small it comes with the largest numbers, so that the host waits
  /// once.
  void find_last() {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 16U;
    if (plan.steps.empty()) return;
    const DeviceStep& step = plan.steps.back();
    const std::uint64_t bytes = step.blocks * step.elements * element_bytes;
    if (bytes > most_bytes) return;
    last_value = step.c;
    staged.emplace_back(device, bytes);
  }

  void begin(bool once, const std::vector<std::uint64_t>& starts) {
    last_is_read = !once && staged.size() > 1;
    auto* const numbers = staged.front().as<std::uint64_t>();
    std::ranges::copy(starts, numbers);
    numbers[tensors] = 0;
    std::ranges::copy(most, exponents);
    find_given(given_of_tensors);
    for (const DeviceLaunch& own : plan.launches) {
      if (own.once != once) continue;
      for (std::size_t s = own.first; s < own.first + own.count; ++s) {
        // Pieces that come lie one after the other where they belong, brought to a largest number near 1. Values within a chain stay as they are.
        const bool is_moved = own.form == DeviceForm::exchange && plan.steps[s].parts == 1;
        exponents[plan.steps[s].c] =
            is_moved || own.is_between(s) ? arrays::exponent_field_of_one(plan.element) : 0;
      }
    }
    stream.copy_in(at(layout.starts), numbers, (tensors + 1) * sizeof(std::uint64_t));
    stream.copy_in(at(layout.most), exponents, most.size() * sizeof(int));
    times.begin(stream);
  }

  void end() {
    stream.copy_out(exponents, at(layout.most), most.size() * sizeof(int));
    if (powers)
      stream.copy_out(powers_of_launches, at(layout.common_powers),
                      powers_of_two() * sizeof(std::int64_t));
    if (last_is_read)
      stream.copy_out(staged.back().as<void>(), element(plan.offsets[last_value]),
                      staged.back().bytes());
  }

  void wait() {
    stream.synchronize();
    most.assign(exponents, exponents + most.size());
    times.read();
  }

  DevicePointer power(std::size_t l, std::uint32_t rank) const {
    return at(layout.powers + (l * (plan.ranks + 1) + rank) * sizeof(std::int64_t));
  }

  PowersParameter powers_of(std::size_t l, std::uint32_t rank) const {
    // Where nothing is sent each device keeps its own power, as the first of one.
    const bool is_local = plan.steps[plan.launches[l].first].is_local;
    return {at(layout.most),
            at(layout.terms + powers->first[l] * sizeof(PowerTerm)),
            at(layout.common_powers),
            power(l, 0),
            factors_of(l),
            given[l],
            static_cast<std::uint32_t>(powers->first[l + 1] - powers->first[l]),
            static_cast<std::uint32_t>(plan.offsets.size()),
            plan.steps[plan.launches[l].first].a,
            static_cast<std::uint32_t>(l),
            is_local ? 0 : rank,
            is_local ? 1 : plan.ranks};
  }

  void find_power(std::size_t l, std::uint32_t rank) const {
    if (!powers) return;
    const cuda::Device::Current current(device);
    PowersParameter own = powers_of(l, rank);
    code.powers[l][0].launch(stream, &own);
  }

  void pack(std::size_t l) const {
    const cuda::Device::Current current(device);
    if (powers) {
      PowersParameter own = powers_of(l, 0);
      code.powers[l][1].launch(stream, &own);
    }
    const DeviceStep& step = plan.steps[plan.launches[l].first];
    const DevicePointer factors = factors_of(l);
    ArraysParameter arrays{element(plan.offsets[step.a]),
                           0,
                           element(step.packed[0]),
                           nothing(),
                           nothing(),
                           factors,
                           factors + sizeof(int),
                           0,
                           prime};
    code.calls[l].launch(stream, &arrays);
  }

  /// The parts of a sum are added in the order of the ranks.
  void put_together(std::size_t l, bool is_timed) {
    const cuda::Device::Current current(device);
    add_parts(*this, l);
    if (is_timed) times.launched(l, stream);
  }

  DevicePointer packed(std::size_t l, std::size_t number) const {
    const DeviceStep& step = plan.steps[plan.launches[l].first];
    return element(step.packed[0] + number * count_of(step.rows));
  }

  DevicePointer arrival(std::size_t l, std::size_t place) const {
    const DeviceStep& step = plan.steps[plan.launches[l].first];
    return element((step.parts > 1 ? step.parts_offset : plan.offsets[step.c]) +
                   place * count_of(step.rows));
  }

  void run(bool once, const std::vector<std::uint64_t>& starts) {
    begin(once, starts);
    take_launches(plan, once, launcher);
    end();
    wait();
  }

  LoopLauncher launcher;
  std::vector<std::int64_t> given_of_tensors;  ///< powers
  std::vector<int> most;
  std::uint32_t last_value = 0;
  bool last_is_read = false;  ///< it comes to the second of `staged` with a slice
  // In pinned memory.
  std::int64_t* powers_of_launches = nullptr;
  int* exponents = nullptr;
};

DeviceProgram::DeviceProgram(const DevicePlan& plan, std::size_t tensors, const DeviceSetup& setup,
                             int device, std::uint32_t prime)
    : state_(std::make_unique<State>(plan, tensors, setup, device, prime)) {}

DeviceProgram::~DeviceProgram() = default;

void DeviceProgram::write_tensor(std::uint32_t tensor, const void* numbers, std::uint64_t bytes,
                                 int most, std::int64_t power) {
  state_->memory.front().write(numbers, bytes,
                               state_->plan.offsets[tensor] * state_->element_bytes);
  state_->most[tensor] = most;
  state_->given_of_tensors[tensor] = power;
}

void DeviceProgram::take_common() {
  state_->run(true, std::vector<std::uint64_t>(state_->tensors));
}

void DeviceProgram::take_slice(const std::vector<std::uint64_t>& starts) {
  state_->run(false, starts);
}

void DeviceProgram::begin(bool once, const std::vector<std::uint64_t>& starts) {
  state_->begin(once, starts);
}

LaunchTaker& DeviceProgram::launches() { return state_->launcher; }

void DeviceProgram::end() { state_->end(); }

void DeviceProgram::wait() { state_->wait(); }

void DeviceProgram::find_power(std::size_t launch, std::uint32_t rank) {
  state_->find_power(launch, rank);
}

void DeviceProgram::pack(std::size_t launch) { state_->pack(launch); }

DevicePointer DeviceProgram::power(std::size_t launch, std::uint32_t rank) const {
  return state_->power(launch, rank);
}

void DeviceProgram::keep_own(std::size_t launch, std::size_t number, std::size_t place) {
  const DeviceStep& step = state_->plan.steps[state_->plan.launches[launch].first];
  state_->stream.copy_within(arrival(launch, place), packed(launch, number),
                             count_of(step.rows) * state_->element_bytes);
}

const cuda::Stream& DeviceProgram::begin_arrivals(std::size_t launch) {
  const cuda::Device::Current current(state_->device);
  // Everything that leaves is packed, and what comes has its place.
  cuda::Event& packed = state_->arrivals[launch].front();
  packed.record(state_->stream);
  state_->transfers->wait_for(packed);
  return *state_->transfers;
}

void DeviceProgram::arrived(std::size_t launch, std::size_t piece) {
  const cuda::Device::Current current(state_->device);
  state_->arrivals[launch][piece].record(*state_->transfers);
}

void DeviceProgram::put_together(std::size_t launch, bool is_timed) {
  state_->put_together(launch, is_timed);
}

DevicePointer DeviceProgram::packed(std::size_t launch, std::size_t number) const {
  return state_->packed(launch, number);
}

DevicePointer DeviceProgram::arrival(std::size_t launch, std::size_t place) const {
  return state_->arrival(launch, place);
}

const cuda::Stream& DeviceProgram::stream() const { return state_->stream; }

void DeviceProgram::read(std::uint32_t value, void* numbers, std::uint64_t bytes) const {
  if (state_->last_is_read && value == state_->last_value &&
      bytes <= state_->staged.back().bytes()) {
    std::memcpy(numbers, state_->staged.back().as<void>(), bytes);
    return;
  }
  const cuda::Stream& stream = state_->stream;
  stream.copy_out(numbers, state_->element(state_->plan.offsets[value]), bytes);
  stream.synchronize();
}

const std::vector<int>& DeviceProgram::most() const { return state_->most; }

void DeviceProgram::time_launches(bool are_timed) { state_->times.want(are_timed); }

double DeviceProgram::library_seconds() const { return state_->library_seconds; }

const std::vector<double>& DeviceProgram::launch_seconds() const { return state_->times.seconds(); }

std::int64_t DeviceProgram::power_of(std::size_t launch, std::uint64_t block) const {
  return state_->powers ? state_->powers_of_launches[state_->power_of(launch, block)] : 0;
}

}  // namespace diagc::networks
