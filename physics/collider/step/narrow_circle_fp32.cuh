// Numbers of a kernel's precision from random bits, in single precision on devices.

// cos and sin of a random angle, as a kernel takes them.
LANE_FUNCTION void narrow_circle(Int bits, Vec *cosine, Vec *sine) {
  single_circle((float)(int)bits * 0x1p-32f, cosine, sine);
}
