// What a Stream refers to.
#pragma once

#include "diagc/stream.h"
#include "runtime/cuda/queue.h"

namespace diagc {

struct Stream::Queue {
  cuda::Queue queue;
};

}  // namespace diagc
