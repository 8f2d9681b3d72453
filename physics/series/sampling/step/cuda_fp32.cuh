// Numbers from random bits, and polynomials, in single precision on devices.

constexpr Real infinity = 3.402823466e+38f;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return (float)(bits >> 8) * 0x1p-24f; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((float)(bits >> 8), 0x1p-24f, 0x1p-25f); }
LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
#pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 4) {
    const float4 q = __ldg((const float4*)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y, to[i + 2] = q.z, to[i + 3] = q.w;
  }
}
