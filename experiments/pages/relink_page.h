// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"

namespace spillway {

/// The JSON of the page of `relink`, on one line: the document of the result, the command line that
/// was given, and what lies where in the arenas before and after. Steps of these maps are commands
/// of the processor and operators of the host, and of an arena of TensorFlow Lite Micro operators.
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file);

}  // namespace spillway
