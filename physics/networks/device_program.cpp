#include "physics/networks/device_program.h"

#include <algorithm>
#include <complex>
#include <optional>
#include <stdexcept>

#include "compiler/arrays/device/device_copy.h"
#include "physics/networks/device_code.h"
#include "physics/networks/device_memory.h"
#include "physics/networks/device_parameters.h"
#include "physics/networks/exchange_powers.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/stream.h"

namespace diagc::networks {

namespace {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DevicePlan;
using arrays::DeviceStep;
using cuda::api::DevicePointer;

}  // namespace

struct DeviceProgram::State {
  State(const DevicePlan& own_plan, std::size_t tensor_count, const DeviceSetup& setup, int number,
        std::uint32_t own_prime)
      : plan(own_plan),
        tensors(tensor_count),
        prime(own_prime),
        element_bytes(arrays::device_bytes(plan.element)),
        device(number),
        layout(plan, tensors),
        code(plan, setup, device),
        stream(device) {
    // Memory is taken when all code is loaded.
    memory.emplace_back(device, device_peak_bytes(plan, tensors));
    staged.emplace_back(device, (tensors + 1) * sizeof(std::uint64_t) +
                                    (plan.offsets.size() + 2 * plan.launches.size()) * sizeof(int));
    most.assign(plan.offsets.size(), 0);
    if (has_products(plan)) cublas.emplace(stream, at(layout.library));
    write_tables();
    seconds.assign(plan.launches.size(), 0);
    for (std::size_t k = 0; k <= plan.launches.size(); ++k) events.emplace_back(device);
    arrivals.resize(plan.launches.size());
    for (std::size_t l = 0; l < plan.launches.size(); ++l) {
      const DeviceStep& step = plan.steps[plan.launches[l].first];
      if (step.message_pieces == 1) continue;
      for (std::size_t k = 0; k < step.message_pieces; ++k) arrivals[l].emplace_back(device);
      if (!transfers) transfers.emplace(device);
    }
  }

  DevicePointer at(std::uint64_t bytes) const { return memory.front().address() + bytes; }
  DevicePointer element(std::uint64_t offset) const { return at(offset * element_bytes); }
  DevicePointer start(std::uint32_t value) const {
    return at(layout.starts + std::min<std::uint64_t>(value, tensors) * sizeof(std::uint64_t));
  }
  DevicePointer most_of(std::uint32_t value) const { return at(layout.most + value * sizeof(int)); }

  void write_tables() {
    const TaskTables tables(plan, tensors);
    const auto write = [&](const auto& list, std::uint64_t to) {
      memory.front().write(list.data(), list.size() * sizeof(list[0]), to);
    };
    write(tables.tasks, layout.tasks);
    write(tables.ends, layout.ends);
    write(tables.offsets, layout.tables);
    if (exchanges_powers(plan)) {
      powers.emplace(plan);
      write(powers->terms, layout.terms);
    }
    first_tasks = tables.first_tasks;
    first_ends = tables.first_ends;
  }

  void launch(const DeviceCode::Call& call, void* parameter) const {
    call.launch(stream, parameter);
  }

  void take(std::size_t l) const {
    const DeviceLaunch& own = plan.launches[l];
    if (is_by_tables(own.form)) {
      TasksParameter tasks{at(0),
                           at(layout.tasks),
                           at(layout.ends + first_ends[l] * sizeof(std::uint32_t)),
                           at(layout.tables),
                           at(layout.starts),
                           at(layout.most),
                           first_tasks[l],
                           prime};
      return launch(code.calls[l], &tasks);
    }
    if (own.form == DeviceForm::fused) return take_chain(own, code.calls[l]);
    const DeviceStep& step = plan.steps[own.first];
    if (own.form == DeviceForm::products)
      return take_products(step, code.calls[l], code.further[l]);
    const bool is_cut = step.parts > 1;
    const DevicePointer result = element(plan.offsets[step.c]),
                        sums = is_cut ? element(step.parts_offset) : result;
    ArraysParameter arrays{element(plan.offsets[step.a]),
                           element(plan.offsets[step.b]),
                           sums,
                           start(step.a),
                           start(step.b),
                           most_of(step.a),
                           most_of(step.b),
                           is_cut ? DevicePointer{0} : most_of(step.c),
                           prime};
    if (step.pieces.empty()) launch(code.calls[l], &arrays);
    for (std::size_t k = 0; k < step.pieces.size(); ++k) {
      const arrays::StepPiece& piece = step.pieces[k];
      stream.wait_for(arrivals[step.arrives][k]);
      arrays.a = element(plan.offsets[step.a] + piece.a);
      arrays.b = element(plan.offsets[step.b] + piece.b);
      arrays.c = sums + (piece.part * step.elements + piece.c) * element_bytes;
      launch(code.calls[l], &arrays);
    }
    if (is_cut) take_parts(step, code.further[l].front());
  }

