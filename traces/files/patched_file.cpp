// SPDX-License-Identifier: Apache-2.0
#include "traces/files/patched_file.h"

#include "traces/executorch/patch.h"
#include "traces/tflite/patch.h"

namespace spillway {

std::vector<std::uint8_t> patched_file(const Network& network, const FilePatch& patch) {
  return is_executorch(network) ? patched_executorch(network, patch)
                                : patched_tflite(network, patch);
}

}  // namespace spillway
