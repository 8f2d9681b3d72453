#pragma once

// The C interface of libdiagc_toolchain, the one library that holds Clang, LLVM and ORC. It is
// opened at run time (see client/toolchain.h, the C++ face that the rest of diagc uses) and gives
// its functions as one table, by the one symbol `diagc_toolchain_v3`.
//
// Every function may be called from any thread. What a function returns in a DiagcBytes is
// allocated by the library and goes back to it by `release`. A status other than DIAGC_OK comes
// with a message for people in `error`; no result is set then. Nothing is printed, nothing throws
// across this interface.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  DIAGC_OK = 0,
  DIAGC_REFUSED =
      1,  ///< the input is wrong: source that does not compile, a processor that does not exist, …
  DIAGC_CANCELLED = 2,  ///< the caller's cancel flag was raised
  DIAGC_FAILED = 3      ///< the toolchain itself failed
} DiagcStatus;

/// `size` bytes, and a zero byte after them so that text can be read as a C string.
typedef struct {
  char* data;
  size_t size;
} DiagcBytes;

/// A processor to make code for.
typedef struct {
  const char* name;  ///< LLVM's name, e.g. "x86-64-v4" or "znver5"
  const char*
      features;  ///< LLVM's comma separated list, e.g. "+avx2,-xop"; "" for what the name implies
  int vector_bytes;  ///< width of the widest vector register: 16, 32 or 64
  int runs_here;     ///< whether this machine can execute code made for it
} DiagcCpu;

typedef enum {
  DIAGC_OBJECT = 0,
  DIAGC_LLVM_IR = 1,
  DIAGC_ASSEMBLY = 2,
  DIAGC_ASSEMBLY_WITH_LINES = 3  ///< `.loc FILE LINE` stands before the instructions of each line
} DiagcProduct;

typedef struct {
  const char* source;  ///< C++20 that includes nothing
  size_t source_size;
  const char* file_name;  ///< as messages shall show it
  DiagcCpu cpu;
  int opt_level;      ///< 0..3, as in -O3
  const int* cancel;  ///< may be null; compilation stops some time after *cancel became non-zero
  int*
      line;  ///< may be null; while the source is read *line is the line, from 1; a check that finds
             ///< nothing wrong leaves the line of the function there
} DiagcSource;

/// What a function must be that somebody else wrote and that is to run inside kernels.
typedef struct {
  const char* name;            ///< "g0"
  const char* type;            ///< as Clang writes it: "float (int, int, float)"
  const char* declarations;    ///< C++ text in front of the source: what else it may call
  const char* const* headers;  ///< that it may include, which then count as empty
  size_t header_count;
  int required;  ///< 0: a source without the function is no error, and leaves 0 as its line
} DiagcFunctionRule;

/// Machine code loaded into this process.
typedef struct DiagcModule DiagcModule;

typedef struct {
  const char* name;
  uint64_t count;
} DiagcCallCount;

/// What one externally visible function of a source file does, counted over its text, once for each
/// place, however often a loop may run it. Calls of functions that the file defines count what those
/// contain. A value is floating point, a vector of it, or a struct of these; integers and pointers
/// are not counted.
typedef struct {
  const char* name;
  uint64_t multiplications;
  uint64_t additions;  ///< and subtractions
  uint64_t
      fused;  ///< fused multiply-adds: `fma`, `fms`, `fnma`, `fnms` on vectors or numbers, or the
              ///< builtin
  uint64_t divisions;
  uint64_t negations;
  uint64_t loads;   ///< vectors read through a pointer; a struct of two vectors counts two
  uint64_t stores;  ///< vectors written through a pointer
  uint64_t scalar_loads;
  uint64_t scalar_stores;
  uint64_t locals;  ///< local variables that hold a value, of this function alone
  uint64_t
      max_live;  ///< the largest number of those that hold a value still to be read, at any place
  uint64_t code_bytes;  ///< of machine code, of this function alone with what was inlined into it
  const DiagcCallCount*
      calls;  ///< functions that the file does not define, by name, in alphabetical order
  size_t call_count;
} DiagcFunctionReport;

typedef struct {
  const DiagcFunctionReport* functions;  ///< in the order of the file
  size_t function_count;
} DiagcReport;

typedef struct {
  /// "19.1.7" of LLVM, and a line that identifies the very builds of LLVM, Clang and this library:
  /// for cache keys.
  const char* (*llvm_version)(void);
  const char* (*identity)(void);

  /// `name` is "native", or on x86-64 also "x86-64-v3" or "x86-64-v4". The strings of *cpu stay
  /// valid.
  DiagcStatus (*resolve_cpu)(const char* name, DiagcCpu* cpu, DiagcBytes* error);

  DiagcStatus (*compile)(const DiagcSource* source, DiagcProduct product, DiagcBytes* result,
                         DiagcBytes* error);

  /// Links an object into this process. What it calls must be in the C or mathematics library.
  DiagcStatus (*load)(const char* object, size_t size, DiagcModule** module, DiagcBytes* error);
  void* (*symbol)(const DiagcModule* module, const char* name);  ///< null where there is none
  void (*unload)(DiagcModule* module);  ///< frees the code; null is ignored

  DiagcStatus (*inspect)(const DiagcSource* source, DiagcReport** report, DiagcBytes* error);
  void (*release_report)(DiagcReport* report);

  void (*release)(DiagcBytes bytes);

  /// DIAGC_REFUSED, with every error at its line, unless the source defines the function and holds
  /// nothing but arithmetic (toolchain/allowed.h has the list).
  DiagcStatus (*check_function)(const DiagcSource* source, const DiagcFunctionRule* rule,
                                DiagcBytes* error);
} DiagcToolchain;

const DiagcToolchain* diagc_toolchain_v3(void);

#ifdef __cplusplus
}
#endif
