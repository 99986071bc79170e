// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/units.h"
#include "traces/executorch/file.h"

namespace spillway {

/// A feature map that the runtime copies into a delegate's scratch memory before a call, or out of
/// it after the call.
struct DelegateMap {
  std::vector<std::int32_t> shape;
  std::int32_t element_bytes = 0;
  Bytes offset = 0;  // within the scratch memory
  Bytes bytes = 0;
};

/// The data that ExecuTorch's Ethos-U backend compiled a part of a network to.
struct VelaBlocks {
  ByteView commands;  // the driver's payload
  ByteView weights;
  Bytes scratch_bytes = 0;
  Bytes state_bytes = 0;  // kept between calls, in a separate region
  std::vector<DelegateMap> inputs;
  std::vector<DelegateMap> outputs;
};

/// Reads the data of a delegate of the Ethos-U backend: consecutive blocks, each with a header of
/// 32 bytes (name in 16, size as 32-bit number, a flag) and contents padded to 16 bytes. The
/// contents of a flagged block are the key of data in `file`. Blocks of other names are skipped.
/// The format is that of ExecuTorch's backends/arm (vela_bin_stream). `what` names the delegate in
/// messages. Throws UserError(input_file).
VelaBlocks read_vela_blocks(ByteView data, const ExecutorchFile& file, const std::string& what);

}  // namespace spillway