  /// Adds the parts of a sum.
  void take_parts(const DeviceStep& step, const DeviceCode::Call& call) const {
    ArraysParameter arrays{element(step.parts_offset),
                           0,
                           element(plan.offsets[step.c]),
                           nothing(),
                           nothing(),
                           nothing(),
                           nothing(),
                           most_of(step.c),
                           prime};
    launch(call, &arrays);
  }

  void take_chain(const DeviceLaunch& own, const DeviceCode::Call& call) const {
    const std::uint32_t from = plan.steps[own.first].a,
                        to = plan.steps[own.first + own.count - 1].c;
    ChainParameter chain{element(plan.offsets[from]),
                         element(plan.offsets[to]),
                         start(from),
                         most_of(from),
                         most_of(to),
                         prime,
                         {},
                         {},
                         {}};
    for (std::size_t s = 0; s < own.count; ++s) {
      const std::uint32_t other = plan.steps[own.first + s].b;
      chain.b[s] = element(plan.offsets[other]);
      chain.start_b[s] = start(other);
      chain.most_b[s] = most_of(other);
    }
    launch(call, &chain);
  }

  /// An array that is brought near 1 as it is copied, or the library's result to its places.
  void take_copy(const DeviceCode::Call& call, DevicePointer from, DevicePointer to,
                 DevicePointer start, DevicePointer most_read, DevicePointer most_written) const {
    ArraysParameter arrays{from, 0, to, start, 0, most_read, nothing(), most_written, prime};
    launch(call, &arrays);
  }

  void take_products(const DeviceStep& step, const DeviceCode::Call& copy_a,
                     const std::vector<DeviceCode::Call>& others) const {
    if (step.pieces.empty()) {
      copy_operand(step, copy_a, 0, 0);
      copy_operand(step, others[0], 1, 0);
      take_product(step, others[1], {});
      return;
    }
    // What is there already is copied before the first piece comes.
    const bool a_comes = plan.steps[plan.launches[step.arrives].first].c == step.a;
    const std::size_t comes = a_comes ? 0 : 1, is_there = 1 - comes;
    const DeviceCode::Call* const copies[] = {&copy_a, &others[0]};
    const auto start_of = [&](std::size_t k) {
      return a_comes ? step.pieces[k].b : step.pieces[k].a;
    };
    for (std::size_t k = 0; k < step.pieces.size(); ++k) {
      const arrays::StepPiece& piece = step.pieces[k];
      if (k == 0 || start_of(k) != start_of(k - 1))
        copy_operand(step, *copies[is_there], is_there, start_of(k));
      stream.wait_for(arrivals[step.arrives][k]);
      copy_operand(step, *copies[comes], comes, a_comes ? piece.a : piece.b);
      take_product(step, others[1], piece);
    }
    if (step.parts > 1) take_parts(step, others[2]);
  }

  /// To where the library wants it, from so many elements on.
  void copy_operand(const DeviceStep& step, const DeviceCode::Call& call, std::size_t which,
                    std::uint64_t from) const {
    const std::uint32_t value = which == 0 ? step.a : step.b;
    take_copy(call, element(plan.offsets[value] + from), element(step.packed[which]), start(value),
              most_of(value), 0);
  }

  void take_product(const DeviceStep& step, const DeviceCode::Call& copy_c,
                    const arrays::StepPiece& piece) const {
    const bool is_cut = step.parts > 1;
    const std::uint64_t offset = piece.part * step.elements + piece.c;
    const DevicePointer to = element((is_cut ? step.parts_offset : plan.offsets[step.c]) + offset);
    // A result that lies as it should is written there.
    const bool moves = product_copies(step, plan.element).c.moves;
    const DevicePointer a = element(step.packed[0]), b = element(step.packed[1]),
                        c = moves ? element(step.packed[2]) : to;
    switch (plan.element) {
      case arrays::DeviceElement::f32:
        multiply<float>(step, a, b, c);
        break;
      case arrays::DeviceElement::f64:
        multiply<double>(step, a, b, c);
        break;
      case arrays::DeviceElement::c64:
        multiply<std::complex<float>>(step, a, b, c);
        break;
      case arrays::DeviceElement::c128:
        multiply<std::complex<double>>(step, a, b, c);
        break;
      default:
        throw std::logic_error("device plan: found a library for remainders or maxima");
    }
    if (moves || !is_cut)
      take_copy(copy_c, c, to, nothing(), nothing(), is_cut ? DevicePointer{0} : most_of(step.c));
  }

