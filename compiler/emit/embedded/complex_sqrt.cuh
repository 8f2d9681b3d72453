// The larger of two sums that cannot cancel.
__device__ inline Complex sqrt(Complex a) {
  if (a.re == 0 && a.im == 0) return {Real(0), a.im};
  const Real root = sqrt(Real(0.5) * fabs(a.re) + Real(0.5) * hypot(a.re, a.im));
  const Real half = Real(0.5) * a.im / root;
  if (a.re >= 0) return {root, half};
  return {fabs(half), copysign(root, a.im)};
}
