#include "tests/cuda/fake_nvrtc/fake_cubin.h"

#include <elf.h>

#include <cstdint>
#include <cstring>

namespace fake_cuda {
namespace {

constexpr std::uint16_t machine_cuda = 190;
constexpr const char* library_section = ".fake.library";

template <class T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A record of .nv.info with a value of eight bytes, and one with a value of two (runtime/cuda/cubin.cpp).
std::string attribute(std::uint8_t which, std::uint32_t first, std::uint32_t second) {
  return std::string{4, static_cast<char>(which), 8, 0} + bytes_of(first) + bytes_of(second);
}
std::string short_attribute(std::uint8_t which, std::uint16_t value) {
  return std::string{3, static_cast<char>(which)} + bytes_of(value);
}

class Writer {
 public:
  /// Returns the number of the section.
  std::uint32_t section(const std::string& name, std::uint32_t type, const std::string& bytes,
                        std::uint32_t link = 0) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<std::uint32_t>(names_.size());
    header.sh_type = type;
    header.sh_offset = sizeof(Elf64_Ehdr) + data_.size();
    header.sh_size = bytes.size();
    header.sh_link = link;
    names_ += name + '\0';
    data_ += bytes;
    data_.resize((data_.size() + 15) / 16 * 16);
    sections_.push_back(header);
    return static_cast<std::uint32_t>(sections_.size() - 1);
  }

  std::string file() {
    const std::uint32_t names = section(".shstrtab", SHT_STRTAB, "");
    // Its own name is among the names.
    sections_[names].sh_size = names_.size();
    data_ += names_;
    data_.resize((data_.size() + 15) / 16 * 16);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_machine = machine_cuda;
    header.e_shoff = sizeof header + data_.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(sections_.size());
    header.e_shstrndx = static_cast<std::uint16_t>(names);
    std::string result = bytes_of(header) + data_;
    for (const Elf64_Shdr& each : sections_) result += bytes_of(each);
    return result;
  }

 private:
  std::string names_ = std::string(1, '\0'), data_;
  std::vector<Elf64_Shdr> sections_ = {Elf64_Shdr{}};
};

}  // namespace

std::string fake_cubin(const std::vector<FakeKernel>& kernels, const std::string& library) {
  Writer writer;
  std::string strings(1, '\0'), symbols = bytes_of(Elf64_Sym{}), info;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<std::uint32_t>(strings.size());
    strings += kernels[i].name + '\0';
    symbols += bytes_of(symbol);
    info += attribute(0x2f, static_cast<std::uint32_t>(i + 1), registers);
  }
  const std::uint32_t texts = writer.section(".strtab", SHT_STRTAB, strings);
  writer.section(".symtab", SHT_SYMTAB, symbols, texts);
  writer.section(".nv.info", SHT_PROGBITS, info);
  for (const FakeKernel& kernel : kernels) {
    writer.section(".text." + kernel.name, SHT_PROGBITS, std::string(128, '\0'));
    writer.section(".nv.info." + kernel.name, SHT_PROGBITS,
                   short_attribute(0x19, static_cast<std::uint16_t>(kernel.parameter_bytes)));
  }
  writer.section(library_section, SHT_PROGBITS, library);
  return writer.file();
}

std::optional<std::string_view> library_in(const void* image) {
  const char* const bytes = static_cast<const char*>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0) return std::nullopt;
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header);
  const auto section = [&](std::size_t index) {
    Elf64_Shdr result;
    std::memcpy(&result, bytes + header.e_shoff + index * sizeof result, sizeof result);
    return result;
  };
  const char* const names = bytes + section(header.e_shstrndx).sh_offset;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr each = section(i);
    if (std::strcmp(names + each.sh_name, library_section) == 0) {
      return std::string_view(bytes + each.sh_offset, each.sh_size);
    }
  }
  return std::nullopt;
}

}  // namespace fake_cuda