  template <class Value>
  void multiply(const DeviceStep& step, DevicePointer a, DevicePointer b, DevicePointer c) const {
    const arrays::ProductCopies own = product_copies(step, plan.element);
    const std::uint64_t batch = count_of(step.batch), rows = count_of(step.rows),
                        columns = count_of(step.columns), summed = count_of(step.summed);
    const auto at = [](DevicePointer address) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers
      return reinterpret_cast<Value*>(address);
    };
    // A result whose rows are fastest is the product of the transposed matrices.
    if (own.c_by_column) {
      cublas->multiply({batch, rows, columns, summed, !own.a_by_sum, own.b_by_sum}, at(a), at(b),
                       at(c));
    } else {
      cublas->multiply({batch, columns, rows, summed, !own.b_by_sum, own.a_by_sum}, at(b), at(a),
                       at(c));
    }
  }

  /// Where a 0 stands, of an offset and of an exponent.
  DevicePointer nothing() const { return start(static_cast<std::uint32_t>(tensors)); }

  void begin(bool once, const std::vector<std::uint64_t>& starts) {
    auto* const numbers = staged.front().as<std::uint64_t>();
    std::ranges::copy(starts, numbers);
    numbers[tensors] = 0;
    exponents = reinterpret_cast<int*>(numbers + tensors + 1);
    std::ranges::copy(most, exponents);
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
    taken.clear();
    timed = 0;
    events[0].record(stream);
  }

  void done(std::size_t l) {
    taken.push_back(l);
    events[taken.size()].record(stream);
  }

  void wait() {
    stream.copy_out(exponents, at(layout.most), most.size() * sizeof(int));
    stream.synchronize();
    most.assign(exponents, exponents + most.size());
    for (; timed < taken.size(); ++timed)
      seconds[taken[timed]] = events[timed + 1].seconds_since(events[timed]);
  }

  void pack(std::size_t l, std::int64_t shift) {
    const cuda::Device::Current current(device);
    // In two factors, of which one alone may be out of range; what vanishes is too small to matter.
    const int one = arrays::exponent_field_of_one(plan.element);
    const std::int64_t most_power = std::max(one - 1, 0);
    const auto bounded = [&](std::int64_t power) {
      return std::clamp(power, -most_power, most_power);
    };
    const std::int64_t first = bounded(shift), second = bounded(shift - first);
    int* const factors = exponents + most.size() + 2 * l;
    factors[0] = one - static_cast<int>(first);
    factors[1] = one - static_cast<int>(second);
    stream.copy_in(factors_of(l), factors, 2 * sizeof(int));
    pack_by_factors(l);
  }

  DevicePointer factors_of(std::size_t l) const { return at(layout.factors + 2 * l * sizeof(int)); }

  void pack_by_factors(std::size_t l) const {
    const DeviceStep& step = plan.steps[plan.launches[l].first];
    const DevicePointer place = factors_of(l);
    ArraysParameter arrays{element(plan.offsets[step.a]),
                           0,
                           element(step.packed[0]),
                           nothing(),
                           nothing(),
                           place,
                           place + sizeof(int),
                           0,
                           prime};
    launch(code.calls[l], &arrays);
  }

  DevicePointer power(std::size_t l, std::uint32_t rank) const {
    return at(layout.powers + (l * (plan.ranks + 1) + rank) * sizeof(std::int64_t));
  }

  PowersParameter powers_of(std::size_t l, std::uint32_t rank) const {
    return {at(layout.most),
            at(layout.terms + powers->first[l] * sizeof(PowerTerm)),
            at(layout.common_powers),
            power(l, 0),
            factors_of(l),
            0,
            static_cast<std::uint32_t>(powers->first[l + 1] - powers->first[l]),
            static_cast<std::uint32_t>(plan.offsets.size()),
            plan.steps[plan.launches[l].first].a,
            static_cast<std::uint32_t>(l),
            rank,
            plan.ranks};
  }

