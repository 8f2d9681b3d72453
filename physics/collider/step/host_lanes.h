// A lane group of one member on the host: the text of steps as ordinary C++. Included once, inside of a namespace.

#define LANE_FUNCTION inline
#define LANE_TABLE static constexpr

typedef unsigned Int;
constexpr bool on_device = false;
typedef double Number;
typedef bool Mask;
typedef bool Test;
typedef long Long;
typedef unsigned long long Word;

LANE_FUNCTION Int integers(unsigned x) { return x; }
LANE_FUNCTION Word words(unsigned x) { return x; }
LANE_FUNCTION Word low_product(Word a, unsigned b) { return (a & 0xffffffff) * b; }
LANE_FUNCTION Word even(Int x) { return x; }
LANE_FUNCTION Word odd(Int) { return 0; }
LANE_FUNCTION Int joined(Word even, Word) { return static_cast<Int>(even); }
LANE_FUNCTION Int high_product(Int a, Int b) { return static_cast<Int>((Word{a} * b) >> 32); }
LANE_FUNCTION Int choose(bool where, Int a, Int b) { return where ? a : b; }
LANE_FUNCTION Number select(bool where, Number a, Number b) { return where ? a : b; }
LANE_FUNCTION Test to_test(Mask where) { return where; }
LANE_FUNCTION Int look_up(const unsigned *table, Int at) { return table[at]; }
LANE_FUNCTION Number look_up_number(const double *table, Int at) { return table[at]; }
LANE_FUNCTION Number number(double x) { return x; }
LANE_FUNCTION Number number_of(Int x) { return x; }
LANE_FUNCTION Int integer_of(Number x) { return static_cast<Int>(x); }
LANE_FUNCTION Number fused(Number a, Number b, Number c) { return __builtin_fma(a, b, c); }
LANE_FUNCTION Number root(Number x) { return __builtin_sqrt(x); }
LANE_FUNCTION Number positive_root(Number x) { return root(x); }
LANE_FUNCTION Number ratio(Number x, Number y) { return x / y; }
LANE_FUNCTION Number inverse(Number x) { return 1 / x; }
LANE_FUNCTION Number inverse_root(Number x) { return 1 / __builtin_sqrt(x); }
LANE_FUNCTION Number size_of(Number x) { return __builtin_fabs(x); }
LANE_FUNCTION Number smaller(Number a, Number b) { return b < a ? b : a; }
LANE_FUNCTION Number greater(Number a, Number b) { return a < b ? b : a; }
LANE_FUNCTION Long bits_of(Number x) { return __builtin_bit_cast(Long, x); }
LANE_FUNCTION Number of_bits(Long x) { return __builtin_bit_cast(Number, x); }
LANE_FUNCTION Number long_to_number(Long x) { return static_cast<Number>(x); }
