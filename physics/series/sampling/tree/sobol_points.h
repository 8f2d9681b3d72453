// Scrambled points of Sobol's sequence, of which every group of members takes one after the other.
//
// The point of index n has in dimension d the XOR of the direction numbers of d at the bits of n (I. M. Sobol', USSR Comput. Math. Math. Phys. 7, 86
// (1967)), with the numbers of
//   S. Joe and F. Y. Kuo, SIAM J. Sci. Comput. 30, 2635 (2008).
// Scrambling maps the digits of a number, from the highest on, each by a permutation that depends on those before it:
//   A. B. Owen, in Monte Carlo and Quasi-Monte Carlo Methods (Springer, 1995), p. 299,
// here by a hash of the reversed bits, after
//   S. Laine and T. Karras, Comput. Graph. Forum 30, 1265 (2011); B. Burley, J. Comput. Graph. Tech. 9 (4), 1 (2020),
// and a random XOR of all bits, which alone makes every single number uniform.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::series {

/// Of dimension 0, 1, …: what bit 0, 1, … 31 of the index gives; the highest bit is one half.
std::vector<std::uint32_t> sobol_directions(std::uint32_t dimension);

/// Members of a group are a power of two in number: the low bits of the index; its high bits are a step. Numbers wait with reversed bits.
struct SobolTables {
  std::uint32_t dimensions = 0, group_bits = 0;
  std::vector<std::uint32_t> members;    ///< [dimension][member of the group]
  std::vector<std::uint32_t> steps;      ///< [dimension][byte][value of that byte of the step]
  std::vector<std::uint32_t> scrambles;  ///< [group][dimension][2]: key of the hash, XOR
};

/// `key`, `use`: of random numbers (Philox), of which groups make their scrambles.
SobolTables sobol_tables(std::uint32_t dimensions, std::uint32_t group_bits, std::uint32_t groups,
                         const std::uint32_t* key, std::uint32_t use);

}  // namespace diagc::series
