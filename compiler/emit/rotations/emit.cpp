#include "compiler/emit/rotations/emit.h"

#include <array>

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/cuda/text.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/rotations/plan.h"

namespace diagc {

namespace {

class RotationKernel : CudaText {
 public:
  RotationKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        plan_(plan_rotations(find_determinants(graph), options)),
        rotations_(plan_.rotations()),
        half_lanes_(plan_.half_configurations() * rotations_),
        chunk_(schedule.chunks.front()) {}

  CudaProgram emit() {
    CudaProgram program;
    program.schedule = CudaSchedule::cooperative;
    program.launches = {{.function = name_ + "_rotations",
                         .threads = plan_.warps * 32,
                         .configurations = plan_.warps * plan_.configurations(),
                         .shared_bytes = plan_.shared_bytes(),
                         .resident = true}};
    program.tables = {{"places", table_bytes(plan_.words)}};
    kernel(program.launches.front().function);
    program.kernels = {take_text()};
    title(fmt::format("CUDA for {}, lanes that share configurations, by rotations of vertices",
                      options_.device.arch));
    launches(program);
    prelude(program.tables.size());
    text_ += shared_memory_functions();
    text_ += "\n" + embedded_text("shared_stores") + "\n" + embedded_text("rotations");
    program.head = take_text();
    return program;
  }

 private:
  void kernel(const std::string& function) {
    line("");
    line("// {} vertices, {} configurations of a warp, {} warps of a block.", plan_.sum.vertices,
         plan_.configurations(), plan_.warps);
    text_.pop_back();
    kernel_begin(function, plan_.warps * 32, 1);
    lanes();
    factors();
    if (half_lanes_ < 16) line("  if (in_half >= {}) return;", half_lanes_);
    addresses();
    line("  const Size groups = (batch.end - batch.begin + {}) / {};", plan_.configurations() - 1,
         plan_.configurations());
    line("#pragma unroll 1");
    line(
        "  for (Size group = blockIdx.x * {0} + warp; group < groups; group += gridDim.x * {0}) {{",
        plan_.warps);
    inputs();
    for (const RotationOperation& operation : plan_.operations) add(operation);
    line("  }}");
    line("}}");
  }

  void lanes() {
    line(
        "  const unsigned warp = threadIdx.x / 32, half = threadIdx.x / 16 % 2, in_half = "
        "threadIdx.x % 16;");
    line("  const unsigned c = half * {0} + in_half / {1}, r = in_half % {1};",
         plan_.half_configurations(), rotations_);
  }

  void addresses() {
    line("  const unsigned *const places = (const unsigned *)batch.tables[0] + r * 4;");
    line("  const unsigned a0 = shared_start() + warp * {} + c * {};", plan_.warp_bytes(),
         rotations_ * 8);
    for (unsigned k = 1; k <= rotations_; ++k) {
      for (unsigned turns = 0; turns < k; ++turns) {
        line("  const unsigned a{} = a0 + (r % {} + {}) % {} * 8;", slot_address(k, turns), k,
             turns, k);
      }
    }
  }

  /// Factors of sums, in shared memory, as registers are all taken.
  void factors() {
    line("  const unsigned factors = shared_start() + {};", plan_.warps * plan_.warp_bytes());
    line("  if (threadIdx.x == 0) {{");
    uniforms(chunk_, "batch.params");
    line("  const Real once = {}, twice = (once - 1) / 2, more = (once + 1) / 2;",
         power_text(plan_.sum.power));
    unsigned at = 0;
    for (const char* factor : {"once", "twice", "more", "once * more", "once * twice"}) {
      line("  store_shared<{}>(factors, {});", at, factor);
      at += 8;
    }
    line("  }}");
    line("  __syncthreads();");
  }

