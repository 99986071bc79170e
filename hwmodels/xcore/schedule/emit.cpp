// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/schedule/emit.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

constexpr std::int64_t scratch_beside_data = 1024;

/// Emits the steps of each kind of kernel. Offsets within operator data (what the runtime allocates
/// once per operator) are those of the structs on the chip.
class Emitter {
 public:
  Emitter(StepBuilder& steps, const Operator& op, const Network& network, const Operands& at,
          const XcoreParameters& core)
      : steps_(steps), op_(op), network_(network), at_(at), core_(core) {}

  SlotSum operator()(const LoadKernel& kernel) {
    steps_.begin_thread();
    steps_.read(at_.data.at(4), 12);
    std::int64_t loaded = 0;
    const Place file = kernel.from_external_ram ? at_.external_ram : at_.flash;
    for (std::size_t i = 0; i < kernel.sizes.size(); ++i) {
      const Place source = kernel.address
                               ? file.at(static_cast<std::int64_t>(*kernel.address) + loaded)
                               : at_.inputs[i];
      if (kernel.from_external_ram) {
        copy_lines(source, at_.outputs[i], kernel.sizes[i]);
      } else {
        const bool lands_at_once = at_.outputs[i].memory != at_.external_ram.memory;
        steps_.load(source, at_.outputs[i], kernel.sizes[i], i > 0,
                    kernel.early && lands_at_once ? TileLoadKind::start : TileLoadKind::copy);
      }
      loaded += kernel.sizes[i];
    }
    if (!kernel.from_external_ram) return {};
    SlotSum cost;
    cost.add(Cost::copy_call);
    add_copies(cost, 1, loaded);
    steps_.slots(cost.slots());
    return cost;
  }

  SlotSum operator()(const WaitKernel& /*kernel*/) {
    const SlotSum call = SlotSum().add(Cost::copy_call);
    steps_.begin_thread();
    steps_.slots(call.slots());
    steps_.wait_for_loads(at_.flash);
    return call;
  }

  SlotSum operator()(const AddKernel& kernel) {
    constexpr std::int64_t m1 = 4, m2 = 36, shift = 68, bias_hi = 100, bias_lo = 132;
    const Place a = at_.inputs[0], b = at_.inputs[1], y = at_.outputs[0];
    const SlotSum call = SlotSum().add(Cost::add_call);
    const std::int64_t whole = kernel.elements / group_outputs;
    const auto rest = static_cast<std::int32_t>(kernel.elements % group_outputs);
    const auto parameters = [&] {
      for (const std::int64_t offset : {bias_lo, bias_hi, m1, m2, shift}) {
        steps_.read(at_.data.at(offset), vector_bytes);
      }
    };
    const auto iteration = [&](std::int64_t start, std::int32_t written) {
      steps_.slots(slots_of(Cost::add_vector));
      steps_.read(a.at(start), vector_bytes, {group_outputs});
      steps_.read(b.at(start), vector_bytes, {group_outputs});
      parameters();
      if (written > 0) steps_.write(y.at(start), written, {group_outputs});
      steps_.read(at_.data.at(shift), vector_bytes);
      if (written > 0) steps_.write(y.at(start), written, {group_outputs});
    };
    steps_.begin_thread();
    steps_.slots(call.slots());
    if (whole > 0) {
      steps_.loop(whole);
      iteration(0, group_outputs);
      steps_.end();
    }
    // After its loop, the kernel always runs one more iteration for the remaining elements, even if
    // no elements remain.
    steps_.loop(1);
    iteration(whole * group_outputs, rest);
    steps_.end();
    return call;
  }

  SlotSum operator()(const MulKernel& kernel) {
    const SlotSum call = SlotSum().add(Cost::mul_call);
    steps_.begin_thread();
    steps_.slots(call.slots());
    steps_.read(at_.data.at(4), 4);
    // A vector load reads 32 bytes for 16 elements. In the last one or two iterations, this load
    // may reach past the tensor, so they count only 16 bytes.
    const std::int64_t wide = std::max<std::int64_t>(0, kernel.elements / group_outputs - 1);
    if (wide > 0) {
      steps_.loop(wide);
      multiply(0, vector_bytes, group_outputs);
      steps_.end();
    }
    for (std::int64_t start = wide * group_outputs; start < kernel.elements;
         start += group_outputs) {
      const auto rest =
          static_cast<std::int32_t>(std::min<std::int64_t>(group_outputs, kernel.elements - start));
      steps_.loop(1);
      multiply(start, group_outputs, rest);
      steps_.end();
    }
    return call;
  }

