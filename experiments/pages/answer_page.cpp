// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/answer_page.h"

#include "experiments/pages/report_parts.h"

namespace spillway {

std::string answer_page_json(const std::string& document, const std::string& command) {
  return report_text({{"answer", ReportJson::parse(document)}, {"command", command}});
}

}  // namespace spillway
