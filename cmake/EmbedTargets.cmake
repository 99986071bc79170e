# SPDX-License-Identifier: Apache-2.0
# A CMake script that writes OUTPUT, a C++ file. Its function builtin_TABLE() holds the text of each
# of FILES, under the name of the file without the ending.
set(body "")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WLE)
  file(READ ${file} text)
  string(APPEND body "    {\"${stem}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from ${FOLDER} by cmake/EmbedTargets.cmake.
#include \"hwmodels/toml/builtin_targets.h\"

namespace spillway {

const std::vector<BuiltinTarget>& builtin_${TABLE}() {
  static const std::vector<BuiltinTarget> table = {
${body}  };
  return table;
}

}  // namespace spillway
")