  void find_power(std::size_t l, std::uint32_t rank, const std::vector<std::int64_t>& given) const {
    const cuda::Device::Current current(device);
    PowersParameter own = powers_of(l, rank);
    for (const PowerTerm& term : powers->tensors[l]) own.given += term.weight * given[term.index];
    launch(code.powers[l][0], &own);
  }

  void pack(std::size_t l) const {
    const cuda::Device::Current current(device);
    PowersParameter own = powers_of(l, 0);
    launch(code.powers[l][1], &own);
    pack_by_factors(l);
  }

  /// The parts of a sum are added in the order of the ranks.
  void put_together(std::size_t l) {
    const cuda::Device::Current current(device);
    const DeviceStep& step = plan.steps[plan.launches[l].first];
    if (step.parts > 1) take_parts(step, code.further[l].front());
    done(l);
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
    const cuda::Device::Current current(device);
    for (std::size_t l = 0; l < plan.launches.size(); ++l) {
      if (plan.launches[l].once != once) continue;
      take(l);
      done(l);
    }
    wait();
  }

  const DevicePlan& plan;
  std::size_t tensors;
  std::uint32_t prime;
  std::uint64_t element_bytes;
  cuda::Device device;
  MemoryLayout layout;
  DeviceCode code;
  std::vector<cuda::DeviceBuffer> memory;  ///< one, allocated when all code is loaded
  std::vector<cuda::PinnedBuffer> staged;
  std::vector<std::uint32_t> first_tasks;  ///< by launch
  std::vector<std::size_t> first_ends;
  std::optional<ExchangePowers> powers;
  std::vector<int> most;
  int* exponents =
      nullptr;  ///< in pinned memory; those of factors of exchanges follow, two a launch
  std::vector<std::size_t> taken;  ///< launches since begin()
  std::size_t timed = 0;           ///< of these, with seconds
  std::vector<double> seconds;
  std::vector<cuda::Event> events;
  std::vector<std::vector<cuda::Event>> arrivals;  ///< by launch of an exchange and piece
  std::optional<cuda::Stream> transfers;           ///< of pieces that come while steps go on
  cuda::Stream stream;  ///< destroyed, and waited for, before all that its work uses
  std::optional<cuda::Cublas> cublas;
};

DeviceProgram::DeviceProgram(const DevicePlan& plan, std::size_t tensors, const DeviceSetup& setup,
                             int device, std::uint32_t prime)
    : state_(std::make_unique<State>(plan, tensors, setup, device, prime)) {}

DeviceProgram::~DeviceProgram() = default;

void DeviceProgram::write_tensor(std::uint32_t tensor, const void* numbers, std::uint64_t bytes,
                                 int most) {
  state_->memory.front().write(numbers, bytes,
                               state_->plan.offsets[tensor] * state_->element_bytes);
  state_->most[tensor] = most;
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

void DeviceProgram::launch(std::size_t launch) {
  const cuda::Device::Current current(state_->device);
  state_->take(launch);
  state_->done(launch);
}

void DeviceProgram::wait() { state_->wait(); }

void DeviceProgram::pack(std::size_t launch, std::int64_t shift) { state_->pack(launch, shift); }

void DeviceProgram::find_power(std::size_t launch, std::uint32_t rank,
                               const std::vector<std::int64_t>& given) {
  state_->find_power(launch, rank, given);
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

void DeviceProgram::put_together(std::size_t launch) { state_->put_together(launch); }

DevicePointer DeviceProgram::packed(std::size_t launch, std::size_t number) const {
  return state_->packed(launch, number);
}

DevicePointer DeviceProgram::arrival(std::size_t launch, std::size_t place) const {
  return state_->arrival(launch, place);
}

const cuda::Stream& DeviceProgram::stream() const { return state_->stream; }

void DeviceProgram::read(std::uint32_t value, void* numbers, std::uint64_t bytes) const {
  const cuda::Stream& stream = state_->stream;
  stream.copy_out(numbers, state_->element(state_->plan.offsets[value]), bytes);
  stream.synchronize();
}

const std::vector<int>& DeviceProgram::most() const { return state_->most; }

const std::vector<double>& DeviceProgram::launch_seconds() const { return state_->seconds; }

}  // namespace diagc::networks
