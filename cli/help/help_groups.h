// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/program_options.hpp>
#include <string>

namespace spillway::cli {

/// Returns the options of a command as text for the help page. A long list is divided into groups
/// by topic, with the most used options first.
std::string grouped_options(const boost::program_options::options_description& options);

}  // namespace spillway::cli
