// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/advice/size_answer.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

std::string who(const SizedPoint& point) {
  return point.planner + (point.allocator.empty() ? "" : " and " + point.allocator);
}

std::string point_line(const char* what, const SizedPoint& point) {
  return fmt::format("{}: {}, {:.3f} ms with {}\n  {}\n", what, format_size(point.size),
                     milliseconds(point.latency_us), who(point), point.command);
}

// Returns a text with the bytes of the arena in other memories, such as "outside: extram 22,336
// bytes".
std::string outside_text(const SizedPoint& point) {
  std::vector<std::string> words;
  for (const OutsideBytes& part : point.outside) {
    words.push_back(fmt::format("{} {} bytes{}", part.memory, with_thousands(part.bytes),
                                part.constants ? " with the constants" : ""));
  }
  return words.empty() ? "" : fmt::format("outside: {}\n", fmt::join(words, ", "));
}

std::string shares_text(const SizedPoint& point) {
  constexpr double least = 0.005;
  std::vector<std::string> words;
  for (const auto& [name, share] : point.shares) {
    if (share >= least) words.push_back(fmt::format("{} {:.0f} %", name, 100 * share));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string binds_text(const SizeAnswer& answer) {
  std::string text;
  if (answer.smallest) {
    text += fmt::format("at {}: {}\n", format_size(answer.smallest->size),
                        shares_text(*answer.smallest));
  }
  const std::string first =
      answer.with_unlimited.shares.empty() ? "" : answer.with_unlimited.shares[0].first;
  return text + fmt::format("beyond: {:.3f} ms with {} of it, {}: {} binds\n",
                            milliseconds(answer.with_unlimited.latency_us),
                            format_size(answer.with_unlimited.size),
                            shares_text(answer.with_unlimited), first);
}

PrintedTable curve_table(const SizeAnswer& answer) {
  PrintedTable table{"sizes", ""};
  if (!answer.label.empty()) table.keys = {{"with", answer.label}};
  table.columns = {right_column("size").at_least(12),
                   number_column("bytes").only_in_documents(),
                   number_column("latency ms").at_least(12).gap_before(0),
                   text_column("fastest planner").shortened_if_narrow(),
                   text_column("note").only_in_documents(),
                   text_column("command").only_in_documents()};
  for (const SizedPoint& point : answer.curve) {
    const bool smallest = answer.smallest && point.size == answer.smallest->size;
    PrintedCell planner = who(point);
    if (smallest) planner.mark = "  <";
    table.add({format_size(point.size), std::to_string(point.size),
               fmt::format("{:.3f}", milliseconds(point.latency_us)), planner,
               smallest ? "smallest" : "", point.command});
  }
  return table;
}

std::string evidence_text(const SizeAnswer& answer) {
  std::string text = fmt::format("simulated {} of {} sizes, all that are listed",
                                 answer.curve.size() + answer.too_small.size(), answer.sizes);
  if (!answer.too_small.empty()) {
    text += fmt::format("; too small for any plan: {} to {}", format_size(answer.too_small.front()),
                        format_size(answer.too_small.back()));
  }
  text += ".\n";
  if (answer.untried_below > 0) {
    text += fmt::format("{} smaller sizes were not tried.\n", answer.untried_below);
  }
  for (const std::size_t place : answer.slower) {
    const SizedPoint &less = answer.curve[place - 1], &more = answer.curve[place];
    text +=
        fmt::format("Not monotone: {} is slower than {}, by {:.2f} %.\n", format_size(more.size),
                    format_size(less.size), 100 * (more.latency_us / less.latency_us - 1));
  }
  return text;
}

Printout answer_printout(const SizeAnswer& answer, const std::string& memory) {
  std::string text = answer.label.empty() ? "" : answer.label + "\n";
  text += fmt::format("goal: {:.3f} ms\n", milliseconds(answer.goal_us));
  if (answer.smallest) {
    text += point_line(("smallest " + memory).c_str(), *answer.smallest) +
            outside_text(*answer.smallest);
  } else {
    text += "no size that was simulated reaches it\n";
  }
  if (answer.cheaper) text += point_line("next cheaper", *answer.cheaper);
  if (answer.faster) text += point_line("next faster", *answer.faster);
  return Printout() << text + binds_text(answer) << curve_table(answer) << evidence_text(answer);
}

// Returns a table with one row per variant (combination of options that the question varies); empty
// if there is only one variant.
Printout overview(const SizeAnswers& answers) {
  if (answers.answers.size() < 2) return {};
  PrintedTable table{"answers", ""};
  table.columns = {right_column("smallest size").at_least(10),
                   number_column("bytes").only_in_documents(),
                   number_column("latency ms").at_least(15).gap_before(0).with_unit(" ms"),
                   text_column("with").shortened_if_narrow()};
  table.has_head = false;
  for (const SizeAnswer& answer : answers.answers) {
    const SizedPoint& shown = answer.smallest ? *answer.smallest : answer.with_unlimited;
    table.add({answer.smallest ? format_size(shown.size) : "none",
               answer.smallest ? std::to_string(shown.size) : "",
               fmt::format("{:.3f}", milliseconds(shown.latency_us)), answer.label});
  }
  return Printout() << std::move(table) << "\n";
}

Json point_json(const std::optional<SizedPoint>& point) {
  if (!point) return nullptr;
  Json shares = Json::object(), outside = Json::object();
  for (const auto& [name, share] : point->shares) shares[name] = share;
  for (const OutsideBytes& part : point->outside) outside[part.memory] = part.bytes;
  return {{"size_bytes", point->size},     {"planner", point->planner},
          {"allocator", point->allocator}, {"latency_us", point->latency_us},
          {"total_cycles", point->cycles}, {"shares", shares},
          {"outside_bytes", outside},      {"command", point->command}};
}

Json answer_json(const SizeAnswer& answer) {
  Json curve = Json::array(), slower = Json::array();
  for (const SizedPoint& point : answer.curve) curve.push_back(point_json(point));
  for (const std::size_t place : answer.slower) {
    slower.push_back({answer.curve[place - 1].size, answer.curve[place].size});
  }
  return {{"label", answer.label},
          {"goal_us", answer.goal_us},
          {"smallest", point_json(answer.smallest)},
          {"cheaper", point_json(answer.cheaper)},
          {"faster", point_json(answer.faster)},
          {"roomy", point_json(answer.with_unlimited)},
          {"curve", curve},
          {"too_small_bytes", answer.too_small},
          {"sizes", answer.sizes},
          {"untried_below", answer.untried_below},
          {"slower_with_more_bytes", slower}};
}

// Returns a line that explains the command next to each size; empty if no files were made for the
// sizes.
std::string files_text(const SizeAnswers& answers) {
  if (answers.files_by == "relink") {
    return "every size is that of a file that 'relink' writes; the command beside a size writes "
           "it\n";
  }
  if (answers.files_by == "compiler") {
    return "every size is that of a file that the compiler wrote; the command beside a size runs "
           "it\n";
  }
  return "";
}

}  // namespace

Printout size_printout(const SizeAnswers& answers) {
  Printout printout;
  printout << fmt::format("{}: {} from {} to {} in steps of {}; {}\n", answers.network,
                          answers.memory, format_size(answers.first), format_size(answers.last),
                          format_size(answers.step), fmt::join(answers.planners, ", "))
           << overview(answers);
  for (const SizeAnswer& answer : answers.answers) {
    printout << answer_printout(answer, answers.memory) << (answers.answers.size() > 1 ? "\n" : "");
  }
  return printout << files_text(answers) + answers.beside_plans +
                         fmt::format("{} of {} design points simulated\n", answers.simulated,
                                     answers.points);
}

std::string size_json(const SizeAnswers& answers) {
  Json list = Json::array();
  for (const SizeAnswer& answer : answers.answers) list.push_back(answer_json(answer));
  Json document = document_head("size");
  const Json fields = {{"network", answers.network},
                       {"memory", answers.memory},
                       {"files_by", answers.files_by.empty() ? Json() : Json(answers.files_by)},
                       {"first_bytes", answers.first},
                       {"last_bytes", answers.last},
                       {"step_bytes", answers.step},
                       {"planners", answers.planners},
                       {"simulated_points", answers.simulated},
                       {"points", answers.points},
                       {"answers", list}};
  document.update(fields);
  return document_text(document);
}

}  // namespace spillway
