// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "report/drawing.h"

namespace spillway::cli {

/// Adds --svg LIST DIR; `kinds` are the pictures that the command can draw.
void add_svg_option(boost::program_options::options_description& options,
                    const std::vector<std::string>& kinds);

/// What --svg asks for, and where it goes.
class Pictures {
 public:
  /// Throws UserError(usage) for a picture that is not among `kinds`.
  Pictures(const Arguments& arguments, const std::vector<std::string>& kinds);

  bool wants(const std::string& kind) const { return wanted_.count(kind) > 0; }

  bool none() const { return wanted_.empty(); }

  /// Writes DIR/NAME.svg if the drawing's kind is wanted, making the folder. Characters that file
  /// systems do not take everywhere become _; a name that is taken gets a number.
  void write(const Drawing& drawing);

 private:
  std::set<std::string> wanted_;
  std::set<std::string> taken_;
  std::string folder_;
};

}  // namespace spillway::cli
