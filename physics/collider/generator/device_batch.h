// A batch of events in the memory of a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "diagc/kernel.h"
#include "diagc/stream.h"
#include "physics/collider/generator/device_picks.h"
#include "physics/collider/generator/device_text.h"
#include "physics/collider/generator/generator_memory.h"
#include "runs/population/device.h"

namespace diagc::collider {

/// Blocks of members on a device.
struct MemberBlocks {
  const unsigned* numbers = nullptr;
  std::size_t count = 0;
};

/// What a batch is drawn from.
struct BatchSteps {
  MemberBlocks blocks;
  std::uint64_t first = 0;
  unsigned count = 0;
};

/// T: numbers of the amplitude.
template <class T>
class DeviceBatch {
 public:
  /// Of so many blocks of members in all its steps.
  DeviceBatch(runs::Device& device, const GeneratorShape& shape, std::size_t blocks)
      : shape_(shape),
        kept_(device.device(), sizeof(unsigned)),
        drawn_(device.device()),
        released_(device.device()) {
    const std::size_t members = blocks * device_block;
    rows_.inputs =
        device.memory<T>((momentum_rows() + (shape.summed ? 0 : 2 * (shape.jets + 2))) * members);
    rows_.amplitude = device.memory<T>(shape.amplitude_rows * members);
    rows_.factor = device.memory<double>(members);
    rows_.sets = device.memory<unsigned>(members);
    rows_.cells = device.memory<unsigned>(shape.histograms * members);
    if (shape.varies) rows_.points = device.memory<double>(point_rows * members);
    rows_.members = device.memory<unsigned>(members);
    rows_.steps = device.memory<unsigned>(members);
    rows_.unsure = device.memory<unsigned>(members);
    rows_.count = device.memory<unsigned>(2);
    rows_.first = device.memory<unsigned>(blocks);
    rows_.kept = device.memory<unsigned>(blocks);
    rows_.stride = members;
    const std::array<unsigned, 2> none{};
    device.write(rows_.count, none.data(), none.size());
    if (shape.picks) picks_ = std::make_unique<DevicePicks>(device, members);
  }

  /// About what one member takes.
  static std::size_t bytes_of_member(const GeneratorShape& shape) {
    const std::size_t inputs = 6 * (std::size_t{shape.jets} + 2);
    return (inputs + shape.amplitude_rows) * sizeof(T) + 4 * sizeof(double) +
           (shape.histograms + 4) * sizeof(unsigned);
  }

  const DenseRows& rows() const { return rows_; }
  /// Null where no events are picked.
  DevicePicks* picks() const { return picks_.get(); }
  /// Where pT and y of all jets go, rows().stride numbers a row; null: nowhere.
  void keep_jets(double* rows) { rows_.jets = rows; }

  /// What it holds from now on.
  void begin(const BatchSteps& steps) { steps_ = steps; }
  const BatchSteps& steps() const { return steps_; }

  /// Behind the draw on its stream: what passed is known to the host when wait() returns.
  void ask(const cuda::Stream& stream) {
    stream.copy_out(kept_.as<unsigned>(), reinterpret_cast<cuda::api::DevicePointer>(rows_.count),
                    sizeof(unsigned));
    drawn_.record(stream);
  }
  const cuda::Event& drawn() const { return drawn_; }
  /// Behind what reads its rows: it may be drawn again.
  void release(const cuda::Stream& stream) { released_.record(stream); }
  const cuda::Event& released() const { return released_; }
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
  BatchSteps steps_;
  cuda::PinnedBuffer kept_;
  cuda::Event drawn_, released_;
  std::unique_ptr<DevicePicks> picks_;
};

}  // namespace diagc::collider
