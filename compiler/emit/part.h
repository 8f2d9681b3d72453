// Schedule → an emitted kernel as a part of a larger one: inline functions of rows and a lane, to be called from other code.
//
// The text is one namespace, whose name the caller chooses, so that several parts stand in one source:
//
//   typedef … Real, Size;               // float or double; an unsigned integer of 64 bits
//   enum : Size { lanes = … };          // configurations of one call: those of a vector on CPUs, 1 on devices
//   enum : Size { input_count = …, output_count = …, param_count = … };
//   struct InputRows { const Real *data; Size row_stride, lane_stride; };   // see include/diagc/rows.h; CPUs: a lane stride is 1
//   struct OutputRows { Real *data; Size row_stride; };
//   struct Rows {                       // arrays of length 0 have one element
//     InputRows inputs[I];              // [row][configuration]; a complex leaf is two rows, real parts first
//     OutputRows outputs[O];
//     Real params[P];                   // scalars of the params, two for a complex one
//     Real *work;                       // CPUs: Part::work_bytes, aligned to 64
//   };
//   void evaluate(const Rows &rows, Size at);                // configurations at … at + lanes − 1
//   void evaluate(const Rows &rows, Size begin, Size end);   // CPUs: the vectors that begin in begin, begin + lanes, … before end
//
// All configurations of a vector are read and written: rows have room for whole vectors. Rows need no alignment beyond that of
// their numbers. Reads are plain loads: the thread that calls may have written the rows just before. A vector's rows are read before its
// outputs are written where the schedule is one chunk, so that they may overlap there.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/emit/cpp.h"

namespace diagc {

struct Part {
  std::string source;
  unsigned lanes = 1;
  unsigned vectors = 1;        ///< CPUs: evaluated together from `begin` on, chunk by chunk
  std::size_t work_bytes = 0;  ///< of Rows::work; 0: it may be null
  /// Devices: threads of a block and blocks of a multiprocessor that the kernel alone is made for.
  unsigned threads = 0, blocks = 0;
};

/// `space`: the name of the namespace.
Part emit_cpp_part(const Graph& graph, const Schedule& schedule, const CppOptions& options,
                   const std::string& space);

}  // namespace diagc
