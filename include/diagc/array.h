// A caller's numbers for one input or output over a whole batch.
//
// A batch is a number of configurations; a configuration has one number for every leaf of a
// variable. Leaves follow the declared ranges with the last index fastest, then, for a four-vector,
// the components E, x, y, z: the order of a C array [configuration][index 1][index 2]…[4].
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "diagc/rows.h"

namespace diagc {

enum class BatchLayout {
  configuration_leaf,  ///< [configuration][leaf]: what NumPy has with the batch first
  leaf_configuration,  ///< [leaf][configuration]: what kernels have inside
};

/// Type of the elements of an array. A complex one is its real part, then its imaginary part.
enum class Element { fp32, fp64, complex_fp32, complex_fp64 };

/// Values of an input. Precision converts by rounding, reals convert to complex; complex values for
/// a real input are an error. Only the view is kept: the numbers must live during the call of
/// evaluate().
class InputArray {
 public:
  using Layout = BatchLayout;
  /// `stride`: elements from one outer index to the next; 0: they follow each other without gaps.
  InputArray(std::string name, std::span<const float> values,
             Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : InputArray(std::move(name), Element::fp32, values.data(), values.size(), layout, stride) {}
  InputArray(std::string name, std::span<const double> values,
             Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : InputArray(std::move(name), Element::fp64, values.data(), values.size(), layout, stride) {}
  InputArray(std::string name, std::span<const std::complex<float>> values,
             Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : InputArray(std::move(name), Element::complex_fp32, values.data(), values.size(), layout,
                   stride) {}
  InputArray(std::string name, std::span<const std::complex<double>> values,
             Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : InputArray(std::move(name), Element::complex_fp64, values.data(), values.size(), layout,
                   stride) {}
  /// `size` elements of a type that is only known at run time.
  InputArray(std::string name, Element element, const void* data, std::size_t size,
             Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : name(std::move(name)),
        element(element),
        data(data),
        size(size),
        layout(layout),
        stride(stride) {}

  std::string name;
  Element element;
  const void* data;
  std::size_t size;  ///< in elements
  Layout layout;
  std::size_t stride;
  bool shared = false;  ///< the values are one configuration, which the whole batch shares
};

/// Where the values of an output go. Precision converts by rounding, real results fill complex arrays; complex
/// results in a real array are an error.
class OutputArray {
 public:
  using Layout = BatchLayout;
  OutputArray(std::string name, std::span<float> values, Layout layout = Layout::configuration_leaf,
              std::size_t stride = 0)
      : OutputArray(std::move(name), Element::fp32, values.data(), values.size(), layout, stride) {}
  OutputArray(std::string name, std::span<double> values,
              Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : OutputArray(std::move(name), Element::fp64, values.data(), values.size(), layout, stride) {}
  OutputArray(std::string name, std::span<std::complex<float>> values,
              Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : OutputArray(std::move(name), Element::complex_fp32, values.data(), values.size(), layout,
                    stride) {}
  OutputArray(std::string name, std::span<std::complex<double>> values,
              Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : OutputArray(std::move(name), Element::complex_fp64, values.data(), values.size(), layout,
                    stride) {}
  OutputArray(std::string name, Element element, void* data, std::size_t size,
              Layout layout = Layout::configuration_leaf, std::size_t stride = 0)
      : name(std::move(name)),
        element(element),
        data(data),
        size(size),
        layout(layout),
        stride(stride) {}

  std::string name;
  Element element;
  void* data;
  std::size_t size;
  Layout layout;
  std::size_t stride;
};

/// Value of a param: one number, four for a vector.
struct ParamValue {
  std::string name;
  std::vector<std::complex<double>> values;
};

/// A batch in a kernel's own form, which it reads and writes in place. T is float for an fp32
/// kernel, double for an fp64 one. Rows may lie anywhere, those of outputs overlap nothing; strides
/// are at least `size`, or 1 for an input of lane stride 0.
template <class T>
struct RowBatch {
  std::size_t size = 0;                    ///< configurations
  std::span<const InputRows<T>> inputs;    ///< in declared order
  std::span<const OutputRows<T>> outputs;  ///< in declared order
  std::span<const T> params;               ///< as Kernel::param_numbers gives them
};

}  // namespace diagc
