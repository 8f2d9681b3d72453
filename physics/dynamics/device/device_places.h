// Numbers of events that streams of a propagation on devices wait for: State::places, and State::arrivals of what travels.
#pragma once

#include <cstddef>

namespace diagc::dynamics {

/// Of `places`, where what all are to have is there on this device.
inline constexpr std::size_t own_place = 0;
/// Where the rows of a sweep that travel are solved for, half of them, all at stored columns, and those of the panel's own block.
inline constexpr std::size_t first_rows_place = 1, rows_place = 2, last_rows_place = 7;
/// Where rows at stored columns are that a history has solved for at its first points.
inline constexpr std::size_t first_points_place = 8;
/// Where launches of a history begin, and where the one of the soonest points ends.
inline constexpr std::size_t history_place = 9, soonest_place = 10;
/// Where rows are that Σ reads here.
inline constexpr std::size_t read_place = 3;
/// Two that take turns: losses of this device's points stand where all devices have them.
inline constexpr std::size_t losses_place = 4;
/// What a sweep is judged by is there.
inline constexpr std::size_t reported_place = 6;
/// Where numbers stand that others solve from at this device's points: rows of T⁺, what solves, and integrals of all points; and where those of others'
/// points have been read that stand here.
inline constexpr std::size_t edge_place = 11, solver_place = 12, integrals_place = 13,
                             solved_here_place = 14;
/// Behind these come those where pieces are evaluated.
inline constexpr std::size_t pieces_place = 15;

/// Of `arrivals`, what all are to have; what others have written, of the soonest points, of the first ones, and of all; what rows at others' points are
/// solved from; and behind these what is read, piece by piece.
inline constexpr std::size_t shared_arrival = 0, written_arrival = 1, first_arrival = 2,
                             last_arrival = 3, integrals_arrival = 4, solver_arrival = 5,
                             pieces_arrival = 6;

}  // namespace diagc::dynamics
