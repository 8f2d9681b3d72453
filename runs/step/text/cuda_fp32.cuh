// Numbers from random bits, in single precision on devices.

constexpr Real infinity = 3.402823466e+38f;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return (float)(bits >> 8) * 0x1p-24f; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((float)(bits >> 8), 0x1p-24f, 0x1p-25f); }
// Of an angle in half turns.
LANE_FUNCTION void sine_and_cosine(Vec half_turns, Vec& sine, Vec& cosine) {
  sincospif(half_turns, &sine, &cosine);
}
