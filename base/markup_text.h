// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Text inside SVG, XML and HTML, in elements and in quoted attributes: & < > and quotes become
/// entities; what XML forbids (control characters, bytes that are no UTF-8, U+FFFE and U+FFFF)
/// becomes `?` or, of bytes,
/// U+FFFD.
std::string xml_text(std::string_view text);

/// JSON as the contents of a <script> element of HTML: nothing in it ends the element or begins a
/// comment. Only < > & and line separators change, which occur in strings only, so the value stays
/// the same.
std::string script_safe_json(std::string_view json);

}  // namespace spillway
