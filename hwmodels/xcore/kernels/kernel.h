// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/units.h"
#include "hwmodels/xcore/kernels/convolution.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "traces/network.h"

namespace spillway::xcore {

/// XC_ld_flash, XC_ld_weights: load one contiguous range of constants into several tensors.
struct LoadKernel {
  std::vector<Bytes> sizes;  // per output: bytes to load
  // The address of the first byte in the weights file; nullopt = the constants are inputs of the
  // operator, and are read where the plan places these inputs.
  std::optional<Address> address;
  bool from_external_ram = false;  // read through the minicache, not from flash
  // The kernel only starts the load; a later WaitKernel waits until the load has ended.
  bool early = false;
};

/// XC_ld_weights_wait: waits until all loads that were started early have ended.
struct WaitKernel {};

/// XC_add and subtraction: read both inputs and five parameter vectors per 16 elements.
struct AddKernel {
  std::int64_t elements = 0;
};

struct MulKernel {
  std::int64_t elements = 0;
};

/// XC_lookup: has a table of 256 bytes, or of 1024 bytes for int16.
struct LookupKernel {
  std::int32_t element_bytes = 1;
  std::vector<Span> threads;  // per thread: the range of elements that it looks up
};

/// One contiguous copy, or a fill with a constant if there is no input.
struct CopyPart {
  std::int32_t input = -1;  // operand number; -1 = fill
  std::int32_t output = 0;
  std::int64_t input_offset = 0, output_offset = 0;
  std::int64_t input_stride = 0, output_stride = 0;  // bytes from one row to the next
  std::int32_t bytes = 0;
};

/// Operators that only move data: pad, slice, concat, broadcast, split, unpack, reshape.
struct CopyKernel {
  std::vector<CopyPart> head;  // copies that are made once, before the rows
  std::vector<CopyPart> body;  // copies that are made for each row
  std::vector<CopyPart> tail;  // copies that are made once, after the rows
  std::int64_t rows = 1;
  std::int32_t unit = 32;  // bytes per load and store
  SlotSum cost;
};

/// XC_maxpool2d: has the loop nest of a depthwise convolution without weights.
struct MaxPoolKernel {
  Convolution window;
  Cost tap = Cost::maxpool_tap;  // cost of a tap for 16 channels
};

/// All other operators: every input is read once and every output written once, vector by vector.
struct StreamKernel {
  SlotSum cost;
  // For a reduction: the number of 32-bit sums, of which one is read and written for every input
  // element. 0 for other operators.
  std::int64_t sums = 0;
  bool reference = false;   // an operator of TFLM, not of the XMOS runtime
  bool unmodelled = false;  // a kernel of the runtime that Spillway does not model
};

using KernelSpec = std::variant<LoadKernel, WaitKernel, AddKernel, MulKernel, LookupKernel,
                                CopyKernel, MaxPoolKernel, StreamKernel, Convolution>;

}  // namespace spillway::xcore
