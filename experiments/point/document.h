// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace spillway {

constexpr int document_version = 1;

/// The fields at the beginning of every document: schema_version, document, tool, tool_version.
nlohmann::ordered_json document_head(const std::string& document);

/// The text of a document: indented by two, with bytes replaced that are not valid UTF-8.
std::string document_text(const nlohmann::ordered_json& json);

}  // namespace spillway
