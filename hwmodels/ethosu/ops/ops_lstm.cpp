// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/ops/op_chain.h"
#include "hwmodels/ethosu/ops/products.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t gate_bytes = 2;  // gates and their sums are 16 bits wide
constexpr std::size_t output_state = 18;
constexpr std::size_t cell_state = 19;

/// The indices of the operator's inputs that belong to one gate: the weights for the input, the
/// recurrent weights, and the bias.
struct Gate {
  const char* name;
  std::size_t weights;
  std::size_t recurrent;
  std::size_t bias;
};

constexpr Gate input_gate{"input_gate", 1, 5, 12};
constexpr Gate forget_gate{"forget_gate", 2, 6, 13};
constexpr Gate cell_gate{"cell_gate", 3, 7, 14};
constexpr Gate output_gate{"output_gate", 4, 8, 15};

// Builds the NPU operations of an LSTM as Vela does. Fully-connected and elementwise operations
// compute each time step. Each batch has separate operations, unless the first dimension of the
// input is time (time-major). The output state and the cell state are overwritten in place.
class Lstm {
 public:
  explicit Lstm(const OperatorSite& site)
      : site_(site),
        chain_(site),
        input_(map_input(site.network, site.op(), 0)),
        output_(map_output(site.network, site.op(), 0)),
        cell_(map_input(site.network, site.op(), cell_state)),
        state_(map_input(site.network, site.op(), output_state)) {
    const std::vector<std::int32_t>& shape = input_shape(site.network, site.op(), 0);
    time_major_ = site.op().time_major;
    steps_ = shape[time_major_ ? 0 : 1];
    batches_ = shape[time_major_ ? 1 : 0];
    units_ = cell_.map.depth;
  }

  std::vector<NpuOp> run() {
    const std::int32_t sequences = time_major_ ? 1 : batches_;
    for (std::int32_t batch = 0; batch < sequences; ++batch) {
      for (std::int32_t time = 0; time < steps_; ++time) step(batch, time);
    }
    return chain_.take();
  }

 private:
  std::int32_t rows() const { return time_major_ ? batches_ : 1; }

  // Returns the rows of `state` that one operation reads or writes: the row of `batch`, or the rows
  // of all batches if the input is time-major.
  MappedOperand of_batch(const MappedOperand& state, std::int32_t batch) const {
    MappedOperand part = in_shape(state, {1, rows(), units_});
    part.operand.offset += std::int64_t{batch} * units_ * state.map.element_bytes;
    part.whole = state.whole;
    return part;
  }

  // Returns the rows of `sequence` (the operator's input or output) that one operation reads or
  // writes at time step `time`: the row of `batch`, or the rows of all batches if the input is
  // time-major.
  MappedOperand of_step(const MappedOperand& sequence, std::int32_t batch,
                        std::int32_t time) const {
    const std::int32_t depth = sequence.map.depth;
    MappedOperand part = sequence;
    part.map = dense_map(1, rows(), depth, sequence.map.element_bytes, Layout::nhwc, 0, 0);
    const std::int64_t row =
        time_major_ ? std::int64_t{time} * batches_ : std::int64_t{batch} * steps_ + time;
    part.operand.offset += row * depth * sequence.map.element_bytes;
    return part;
  }

  std::string label(const char* name) const { return fmt::format("{}#{}.{}", name, batch_, time_); }

  const std::string& tensor_name(std::size_t input) const {
    return site_.tensor(site_.op().inputs[input]).name;
  }

  std::string state_name() const {
    if (time_ > 0) return fmt::format("output_state#{}.{}_mul_tens0", batch_, time_ - 1);
    if (time_major_) return tensor_name(output_state);
    return fmt::format("{}_state#{}", tensor_name(output_state), batch_);
  }

