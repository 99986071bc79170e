// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/functional_registers.h"

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::uint64_t layout_bits = 3U << 6;
// On a U85, these bits of a precision register say how a map is stored. On U55 and U65, the same
// bits say how results are rounded.
constexpr std::uint64_t storage_bits = 3U << 14;
constexpr std::uint64_t transpose_bits = 7U << 11;  // U85 only
// On U55 and U65, numbers below `first_table` in the ACTIVATION register are built-in functions.
// `first_table` and higher numbers are lookup tables.
constexpr std::uint64_t first_table = 16;
constexpr std::uint64_t no_register = ~std::uint64_t{0};

class Reader {
 public:
  Reader(const RegisterStep& step, bool u85) : step_(step), u85_(u85) {
    value_ = combined(static_cast<Value>(step.command), step.parameter);
  }

  template <typename Command>
  void add(Command command, std::uint64_t without = 0) {
    const std::uint64_t known = register_of(step_, key_of(command));
    value_ = combined(value_, known == no_register ? no_register : known & ~without);
  }
  void add_value(Value value) { value_ = combined(value_, value); }

  void add_operand(const MapRegisters& map) {
    add(map.precision, layout_bits | (u85_ ? storage_bits : 0));
    add(map.zero_point);
  }
  void add_result() {
    add(ofm_registers.precision, layout_bits | (u85_ ? storage_bits | transpose_bits : 0));
    add(ofm_registers.zero_point);
    add(Command0::activation_min);
    add(Command0::activation_max);
    // Bits 8 to 10 of ACC_FORMAT on a U85 are left out, because they hold the microblock (part of a
    // block that the array computes at a time), which does not change the function.
    add(Command0::acc_format, u85_ ? std::uint64_t{7} << 8 : 0);
  }

  static std::uint64_t register_of(const RegisterStep& step, RegisterKey key) {
    const auto found = step.registers.find(key);
    return found == step.registers.end() ? no_register : found->second;
  }

  Value value() const { return value_; }

 private:
  const RegisterStep& step_;
  const bool u85_;
  Value value_ = 0;
};

void add_activation(const RegisterStep& step, bool u85, Reader& reader) {
  std::uint64_t value = Reader::register_of(step, key_of(Command0::activation));
  if (u85) {
    value &= ~(std::uint64_t{7} << 5);
  } else if ((value & 31U) >= first_table) {
    value = (value & ~std::uint64_t{31}) | first_table;
  }
  reader.add_value(value);
}

void add_window(Reader& reader) {
  constexpr std::uint64_t traversal = 1U << 2 | 1U << 5;
  reader.add(Command0::kernel_width_m1);
  reader.add(Command0::kernel_height_m1);
  reader.add(Command0::kernel_stride, traversal);
  reader.add(Command0::ifm_upscale);
}

void add_elementwise(const Operation& op, bool u85, Reader& reader) {
  constexpr std::uint64_t extents = 7;
  reader.add(Command1::opa_scale);
  reader.add(Command1::opb_scale);
  reader.add(Command1::ofm_scale);
  if (u85) reader.add(Command0::ifm_broadcast, extents);
  if (is_unary(op.elementwise)) return;
  reader.add(Command0::ifm2_broadcast, extents);
  reader.add_operand(ifm2_registers);
  if (op.reads_ifm && op.reads_ifm2) return;
  if (u85) {
    reader.add(Command1::op_scalar);
  } else {
    reader.add(Command0::ifm2_scalar);
  }
}

/// Two distances in the input of a resizing kernel, in units of 1/n pixel (n = the value of the
/// kernel's RESIZE_X_SCALE or RESIZE_Y_SCALE register plus one): between two neighbouring outputs
/// (`per_output`), and between the first and the last output of a block (`per_block`).
struct ResizeSteps {
  std::uint64_t per_output = 0, per_block = 0;
};

ResizeSteps resize_steps(std::uint64_t value, std::uint64_t n) {
  constexpr std::uint64_t low_half = 0xFFFF;
  const std::uint64_t pixels = value >> 32;  // low 4 bits: per output; all other bits: per block
  return {(pixels & 15U) * n + (value & low_half), (pixels >> 4) * n + (value >> 16 & low_half)};
}

// Adds the distance per output to the hash of the kernel's function. The distance per block
// normally follows from the distance per output and the extent of the block. If the distance per
// block has another value, the kernel computes something else, so the whole register is added, too.
void add_resize_step(const RegisterStep& step, Command1 steps, Command0 scale,
                     std::int32_t block_extent, Reader& reader) {
  const std::uint64_t value = Reader::register_of(step, key_of(steps));
  const std::uint64_t n = Reader::register_of(step, key_of(scale)) + 1;
  const ResizeSteps found = resize_steps(value, n);
  const bool follows =
      found.per_block == found.per_output * static_cast<std::uint64_t>(block_extent - 1);
  reader.add_value(found.per_output);
  reader.add_value(follows ? 0 : value);
}

void add_resizing(const RegisterStep& step, const Operation& op, Reader& reader) {
  for (const Command0 command :
       {Command0::resize_x_scale, Command0::resize_y_scale, Command0::resize_x_offset,
        Command0::ab_start, Command0::ofm_height_m1, Command0::ofm_width_m1}) {
    reader.add(command);
  }
  add_resize_step(step, Command1::resize_x_step, Command0::resize_x_scale, op.block.width, reader);
  add_resize_step(step, Command1::resize_y_step, Command0::resize_y_scale, op.block.height, reader);
}

}  // namespace

Value functional_value(const RegisterStep& step, const Operation& op, Product product) {
  const bool u85 = product == Product::u85;
  Reader reader(step, u85);
  reader.add_operand(ifm_registers);
  reader.add_result();
  add_activation(step, u85, reader);
  if (op.type == OperationType::elementwise) {
    add_elementwise(op, u85, reader);
  } else {
    add_window(reader);
    // OFM_SCALE scales the results of kernels without scale records (bias, scale and shift of each
    // channel). On a U85, OFM_SCALE also holds the rounding mode, which every kernel uses.
    if (u85 || op.scales[0].length == 0) reader.add(Command1::ofm_scale);
    if (op.type == OperationType::resize) add_resizing(step, op, reader);
    if (op.reads_ifm2) reader.add_operand(ifm2_registers);
  }
  return reader.value();
}

std::int32_t table_slot(const RegisterStep& step, Product product) {
  const std::uint64_t value = Reader::register_of(step, key_of(Command0::activation));
  const std::uint64_t function = value & 31U;
  if (product == Product::u85) {
    return function == 0 ? -1 : static_cast<std::int32_t>(value >> 5 & 7U);
  }
  return function < first_table ? -1 : static_cast<std::int32_t>(function - first_table);
}

}  // namespace spillway::ethosu::proof
