#include "tests/cuda/fake_driver/world.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace fake_cuda;

namespace {

std::shared_ptr<Place> last_of(api::Event event) {
  const std::lock_guard lock(event->mutex);
  return event->last;
}

}  // namespace

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

int cuMemAlloc_v2(api::DevicePointer* address, std::size_t bytes) {
  ENTER_CURRENT(cuMemAlloc_v2);
  const int device = current_device();
  if (bytes == 0) return api::error_invalid_value;
  if (const int error = error_of(device)) return error;
  World& w = world();
  const std::lock_guard lock(w.mutex);
  Gpu& gpu = w.gpus[static_cast<std::size_t>(device)];
  if (bytes > w.memory - std::min(gpu.used, w.memory)) return api::error_out_of_memory;
  void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(memory, 0xcd, bytes);
  w.buffers[reinterpret_cast<std::uintptr_t>(memory)] = {bytes, device};
  gpu.used += bytes;
  gpu.peak = std::max(gpu.peak, gpu.used);
  *address = reinterpret_cast<api::DevicePointer>(memory);
  return api::success;
}

int cuMemFree_v2(api::DevicePointer address) {
  ENTER_CURRENT(cuMemFree_v2);
  World& w = world();
  const std::lock_guard lock(w.mutex);
  const auto place = w.buffers.find(address);
  if (place == w.buffers.end() || place->second.device != current_device()) {
    return api::error_invalid_value;
  }
  w.gpus[static_cast<std::size_t>(place->second.device)].used -= place->second.bytes;
  w.buffers.erase(place);
  std::free(host(address));
  return api::success;
}

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  ENTER_CURRENT(cuMemGetInfo_v2);
  const std::lock_guard lock(world().mutex);
  const Gpu& gpu = world().gpus[static_cast<std::size_t>(current_device())];
  *total = world().memory;
  *free = world().memory - std::min(gpu.used, world().memory);
  return api::success;
}

int cuMemHostAlloc(void** address, std::size_t bytes, unsigned) {
  ENTER_CURRENT(cuMemHostAlloc);
  *address = std::malloc(bytes);
  const std::lock_guard lock(world().mutex);
  world().pinned[*address] = bytes;
  return api::success;
}

int cuMemFreeHost(void* address) {
  ENTER_CURRENT(cuMemFreeHost);
  const std::lock_guard lock(world().mutex);
  if (world().pinned.erase(address) == 0) return api::error_invalid_value;
  std::free(address);
  return api::success;
}

int cuMemcpyHtoD_v2(api::DevicePointer to, const void* from, std::size_t bytes) {
  ENTER_CURRENT(cuMemcpyHtoD_v2);
  return copy(host(to), from, bytes, to, current_device());
}

int cuMemcpyDtoH_v2(void* to, api::DevicePointer from, std::size_t bytes) {
  ENTER_CURRENT(cuMemcpyDtoH_v2);
  return copy(to, host(from), bytes, from, current_device());
}

int cuMemcpyHtoDAsync_v2(api::DevicePointer to, const void* from, std::size_t bytes,
                         api::Stream stream) {
  ENTER_CURRENT(cuMemcpyHtoDAsync_v2);
  return put(stream, [=] { return copy(host(to), from, bytes, to, stream->device); });
}

int cuMemcpyDtoHAsync_v2(void* to, api::DevicePointer from, std::size_t bytes, api::Stream stream) {
  ENTER_CURRENT(cuMemcpyDtoHAsync_v2);
  return put(stream, [=] { return copy(to, host(from), bytes, from, stream->device); });
}

int cuMemcpyDtoDAsync_v2(api::DevicePointer to, api::DevicePointer from, std::size_t bytes,
                         api::Stream stream) {
  ENTER_CURRENT(cuMemcpyDtoDAsync_v2);
  return put(stream, [=] { return copy(host(to), host(from), bytes, to, stream->device); });
}

int cuMemcpyPeerAsync(api::DevicePointer to, api::Context to_context, api::DevicePointer from,
                      api::Context from_context, std::size_t bytes, api::Stream stream) {
  ENTER_CURRENT(cuMemcpyPeerAsync);
  return put(stream, [=] {
    {
      World& w = world();
      const std::lock_guard lock(w.mutex);
      if (!is_in(w, from, bytes, from_context->device)) return api::error_illegal_address;
    }
    return copy(host(to), host(from), bytes, to, to_context->device);
  });
}

