// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "report/pages/html_report.h"

namespace spillway {

/// The data of the page of `relink` as one line of JSON: `document` (from relink_document()), the
/// command line, and one map of the arenas for the original and one for the written file. The first
/// function is for compiled files; in their maps a step is a command of the processor or an
/// operator of the host. The second is for networks of TensorFlow Lite Micro, and the third for
/// files whose operators load weights; in both a step is an operator.
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const LoadsFile& file);

/// The static contents of the page, for browsers without scripts.
StillPage still_relinked(const Target& target, const RelinkedFile& relinked);
StillPage still_relinked(const Network& network, const ArenaFile& file);
StillPage still_relinked(const Network& network, const LoadsFile& file);

}  // namespace spillway
