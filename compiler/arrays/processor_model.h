// What a core does a second, as place() takes it when it cuts paths into kernels, and the search of orders when it compares trees.
// Sustained rates of a core of a server with AVX-512, as measured (docs/performance.md).
#pragma once

namespace diagc::arrays::processor {

/// Bytes a second: of arrays beyond `far_bytes`, beyond `near_bytes`, and of smaller ones.
inline constexpr double memory_rate = 12e9, near_rate = 25e9, cache_rate = 120e9;
inline constexpr double far_bytes = 16e6, near_bytes = 512e3;
inline constexpr double relayout_rate = 4e9;  ///< bytes a second that get another order of axes
/// Operations a second in single and in double precision.
inline constexpr double single_rate = 110e9, double_rate = 55e9;
/// Shares of the arithmetic rate; in tiles sums of real numbers wait for what they read.
inline constexpr double panel_share = 0.5, real_tile_share = 0.78, complex_tile_share = 0.88;
inline constexpr double panel_spread = 6;  ///< slowdown of reads at large strides
inline constexpr double inner_spread = 1.5,
                        inner_rate = 1.2e9;  ///< elements that are gathered a second
/// Of inner products with so many results or more, the share of the arithmetic rate.
inline constexpr double inner_enough = 8, inner_share = 0.7;
/// Elements of one operand that are added before the product, a second.
inline constexpr double alone_rate = 4e8;
/// Of products in packed panels: bytes a second of whole lines that are packed, or written, and of arrays whose axes are not known; rows and lanes
/// of a block, which has up to 2,048 rows of short sums and fewer of long ones; summed values of panels that are kept.
inline constexpr double product_share = 0.95, pack_rate = 12e9, mean_pack_rate = 5e9;
/// Where a product has a batch, its axes mix with others in every line of an array: how often lines are read.
inline constexpr double batch_spread = 2;
inline constexpr double product_rows = 1024, product_lanes = 256, product_kept = 5000;
inline constexpr double kernel_seconds = 3e-6;  ///< that a kernel takes at least
inline constexpr double not_overlapped =
    0.3;  ///< of memory and arithmetic, the shorter one's share
/// Sums that tiles hold in registers at once.
inline constexpr double real_registers = 6, complex_registers = 3;

}  // namespace diagc::arrays::processor
