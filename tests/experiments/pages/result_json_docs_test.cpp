// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/pages/result_json.h"
#include "tests/checkout.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

// Adds the names of the fields of all objects in `json` to `fields`. Skips objects whose fields are
// named after memories, because the names of memories depend on the target.
void collect_fields(const Json& json, std::set<std::string>& fields) {
  static const std::set<std::string> by_memory = {"capacity_bytes", "stall_cycles", "read_bytes",
                                                  "write_bytes", "useful_bytes"};
  for (const auto& [field, value] : json.items()) {
    if (json.is_object()) fields.insert(field);
    if (value.is_structured() && by_memory.count(field) == 0) collect_fields(value, fields);
  }
}

TEST(ResultJson, EveryFieldIsDocumented) {
  const Network network = load_network("ds_cnn");
  std::set<std::string> fields;
  for (const char* target : {"ethos-u65-256", "xcore.ai"}) {
    DesignPoint point;
    point.target = target;
    collect_fields(Json::parse(result_json(network, point, run_point(network, point))), fields);
  }
  EXPECT_GT(fields.size(), 30U);
  const std::string text = read_text(test::checkout_path("docs/formats.md"));
  const std::size_t begin = text.find("## Result JSON");
  const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  for (const std::string& field : fields) {
    EXPECT_THAT(section, testing::HasSubstr("`" + field + "`"));
  }
}

}  // namespace
}  // namespace spillway
