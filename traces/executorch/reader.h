// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "traces/network.h"

namespace spillway {

/// Name of a piece of metadata: the text of the options with which Vela compiled the program's
/// delegates.
constexpr const char* vela_options_name = "compile_flags";

/// Type name of the operators that stand for the runtime's copies. The runtime copies feature maps
/// into the scratch memory of a delegate before a call and out of it afterwards.
constexpr const char* runtime_copy_name = "HOST_COPY";

/// Reads the method `forward` of an ExecuTorch program, or the first method if there is no
/// `forward`. The program's delegates must belong to the Ethos-U backend. The network has the form
/// of a .tflite that Vela made:
/// * The call of a delegate is an operator `ethos-u`. Its first inputs are the driver's payload,
///   the weights and the scratch memory. The operand for fast scratch memory is absent, because no
///   program gives its size. If the delegate keeps state between calls, the next operand is a
///   variable with this state.
/// * The operators before and after it are the copies that the runtime makes for a call.
/// * Kernels become operators for the host.
///
/// All delegates share one scratch memory because they run one after the other. Behind this memory
/// lie the buffers that the program plans for its own feature maps. Together they are the network's
/// arena. The metadata `OfflineMemoryAllocation` have the offset of each map in the arena. Maps
/// that the program leaves to the application have no offset.
///
/// Throws UserError(input_file) for all other files and programs. For a program of another back
/// end, the message has the name of this back end.
Network parse_executorch(std::shared_ptr<const FileBytes> file, const std::string& source);

}  // namespace spillway
