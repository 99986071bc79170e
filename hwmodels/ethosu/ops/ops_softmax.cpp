// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t word = 4;
constexpr Bytes exponentials_table = 1024;  // 256 entries of 32 bits
constexpr Bytes wide_table = 2048;          // 512 entries of 32 bits

// Builds the NPU operations of a softmax: narrow() for 8-bit data, wide() for 16-bit data. As in
// Vela, the name of an operation consists of the operator's name, the kind of operation and a
// number.
class Softmax {
 public:
  explicit Softmax(const OperatorSite& site)
      : site_(site),
        chain_(site),
        input_(map_input(site.network, site.op(), 0)),
        output_(map_output(site.network, site.op(), 0)) {
    const BlockShape shape = shape_of(input_.map);
    output_ = in_shape(output_, shape);
    one_each_ = {shape.height, shape.width, 1};
  }

  std::vector<NpuOp> take() { return chain_.take(); }

  // Adds the operations of an 8-bit softmax. A lookup table gives the exponential of each value
  // minus the maximum. The reciprocal of the sum of the exponentials is computed in fixed point.
  // The products of exponentials and reciprocal are scaled to the output's 8 bits.
  void narrow() {
    const MappedOperand maximum = row_maximum();
    const MappedOperand exponentials = binary(ElementwiseMode::sub, "sub", input_, maximum, word);
    load_table(exponentials_table);
    const MappedOperand sum = sum_of(rescaled(exponentials));
    const MappedOperand headroom = unary(sum);
    const MappedOperand right_shift = binary(ElementwiseMode::sub, "sub", one(), headroom, word);
    const MappedOperand left_shift = binary(ElementwiseMode::sub, "sub", headroom, one(), word);
    const MappedOperand shifted = binary(ElementwiseMode::shl, "shl", sum, left_shift, word);
    const MappedOperand fraction = binary(ElementwiseMode::sub, "sub", shifted, one(), word);
    const MappedOperand factor =
        reciprocal(binary(ElementwiseMode::shl, "shl", fraction, one(), word));
    const MappedOperand scaled = binary(ElementwiseMode::mul, "mul", exponentials, factor, word);
    chain_.elementwise(ElementwiseMode::shr, next("shr"), scaled, &right_shift, output_);
  }

  // Adds the operations of a 16-bit softmax. Lookup tables give the exponentials and the reciprocal
  // of their sum.
  void wide() {
    const MappedOperand maximum = row_maximum();
    const MappedOperand distance = binary(ElementwiseMode::sub, "sub", input_, maximum, word);
    const MappedOperand scaled = binary(ElementwiseMode::mul, "mul", distance, one(), word);
    const MappedOperand exponentials = binary(ElementwiseMode::add, "add", scaled, one(), 2);
    load_table(wide_table);
    const MappedOperand sum = sum_of(exponentials);
    const MappedOperand headroom = unary(sum);
    const MappedOperand shift = binary(ElementwiseMode::sub, "sub", one(), headroom, word);
    const MappedOperand unit = binary(ElementwiseMode::shl, "shl", one(), shift, word);
    const MappedOperand rest = binary(ElementwiseMode::sub, "sub", sum, unit, word);
    const MappedOperand left = binary(ElementwiseMode::shl, "shl", rest, headroom, word);
    const MappedOperand half = binary(ElementwiseMode::shr, "shr", left, one(), word);
    const MappedOperand factor = binary(ElementwiseMode::sub, "sub", half, one(), 2);
    load_table(wide_table);
    const MappedOperand product = binary(ElementwiseMode::mul, "mul", exponentials, factor, word);
    chain_.elementwise(ElementwiseMode::shr, next("shr"), product, &shift, output_);
  }

 private:
  std::string next(const char* kind) {
    return fmt::format("{}_{}{}", site_.op().name, kind, pass_++);
  }

  static MappedOperand one() { return made_up({1, 1, 1}, word); }

  MappedOperand binary(ElementwiseMode mode, const char* kind, const MappedOperand& first,
                       const MappedOperand& second, std::int32_t element_bytes) {
    return chain_.elementwise(mode, next(kind), first, &second, element_bytes);
  }

  MappedOperand unary(const MappedOperand& sum) {
    return chain_.elementwise(ElementwiseMode::clz, next("clz"), sum, nullptr, word);
  }

  void load_table(Bytes bytes) { chain_.last().load_table(bytes); }

  // Adds a pooling that computes the maximum over the channels of each pixel. The pooling reads the
  // input as a map with one channel, whose rows are the pixels and whose columns are the channels.
  // Returns the maxima.
  MappedOperand row_maximum() {
    const BlockShape shape = shape_of(input_.map);
    const std::int32_t rows = shape.height * shape.width;
    const bool same = shape.width == 1;
    const MappedOperand maximum = chain_.scratch({rows, 1, 1}, input_.map.element_bytes,
                                                 same ? Layout::nhcwb16 : Layout::nhwc);
    NpuOp& op = chain_.pool(PoolMode::max, next("maxpool"),
                            in_shape(input_, {rows, shape.depth, 1}), maximum);
    op.operation.window.kernel_w = shape.depth;
    return in_shape(maximum, one_each_);
  }

  MappedOperand rescaled(const MappedOperand& exponentials) {
    // The layout is NHWC, because the ReduceSum operation reads 32-bit values in this layout only.
    const MappedOperand to = chain_.scratch(shape_of(exponentials.map), word, Layout::nhwc);
    const MappedOperand shift = one();
    chain_.elementwise(ElementwiseMode::shr, next("shr"), exponentials, &shift, to);
    return to;
  }

  MappedOperand sum_of(const MappedOperand& exponentials) {
    const MappedOperand sum = chain_.scratch(one_each_, word, Layout::nhcwb16);
    chain_.pool(PoolMode::reduce_sum, next("reduce_sum"), exponentials, sum);
    return sum;
  }

  // Adds the operations of a Newton-Raphson division, and returns the reciprocal of `normalised`:
  // an estimate that three iterations refine.
  MappedOperand reciprocal(const MappedOperand& normalised) {
    const MappedOperand half = binary(ElementwiseMode::add, "add", normalised, one(), word);
    MappedOperand estimate = binary(ElementwiseMode::mul, "mul", half, one(), word);
    estimate = binary(ElementwiseMode::add, "add", estimate, one(), word);
    for (int round = 0; round < 3; ++round) {
      const MappedOperand product = binary(ElementwiseMode::mul, "mul", estimate, half, word);
      const MappedOperand rest = binary(ElementwiseMode::sub, "sub", one(), product, word);
      const MappedOperand step = binary(ElementwiseMode::mul, "mul", estimate, rest, word);
      const MappedOperand scaled = binary(ElementwiseMode::mul, "mul", step, one(), word);
      estimate = binary(ElementwiseMode::add, "add", estimate, scaled, word);
    }
    return binary(ElementwiseMode::mul, "mul", estimate, one(), word);
  }

  const OperatorSite& site_;
  OpChain chain_;
  MappedOperand input_;
  MappedOperand output_;
  BlockShape one_each_;
  int pass_ = 0;
};

}  // namespace

std::vector<NpuOp> softmax_ops(const OperatorSite& site) {
  Softmax softmax(site);
  if (element_bytes(site.tensor(site.op().inputs[0]).type) == 2) {
    softmax.wide();
  } else {
    softmax.narrow();
  }
  return softmax.take();
}

}  // namespace spillway::ethosu
