#include "library/stream.h"

namespace diagc {

Stream::Stream(int device)
    : queue_(std::make_unique<Queue>(Queue{cuda::Queue(cuda::Device(device))})) {}

Stream::Stream(int device, void* stream)
    : queue_(std::make_unique<Queue>(
          Queue{cuda::Queue(cuda::Device(device), static_cast<cuda::api::Stream>(stream))})) {}

Stream::Stream(Stream&& other) noexcept = default;
Stream& Stream::operator=(Stream&& other) noexcept = default;
Stream::~Stream() = default;

int Stream::device() const { return queue_->queue.device().info().number; }
void* Stream::handle() const { return queue_->queue.stream().handle(); }
void Stream::synchronize() const { queue_->queue.synchronize(); }

}  // namespace diagc
