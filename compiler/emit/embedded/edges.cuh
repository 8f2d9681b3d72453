// values[dst] += values[src] * known[leaf] * known[scalar]
struct __align__(16) Edge {
  unsigned dst, src, leaf, scalar;
};
// An operation on `count` operands, into values[dst].
struct __align__(16) Step {
  unsigned dst, operation, first, count;
};
// The records of a level end here.
struct Level {
  unsigned edges_end, steps_end;
};
// Row `row` of an output is the number at a place; a place of no number is 0.
struct Output {
  unsigned variable, row, place;
};

// Places: an index with two marks.
enum : unsigned { is_complex = 1u << 31, is_known = 1u << 30, no_place = ~0u };

__device__ inline const Real *find(unsigned place, const Real *values, const Real *known) {
  return (place & is_known ? known : values) + (place & (is_known - 1));
}
