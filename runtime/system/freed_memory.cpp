#include "runtime/system/freed_memory.h"

#include <cstdlib>
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace diagc {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int largest = 32 << 20, with_each_growth = 64 << 20;
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, with_each_growth);
#endif
}

}  // namespace diagc
