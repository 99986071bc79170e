// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata that hold the options with which Vela compiled a program's delegates, as
/// text.
constexpr const char* vela_options_name = "compile_flags";

/// Type name of the operators in which the runtime copies feature maps into the scratch memory of a
/// delegate and out of it.
constexpr const char* runtime_copy_name = "HOST_COPY";

/// The method `forward` (or the first) of an ExecuTorch program whose delegates are the Ethos-U
/// backend's, in the form that a .tflite of Vela's has: a delegate's call is an operator `ethos-u`
/// with the driver's payload, the weights and the scratch memory as first inputs, between two
/// operators for the runtime's copies; kernels are operators for the host. The operand for fast
/// scratch memory, whose size no program tells, is left out; behind it stands the state of a
/// delegate that keeps some from call to call, a variable.
///
/// All delegates use one scratch memory, one call after the other. Behind it lie the buffers that
/// the program plans for its own feature maps; the whole is the network's arena, and its metadata
/// `OfflineMemoryAllocation` says where in it each map is. Maps that the program leaves to the
/// application have no place there.
///
/// Throws UserError(input_file) for everything else, programs for other back ends by their name.
Network parse_executorch(std::shared_ptr<const FileBytes> file, const std::string& source);

}  // namespace spillway
