// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_options.h"

#include <algorithm>
#include <ostream>
#include <thread>

namespace spillway::cli {

void add_answer_options(CommandEntry& entry) {
  add_json_option(entry);
  entry.options.add_options()("jobs", text_value("N"), "worker processes [one per processor]");
}

std::size_t read_jobs(const Arguments& arguments) {
  constexpr std::int64_t most_jobs = 1024;
  return static_cast<std::size_t>(arguments.integer("jobs", 1, most_jobs)
                                      .value_or(std::max(1U, std::thread::hardware_concurrency())));
}

void print_answer(const Arguments& arguments, const std::string& text, const std::string& json,
                  const Console& console) {
  console.out << text;
  write_document(arguments, console, json);
}

}  // namespace spillway::cli
