// Numbers of a kernel's precision from random bits, in single precision on devices.

// cos and sin of a random angle, as a kernel takes them.
LANE_FUNCTION void narrow_circle(Int bits, Vec *cosine, Vec *sine) {
  sincospif(2 * to_number(bits), sine, cosine);
}
