// Second Born of two bands on a device without kernels of this program: by cuFFT with kernels between its transforms, and by direct sums.
#pragma once

#include <optional>
#include <vector>

#include "runtime/cuda/device.h"

namespace diagc::bench {

/// Seconds of a pair of times, both components, by cuFFT and a kernel between its transforms, of 2048 pairs at once. Nothing where there is no
/// cuFFT.
std::optional<double> seconds_by_cufft(const cuda::Device& device,
                                       const std::vector<std::size_t>& grid);

/// The same with a kernel for each product and difference of arrays between the transforms, as a library of arrays has it.
std::optional<double> seconds_by_operations(const cuda::Device& device,
                                            const std::vector<std::size_t>& grid);

/// Seconds that the exchange term of one component alone takes by direct sums from shared memory. `points`: a power of two.
double seconds_of_exchange_sums(const cuda::Device& device, std::size_t points);

}  // namespace diagc::bench
