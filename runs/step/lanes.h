// What steps of populations are written on, as source text: lane groups and random numbers.
//
// A step stands around a kernel's part (diagc/embed.h) and is compiled with it. Its text is the same for every target; what differs is what
// a lane group is: a vector of members on processors (a part's Vec), one member, which is a thread, on a device. The text of what is the same
// for all vectors stands in the files of text/, which travel inside the program.
//
// Types of the text: Vec (numbers of type Real), Wide (doubles), Int (32-bit unsigned), one component a member; Mask and Choice, what
// comparisons of Int and of Vec give. Functions of the text: text/cpu_lanes.inc, text/cpu_fp32.inc, text/cuda_lanes.cuh, text/philox.inc.
#pragma once

#include <cstdint>
#include <string>

namespace diagc::runs {

struct LaneGroup {
  bool single_precision = true;  ///< Real is float
  std::uint32_t lanes =
      16;  ///< members of a vector on processors, at least 2; devices: 1, whatever stands here
};

/// Lane groups of processors, on top of the Vec of a part: look-ups, selection, integers, numbers from random bits.
std::string cpu_lanes(const LaneGroup& group);
/// The same for devices.
std::string cuda_lanes(const LaneGroup& group);
/// Random numbers that are functions of member, step, use and key.
std::string random_numbers();

/// Statements on processors: four numbers for each member, lying together at table + p.at (+ offset), become the vectors to[offset],
/// to[offset + 1], …: quads of the members k, 4 + k, 8 + k, … are joined to q_k, and every four members' quads are a 4 × 4 matrix to
/// transpose. `vector` and `quad` name the types.
std::string transposed_loads(const char* vector, const char* quad, std::uint32_t lanes,
                             std::uint32_t offset);

}  // namespace diagc::runs