// Kernels of the host do not look at it; what the driver refuses is refused.
int cuTensorMapEncodeTiled(api::TensorMap* map, int numbers, std::uint32_t axes, void* address,
                           const std::uint64_t* extents, const std::uint64_t* strides,
                           const std::uint32_t* box, const std::uint32_t* steps, int interleaved,
                           int turned, int lines, int outside) {
  ENTER_CURRENT(cuTensorMapEncodeTiled);
  constexpr std::uint32_t most_axes = 5, most_in_box = 256;
  constexpr std::uint64_t aligned = 16, most_turned = 64;
  if (numbers != api::tensor_double || axes == 0 || axes > most_axes ||
      interleaved != api::tensor_side_by_side || turned != api::tensor_turned_in_64_bytes ||
      lines != api::tensor_lines_of_128_bytes || outside != api::tensor_zero_outside ||
      reinterpret_cast<std::uintptr_t>(address) % aligned != 0 ||
      box[0] * sizeof(double) > most_turned) {
    return api::error_invalid_value;
  }
  for (std::uint32_t axis = 0; axis < axes; ++axis) {
    if (extents[axis] == 0 || box[axis] == 0 || box[axis] > most_in_box || steps[axis] != 1 ||
        (axis > 0 && strides[axis - 1] % aligned != 0)) {
      return api::error_invalid_value;
    }
  }
  *map = {};
  return api::success;
}

int cuMemcpy3DPeerAsync(const api::PeerCopy* given, api::Stream stream) {
  ENTER_CURRENT(cuMemcpy3DPeerAsync);
  const api::PeerCopy own = *given;
  for (const api::PeerSide* side : {&own.from, &own.to}) {
    if (side->type != api::device_memory || side->x + side->y + side->z + side->lod != 0 ||
        side->pitch < own.width || own.depth != 1) {
      return api::error_invalid_value;
    }
  }
  return put(stream, [own] {
    for (std::size_t row = 0; row < own.height; ++row) {
      const api::DevicePointer from = own.from.address + row * own.from.pitch,
                               to = own.to.address + row * own.to.pitch;
      {
        World& w = world();
        const std::lock_guard lock(w.mutex);
        if (!is_in(w, from, own.width, own.from.context->device)) return api::error_illegal_address;
      }
      const int result = copy(host(to), host(from), own.width, to, own.to.context->device);
      if (result != api::success) return result;
    }
    return api::success;
  });
}

int cuStreamCreateWithPriority(api::Stream* stream, unsigned, int) {
  ENTER_CURRENT(cuStreamCreateWithPriority);
  *stream = new CUstream_st(current_device());
  const std::lock_guard lock(world().mutex);
  world().streams.insert(*stream);
  return api::success;
}

int cuStreamDestroy_v2(api::Stream stream) {
  ENTER_CURRENT(cuStreamDestroy_v2);
  {
    const std::lock_guard lock(world().mutex);
    world().streams.erase(stream);
  }
  delete stream;
  return api::success;
}

int cuStreamSynchronize(api::Stream stream) {
  ENTER_CURRENT(cuStreamSynchronize);
  if (!stream) return error_of(current_device());  // the one of copies that take no stream
  if (current_device() != stream->device) return invalid_context;
  stream->drain();
  return error_of(stream->device);
}

int cuStreamWaitEvent(api::Stream stream, api::Event event, unsigned) {
  ENTER_CURRENT(cuStreamWaitEvent);
  const std::shared_ptr<Place> place = last_of(event);
  return put(stream, [place] {
    if (place) place->wait();
    return api::success;
  });
}

int cuEventCreate(api::Event* event, unsigned flags) {
  ENTER_CURRENT(cuEventCreate);
  *event =
      new CUevent_st{.has_time = (flags & api::event_disable_timing) == 0, .mutex = {}, .last = {}};
  const std::lock_guard lock(world().mutex);
  world().events.insert(*event);
  return api::success;
}

int cuEventDestroy_v2(api::Event event) {
  ENTER_CURRENT(cuEventDestroy_v2);
  {
    const std::lock_guard lock(world().mutex);
    world().events.erase(event);
  }
  delete event;
  return api::success;
}

int cuEventRecord(api::Event event, api::Stream stream) {
  ENTER_CURRENT(cuEventRecord);
  if (current_device() != stream->device) return invalid_context;
  if (const int error = error_of(stream->device)) return error;
  const auto place = std::make_shared<Place>();
  {
    const std::lock_guard lock(event->mutex);
    event->last = place;
  }
  // Also where the device fails before: who waits shall not wait for ever.
  stream->put([place] { place->reach(); });
  return api::success;
}

int cuEventQuery(api::Event event) {
  ENTER_CURRENT(cuEventQuery);
  const std::shared_ptr<Place> place = last_of(event);
  return !place || place->is_reached() ? api::success : api::error_not_ready;
}

int cuEventSynchronize(api::Event event) {
  ENTER_CURRENT(cuEventSynchronize);
  if (const std::shared_ptr<Place> place = last_of(event)) place->wait();
  return api::success;
}

int cuEventElapsedTime(float* milliseconds, api::Event start, api::Event end) {
  ENTER_CURRENT(cuEventElapsedTime);
  const std::shared_ptr<Place> from = last_of(start), to = last_of(end);
  if (!start->has_time || !end->has_time || !from || !to) return 400;
  if (!from->is_reached() || !to->is_reached()) return api::error_not_ready;
  *milliseconds = std::chrono::duration<float, std::milli>(to->time() - from->time()).count();
  return api::success;
}

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
