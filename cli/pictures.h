// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "report/pages/drawing.h"

namespace spillway::cli {

/// Adds the option --svg LIST DIR. `kinds` are the kinds of drawings that the command can make.
void add_svg_option(boost::program_options::options_description& options,
                    const std::vector<std::string>& kinds);

/// The drawings that the option --svg requests: their kinds, and the folder for the files.
class Pictures {
 public:
  /// Throws UserError(usage) if --svg lists a kind that is not among `kinds`.
  Pictures(const Arguments& arguments, const std::vector<std::string>& kinds);

  bool wants(const std::string& kind) const { return wanted_.count(kind) > 0; }

  bool none() const { return wanted_.empty(); }

  /// Writes the drawing to DIR/NAME.svg if --svg lists the drawing's kind; does nothing otherwise.
  /// Makes the folder DIR if it is missing. In NAME, characters that some file systems do not
  /// accept become underscores. If two drawings have the same name, the file name of the second
  /// gets a number.
  void write(const Drawing& drawing);
  /// Names in a note the kinds that --svg lists and of which write() got no drawing.
  void note_missing(const Console& console) const;

 private:
  std::set<std::string> wanted_;
  std::set<std::string> written_;  // kinds of which a drawing was written
  std::set<std::string> taken_;
  std::string folder_;
};

}  // namespace spillway::cli
