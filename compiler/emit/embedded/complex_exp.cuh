__device__ inline Complex exp(Complex a) {
  const Real size = exp(a.re);
  return {size * cos(a.im), size * sin(a.im)};
}
