// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/operator_data_size.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/rounding.h"
#include "hwmodels/xcore/kernels/load_names.h"

namespace spillway::xcore {
namespace {

constexpr Bytes alignment = 8;
constexpr Bytes work_pointer_bytes = 8;
// The operator data of a convolution in the runtime before 2023: the bytes of its nine objects and
// structs together, and the bytes that describe the work of one thread. That runtime aligned every
// allocation to 16 bytes.
constexpr Bytes separate_object_bytes = 192;
constexpr Bytes separate_work_bytes = 48;

struct KnownSize {
  std::string_view type_name;
  Bytes host, device;
  bool threaded;
};

// sizeof(OpData) in lib_tflite_micro: on a 64-bit host computer and, where the layout is known, on
// the chip. If the layout on the chip is unknown, the second number equals the first.
constexpr std::array<KnownSize, 21> known_sizes = {{
    {"XC_ld_flash", 56, 48, false},
    {"XC_ld_weights", 56, 48, false},
    {early_load_name, 56, 48, false},
    {"XC_conv2d_v2", 88, 48, true},
    {"XC_maxpool2d", 88, 48, true},
    {"XC_add", 168, 168, false},
    {"XC_mul", 16, 8, false},
    {"XC_lookup", 56, 48, false},
    {"XC_pad", 40, 40, false},
    {"XC_pad_v2", 40, 40, false},
    {"XC_pad_3_to_4", 8, 8, false},
    {"XC_slice", 32, 32, false},
    {"XC_strided_slice", 32, 32, false},
    {"XC_broadcast", 32, 32, false},
    {"XC_concat", 128, 128, false},
    {"XC_softmax", 56, 56, false},
    {"XC_batched_softmax", 56, 56, false},
    {"XC_mean", 40, 40, false},
    {"XC_unaryi16", 56, 56, false},
    {"XC_binaryi16", 56, 56, false},
    {"XC_expand_8_to_16", 56, 56, false},
}};

}  // namespace

Bytes thread_entry_bytes(bool separate_objects) {
  return separate_objects ? separate_work_bytes : work_pointer_bytes;
}

OperatorDataSize operator_data_size(const Operator& op, std::int32_t entry_count,
                                    const Threading& threads) {
  if (op.type_name == "XC_concat" && threads.concat_on_one_thread) return {80, 80};
  const auto* const known =
      std::find_if(known_sizes.begin(), known_sizes.end(),
                   [&](const KnownSize& size) { return size.type_name == op.type_name; });
  if (known == known_sizes.end()) return {};
  const bool objects = threads.separate_objects && known->threaded;
  const Bytes entries = known->threaded ? thread_entry_bytes(objects) * entry_count : 0;
  if (objects) return {separate_object_bytes + entries, separate_object_bytes + entries};
  return {round_up(known->host, alignment) + entries, round_up(known->device, alignment) + entries};
}

}  // namespace spillway::xcore
