// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <boost/program_options.hpp>

namespace spillway::cli {

/// The options of a command as help prints them. Many are shown in groups: those that most people
/// need first, then by what they are about; few stay in one list.
std::string grouped_options(const boost::program_options::options_description& options);

}  // namespace spillway::cli
