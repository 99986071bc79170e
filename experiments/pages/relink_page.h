// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "report/pages/html_report.h"

namespace spillway {

/// Return the data for the page of `relink` as one line of JSON: `document` (from
/// relink_document()), the command line, a map of the original file's arenas, and a map of the
/// written file's arenas. The function with RelinkedFile is for compiled files; a step of their
/// maps is a command of the processor or an operator of the host. The function with ArenaFile is
/// for networks of TensorFlow Lite Micro, the function with LoadsFile is for files whose operators
/// load weights. A step of their maps is an operator.
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const LoadsFile& file);

/// Return the parts of the page of `relink` that need no scripts, for browsers without JavaScript.
StillPage still_relinked(const Target& target, const RelinkedFile& relinked);
StillPage still_relinked(const Network& network, const ArenaFile& file);
StillPage still_relinked(const Network& network, const LoadsFile& file);

}  // namespace spillway
