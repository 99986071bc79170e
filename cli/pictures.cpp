// SPDX-License-Identifier: Apache-2.0
#include "cli/pictures.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/files.h"
#include "base/text.h"

namespace spillway::cli {
namespace {

constexpr std::size_t longest_name = 100;

std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text.substr(0, longest_name)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("-_.").find(c) != std::string_view::npos;
    name += plain ? c : '_';
  }
  return name;
}

}  // namespace

void add_svg_option(boost::program_options::options_description& options,
                    const std::vector<std::string>& kinds) {
  const std::string help =
      fmt::format("write pictures of these kinds into the folder DIR: {}", fmt::join(kinds, ","));
  options.add_options()("svg", list_value("LIST DIR"), help.c_str());
}

Pictures::Pictures(const Arguments& arguments, const std::vector<std::string>& kinds) {
  const std::vector<std::string>& words = arguments.words("svg");
  if (words.empty()) return;
  if (words.size() != 2) {
    throw usage_error("--svg takes a list of pictures and a folder: --svg {} DIR",
                      fmt::join(kinds, ","));
  }
  for (const std::string& kind : split(words[0], ',')) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      throw usage_error(unknown_name_message("picture", kind, kinds));
    }
    wanted_.insert(kind);
  }
  folder_ = words[1];
}

void Pictures::write(const Drawing& drawing) {
  if (!wants(drawing.kind)) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw UserError(ExitCode::run_failed, {folder_}, error.message());
  const std::string stem = file_name(drawing.name);
  std::string unique = stem;
  for (int i = 2; !taken_.insert(unique).second; ++i) unique = fmt::format("{}-{}", stem, i);
  write_file((std::filesystem::path(folder_) / (unique + ".svg")).string(),
             standalone_svg(drawing));
  written_.insert(drawing.kind);
}

void Pictures::note_missing(const Console& console) const {
  for (const std::string& kind : wanted_) {
    if (written_.count(kind) > 0) continue;
    console.err << fmt::format("spillway: note: this result has no picture '{}'\n", kind);
  }
}

}  // namespace spillway::cli
