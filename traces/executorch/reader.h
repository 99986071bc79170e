// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata that holds the options with which Vela compiled the program's delegates.
constexpr const char* vela_options_name = "compile_flags";

/// Type name of operators that copy feature maps. The runtime copies inputs into the scratch memory
/// of a delegate before a call, and outputs out of it after the call.
constexpr const char* runtime_copy_name = "HOST_COPY";

/// Reads the method `forward` of an ExecuTorch program, or the first method if there is no
/// `forward`. The program's delegates must belong to the Ethos-U backend. The returned network has
/// the form of a .tflite that Vela made:
/// * The call of a delegate is an operator `ethos-u`. Its first inputs are the driver's payload,
///   the weights and the scratch memory. The operand for fast scratch memory is absent, because no
///   program gives its size. If the delegate keeps state between calls, the next operand is a
///   variable with this state.
/// * The copies that the runtime makes before and after a call are operators, too.
/// * Kernels become operators that run on the host CPU.
///
/// All delegates share one scratch memory, because they run one after the other. The arena of the
/// network consists of this scratch memory and of the buffers that the program plans for its
/// feature maps. The metadata `OfflineMemoryAllocation` hold the arena offset of each map. Maps
/// that the application must allocate have no offset.
///
/// Throws UserError(input_file) for all other files and programs. For a program of another backend,
/// the message contains the name of this backend.
Network parse_executorch(std::shared_ptr<const FileBytes> file, const std::string& source);

}  // namespace spillway