  SlotSum operator()(const LookupKernel& kernel) {
    constexpr std::int32_t unrolled = 4;
    const bool int16 = kernel.element_bytes == 2;
    const double slots = slots_of(int16 ? Cost::lookup_i16_element : Cost::lookup_element);
    SlotSum call = SlotSum().add(Cost::lookup_call);
    if (int16) call.add(Cost::lookup_i16_element, 0);
    for (std::size_t i = 0; i < kernel.threads.size(); ++i) {
      const Span span = kernel.threads[i];
      steps_.begin_thread();
      if (i == 0) {
        steps_.slots(call.slots());
        steps_.read(at_.data.at(4), 28);
      }
      in_units(span.size(), unrolled, [&](std::int64_t first, std::int32_t count) {
        steps_.slots(slots * count);
        look_up(span.begin + first, count, kernel.element_bytes);
      });
    }
    return call;
  }

  SlotSum operator()(const CopyKernel& kernel) {
    steps_.begin_thread();
    steps_.slots(kernel.cost.slots());
    steps_.loop(1);
    for (const CopyPart& part : kernel.head) copy(part, kernel.unit);
    steps_.end();
    if (!kernel.body.empty() && kernel.rows > 0) {
      steps_.loop(kernel.rows);
      for (const CopyPart& part : kernel.body) copy(part, kernel.unit);
      steps_.end();
    }
    steps_.loop(1);
    for (const CopyPart& part : kernel.tail) copy(part, kernel.unit);
    steps_.end();
    return kernel.cost;
  }

  SlotSum operator()(const MaxPoolKernel& kernel) {
    const Convolution& pool = kernel.window;
    SlotSum cost = SlotSum().add(Cost::conv_call).add(kernel.tap, 0);
    for (std::size_t i = 0; i < pool.threads.size(); ++i) {
      steps_.begin_thread();
      if (i == 0) steps_.slots(cost.slots());
      pool_thread(pool, pool.threads[i], kernel.tap);
    }
    return cost;
  }

  SlotSum operator()(const StreamKernel& kernel) {
    steps_.begin_thread();
    steps_.slots(kernel.cost.slots());
    if (kernel.sums > 0) {
      reduce(kernel.sums);
      return kernel.cost;
    }
    for (std::size_t i = 0; i < op_.inputs.size(); ++i) {
      const Tensor* tensor = tensor_of(op_.inputs[i]);
      if (tensor == nullptr || tensor->kind == TensorKind::operator_data) continue;
      sweep(at_.inputs[i], tensor->bytes, false);
    }
    for (std::size_t i = 0; i < op_.outputs.size(); ++i) {
      sweep(at_.outputs[i], tensor_of(op_.outputs[i])->bytes, true);
    }
    return kernel.cost;
  }

  SlotSum operator()(const Convolution& conv) {
    ConvPlaces places;
    places.x = at_.inputs[0];
    places.weights = at_.inputs[1];
    places.multiplier_bias = at_.inputs[2];
    places.y = at_.outputs[0];
    places.data = at_.data;
    if (op_.inputs.size() > 3 && op_.inputs[3] != no_tensor &&
        tensor_of(op_.inputs[3])->kind != TensorKind::operator_data) {
      places.partial = at_.inputs[3];
      const bool same =
          places.partial.base == places.y.base && places.partial.memory == places.y.memory;
      places.partial_bytes = same ? 0 : tensor_of(op_.outputs[0])->bytes;
    }
    // Files of 2022 have no scratch operand, because the runtime allocates scratch in the arena.
    // The model places this scratch at a fixed distance from the operator's data.
    places.scratch = at_.data.at(scratch_beside_data);
    const bool has_scratch = conv.gathers() && op_.inputs.size() > 4 &&
                             op_.inputs[4] != no_tensor &&
                             tensor_of(op_.inputs[4])->kind != TensorKind::operator_data;
    if (has_scratch) places.scratch = at_.inputs[4];
    return emit_convolution(steps_, conv, places, core_);
  }

 private:
  const Tensor* tensor_of(TensorIndex index) const {
    return index == no_tensor ? nullptr : &at(network_.tensors, index);
  }

  void multiply(std::int64_t start, std::int32_t read, std::int32_t written) {
    const Place a = at_.inputs[0].at(start), b = at_.inputs[1].at(start);
    steps_.slots(slots_of(Cost::mul_vector));
    for (const Place& operand : {a, b, a, b, b}) steps_.read(operand, read, {group_outputs});
    steps_.write(at_.outputs[0].at(start), written, {group_outputs});
  }

