// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/units.h"
#include "traces/executorch/file.h"

namespace spillway {

/// A feature map that the runtime copies between its own buffers and a delegate's scratch memory:
/// inputs before a call of the delegate, outputs after the call.
struct DelegateMap {
  std::vector<std::int32_t> shape;
  std::int32_t element_bytes = 0;
  Bytes offset = 0;  // offset within the scratch memory
  Bytes bytes = 0;
};

/// The compiled data of a delegate, into which ExecuTorch's Ethos-U backend turns a part of a
/// network.
struct VelaBlocks {
  // The driver's payload, with the command stream.
  ByteView commands;
  ByteView weights;
  Bytes scratch_bytes = 0;
  // Size of the memory for the delegate's state, which is kept between calls.
  Bytes state_bytes = 0;
  std::vector<DelegateMap> inputs;
  std::vector<DelegateMap> outputs;
};

/// Reads the compiled data of a delegate of the Ethos-U backend. The format is that of ExecuTorch's
/// backends/arm (vela_bin_stream), a sequence of blocks:
/// - A block has a header of 32 bytes (name in 16 bytes, size as 32-bit number, a flag) and
///   contents that are padded to 16 bytes.
/// - If the flag is set, the contents are only a key, and `file` stores the data under this key.
/// - Blocks of unknown names are skipped.
/// `what` names the delegate in messages. Throws UserError(input_file) for damaged data.
VelaBlocks read_vela_blocks(ByteView data, const ExecutorchFile& file, const std::string& what);

}  // namespace spillway
