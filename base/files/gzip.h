// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Returns the text as a gzip file (RFC 1952). Equal texts give equal bytes, because the file
/// contains neither a time nor a name.
std::string gzipped(std::string_view text);

}  // namespace spillway
