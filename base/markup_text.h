// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Returns the text with escapes for elements and quoted attributes of SVG, XML and HTML. The
/// characters & < > and quotes become entities. Bytes that are not UTF-8 become U+FFFD. Control
/// characters below U+0020 except line feed and tab, U+FFFE and U+FFFF become `?`.
std::string xml_text(std::string_view text);

/// Returns the JSON with escapes for a <script> element of HTML, so that no text in the JSON ends
/// the element or begins a comment. Only < > & and line separators are escaped. In JSON these
/// characters occur only in strings, so the value of the JSON stays the same.
std::string script_safe_json(std::string_view json);

}  // namespace spillway
