// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {
namespace {

// Writes the operations one after the other, each intermediate map in its own 16-byte aligned part
// of the operator's scratch tensor.
class SoftmaxBuilder {
 public:
  explicit SoftmaxBuilder(const OperatorSite& site) : site_(site) {
    const NpuOp begun = begin_op(site, "");
    input_ = {begun.operation.ifm, begun.ifm};
    output_ = {begun.operation.ofm, begun.ofm};
    rows_ = input_.map.height * input_.map.width;
    depth_ = input_.map.depth;
    // Rows and columns are all alike to softmax.
    input_.map = dense_map(rows_, 1, depth_, input_.map.element_bytes, Layout::nhwc, 0, 0);
    output_.map = dense_map(rows_, 1, depth_, output_.map.element_bytes, Layout::nhwc, 0, 0);
  }

  const MappedOperand& input() const { return input_; }
  const MappedOperand& output() const { return output_; }
  std::vector<NpuOp> take() { return std::move(ops_); }

  MappedOperand scratch(std::int32_t depth, std::int32_t element_bytes,
                        Layout layout = Layout::nhwc) {
    MappedOperand result{dense_map(rows_, 1, depth, element_bytes, layout, 0, 0),
                         {scratch_operand, next_}};
    next_ += brick_bytes({rows_, 1, depth}, element_bytes);
    return result;
  }

  NpuOp& add(const char* type, const MappedOperand& from, const MappedOperand& to) {
    NpuOp op;
    op.op = site_.index;
    op.type = type;
    op.name = site_.op().name;
    op.operation.ifm = from.map;
    op.ifm = from.operand;
    op.operation.ofm = to.map;
    op.ofm = to.operand;
    ops_.push_back(op);
    return ops_.back();
  }

  // Without `second`, the second operand of binary operations is a constant in memory.
  MappedOperand elementwise(const char* type, ElementwiseMode mode, const MappedOperand& from,
                            const MappedOperand* second, std::int32_t depth,
                            Layout layout = Layout::nhwc) {
    const MappedOperand to = scratch(depth, 4, layout);
    elementwise_to(type, mode, from, second, to);
    return to;
  }

  NpuOp& elementwise_to(const char* type, ElementwiseMode mode, const MappedOperand& from,
                        const MappedOperand* second, const MappedOperand& to) {
    NpuOp& op = add(type, from, to);
    op.operation.type = OperationType::elementwise;
    op.operation.elementwise = mode;
    if (second != nullptr) {
      op.operation.reads_ifm2 = true;
      op.operation.ifm2 = second->map;
      op.ifm2 = second->operand;
    }
    op.constant_operand = second == nullptr && !is_unary(mode);
    return op;
  }

 private:
  const OperatorSite& site_;
  MappedOperand input_;
  MappedOperand output_;
  std::int32_t rows_ = 1;
  std::int32_t depth_ = 1;
  Bytes next_ = 0;
  std::vector<NpuOp> ops_;
};

MappedOperand row_maximum(SoftmaxBuilder& build) {
  MappedOperand from = build.input();
  from.map =
      dense_map(from.map.height, from.map.depth, 1, from.map.element_bytes, Layout::nhwc, 0, 0);
  const MappedOperand maximum = build.scratch(1, from.map.element_bytes, Layout::nhcwb16);
  NpuOp& op = build.add("MaxPool", from, maximum);
  op.operation.type = OperationType::pool;
  op.operation.pool = PoolMode::max;
  op.operation.window.kernel_w = from.map.width;
  return maximum;
}

MappedOperand sum_of(SoftmaxBuilder& build, const MappedOperand& exponentials) {
  const MappedOperand sum = build.scratch(1, 4, Layout::nhcwb16);
  NpuOp& op = build.add("ReduceSum", exponentials, sum);
  op.operation.type = OperationType::pool;
  op.operation.pool = PoolMode::reduce_sum;
  return sum;
}

// The reciprocal of the sum by Newton and Raphson: an estimate, then three rounds of refinement.
MappedOperand reciprocal(SoftmaxBuilder& build, const MappedOperand& normalised) {
  const auto with_constant = [&](const char* type, ElementwiseMode mode,
                                 const MappedOperand& from) {
    return build.elementwise(type, mode, from, nullptr, 1);
  };
  const auto with = [&](const char* type, ElementwiseMode mode, const MappedOperand& from,
                        const MappedOperand& second) {
    return build.elementwise(type, mode, from, &second, 1);
  };
  const MappedOperand half = with_constant("Add", ElementwiseMode::add, normalised);
  MappedOperand estimate = with_constant("Mul", ElementwiseMode::mul, half);
  estimate = with_constant("Add", ElementwiseMode::add, estimate);
  for (int round = 0; round < 3; ++round) {
    const MappedOperand product = with("Mul", ElementwiseMode::mul, estimate, half);
    const MappedOperand rest = with_constant("Sub", ElementwiseMode::sub, product);
    const MappedOperand step = with("Mul", ElementwiseMode::mul, estimate, rest);
    const MappedOperand scaled = with_constant("Mul", ElementwiseMode::mul, step);
    estimate = with("Add", ElementwiseMode::add, estimate, scaled);
  }
  return with_constant("Mul", ElementwiseMode::mul, estimate);
}

}  // namespace

// Vela's 31 operations for 8-bit data: exponentials by table of the distance to the row's maximum,
// their sum, its reciprocal in fixed point, products scaled back to 8 bits. Layouts are Vela's too.
std::vector<NpuOp> softmax_ops(const OperatorSite& site) {
  SoftmaxBuilder build(site);
  const std::int32_t depth = build.input().map.depth;
  const MappedOperand maximum = row_maximum(build);
  const MappedOperand exponentials = build.scratch(depth, 4, Layout::nhcwb16);
  NpuOp& exp =
      build.elementwise_to("Sub", ElementwiseMode::sub, build.input(), &maximum, exponentials);
  exp.operation.activation = ActivationWork::table;
  exp.table = true;
  exp.table_bytes = 1024;  // 256 entries of 32 bits

  const MappedOperand rescaled =
      build.elementwise("SHR", ElementwiseMode::shr, exponentials, nullptr, depth);
  const MappedOperand sum = sum_of(build, rescaled);
  const MappedOperand headroom =
      build.elementwise("CLZ", ElementwiseMode::clz, sum, nullptr, 1, Layout::nhcwb16);
  const MappedOperand right_shift =
      build.elementwise("Sub", ElementwiseMode::sub, headroom, nullptr, 1);
  const MappedOperand left_shift =
      build.elementwise("Sub", ElementwiseMode::sub, headroom, nullptr, 1);
  const MappedOperand shifted = build.elementwise("SHL", ElementwiseMode::shl, sum, &left_shift, 1);
  const MappedOperand fraction =
      build.elementwise("Sub", ElementwiseMode::sub, shifted, nullptr, 1);
  const MappedOperand normalised =
      build.elementwise("SHL", ElementwiseMode::shl, fraction, nullptr, 1);
  const MappedOperand factor = reciprocal(build, normalised);
  const MappedOperand scaled =
      build.elementwise("Mul", ElementwiseMode::mul, exponentials, &factor, depth, Layout::nhcwb16);
  build.elementwise_to("SHR", ElementwiseMode::shr, scaled, &right_shift, build.output());
  return build.take();
}

}  // namespace spillway::ethosu
