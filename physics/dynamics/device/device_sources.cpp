// Sources of kernels: the texts of text/ with shapes and theories before them.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_code.h"
#include "physics/dynamics/device/device_texts.h"
#include "physics/dynamics/device/lane_arrays.h"

namespace diagc::dynamics {

namespace {

std::string device_text(std::string_view name) {
  for (const DeviceFile& file : device_files()) {
    if (file.name == name) return std::string(file.text);
  }
  throw std::logic_error(fmt::format("no text for devices is named {}", name));
}

std::string constants(const DeviceShape& shape) {
  return fmt::format(
      "#define ORDER {}\n#define BANDS {}\n#define PADDED {}\n#define WIDTH {}\n#define STRIP {}\n"
      "#define BLOCKS {}\n#define SLOTS {}\n#define STAGED_FACTOR {}\n#define STAGED_SOLVER {}\n"
      "#define STAGES {}\n",
      shape.order, shape.bands, shape.padded, shape.width, shape.strip, shape.history_blocks,
      shape.slots, shape.staged_factor ? 1 : 0, shape.staged_solver ? 1 : 0,
      std::max<std::size_t>(shape.ring, 2));
}

/// A function that gives one of a few places, by its number; the number is known when loops are unrolled.
std::string places_function(const char* name, const std::vector<std::size_t>& places) {
  std::string list;
  bool in_order = true;
  for (std::size_t number = 0; number < places.size(); ++number) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", places[number]);
    in_order = in_order && places[number] == number;
  }
  if (in_order) {
    return fmt::format("__device__ inline unsigned {}(unsigned number) {{ return number; }}\n",
                       name);
  }
  return fmt::format(
      "__device__ inline unsigned {}(unsigned number) {{\n  const unsigned places[] = {{{}}};\n  "
      "return places[number];\n}}\n",
      name, list);
}

/// The theory, whose constants and function stand before the files.
cuda::Source theory_source(std::string name, const std::string& head, const CyclicText& text,
                           const std::string& extra, std::size_t shared,
                           const std::vector<const char*>& files) {
  cuda::Source own{std::move(name), head + "\n" + text.source + "\n"};
  own.text += places_function("input_place", text.input_places);
  own.text += places_function("output_place", text.output_places);
  own.text +=
      fmt::format("#define IN_SHARED {}\n{}", theory_shared(text, true) <= shared ? 1 : 0, extra);
  for (const char* file : files) own.text += device_text(file) + "\n";
  return own;
}

std::string vertex_define(const DeviceTheory& theory) {
  return fmt::format("#define HAS_VERTEX {}\n", theory.has_vertex ? 1 : 0);
}

/// That of pairs of times.
cuda::Source self_energy_source(const std::string& head, std::size_t bands,
                                const DeviceTheory& theory, std::size_t shared) {
  std::string extra = vertex_define(theory);
  std::vector<const char*> files{"pair_arrays", "vertex_product", "self_energy_pairs"};
  if (const auto lanes = lane_arrays(*theory.text, bands, shared)) {
    extra += fmt::format("#define RADIX {}\n#define TEAMS_BESIDE {}\n#define ONE_AXIS {}\n",
                         lanes->radix, lanes->blocks, lanes->one_axis ? 1 : 0);
    for (const char* file : {"staged_copies", "lane_passes", "pair_moves", "self_energy_by_lanes"})
      files.push_back(file);
  } else {
    files.push_back("self_energy");
  }
  return theory_source("self_energy.cu", head, *theory.text, extra, shared, files);
}

cuda::Source other_self_energy_source(const char* name, const std::string& head,
                                      const DeviceTheory& theory, std::size_t shared) {
  return theory_source(fmt::format("{}.cu", name), head, *theory.text, vertex_define(theory),
                       shared, {"pair_arrays", "vertex_product", name});
}

/// Whether vertices have a number for every point, by their numbers.
std::string along_axis_function(const DeviceTheory& theory) {
  std::string any = "false";
  for (std::size_t vertex = 0; vertex < theory.along_axis.size(); ++vertex) {
    if (!theory.along_axis[vertex].empty()) any += fmt::format(" || vertex == {}", vertex);
  }
  return fmt::format("__device__ inline bool is_along_axis(unsigned vertex) {{ return {}; }}\n",
                     any);
}

/// Those of a theory in stages: of the real branch, or of the imaginary one.
void add_stage_sources(const char* file, const std::string& head, const DeviceTheory& theory,
                       std::size_t shared, std::vector<cuda::Source>& sources) {
  const std::size_t vertices = theory.along_axis.size();
  for (std::size_t stage = 0; stage < theory.stages.size(); ++stage) {
    const CyclicText& text = *theory.stages[stage];
    const std::string extra = fmt::format(
        "#define READS {}\n#define WRITES {}\n#define VERTICES {}\n#define IS_LAST {}\n{}",
        text.input_places.size() / 2 - vertices, text.output_places.size() / 2, vertices,
        stage + 1 == theory.stages.size() ? 1 : 0, along_axis_function(theory));
    sources.push_back(theory_source(fmt::format("{}_{}.cu", file, stage), head, text, extra, shared,
                                    {"field_places", "pair_arrays", "stage_vertices", file}));
  }
}

cuda::Source source_of(std::string name, const std::string& head,
                       std::initializer_list<const char*> files) {
  cuda::Source result{std::move(name), head + device_text("numbers")};
  for (const char* file : files) result.text += "\n" + device_text(file);
  return result;
}

/// Collision integrals and history, or products of fields; `by_products`: the history by those of cuBLAS.
void add_history_sources(const DeviceShape& shape, bool by_products,
                         std::vector<cuda::Source>& sources) {
  const std::string head = constants(shape);
  sources.push_back(source_of("collision.cu", head, {"collision"}));
  if (by_products) {
    sources.push_back(source_of("history_products.cu", head, {"history_products"}));
    for (const auto& [name, stored] :
         {std::pair("stored_rows", "Complex"), {"stored_rows_single", "Single"}}) {
      sources.push_back(source_of(fmt::format("{}.cu", name),
                                  head + fmt::format("#define STORED {}\n", stored),
                                  {"stored_rows"}));
    }
    return;
  }
  for (const auto& [name, stored] :
       {std::pair("history", "Complex"), {"history_single", "Single"}}) {
    const std::string of_numbers = head + fmt::format("#define STORED {}\n", stored);
    const std::string file = fmt::format("{}.cu", name);
    sources.push_back(shape.ring > 0
                          ? source_of(file, of_numbers,
                                      {"solved_rows", "history_parameters", "staged_copies",
                                       "strip_rows", "history_by_roles"})
                          : source_of(file, of_numbers,
                                      {"solved_rows", "history_parameters", "staged_copies",
                                       "solved_columns", "history"}));
  }
}

KernelNames history_kernels(bool by_products) {
  if (!by_products) return {{"collide"}, {"history"}, {{"history", "history_single"}}};
  return {{"collide"},
          {"spread_factors", "turn_factors", "add_columns", "add_rows"},
          {"spread_rows", "add_diagonal"},
          {{"spread_rows", "spread_rows_single"}, {"add_diagonal", "add_diagonal_single"}}};
}

}  // namespace

