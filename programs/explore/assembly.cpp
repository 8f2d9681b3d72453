#include "programs/explore/assembly.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

#include "runtime/cuda/compile.h"
#include "runtime/cuda/disassemble.h"
#include "toolchain/client/toolchain.h"

namespace diagc::explore {

namespace {

constexpr std::size_t most_lines = 100'000;  // some megabytes, which browsers still show

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// With one space between words, for columns that a compiler or disassembler fills.
std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t';
    if (!space) result += c;
    if (space && !result.ends_with(' ')) result += ' ';
  }
  return result;
}

std::uint32_t number_at(std::string_view text) {
  std::uint32_t number = 0;
  text = without_spaces(text);
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// ".loc FILE LINE COLUMN …", in PTX perhaps with ", inlined_at FILE LINE COLUMN" behind it.
std::uint32_t line_of_loc(std::string_view text) {
  const std::size_t inlined = text.rfind("inlined_at");
  text = inlined == std::string_view::npos ? text.substr(4) : text.substr(inlined + 10);
  text = without_spaces(text);
  return number_at(text.substr(std::min(text.find(' '), text.size())));
}

/// "//## File "kernel.cu", line 12 inlined at "kernel.cu", line 40".
std::uint32_t line_of_comment(std::string_view text) {
  const std::size_t at = text.rfind("line ");
  return at == std::string_view::npos ? 0 : number_at(text.substr(at + 5));
}

/// Labels that only tables of lines and of frames need.
bool names_a_place_of_debugging(std::string_view label) {
  return label.starts_with(".Ltmp") || label.starts_with(".Lfunc_") ||
         label.starts_with("$L__tmp") || label.starts_with("$L__func_") ||
         label.starts_with(".text.") || label.find("$local:") != std::string_view::npos;
}

bool is_label(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos &&
         line.substr(0, colon).find_first_of(" \t\"") == std::string_view::npos;
}

}  // namespace

Assembly assembly_lines(std::string_view text, std::size_t most) {
  Assembly result;
  std::uint32_t from = 0;
  bool is_code = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view line = without_spaces(whole);
    if (line.starts_with(".loc")) {
      from = line_of_loc(line);
    } else if (line.starts_with("//## File")) {
      from = line_of_comment(line);
    } else if (line == ".text") {
      is_code = true;
    } else if (line.starts_with(".section")) {
      is_code = without_spaces(line.substr(8)).starts_with(".text");
    }
    const bool heads_a_function = line.starts_with(".visible") || line.starts_with(".entry");
    const bool label = is_label(line);
    const bool is_directive = line.starts_with('.') && !label && !heads_a_function;
    const bool is_comment = line.starts_with('#') || line.starts_with("//");
    if (line.empty() || !is_code || is_directive || is_comment) continue;
    if (label && names_a_place_of_debugging(line)) continue;
    // A function that begins has no line before its first.
    if (heads_a_function || (label && !line.starts_with('.') && !line.starts_with('$'))) from = 0;
    if (result.lines.size() == most) {
      ++result.left_out;
      continue;
    }
    result.lines.push_back((label || heads_a_function ? "" : "    ") + with_single_spaces(line));
    result.from.push_back(label || heads_a_function ? 0 : from);
  }
  return result;
}

Assembly processor_assembly(const std::string& source, const std::string& name,
                            const std::string& cpu) {
  const toolchain::Cpu resolved = toolchain::resolve_cpu(cpu);
  Assembly result = assembly_lines(toolchain::compile({source, name + ".cpp", resolved},
                                                      toolchain::Product::assembly_with_lines),
                                   most_lines);
  result.title = fmt::format("assembly for {}", resolved.name);
  return result;
}

Assembly device_assembly(const std::string& source, const std::string& name,
                         const std::string& architecture) {
  const auto compiled = [&](cuda::Product product) {
    return cuda::compile({name + ".cu", source},
                         {.architecture = architecture, .product = product, .extra = {"-lineinfo"}})
        .bytes;
  };
  const bool has_disassembler = cuda::can_disassemble_with_lines();
  Assembly result =
      assembly_lines(has_disassembler ? cuda::disassemble_with_lines(compiled(cuda::Product::cubin))
                                      : compiled(cuda::Product::ptx),
                     most_lines);
  result.title =
      fmt::format("{} for {}{}", has_disassembler ? "SASS" : "PTX", architecture,
                  has_disassembler ? "" : " (nvdisasm of the CUDA toolkit would show SASS)");
  return result;
}

}  // namespace diagc::explore
