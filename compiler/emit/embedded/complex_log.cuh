__device__ inline Complex log(Complex a) { return {log(hypot(a.re, a.im)), atan2(a.im, a.re)}; }
