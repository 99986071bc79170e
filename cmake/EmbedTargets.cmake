# SPDX-License-Identifier: Apache-2.0
# Script: writes OUTPUT, a C++ file with the text of each of FILES under its stem.
set(body "")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WLE)
  file(READ ${file} text)
  string(APPEND body "    {\"${stem}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from hwmodels/targets by cmake/EmbedTargets.cmake.
#include \"hwmodels/builtin_targets.h\"

namespace spillway {

const std::vector<BuiltinTarget>& builtin_targets() {
  static const std::vector<BuiltinTarget> targets = {
${body}  };
  return targets;
}

}  // namespace spillway
")
