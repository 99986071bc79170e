// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "report/pages/html_report.h"

namespace spillway {

/// Return the data for the HTML page of `relink` as one line of JSON: `document` (from
/// relink_document()), the command line, a map of the original file's arenas, and a map of the
/// written file's arenas. The functions differ in the kind of file:
/// * RelinkedFile is for compiled files. A step of the maps is a command of the processor or an
///   operator of the host processor.
/// * ArenaFile is for networks of TensorFlow Lite Micro, LoadsFile for files with loads (operators
///   that copy weights into the arena). A step of the maps is an operator.
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file);
std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const LoadsFile& file);

/// Return the drawings and tables of the page of `relink` that are shown by browsers without
/// JavaScript.
StaticPage static_relinked(const Target& target, const RelinkedFile& relinked);
StaticPage static_relinked(const Network& network, const ArenaFile& file);
StaticPage static_relinked(const Network& network, const LoadsFile& file);

}  // namespace spillway
