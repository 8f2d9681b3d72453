// Picked rows as bytes: pieces of bounded length, for ranks and for checkpoints.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runs/checkpoint/bytes.h"
#include "runs/population/population.h"

namespace diagc::runs {

/// Of one piece.
inline constexpr std::size_t most_piece_rows = 1U << 16U;
inline constexpr std::size_t picked_row_bytes = 20;

/// Rows from `at` on, which moves behind them; empty where there are none left.
Bytes next_piece(std::span<const PickedRow> rows, std::size_t& at);
/// Adds the rows of a piece. Throws std::runtime_error, whose text goes on from "the file cannot be used: ".
void read_piece(std::span<const std::byte> piece, std::vector<PickedRow>& to);

}  // namespace diagc::runs