  void look_up(std::int64_t first, std::int32_t count, std::int32_t bytes) {
    const std::int64_t step = std::int64_t{count} * bytes;
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int64_t offset = (first + i) * bytes;
      steps_.read(at_.inputs[0].at(offset), bytes, {step});
      steps_.read_table(at_.inputs[1], bytes);
      steps_.write(at_.outputs[0].at(offset), bytes, {step});
    }
  }

  /// Emits a loop over all complete units of `count` bytes or elements, and a last iteration for
  /// the remaining bytes or elements. `body` gets two numbers: the first byte or element of its
  /// first iteration, and how many bytes or elements an iteration handles.
  template <typename Body>
  void in_units(std::int64_t count, std::int32_t unit, const Body& body) {
    const std::int64_t whole = count / unit;
    const auto rest = static_cast<std::int32_t>(count % unit);
    if (whole > 0) {
      steps_.loop(whole);
      body(0, unit);
      steps_.end();
    }
    if (rest == 0) return;
    steps_.loop(1);
    body(whole * unit, rest);
    steps_.end();
  }

  void copy_lines(Place from, Place to, Bytes bytes) {
    in_units(bytes, vector_bytes, [&](std::int64_t first, std::int32_t count) {
      steps_.read(from.at(first), count, {vector_bytes});
      steps_.write(to.at(first), count, {vector_bytes});
    });
  }

  void copy(const CopyPart& part, std::int32_t unit) {
    in_units(part.bytes, unit,
             [&](std::int64_t first, std::int32_t count) { copy_unit(part, first, count); });
  }

  void copy_unit(const CopyPart& part, std::int64_t offset, std::int32_t bytes) {
    if (part.input >= 0) {
      const Place from = at(at_.inputs, part.input);
      steps_.read(from.at(part.input_offset + offset), bytes, {part.input_stride, bytes});
    }
    const Place to = at(at_.outputs, part.output);
    steps_.write(to.at(part.output_offset + offset), bytes, {part.output_stride, bytes});
  }

  void pool_thread(const Convolution& pool, const ConvWork& work, Cost tap) {
    if (work.pixels() == 0 || work.groups.size() == 0) return;
    const Place x = at_.inputs[0].at(std::int64_t{work.rows.begin} * pool.row_step +
                                     std::int64_t{work.columns.begin} * pool.pixel_step +
                                     std::int64_t{work.groups.begin} * group_outputs);
    const Place y = at_.outputs[0].at(std::int64_t{work.rows.begin} * pool.out_row_step +
                                      std::int64_t{work.columns.begin} * pool.out_pixel_step +
                                      std::int64_t{work.groups.begin} * group_outputs);
    const std::int32_t written = std::min(pool.outputs, group_outputs);
    steps_.loop(work.rows.size());
    steps_.loop(work.columns.size());
    if (!pool.planned) steps_.slots(core_.conv_pixel_slots);
    steps_.loop(work.groups.size());
    steps_.slots(slots_of(tap) * pool.taps());
    steps_.loop(pool.kernel_h);
    steps_.loop(pool.kernel_w);
    steps_.read(x, written,
                {pool.row_step, pool.pixel_step, group_outputs, pool.tap_row_step, pool.tap_step});
    steps_.end();
    steps_.end();
    steps_.write(y, written, {pool.out_row_step, pool.out_pixel_step, group_outputs});
    steps_.end();
    steps_.end();
    steps_.end();
  }

  /// Adds every input element to the sum of its output. The runtime allocates the sums; in the
  /// model, the sums lie after the output. The model reads eight elements at a time, because
  /// adjacent elements lie in the same cache line.
  void reduce(std::int64_t sums) {
    constexpr std::int32_t at_once = 8;
    const Bytes input = tensor_of(op_.inputs[0])->bytes;
    const Bytes output = tensor_of(op_.outputs[0])->bytes;
    const Place after = at_.outputs[0].at(ceil_div(output, vector_bytes) * vector_bytes);
    steps_.loop(std::max<std::int64_t>(1, input / sums));
    steps_.loop(ceil_div(sums, at_once));
    steps_.read(at_.inputs[0], at_once, {sums, at_once});
    steps_.read(after, vector_bytes, {0, vector_bytes});
    steps_.write(after, vector_bytes, {0, vector_bytes});
    steps_.end();
    steps_.end();
    sweep(at_.outputs[0], output, true);
  }

  void sweep(Place place, Bytes bytes, bool write) {
    in_units(bytes, vector_bytes, [&](std::int64_t first, std::int32_t count) {
      const Place at = place.at(first);
      write ? steps_.write(at, count, {vector_bytes}) : steps_.read(at, count, {vector_bytes});
    });
  }

  StepBuilder& steps_;
  const Operator& op_;
  const Network& network_;
  const Operands& at_;
  const XcoreParameters& core_;
};

}  // namespace

SlotSum emit_kernel(StepBuilder& steps, const KernelSpec& kernel, const Operator& op,
                    const Network& network, const Operands& at, const XcoreParameters& core) {
  return std::visit(Emitter(steps, op, network, at, core), kernel);
}

}  // namespace spillway::xcore
