// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/document.h"

#include "base/version.h"

namespace spillway {

nlohmann::ordered_json document_head(const std::string& document) {
  return {{"schema_version", document_version},
          {"document", document},
          {"tool", "spillway"},
          {"tool_version", version()}};
}

std::string document_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace spillway
