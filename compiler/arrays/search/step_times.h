// What a step takes on a machine, from its shape alone: what the search makes small where it makes time small.
//
// A step multiplies its main operand, the larger one, by the other one. From log2 of its products p and of the elements of main operand a, other
// operand b and result c follow log2 of its rows p − b, columns p − a, summed values p − c, and batch a + b + c − 2 p.
// Products cost what the shape allows, elements what the memory does that arrays of their size lie in, and every step costs something.
#pragma once

#include <array>
#include <cstddef>

namespace diagc::arrays {

/// Seconds as base-2 logarithms; numbers are a machine's, see machine_times.h. The machine of a default-constructed one moves an element while it
/// does 32 products, and has no kinds of steps.
struct StepTimes {
  static constexpr float never = 1e3F;  ///< beyond log2 of any number of elements or seconds

  struct Shape {
    float product = 0;  ///< log2 of the seconds of a product
    float moved = 0;    ///< log2 of the share of the time of its arrays that a step has
  };

  /// Elements of arrays that are larger than `far_elements`, than `near_elements`, and of smaller ones.
  float far_elements = never, near_elements = never;
  float far = 5, near = 5, cache = 5;

  /// Steps that share a kernel with those before and after them: the other operand has no more elements than `most_other`, and rows, which all of them leave
  /// alone, are no fewer than `least_rows`. By log2 of columns, then of summed values, to the nearest integer.
  static constexpr std::size_t table_bits = 16;
  float most_other = -never, least_rows = never;
  std::array<Shape, table_bits * table_bits> fused = {};
  /// Other steps of at least so many rows, columns and summed values.
  float least_matrix = never;
  std::array<Shape, 2> matrix = {};  ///< without and with a batch
  /// Others, by log2 of what fills vectors: the longer one of rows and columns or, where both are short, the batch.
  static constexpr std::size_t lane_bits = 8;
  static constexpr float short_side = 4;
  std::array<Shape, lane_bits> thin = {};

  float step = -never;  ///< of a step whatever its shape
  /// Of the times of products and of arrays, log2 of the share of the shorter one that adds to the longer one.
  float not_overlapped = 0;

  /// Of an element that goes to another device. Labels along which an array is shared are those that live longest: of an array with n of them, of which a step
  /// sums k, the part k/n goes elsewhere.
  float link = -never;

  const Shape& shape(float products, float a, float b, float c) const {
    const float rows = products - b, columns = products - a, summed = products - c;
    if (b <= most_other && rows >= least_rows)
      return fused[index(columns, table_bits) * table_bits + index(summed, table_bits)];
    const float batch = a + b + c - 2 * products;
    if (rows >= least_matrix && columns >= least_matrix && summed >= least_matrix)
      return matrix[batch > 0.5F];
    const float side = rows > columns ? rows : columns;
    return thin[index(side < short_side && batch > side ? batch : side, lane_bits)];
  }

  /// log2 of the seconds of an array.
  float array(float elements) const {
    return elements + (elements > far_elements ? far : elements > near_elements ? near : cache);
  }

  static std::size_t index(float bits, std::size_t most) {
    const float nearest = bits > 0 ? bits + 0.5F : 0;
    return nearest < static_cast<float>(most) ? static_cast<std::size_t>(nearest) : most - 1;
  }
};

/// log2 of the seconds of a step; `a` and `b` in any order.
double log2_seconds(const StepTimes& times, double products, double a, double b, double c);

}  // namespace diagc::arrays
