#include "compiler/emit/choice/candidate_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "compiler/emit/choice/cooperative_candidates.h"

namespace diagc {

namespace {

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

// The options of a form that are numbers, in the order in which its text names them.

template <class Visit>
void visit_numbers(StraightOptions& options, Visit visit) {
  visit("blocks", options.blocks);
  visit("shared", options.shared);
  visit("warps", options.warps);
  visit("ahead", options.ahead);
}
template <class Visit>
void visit_numbers(ChunkedOptions& options, Visit visit) {
  visit("operations", options.operations);
  visit("blocks", options.blocks);
  visit("shared", options.shared);
}
template <class Visit>
void visit_numbers(WindowedOptions&, Visit) {}
template <class Visit>
void visit_numbers(CooperativeOptions& options, Visit visit) {
  visit("after", options.panels.after_edges);
  visit("lanes", options.lanes);
  visit("warps", options.warps);
  visit("blocks", options.blocks);
  visit("groups", options.groups);
  visit("stages", options.stages);
  visit("sums", options.sums);
}
template <class Visit>
void visit_numbers(PackedOptions& options, Visit visit) {
  visit("lanes", options.lanes);
  visit("warps", options.warps);
  visit("blocks", options.blocks);
}
template <class Visit>
void visit_numbers(ProductOptions& options, Visit visit) {
  visit("low", options.low);
  visit("lanes", options.lanes);
  visit("warps", options.warps);
  visit("blocks", options.blocks);
  visit("steps", options.steps);
}
template <class Visit>
void visit_numbers(UnionOptions& options, Visit visit) {
  visit("lanes", options.lanes);
  visit("warps", options.warps);
}
template <class Visit>
void visit_numbers(DeterminantOptions& options, Visit visit) {
  visit("lanes", options.lanes);
  visit("warps", options.warps);
  visit("blocks", options.blocks);
}
template <class Visit>
void visit_numbers(RotationOptions& options, Visit visit) {
  visit("warps", options.warps);
}
template <class Visit>
void visit_numbers(MatrixOptions& options, Visit visit) {
  visit("lanes", options.lanes);
  visit("warps", options.warps);
  visit("blocks", options.blocks);
}

// Whether the numbers are ones that a kernel can have.

bool is_possible(const StraightOptions& options) {
  constexpr unsigned most = 16;           // of 128 threads, a multiprocessor
  constexpr unsigned most_shared = 2048;  // of one warp, a multiprocessor
  return options.blocks <= most && options.shared <= most_shared && options.warps <= 16;
}
bool is_possible(const ChunkedOptions& options) {
  return is_possible(StraightOptions{options.blocks, options.shared});
}
bool is_possible(const WindowedOptions&) { return true; }
bool is_possible(const PackedOptions& options) {
  const bool lanes = options.lanes == 0 || options.lanes == 4 || options.lanes == 8 ||
                     options.lanes == 16 || options.lanes == 32;
  return lanes && options.warps <= 32;
}
bool is_possible(const MatrixOptions& options) {
  return (options.lanes == 0 || std::has_single_bit(options.lanes)) && options.lanes <= 16 &&
         options.warps <= 32;
}
bool is_possible(const ProductOptions& options) {
  const bool power = (options.lanes & (options.lanes - 1)) == 0;
  return options.low <= 8 && power && options.lanes <= 32 && options.warps <= 32 &&
         options.steps <= 8;
}
bool is_possible(const UnionOptions& options) {
  return is_possible(PackedOptions{options.lanes, options.warps});
}
bool is_possible(const DeterminantOptions& options) {
  return options.lanes <= 32 && options.warps <= 32;
}
bool is_possible(const RotationOptions& options) { return options.warps <= 16; }
bool is_possible(const CooperativeOptions& options) { return is_possible(packed(options)); }

/// False where the form has no such option, or the value is none of it.
template <class Options>
bool read_option(std::string_view name, std::string_view value, Options& options) {
  if constexpr (std::is_same_v<Options, CooperativeOptions>) {
    if (name == "row") {
      options.panels.row = value;
      return !value.empty();
    }
    if (name == "low") return read_number(value, options.panels.low);
    if (name == "stagger") {
      unsigned percent = 0;
      const bool read = read_number(value, percent) && percent <= 100;
      options.stagger = percent / 100.0;
      return read;
    }
  }
  bool found = false;
  visit_numbers(options, [&](std::string_view option, auto& number) {
    if (option == name) found = read_number(value, number);
  });
  return found && is_possible(options);
}

CudaForm without_options(CudaSchedule schedule) {
  switch (schedule) {
    case CudaSchedule::straight:
      return StraightOptions{};
    case CudaSchedule::chunked:
      return ChunkedOptions{};
    case CudaSchedule::windowed:
      return WindowedOptions{};
    case CudaSchedule::cooperative:
      return CooperativeOptions{};
  }
  throw std::logic_error("no such CUDA schedule");
}

}  // namespace

std::string to_string(const CudaCandidate& candidate) {
  std::string text = to_string(schedule_of(candidate));
  char separator = ':';
  const auto add = [&](const std::string& what) {
    text += separator + what;
    separator = ',';
  };
  const auto option = [&](const char* name, std::uint64_t value) {
    if (value > 0) add(fmt::format("{}={}", name, value));
  };
  if (std::holds_alternative<PackedOptions>(candidate)) add("packed");
  if (std::holds_alternative<MatrixOptions>(candidate)) add("matrix");
  if (std::holds_alternative<ProductOptions>(candidate)) add("products");
  if (std::holds_alternative<UnionOptions>(candidate)) add("unions");
  if (std::holds_alternative<DeterminantOptions>(candidate)) add("determinants");
  if (std::holds_alternative<RotationOptions>(candidate)) add("rotations");
  const auto* cooperative = std::get_if<CooperativeOptions>(&candidate);
  if (cooperative) {
    option("low", static_cast<std::uint64_t>(cooperative->panels.low));
    if (!cooperative->panels.row.empty()) add("row=" + cooperative->panels.row);
  }
  std::visit([&](auto options) { visit_numbers(options, option); }, candidate);
  if (cooperative) {
    option("stagger", static_cast<std::uint64_t>(std::lround(100 * cooperative->stagger)));
  }
  return text;
}

std::optional<CudaCandidate> cuda_candidate(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<CudaSchedule> schedule = cuda_schedule(text.substr(0, colon));
  if (!schedule) return std::nullopt;
  CudaCandidate candidate = without_options(*schedule);
  // Behind the colon and behind every comma stands an option.
  for (std::size_t at = colon; at < text.size();) {
    const std::size_t begin = at + 1;
    at = text.find(',', begin);
    const std::string_view option = text.substr(begin, at - begin);
    if (begin == colon + 1 && *schedule == CudaSchedule::cooperative) {
      if (option == "packed") candidate = PackedOptions{};
      if (option == "matrix") candidate = MatrixOptions{};
      if (option == "products") candidate = ProductOptions{};
      if (option == "unions") candidate = UnionOptions{};
      if (option == "determinants") candidate = DeterminantOptions{};
      if (option == "rotations") candidate = RotationOptions{};
      if (!std::holds_alternative<CooperativeOptions>(candidate)) continue;
    }
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const bool read = std::visit(
        [&](auto& options) {
          return read_option(option.substr(0, equals), option.substr(equals + 1), options);
        },
        candidate);
    if (!read) return std::nullopt;
  }
  return candidate;
}

}  // namespace diagc
