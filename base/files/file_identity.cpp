// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_identity.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <sys/stat.h>

#include "base/diagnostics.h"
#include "base/files/new_file.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string with_swapped_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::islower(c) != 0 ? std::toupper(c) : std::tolower(c));
  });
  return text;
}

// Whether the file system of `folder` ignores case. If the file system ignores case, `folder` also
// exists under its name with upper and lower case exchanged.
bool ignores_case(const fs::path& folder, const struct stat& known) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder, error);
  if (error || whole.filename().empty()) return false;
  const std::string other = with_swapped_case(whole.filename().string());
  struct stat found {};
  return other != whole.filename().string() &&
         ::stat((whole.parent_path() / other).c_str(), &found) == 0 &&
         found.st_ino == known.st_ino && found.st_dev == known.st_dev;
}

fs::path resolved_path(const std::string& path) {
  try {
    return resolved_link(path);
  } catch (const UserError&) {
    // The symbolic links are circular. Opening the file will report this error.
    return {};
  }
}

}  // namespace

FileIdentity identity_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) {
    return {found.st_dev, found.st_ino, "", S_ISREG(found.st_mode)};
  }
  const fs::path file = resolved_path(path);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (file.empty() || ::stat(folder.c_str(), &found) != 0) return {};
  const std::string name = file.filename().string();
  return {found.st_dev, found.st_ino, ignores_case(folder, found) ? in_lower_case(name) : name,
          true};
}

}  // namespace spillway
