// Numbers from random bits, and polynomials, in double precision on devices.

constexpr Real infinity = 1.7976931348623157e+308;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return bits * 0x1p-32; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((double)bits, 0x1p-32, 0x1p-33); }
LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
#pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 2) {
    const double2 q = __ldg((const double2*)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y;
  }
}
