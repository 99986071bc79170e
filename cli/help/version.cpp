// SPDX-License-Identifier: Apache-2.0
#include "base/version.h"

#include <ostream>

#include "cli/command.h"

namespace spillway::cli {

CommandEntry version_command() {
  CommandEntry entry;
  entry.summary = "print the version";
  entry.examples = {"spillway version"};
  entry.run = [](const Arguments& /*arguments*/, const Console& console) {
    console.out << "spillway " << version() << '\n';
    return ExitCode::ok;
  };
  return entry;
}

}  // namespace spillway::cli