  void step(std::int32_t batch, std::int32_t time) {
    batch_ = batch;
    time_ = time;
    const MappedOperand in = gate(input_gate);
    const MappedOperand forget = gate(forget_gate);
    const MappedOperand fresh = gate(cell_gate);
    const MappedOperand cell = of_batch(cell_, batch);
    const std::string name = label("cell_state");
    const MappedOperand kept = product(name + "_cf_mul", cell, forget);
    const MappedOperand added = product(name + "_ci_mul", fresh, in);
    chain_.elementwise(ElementwiseMode::add, name + "_add", kept, &added, cell);
    const MappedOperand out = gate(output_gate);
    emit_output(cell, out);
  }

  MappedOperand product(const std::string& name, const MappedOperand& a, const MappedOperand& b) {
    return chain_.elementwise(ElementwiseMode::mul, name, a, &b, gate_bytes);
  }

  // Adds the operations of a gate, and returns the value of the gate. This value is an activation
  // of the sum of two products: weights times input, and recurrent weights times previous output.
  MappedOperand gate(const Gate& gate) {
    const std::string name = label(gate.name);
    const std::string feature = fmt::format("{}_feature#{}.{}", tensor_name(0), batch_, time_);
    const MappedOperand fresh =
        matrix_product(fmt::format("{}:{}_fc", name, feature), of_step(input_, batch_, time_),
                       gate.weights, site_.op().inputs[gate.bias]);
    const MappedOperand recurrent =
        matrix_product(fmt::format("{}:{}_fc", name, state_name()), of_batch(state_, batch_),
                       gate.recurrent, no_tensor);
    const MappedOperand sum =
        chain_.elementwise(ElementwiseMode::add, name + "_add", fresh, &recurrent, gate_bytes);
    // The hardware computes this 16-bit activation itself. The activation takes as long as a lookup
    // table (ActivationWork::table), but no table is loaded.
    chain_.last().operation.activation = ActivationWork::table;
    return sum;
  }

  MappedOperand matrix_product(const std::string& name, const MappedOperand& from,
                               std::size_t weights, TensorIndex bias) {
    const BlockShape rows_and_columns = batch_extents(rows());
    const MappedOperand ifm =
        in_shape(from, {rows_and_columns.height, rows_and_columns.width, from.map.depth});
    const MappedOperand ofm =
        chain_.scratch({1, rows(), units_}, gate_bytes,
                       rows_and_columns.height == 1 ? Layout::nhcwb16 : Layout::nhwc);
    NpuOp& op = chain_.vector_product(
        name, ifm, in_shape(ofm, {rows_and_columns.height, rows_and_columns.width, units_}));
    op.weights = site_.op().inputs[weights];
    op.weight_elements = element_count(site_.tensor(op.weights));
    op.bias = bias;
    return ofm;
  }

  void emit_output(const MappedOperand& cell, const MappedOperand& out) {
    const std::string name = label("output_state");
    const MappedOperand squashed = chain_.scratch({1, rows(), units_}, gate_bytes, Layout::nhcwb16);
    chain_.pool(PoolMode::average, name + "_tanh", cell, squashed).operation.activation =
        ActivationWork::table;
    const MappedOperand state = of_batch(state_, batch_);
    chain_.elementwise(ElementwiseMode::mul, name + "_mul", squashed, &out, state);
    chain_.pool(PoolMode::average, fmt::format("{}#{}.{}", site_.op().name, batch_, time_), state,
                of_step(output_, batch_, time_));
  }

  const OperatorSite& site_;
  OpChain chain_;
  MappedOperand input_;
  MappedOperand output_;
  MappedOperand cell_;
  MappedOperand state_;
  bool time_major_ = false;
  std::int32_t steps_ = 1;
  std::int32_t batches_ = 1;
  std::int32_t units_ = 1;
  std::int32_t batch_ = 0;
  std::int32_t time_ = 0;
};

}  // namespace

std::vector<NpuOp> lstm_ops(const OperatorSite& site) { return Lstm(site).run(); }

}  // namespace spillway::ethosu
