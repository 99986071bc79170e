// SPDX-License-Identifier: Apache-2.0
#include "base/defect.h"

#include <new>
#include <string_view>

#include <fmt/format.h>

#include "base/build_id.h"
#include "base/version.h"

namespace spillway {

std::string defect_message(const std::exception& error) {
  // If an exception leaves a SystemC process, SystemC throws an exception of its own type instead.
  // Then only the text of SystemC's exception names the original exception.
  const bool reported = std::string_view(error.what()).find("bad_alloc") != std::string_view::npos;
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr || reported) {
    return "out of memory: the input needs more than this process may have";
  }
  return fmt::format(
      "a defect of Spillway: {}\nplease report it with the command line, the files that it names "
      "and this: version {}, build {}",
      error.what(), version(), build_id());
}

}  // namespace spillway
