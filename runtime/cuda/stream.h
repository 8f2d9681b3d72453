#pragma once

#include <cstddef>

#include "runtime/cuda/device.h"

namespace diagc::cuda {

class Event;

/// Where rows of bytes stand in a device's memory.
struct MemoryRows {
  api::DevicePointer address = 0;
  std::size_t distance = 0;  ///< bytes from row to row
};

/// Work that a device does in order, at once with that of other streams. Errors of the work come back
/// from whichever call waits for it.
class Stream {
 public:
  explicit Stream(const Device& device);
  /// Blocks of its kernels begin before those of other streams that wait for room.
  static Stream urgent(const Device& device);
  /// Somebody else's of the device's primary context, which outlives this; null: CUDA's default stream.
  Stream(const Device& device, api::Stream stream);
  Stream(Stream&&) = default;
  Stream& operator=(Stream&&) = delete;
  /// Waits: memory that the work uses may go right after.
  ~Stream();

  /// From and to pinned memory these return at once.
  void copy_in(api::DevicePointer to, const void* from, std::size_t bytes) const;
  void copy_out(void* to, api::DevicePointer from, std::size_t bytes) const;
  /// Within the device's memory; returns at once.
  void copy_within(api::DevicePointer to, api::DevicePointer from, std::size_t bytes) const;
  /// From the memory of another device; returns at once.
  void copy_from(const Device& other, api::DevicePointer to, api::DevicePointer from,
                 std::size_t bytes) const;
  /// Rows of `width` bytes, from the memory of another device, or of the same one; returns at once.
  void copy_rows_from(const Device& other, MemoryRows to, MemoryRows from, std::size_t width,
                      std::size_t rows) const;
  /// What follows waits for what the event stands for, on whichever stream.
  void wait_for(const Event& event) const;
  /// Returns when all is done. Throws Error.
  void synchronize() const;

  api::Stream handle() const { return stream_.get(); }
  const Device& device() const { return stream_.device(); }

 private:
  Stream(const Device& device, int priority);

  Owned<api::Stream> stream_;
};

/// A place in a stream's work.
class Event {
 public:
  /// Streams wait for it sooner than for one with a time.
  explicit Event(const Device& device);
  static Event with_time(const Device& device);

  void record(const Stream& stream);
  bool reached() const;
  void synchronize() const;
  /// From `start`, recorded before; both have a time, and have been reached.
  double seconds_since(const Event& start) const;

  api::Event handle() const { return event_.get(); }

 private:
  Event(const Device& device, unsigned flags);

  Owned<api::Event> event_;
};

}  // namespace diagc::cuda