  /// Its own rows of G and H, of a lane.
  void inputs() {
    const unsigned n = plan_.sum.vertices, extent = plan_.sum.extent(), apart = extent - n;
    line("    const Size place = batch.begin + group * {} + c, last = batch.end - 1;",
         plan_.configurations());
    line("    const Size from = place < last ? place : last;");
    const auto of_input = [&](const char* name, std::size_t input) {
      line(
          "    const Real *const {0}_at = batch.inputs[{1}].data + from * "
          "batch.inputs[{1}].lane_stride;",
          name, input);
      line("    const Size {}_row = batch.inputs[{}].row_stride;", name, input);
    };
    const auto element = [&](const char* name, const std::string& row, unsigned rows,
                             unsigned column) {
      return fmt::format("__ldg({0}_at + ({1}{2}) * {0}_row)", name, row, rows * extent + column);
    };
    const std::string own_row = fmt::format("r * {} + ", extent), own_column = "r + ";
    const auto matrix = [&](const char* name) {
      line("    const Real {} = {};", name, element(name, "", apart, apart));
      for (unsigned column = 0; column < n; ++column) {
        line("    const Real {}{} = {};", name, column,
             element(name, own_row, 1 + apart, column + apart));
      }
      line("    const Real {}{} = {};", name, n, element(name, own_column, apart, 1 + apart));
    };
    of_input("g", plan_.sum.propagator);
    matrix("g");
    if (plan_.sum.derivative) {
      of_input("h", *plan_.sum.derivative);
      matrix("h");
      return;
    }
    // A column times a row, of the vertex apart.
    line("    const Real to_apart = {}, first_to_apart = {};", element("g", own_row, 2, 0),
         element("g", "", 1, 0));
    line("    const Real h = first_to_apart * {};", element("g", "", 0, 1));
    for (unsigned column = 0; column < n; ++column) {
      line("    const Real h{} = to_apart * {};", column, element("g", "", 0, 1 + column));
    }
    line("    const Real h{} = first_to_apart * {};", n, element("g", own_column, 0, 2));
  }

  static std::string value(RotationValue value) {
    if (value >= given_values) return fmt::format("x{}", value);
    if (value >= given_h) return fmt::format("h{}", value - given_h);
    if (value >= given_g) return fmt::format("g{}", value - given_g);
    static constexpr std::array<const char*, given_g> names = {"1", "g", "h"};
    return names[value];
  }

  void add(const RotationOperation& operation) {
    const auto& [kind, to, a, b, c, distance] = operation;
    const auto real = [&](const std::string& text) { line("    const Real x{} = {};", to, text); };
    const auto address = [&](const std::string& text) {
      line("    const unsigned a{} = {};", to, text);
    };
    switch (kind) {
      case RotationKind::load:
        return real(fmt::format("load_shared<{}>(a{}, Real())", distance, a));
      case RotationKind::store:
        if (c == 0) return line("    store_shared<{}>(a{}, {});", distance, a, value(b));
        return line("    store_where<{}>(r < {}, a{}, {});", distance, c, a, value(b));
      case RotationKind::product:
        return real(fmt::format("{} * {}", value(a), value(b)));
      case RotationKind::fused:
        return real(fmt::format("fma({}, {}, {})", value(a), value(b), value(c)));
      case RotationKind::fused_less:
        return real(fmt::format("fma(-{}, {}, {})", value(a), value(b), value(c)));
      case RotationKind::sum:
        return real(fmt::format("{} + {}", value(c), value(a)));
      case RotationKind::difference:
        return real(fmt::format("{} - {}", value(c), value(a)));
      case RotationKind::factor:
        return real(fmt::format("load_shared<{}>(factors, Real())", 8 * a));
      case RotationKind::of_leader:
        return real(fmt::format("r == 0 ? {} : 0", value(a)));
      case RotationKind::inverse:
        return real(fmt::format("1 / {}", value(a)));
      case RotationKind::nonzero:
        return real(fmt::format("{0} == 0 ? Real(1e-30) : {0}", value(a)));
      case RotationKind::address:
        return address(fmt::format("a{} + a{}", a, b));
      case RotationKind::column:
        return address(fmt::format("(r % {0} + {1}) % {0} * {2}", a, b, plan_.orbit_bytes()));
      case RotationKind::place:
        if (a % 4 == 0) {
          line("    const Places p{} = load_places(places + {});", a / 4, a * rotations_);
        }
        return address(fmt::format("a0 + p{}.{}", a / 4, "xyzw"[a % 4]));
      case RotationKind::barrier:
        return line("    lanes_sync({}u);", ((1U << half_lanes_) - 1) * 0x10001U);
      case RotationKind::result:
        return line("    if (r == 0 && place < batch.end) batch.outputs[0].data[place] = {}{};",
                    plan_.sum.negative ? "-" : "", value(a));
    }
  }

  const RotationPlan plan_;
  const unsigned rotations_, half_lanes_;
  const Chunk& chunk_;
};

}  // namespace

CudaProgram emit_cuda_rotations(const Graph& graph, const Schedule& schedule,
                                const CudaOptions& options) {
  return RotationKernel(graph, schedule, options).emit();
}

}  // namespace diagc
