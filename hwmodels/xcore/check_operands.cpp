// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/check_operands.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::xcore {
namespace {

struct Operands {
  std::string_view type;
  std::size_t inputs;
};

// Operators of one output that read more than one input; the others read one. Loads have outputs
// alone.
constexpr std::array<Operands, 9> needed = {{{"XC_conv2d_v2", 3},
                                             {"XC_add", 2},
                                             {"XC_mul", 2},
                                             {"XC_binaryi16", 2},
                                             {"XC_lookup", 2},
                                             {"XC_softmax", 2},
                                             {"XC_batched_softmax", 2},
                                             {"XC_ld_flash", 0},
                                             {"XC_ld_weights", 0}}};

bool lacks(const std::vector<TensorIndex>& operands, std::size_t count) {
  return operands.size() < count ||
         std::find(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(count),
                   no_tensor) != operands.begin() + static_cast<std::ptrdiff_t>(count);
}

}  // namespace

void require_operands(const Network& network) {
  for (const Operator& op : network.operators) {
    if (op.type_name.compare(0, 3, "XC_") != 0) continue;
    const auto* const known = std::find_if(needed.begin(), needed.end(), [&](const Operands& one) {
      return one.type == op.type_name;
    });
    const std::size_t inputs = known == needed.end() ? 1 : known->inputs;
    if (!lacks(op.inputs, inputs) && !lacks(op.outputs, 1)) continue;
    throw UserError(
        ExitCode::input_file, {network.source, 0, 0},
        fmt::format("{} '{}' has {} inputs and {} outputs, its kernel needs {} and 1", op.type_name,
                    op.name, op.inputs.size(), op.outputs.size(), inputs));
  }
}

}  // namespace spillway::xcore
