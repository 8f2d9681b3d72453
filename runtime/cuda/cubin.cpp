#include "runtime/cuda/cubin.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>

namespace diagc::cuda {
namespace {

constexpr std::uint16_t machine_cuda = 190;

/// Attributes; the names are those that cuobjdump prints, without EIATTR_.
constexpr std::uint8_t attribute_max_threads = 0x05;
constexpr std::uint8_t attribute_frame_size = 0x11;
constexpr std::uint8_t attribute_min_stack_size = 0x12;
constexpr std::uint8_t attribute_cbank_param_size = 0x19;
constexpr std::uint8_t attribute_regcount = 0x2f;
/// The value follows as so many bytes as the record's last two say.
constexpr std::uint8_t format_sized_value = 0x04;

class Image {
 public:
  explicit Image(std::string_view bytes) : bytes_(bytes) {
    header_ = at<Elf64_Ehdr>(0);
    if (!is_cubin(bytes) || header_.e_shentsize != sizeof(Elf64_Shdr)) damaged();
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      sections_.push_back(at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
    }
    if (header_.e_shstrndx >= sections_.size()) damaged();
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      at<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
    }
  }

  template <class T>
  T at(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (offset > bytes_.size() || sizeof(T) > bytes_.size() - offset) damaged();
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string text(std::uint64_t offset) const {
    const std::size_t end = bytes_.find('\0', offset);
    if (end == std::string_view::npos) damaged();
    return std::string(bytes_.substr(offset, end - offset));
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }

  std::string name(const Elf64_Shdr& section) const {
    return text(sections_[header_.e_shstrndx].sh_offset + section.sh_name);
  }

  /// The name of symbol `index`.
  std::string symbol(std::uint32_t index) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections_.size()) continue;
      if (index >= section.sh_size / sizeof(Elf64_Sym)) damaged();
      const auto entry = at<Elf64_Sym>(section.sh_offset + index * sizeof(Elf64_Sym));
      return text(sections_[section.sh_link].sh_offset + entry.st_name);
    }
    damaged();
  }

  /// Calls visit(attribute, offset of the value, its size) for every record of a section.
  template <class Visit>
  void attributes(const Elf64_Shdr& section, Visit visit) const {
    const std::uint64_t end = section.sh_offset + section.sh_size;
    for (std::uint64_t offset = section.sh_offset; offset + 4 <= end;) {
      const auto format = at<std::uint8_t>(offset);
      const auto attribute = at<std::uint8_t>(offset + 1);
      const auto short_value = at<std::uint16_t>(offset + 2);
      if (format == format_sized_value) {
        visit(attribute, offset + 4, short_value);
        offset += 4 + (short_value + 3u) / 4 * 4;
      } else {
        visit(attribute, offset + 2, 2);
        offset += 4;
      }
    }
  }

  [[noreturn]] static void damaged() {
    throw std::runtime_error("this is no CUBIN, or it is damaged");
  }

 private:
  std::string_view bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
};

constexpr std::string_view text_prefix = ".text.";
constexpr std::string_view shared_prefix = ".nv.shared.";
constexpr std::string_view info_prefix = ".nv.info.";
/// Where this section stands (from sm_90 on), shared memory of every block begins with a kilobyte
/// that the system keeps, and sections of shared memory count it.
constexpr std::string_view reserved_shared = ".nv.shared.reserved.0";
constexpr std::size_t reserved_shared_bytes = 1024;

}  // namespace

bool is_cubin(std::string_view bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr)) return false;
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == machine_cuda;
}

std::vector<KernelCode> cubin_kernels(std::string_view bytes) {
  const Image image(bytes);
  std::map<std::string, KernelCode> kernels;
  for (const Elf64_Shdr& section : image.sections()) {
    const std::string name = image.name(section);
    if (!name.starts_with(text_prefix)) continue;
    if (section.sh_offset > bytes.size() || section.sh_size > bytes.size() - section.sh_offset) {
      Image::damaged();
    }
    KernelCode& kernel = kernels[name.substr(text_prefix.size())];
    kernel.name = name.substr(text_prefix.size());
    kernel.code_bytes = section.sh_size;
  }
  const auto find = [&](const std::string& name) -> KernelCode* {
    const auto place = kernels.find(name);
    return place == kernels.end() ? nullptr : &place->second;
  };
  const bool reserved = std::any_of(
      image.sections().begin(), image.sections().end(),
      [&](const Elf64_Shdr& section) { return image.name(section) == reserved_shared; });
  for (const Elf64_Shdr& section : image.sections()) {
    const std::string name = image.name(section);
    if (name.starts_with(shared_prefix)) {
      KernelCode* kernel = find(name.substr(shared_prefix.size()));
      const std::size_t kept = reserved ? reserved_shared_bytes : 0;
      if (kernel) kernel->shared_bytes = section.sh_size - std::min(section.sh_size, kept);
    } else if (name == ".nv.info") {
      image.attributes(section, [&](std::uint8_t attribute, std::uint64_t value, std::size_t size) {
        if (size != 8) return;
        KernelCode* kernel = find(image.symbol(image.at<std::uint32_t>(value)));
        if (!kernel) return;
        const auto number = image.at<std::uint32_t>(value + 4);
        if (attribute == attribute_regcount) {
          kernel->registers = static_cast<int>(number);
        } else if (attribute == attribute_frame_size || attribute == attribute_min_stack_size) {
          kernel->stack_bytes = std::max<std::size_t>(kernel->stack_bytes, number);
        }
      });
    } else if (name.starts_with(info_prefix)) {
      KernelCode* kernel = find(name.substr(info_prefix.size()));
      if (!kernel) continue;
      image.attributes(section, [&](std::uint8_t attribute, std::uint64_t value, std::size_t size) {
        if (attribute == attribute_cbank_param_size && size == 2) {
          kernel->parameter_bytes = image.at<std::uint16_t>(value);
        } else if (attribute == attribute_max_threads && size == 12) {
          kernel->max_threads =
              static_cast<int>(image.at<std::uint32_t>(value) * image.at<std::uint32_t>(value + 4) *
                               image.at<std::uint32_t>(value + 8));
        }
      });
    }
  }
  std::vector<KernelCode> list;
  for (auto& [name, kernel] : kernels) list.push_back(std::move(kernel));
  return list;
}

void read_spills(std::string_view log, std::vector<KernelCode>& kernels) {
  // ptxas info    : Compiling entry function 'NAME' for 'sm_90'
  //     800 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
  constexpr std::string_view entry = "Compiling entry function '";
  const auto number_before = [](std::string_view text, std::string_view words) -> std::size_t {
    std::size_t end = text.find(words);
    if (end == std::string_view::npos) return 0;
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    return std::strtoull(std::string(text.substr(begin, end - begin)).c_str(), nullptr, 10);
  };
  for (std::size_t at = log.find(entry); at != std::string_view::npos;) {
    const std::string_view rest = log.substr(at + entry.size());
    const std::size_t next = rest.find(entry);
    const std::string_view part = rest.substr(0, next);
    const std::string_view name = part.substr(0, part.find('\''));
    for (KernelCode& kernel : kernels) {
      if (kernel.name != name) continue;
      kernel.spill_stores = number_before(part, " bytes spill stores");
      kernel.spill_loads = number_before(part, " bytes spill loads");
    }
    at = next == std::string_view::npos ? next : at + entry.size() + next;
  }
}

}  // namespace diagc::cuda
