// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata that hold, as text, the options with which Vela compiled a program's
/// delegates.
constexpr const char* vela_options_name = "compile_flags";

/// Type name of the operators by which the runtime copies feature maps into the scratch memory of a
/// delegate and out of it.
constexpr const char* runtime_copy_name = "HOST_COPY";

/// The method `forward` (or the first) of an ExecuTorch program whose delegates belong to the
/// Ethos-U backend, in the form of a .tflite that Vela made. The call of a delegate is an operator
/// `ethos-u`, whose first inputs are the driver's payload, the weights and the scratch memory. This
/// operator stands between two operators for the runtime's copies. Kernels are operators for the
/// host. The operand for fast scratch memory is absent, because no program gives its size. If a
/// delegate keeps state between calls, the state is a variable and the next operand.
///
/// All delegates share one scratch memory because they run one after the other. Behind this memory
/// lie the buffers that the program plans for its own feature maps. Together they are the network's
/// arena; the metadata `OfflineMemoryAllocation` has the offset of each map in the arena. Maps that
/// the program leaves to the application have no offset.
///
/// Throws UserError(input_file) for everything else; for programs of other back ends the message
/// has their name.
Network parse_executorch(std::shared_ptr<const FileBytes> file, const std::string& source);

}  // namespace spillway
