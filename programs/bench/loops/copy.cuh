// Copies numbers, four at a time: what the memory of a device gives and takes.
struct Batch {
  struct {
    const float* data;
    unsigned long long row_stride, lane_stride;
  } inputs[1];
  struct {
    float* data;
    unsigned long long row_stride;
  } outputs[1];
  unsigned long long begin, end;
  float* work;
};

extern "C" __global__ void copy(const __grid_constant__ Batch batch) {
  const unsigned long long at = blockIdx.x * 256ull + threadIdx.x;
  if (4 * at < batch.end)
    ((float4*)batch.outputs[0].data)[at] = ((const float4*)batch.inputs[0].data)[at];
}
