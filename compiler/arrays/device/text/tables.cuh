// Steps that are small, whose shapes are no constants of the text: offsets of lanes, columns and summed values stand in tables.
struct Task {
  Long a, b, c;  // where the arrays begin in the memory
  // Where its offsets begin: of lanes in a, in b, in c; of columns in b, in c; of summed values in a, in b.
  Long table;
  unsigned start_a, start_b;           // of the starts in this slice
  unsigned value_a, value_b, value_c;  // of the largest exponents
  unsigned lanes, columns, summed;
  unsigned threads_of_sum;  // a power of two, at most block_threads: so many threads share a sum
};
struct Tasks {
  Number *memory;
  const Task *tasks;
  const unsigned *ends;  // of each block, one past its last task
  const unsigned *tables;
  const Long *starts;
  int *most;
  unsigned first;  // task, of the first block
  unsigned prime;
};

// Its share of a task, of a block of so many. Nothing is read by way of a cache that does not see what other threads of the block wrote.
__device__ void take_task(const Tasks &tasks, const Task &task, unsigned block, unsigned blocks) {
  Number *const held = (Number *)(diagc_shared + 16);
  const Arithmetic with = arithmetic_of(*(volatile int *)(tasks.most + task.value_a),
                                        *(volatile int *)(tasks.most + task.value_b), tasks.prime);
  const Number *const a = tasks.memory + task.a + tasks.starts[task.start_a];
  const Number *const b = tasks.memory + task.b + tasks.starts[task.start_b];
  Number *const c = tasks.memory + task.c;
  const unsigned
      *const lanes_a = tasks.tables + task.table,
             *const lanes_b = lanes_a + task.lanes, *const lanes_c = lanes_b + task.lanes,
             *const columns_b = lanes_c + task.lanes, *const columns_c = columns_b + task.columns,
             *const sums_a = columns_c + task.columns, *const sums_b = sums_a + task.summed;
  const unsigned outputs = task.lanes * task.columns, side = block_threads / task.threads_of_sum;
  const unsigned own = threadIdx.x % side, share = threadIdx.x / side;
  int most = 0;
  for (unsigned first = block * side; first < outputs; first += blocks * side) {
    const unsigned output = first + own;
    const bool lives = output < outputs;
    const unsigned lane = lives ? output % task.lanes : 0, column = lives ? output / task.lanes : 0;
    const Number *const from_a = a + lanes_a[lane];
    const Number *const from_b = b + lanes_b[lane] + columns_b[column];
    Sum sum;
    clear(sum);
#pragma unroll 4
    for (unsigned k = share; k < task.summed; k += task.threads_of_sum)
      add_product(sum, scaled(from_a[sums_a[k]], with), from_b[sums_b[k]], with);
    Number value = value_of(sum, with);
    if (task.threads_of_sum > 1) {
      __syncthreads();
      held[threadIdx.x] = value;
      for (unsigned half = task.threads_of_sum / 2; half > 0; half /= 2) {
        __syncthreads();
        if (share < half) {
          Sum both;
          clear(both);
          add(both, held[threadIdx.x], with);
          add(both, held[threadIdx.x + half * side], with);
          held[threadIdx.x] = value_of(both, with);
        }
      }
      value = held[threadIdx.x];
    }
    if (lives && share == 0) {
      c[lanes_c[lane] + columns_c[column]] = value;
      const int exponent = exponent_of(value);
      most = exponent > most ? exponent : most;
    }
  }
  keep_most(most, tasks.most + task.value_c);
}

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_groups(const __grid_constant__ Tasks tasks) {
  const unsigned begin = blockIdx.x == 0 ? tasks.first : tasks.ends[blockIdx.x - 1];
  for (unsigned task = begin; task < tasks.ends[blockIdx.x]; ++task)
    take_task(tasks, tasks.tasks[task], 0, 1);
}

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_by_tables(const __grid_constant__ Tasks tasks) {
  take_task(tasks, tasks.tasks[tasks.first], blockIdx.x, gridDim.x);
}
