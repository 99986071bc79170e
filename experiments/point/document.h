// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace spillway {

constexpr int document_version = 1;

/// The fields that every document begins with: schema_version, document, tool, tool_version.
nlohmann::ordered_json document_head(const std::string& document);

/// A document as it is written: indented by two, names that are no UTF-8 with their bytes replaced.
std::string document_text(const nlohmann::ordered_json& json);

}  // namespace spillway
