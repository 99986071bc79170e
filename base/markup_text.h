// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Escapes text for elements and quoted attributes of SVG, XML and HTML: & < > and quotes become
/// entities. Of what XML forbids, control characters, U+FFFE and U+FFFF become `?`, and bytes that
/// are not UTF-8 become U+FFFD.
std::string xml_text(std::string_view text);

/// Escapes JSON as the contents of a <script> element of HTML, so that nothing in it ends the
/// element or begins a comment. Only < > & and line separators are replaced. They occur in strings
/// only, so the value stays the same.
std::string script_safe_json(std::string_view json);

}  // namespace spillway
