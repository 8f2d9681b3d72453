// The Markov step as source text, in pieces that are put around an emitted kernel: source → graph → sink. What is the same for all shapes stands in
// the files of step/, which travel inside the program; what has as many terms as a vector has lanes is made here.
//
// The pieces are the same for every target. What differs is what a lane group is: a vector of walkers on CPUs
// (cpu_lanes), one walker on a device. Types Vec (numbers), Int (32-bit unsigned) and Mask, one component a walker.
#pragma once

#include <cstdint>
#include <string>

namespace diagc::series {

/// All that the text depends on; everything else is in the tables that the step reads.
struct StepShape {
  std::uint32_t order =
      1;  ///< vertices 1 … order are integrated over, vertex 0 is the measured one
  bool single_precision = true;
  std::uint32_t lanes = 16;  ///< walkers of a lane group on CPUs
  std::uint32_t coefficients =
      4;  ///< of one polynomial as stored, a multiple of 4; powers 0, 1, …, those beyond the degree zero
  std::uint32_t interval_bits = 0, bin_bits = 0;  ///< of the propagator table, of links
  bool one_site = false;                          ///< then no pair is looked up
  bool one_code = true;                           ///< PairCodes::one_code()
  std::uint32_t pair_offset = 0;                  ///< PairCodes::offset
  bool class_is_row = false;  ///< classes of links have the numbers of the rows of `row`
  bool roots = false;         ///< vertex 0 has several sites to be at
  bool own_lines = false;     ///< G[a,a] depends on where a is
  bool derivative = false;    ///< behind the two polynomials of G stand those of H
  std::uint32_t tables = 1;   ///< of polynomials: two of each stand together
  // Of samples from trees.
  std::uint32_t propagator_input = 0, derivative_input = 0;  ///< numbers of the graph's inputs
  bool alike = false;                                        ///< P0 is P, and α is 1
  bool symmetric = false;                                    ///< P(u → v) = P(v → u) besides
  bool mixed = false;  ///< most of them are evaluated in single precision
};

/// Constants of the shape.
std::string step_constants(const StepShape& shape);
/// The structs of step/memory.h and step/tree_memory.h.
std::string step_memory();
/// Lane groups of CPUs, on top of the Vec of a part: look-ups, selection, integers, polynomials.
std::string cpu_lanes(const StepShape& shape);
/// The same for devices: a lane group is one walker.
std::string cuda_lanes(const StepShape& shape);
/// Random numbers, propagators, proposals, acceptance, accumulation, for one lane group.
std::string step_body();
/// Of samples from trees: random numbers, propagators, draws, weights, sums, for one lane group.
std::string tree_body();

}  // namespace diagc::series
