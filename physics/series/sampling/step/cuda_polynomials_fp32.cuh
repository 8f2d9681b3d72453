// Polynomials of propagators in single precision on devices.

LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
#pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 4) {
    const float4 q = __ldg((const float4*)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y, to[i + 2] = q.z, to[i + 3] = q.w;
  }
}
