// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <filesystem>
#include <ostream>

#include <unistd.h>

#include "base/files.h"
#include "cli/command.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

// Of a folder that is still to be made, the one that it will be made in.
fs::path nearest_existing(fs::path folder) {
  std::error_code ignored;
  while (!folder.empty() && folder.has_relative_path() && !fs::exists(folder, ignored)) {
    folder = folder.parent_path();
  }
  return folder.empty() ? fs::path(".") : folder;
}

void require_writable_folder(const std::string& path, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) fail_to_write(path, ENOENT);
  if (!fs::is_directory(folder, ignored)) fail_to_write(path, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
}

void check_file(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || path == "-") return;
  if (fs::is_directory(path, ignored)) fail_to_write(path, EISDIR);
  const bool special = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
  if (special) return;  // a device or a pipe
  const fs::path folder = fs::path(path).parent_path();
  require_writable_folder(path, folder.empty() ? fs::path(".") : folder);
}

}  // namespace

void check_outputs(const CommandEntry& command, const Arguments& arguments) {
  for (const std::string& option : command.outputs) {
    if (!arguments.has(option)) continue;
    if (!arguments.is_pair(option)) {
      check_file(arguments.text(option));
    } else if (arguments.words(option).size() == 2) {  // else its command says what is missing
      const std::string& folder = arguments.words(option)[1];
      require_writable_folder(folder, nearest_existing(folder));
    }
  }
}

void add_json_option(CommandEntry& entry) {
  entry.options.add_options()("json", text_value("FILE"),
                              "write the result as JSON; - is standard output, and nothing else "
                              "goes there");
  entry.outputs.emplace_back("json");
}

void write_document(const Arguments& arguments, const Console& console, const std::string& text) {
  if (!arguments.has("json")) return;
  const std::string path = arguments.text("json");
  if (path != "-") return write_file(path, text);
  *(console.document != nullptr ? console.document : &console.out) << text;
}

}  // namespace spillway::cli