std::vector<cuda::Source> device_sources(const DeviceShape& shape, const DeviceTheory* theory,
                                         std::size_t shared, bool with_branch, bool by_products) {
  const std::string head = constants(shape);
  std::vector<cuda::Source> sources;
  sources.push_back(
      with_branch
          ? source_of("rows.cu", head,
                      {"solved_rows", "rows", "moved_rows", "inverse", "small_inverse", "solver",
                       "staged_copies", "own_columns", "equal_times", "mixed_integrals", "mixed"})
          : source_of("rows.cu", head,
                      {"solved_rows", "rows", "summed_rows", "moved_rows", "inverse",
                       "small_inverse", "staged_copies", "solver", "own_columns", "equal_times"}));
  if (!theory) return sources;
  add_history_sources(shape, by_products, sources);
  const std::string with_numbers = head + device_text("numbers");
  if (theory->stages.empty()) {
    sources.push_back(self_energy_source(with_numbers, shape.bands, *theory, shared));
    if (with_branch)
      sources.push_back(
          other_self_energy_source("mixed_self_energy", with_numbers, *theory, shared));
    return sources;
  }
  sources.push_back(source_of("elements.cu", head, {"field_places", "elements"}));
  add_stage_sources("stage", with_numbers, *theory, shared, sources);
  if (with_branch) add_stage_sources("mixed_stage", with_numbers, *theory, shared, sources);
  return sources;
}

KernelNames device_kernels(const DeviceTheory* theory, bool with_branch, bool by_products) {
  // In the order of device_sources(). A driver tells tools of every name that it does not find.
  KernelNames names = {{"solve_rows", "solve_own", "unresolved", "take_edge", "continue_integrals",
                        "kick_edge", "read_density", "round_rows", "clear_numbers", "equal_times",
                        "begin_equal_times", "losses", "energy_within", "turn_own_sigma"}};
  if (!with_branch) names[0].insert(names[0].end(), {"solve_summed", "integrals_of_rows"});
  if (with_branch) {
    for (const char* name :
         {"mixed_integrals", "add_branch", "solve_mixed", "continue_mixed", "take_mixed_edge"}) {
      names[0].emplace_back(name);
    }
  }
  std::ranges::copy(history_kernels(by_products), std::back_inserter(names));
  if (!theory || theory->stages.empty()) {
    names.push_back({"self_energy"});
    if (with_branch) names.push_back({"mixed_self_energy"});
    return names;
  }
  names.push_back({"take_element", "take_mixed_element"});
  for (const char* file : {"stage", "mixed_stage"}) {
    for (std::size_t stage = 0; stage < theory->stages.size(); ++stage)
      names.push_back({KernelName(file, fmt::format("{}_{}", file, stage))});
  }
  return names;
}

std::vector<cuda::Source> field_sources(const DeviceShape& shape, bool by_products) {
  std::vector<cuda::Source> sources;
  sources.push_back(
      source_of("fields.cu", constants(shape), {"inverse", "mixed_integrals", "fields"}));
  add_history_sources(shape, by_products, sources);
  return sources;
}

KernelNames field_kernels(bool by_products) {
  KernelNames names = {{"left_factors", "invert_equation", "solve_fields", "solve_own_fields",
                        "settle_fields", "solve_mixed_fields", "mixed_integrals", "add_branch"}};
  std::ranges::copy(history_kernels(by_products), std::back_inserter(names));
  return names;
}

std::vector<cuda::Source> uniform_grid_sources(std::size_t bands, const DeviceTheory* theory,
                                               std::size_t shared) {
  // Blocks of nodes are of no use here; the smallest.
  const std::string head = constants(DeviceShape(1, bands));
  std::vector<cuda::Source> sources{
      source_of("uniform_grid.cu", head, {"uniform_rows", "uniform_collisions", "uniform_steps"})};
  if (theory) {
    sources.push_back(other_self_energy_source(
        "row_self_energy", head + device_text("numbers") + device_text("uniform_rows"), *theory,
        shared));
  }
  return sources;
}

KernelNames uniform_grid_kernels() {
  return {{"collide_row", "make_evolution", "advance_row", "kick_row", "read_corner"},
          {"row_self_energy"}};
}

}  // namespace diagc::dynamics
