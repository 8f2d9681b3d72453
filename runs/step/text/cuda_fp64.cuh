// Numbers from random bits, in double precision on devices.

constexpr Real infinity = 1.7976931348623157e+308;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return bits * 0x1p-32; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((double)bits, 0x1p-32, 0x1p-33); }
// Of an angle in half turns.
LANE_FUNCTION void sine_and_cosine(Vec half_turns, Vec& sine, Vec& cosine) {
  sincospi(half_turns, &sine, &cosine);
}
