// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace spillway {

constexpr int document_version = 1;

/// Returns the fields with which every JSON document begins: schema_version, document, tool,
/// tool_version. The parameter `document`, the kind of document, is the value of the field
/// `document`.
nlohmann::ordered_json document_head(const std::string& document);

/// Returns the text of a JSON document, indented by two blanks per level. Bytes that are not valid
/// UTF-8 are replaced.
std::string document_text(const nlohmann::ordered_json& json);

}  // namespace spillway
