// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <ostream>

#include <unistd.h>

#include "base/files/file_identity.h"
#include "base/files/files.h"
#include "base/files/input_guard.h"
#include "base/text.h"
#include "cli/command.h"
#include "experiments/sweep/sweep_meta.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

// Returns `folder` if it exists, otherwise its nearest parent folder that exists.
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
  if (special) return;  // devices and pipes need no writable folder
  const fs::path folder = fs::path(path).parent_path();
  require_writable_folder(path, folder.empty() ? fs::path(".") : folder);
}

// An output file, with the option that names it on the command line.
struct NamedFile {
  std::string option, path;
};

// Returns the options whose values are output files or folders on this command line.
std::vector<std::string> output_options(const CommandEntry& command, const Arguments& arguments) {
  std::vector<std::string> options = command.outputs;
  for (const auto& [option, flag] : command.renewed) {
    if (arguments.has(flag)) options.push_back(option);
  }
  return options;
}

std::vector<NamedFile> output_files(const CommandEntry& command, const Arguments& arguments) {
  std::vector<NamedFile> files;
  for (const std::string& option : output_options(command, arguments)) {
    if (!arguments.has(option) || arguments.has_list(option)) continue;
    const std::string path = arguments.text(option);
    if (path.empty()) continue;
    files.push_back({option, path});
    if (option != command.sweep_csv || path == "-") continue;
    for (const std::string& beside : {meta_path(path), times_path(path)}) {
      files.push_back({option, beside});
    }
  }
  return files;
}

// Records every file that the value of an option names as an input, so that no output overwrites
// the file. The value may be a file, a list of files, NAME=FILE or exec:FILE.
void register_files_in(const std::string& value) {
  if (value == "-") register_input("/dev/stdin");
  std::vector<std::string> words = split(value, ',');
  for (const std::string& part : split(value, '+')) words.push_back(part);
  words.push_back(value);
  for (const std::string& word : words) {
    std::vector<std::string> names = {word};
    for (const char mark : {'=', ':'}) {
      const std::size_t end = word.find(mark);
      if (end != std::string::npos) names.push_back(word.substr(end + 1));
    }
    std::error_code ignored;
    for (const std::string& name : names) {
      if (fs::is_regular_file(name, ignored)) register_input(name);
    }
  }
}

// Records as inputs all files that positional arguments and options name, except the outputs. Files
// that the command will not read are also recorded.
void register_inputs(const CommandEntry& command, const Arguments& arguments) {
  const std::vector<std::string> outputs = output_options(command, arguments);
  for (const std::string& word : arguments.positional()) register_files_in(word);
  for (const auto& option : command.options.options()) {
    const std::string& name = option->long_name();
    const bool output = std::find(outputs.begin(), outputs.end(), name) != outputs.end();
    if (output || !arguments.has(name)) continue;
    for (const std::string& word : arguments.values(name)) register_files_in(word);
  }
}

// Throws if the ending of a path is that of a compressed file, because only the option --trace
// writes compressed files (.gz).
void require_plain(const std::vector<NamedFile>& files) {
  for (const NamedFile& file : files) {
    const std::string ending = fs::path(file.path).extension().string();
    if (file.option == "trace" && ending == ".gz") continue;
    for (const char* packed : {".gz", ".zip", ".bz2", ".xz", ".zst"}) {
      if (ending != packed) continue;
      throw usage_error("--{}: '{}': only --trace FILE.json.gz is written compressed; leave out {}",
                        file.option, file.path, packed);
    }
  }
}

void require_different(const std::vector<NamedFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = files[i].path == files[j].path && files[i].path == "-";
      if (!same && !(identity_of(files[i].path) == identity_of(files[j].path))) continue;
      throw usage_error("--{} and --{} both write to '{}'", files[j].option, files[i].option,
                        files[i].path);
    }
  }
}

}  // namespace

std::vector<std::string> output_paths(const CommandEntry& command, const Arguments& arguments) {
  std::vector<std::string> paths;
  for (const NamedFile& file : output_files(command, arguments)) {
    if (file.path != "-") paths.push_back(file.path);
  }
  return paths;
}

void check_outputs(const CommandEntry& command, const Arguments& arguments) {
  const std::vector<NamedFile> files = output_files(command, arguments);
  require_plain(files);
  require_different(files);
  register_inputs(command, arguments);
  for (const NamedFile& file : files) {
    if (file.path != "-") require_not_an_input(file.path);
  }
  for (const std::string& option : output_options(command, arguments)) {
    if (!arguments.has(option)) continue;
    if (!arguments.has_list(option)) {
      check_file(arguments.text(option));
      // The option takes a list and a folder (--svg LIST DIR). If only the list is given, the
      // command itself reports the mistake.
    } else if (arguments.words(option).size() == 2) {
      const std::string& folder = arguments.words(option)[1];
      require_writable_folder(folder, nearest_existing(folder));
    }
  }
}

void add_json_option(CommandEntry& entry) {
  entry.options.add_options()(
      "json", text_value("FILE"),
      "write the result as JSON; with -, standard output has only this JSON document");
  entry.outputs.emplace_back("json");
}

void write_document(const Arguments& arguments, const Console& console, const std::string& text) {
  if (!arguments.has("json")) return;
  const std::string path = arguments.text("json");
  if (path != "-") return write_file(path, text);
  *(console.document != nullptr ? console.document : &console.out) << text;
}

}  // namespace spillway::cli
