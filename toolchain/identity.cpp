#include "toolchain/identity.h"

#include <clang/AST/ASTImportError.h>
#include <clang/Basic/Version.h>
#include <elf.h>
#include <link.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>

namespace diagc::machine {
namespace {

struct Search {
  uintptr_t address;
  std::string found;
};

std::string hex(const unsigned char* bytes, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

std::string build_id(const dl_phdr_info& object, const ElfW(Phdr) & segment) {
  // The loader gives addresses as numbers.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const char* note = reinterpret_cast<const char*>(object.dlpi_addr + segment.p_vaddr);
  const char* const end = note + segment.p_memsz;
  const auto padded = [](size_t size) { return (size + 3) & ~size_t{3}; };
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) header;
    std::memcpy(&header, note, sizeof header);
    const char* const name = note + sizeof header;
    const char* const description = name + padded(header.n_namesz);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0)
      return hex(reinterpret_cast<const unsigned char*>(description), header.n_descsz);
    note = description + padded(header.n_descsz);
  }
  return "";
}

bool holds(const dl_phdr_info& object, uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    const uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz)
      return true;
  }
  return false;
}

std::string size_and_time(const char* path) {
  struct stat status;
  if (stat(path, &status) != 0) return "unknown";
  return std::to_string(status.st_size) + "@" + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

int visit(dl_phdr_info* object, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (!holds(*object, search.address)) return 0;
  for (int i = 0; i < object->dlpi_phnum && search.found.empty(); ++i)
    if (object->dlpi_phdr[i].p_type == PT_NOTE)
      search.found = build_id(*object, object->dlpi_phdr[i]);
  if (search.found.empty()) search.found = size_and_time(object->dlpi_name);
  return 1;
}

/// The build of the shared object that holds this address.
std::string build_of(const void* address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  dl_iterate_phdr(visit, &search);
  return search.found;
}

}  // namespace

const std::string& llvm_version() {
  static const std::string version = LLVM_VERSION_STRING;
  return version;
}

const std::string& identity() {
  static const char here = 0;
  static const std::string text =
      "LLVM " LLVM_VERSION_STRING " [" + build_of(&llvm::orc::ObjectLinkingLayer::ID) + "], " +
      clang::getClangFullVersion() + " [" + build_of(&clang::ASTImportError::ID) +
      "], toolchain [" + build_of(&here) + "]";
  return text;
}

}  // namespace diagc::machine
