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
// Tasks that a block takes side by side, each by so many threads, a power of two; none has more threads of a sum.
struct Wave {
  unsigned first, end;
  unsigned threads, threads_of_sum;
};
struct Tasks {
  Number *memory;
  const Task *tasks;
  const Wave *waves;
  const unsigned *ends;  // of each block, one past its last wave
  const unsigned *tables;
  const Long *starts;
  int *most;
  unsigned first;  // task, or wave of the first block
  unsigned prime;
};

// Where a task's numbers are. Nothing is read by way of a cache that does not see what other threads of the block wrote.
struct Places {
  Arithmetic with;
  const Number *a, *b;
  Number *c;
  const unsigned *lanes_a, *lanes_b, *lanes_c, *columns_b, *columns_c, *sums_a, *sums_b;

  __device__ Places(const Tasks &tasks, const Task &task)
      : with(arithmetic_of(*(volatile int *)(tasks.most + task.value_a),
                           *(volatile int *)(tasks.most + task.value_b), tasks.prime)),
        a(tasks.memory + task.a + tasks.starts[task.start_a]),
        b(tasks.memory + task.b + tasks.starts[task.start_b]),
        c(tasks.memory + task.c),
        lanes_a(tasks.tables + task.table),
        lanes_b(lanes_a + task.lanes),
        lanes_c(lanes_b + task.lanes),
        columns_b(lanes_c + task.lanes),
        columns_c(columns_b + task.columns),
        sums_a(columns_c + task.columns),
        sums_b(sums_a + task.summed) {}

  // What one of the threads of a sum has of it.
  __device__ Number part_of_sum(const Task &task, unsigned output, unsigned share) const {
    const Number *const from_a = a + lanes_a[output % task.lanes];
    const Number *const from_b = b + lanes_b[output % task.lanes] + columns_b[output / task.lanes];
    Sum sum;
    clear(sum);
#pragma unroll 4
    for (unsigned k = share; k < task.summed; k += task.threads_of_sum)
      add_product(sum, scaled(from_a[sums_a[k]], with), from_b[sums_b[k]], with);
    return value_of(sum, with);
  }

  __device__ void keep(const Task &task, unsigned output, const Number &value, int &most) const {
    c[lanes_c[output % task.lanes] + columns_c[output / task.lanes]] = value;
    const int exponent = exponent_of(value);
    most = exponent > most ? exponent : most;
  }
};

__device__ __forceinline__ void add_to(Number &value, const Number &other, Arithmetic with) {
  Sum both;
  clear(both);
  add(both, value, with);
  add(both, other, with);
  value = value_of(both, with);
}

// Asks for memory that is read soon.
__device__ __forceinline__ void fetch(const void *from, unsigned bytes) {
#ifdef __CUDA_ARCH__
  constexpr unsigned line = 128, most = 16 * line;
  for (unsigned at = 0; at < bytes && at < most; at += line)
    asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)from + at));
#endif
}
__device__ void fetch_task(const Tasks &tasks, const Task &task) {
  const unsigned offsets = 3 * task.lanes + 2 * task.columns + 2 * task.summed;
  fetch(tasks.tables + task.table, offsets * (unsigned)sizeof(unsigned));
  fetch(tasks.most + task.value_a, 1);
  fetch(tasks.most + task.value_b, 1);
  fetch(tasks.memory + task.a + tasks.starts[task.start_a],
        task.lanes * task.summed * (unsigned)sizeof(Number));
  fetch(tasks.memory + task.b + tasks.starts[task.start_b],
        task.columns * task.summed * (unsigned)sizeof(Number));
}

__device__ void take_wave(const Tasks &tasks, const Wave &wave) {
  Number *const held = (Number *)(diagc_shared + 16);
  int *const exponents = (int *)(held + block_threads);  // by task
  const unsigned number = threadIdx.x / wave.threads, own = threadIdx.x % wave.threads;
  const bool lives = wave.first + number < wave.end;
  const Task task = tasks.tasks[lives ? wave.first + number : wave.first];
  const Places at(tasks, task);
  const unsigned outputs = lives ? task.lanes * task.columns : 0;
  const unsigned side = wave.threads / task.threads_of_sum;
  const unsigned share = own / side;
  int most = 0;
  if (threadIdx.x < most_wave_tasks) exponents[threadIdx.x] = 0;
  for (unsigned output = own % side; output < outputs; output += side) {
    const Number value = at.part_of_sum(task, output, share);
    if (task.threads_of_sum == 1) {
      at.keep(task, output, value, most);
    } else {
      held[threadIdx.x] = value;
    }
  }
  // A task whose threads share sums has no more outputs than sums at once.
  for (unsigned half = wave.threads_of_sum / 2; half > 0; half /= 2) {
    __syncthreads();
    if (share < half && 2 * half <= task.threads_of_sum && own % side < outputs)
      add_to(held[threadIdx.x], held[threadIdx.x + half * side], at.with);
  }
  if (task.threads_of_sum > 1 && share == 0 && own < outputs)
    at.keep(task, own, held[threadIdx.x], most);
  __syncthreads();
  if (most > 0) atomicMax(exponents + number, most);
  __syncthreads();
  // No other task writes here.
  if (lives && own == 0) *(volatile int *)(tasks.most + task.value_c) = exponents[number];
  __syncthreads();
}

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_groups(const __grid_constant__ Tasks tasks) {
  const unsigned begin = blockIdx.x == 0 ? tasks.first : tasks.ends[blockIdx.x - 1];
  const unsigned end = tasks.ends[blockIdx.x];
  const unsigned last = tasks.waves[end - 1].end;
  for (unsigned task = tasks.waves[begin].first + threadIdx.x; task < last; task += block_threads)
    fetch_task(tasks, tasks.tasks[task]);
  for (unsigned wave = begin; wave < end; ++wave) take_wave(tasks, tasks.waves[wave]);
}

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_by_tables(const __grid_constant__ Tasks tasks) {
  Number *const held = (Number *)(diagc_shared + 16);
  const Task task = tasks.tasks[tasks.first];
  const Places at(tasks, task);
  const unsigned outputs = task.lanes * task.columns, side = block_threads / task.threads_of_sum;
  const unsigned own = threadIdx.x % side, share = threadIdx.x / side;
  int most = 0;
  for (unsigned first = blockIdx.x * side; first < outputs; first += gridDim.x * side) {
    const unsigned output = first + own;
    const bool lives = output < outputs;
    Number value = at.part_of_sum(task, lives ? output : 0, share);
    if (task.threads_of_sum > 1) {
      __syncthreads();
      held[threadIdx.x] = value;
      for (unsigned half = task.threads_of_sum / 2; half > 0; half /= 2) {
        __syncthreads();
        if (share < half) add_to(held[threadIdx.x], held[threadIdx.x + half * side], at.with);
      }
      value = held[threadIdx.x];
    }
    if (lives && share == 0) at.keep(task, output, value, most);
  }
  keep_most(most, tasks.most + task.value_c);
}
