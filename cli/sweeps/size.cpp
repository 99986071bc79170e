// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "base/text.h"
#include "cli/answer_options.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/sweeps/run_sweep.h"
#include "cli/sweeps/sweep_spec.h"
#include "experiments/advice/size_answer.h"
#include "experiments/pages/page_drawings.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

[[noreturn]] void bad_goal(const std::string& option, const std::string& text,
                           const std::string& expected) {
  throw usage_error("--" + option + ": '" + text + "' is not " + expected);
}

// Reads the value of --latency and returns it in microseconds.
double read_latency(const std::string& text) {
  const auto latency = parse_latency(text);
  if (!latency) bad_goal("latency", text, "a time like 33ms, 500us or 1s, or a rate like 30fps");
  return *latency;
}

// Returns a share as a fraction: 0.05 for the texts `5%` and `0.05`.
double read_share(const std::string& text) {
  if (const auto share = parse_share(text)) return *share;
  const std::optional<double> value = parse_number(text);
  if (!value || !(*value >= 0 && *value < 1)) bad_goal("within", text, "a share like 5% or 0.05");
  return *value;
}

void require_free_memory(const SizeQuestion& question) {
  for (const MemoryRange& range : question.spec.memories) {
    if (range.memory != question.memory) continue;
    throw usage_error("--memory: the size of " + range.memory +
                      " is what is asked for; --up-to and --step say which "
                      "sizes may be tried");
  }
}

// Reads the options that say how a file is made for each memory size: by the command `relink` from
// the plain (not compiled) network, or by a compiler.
void read_file_maker(const Arguments& arguments, SizeQuestion& question) {
  if (arguments.has("network")) {
    question.plain_word = arguments.text("network");
    question.plain = load_network(question.plain_word);
  }
  question.compiler = arguments.text("compiler");
  question.files = arguments.text("files");
  constexpr double longest = 1e6;
  question.compiler_seconds =
      arguments.number("time-limit", 0.01, longest).value_or(question.compiler_seconds);
  if (question.compiler.empty() != question.files.empty()) {
    throw usage_error("size: --compiler 'COMMAND {network} ... {out}' and --files DIR go together");
  }
  if (arguments.has("time-limit") && question.compiler.empty()) {
    throw usage_error("--time-limit: limits a compilation of --compiler");
  }
  const bool files = question.plain || !question.compiler.empty();
  if (files && arguments.has("output")) {
    throw usage_error("--output: keeps points of plans; here every size is a file");
  }
}

SizeQuestion read_size_question(const Arguments& arguments, const Console& console) {
  if (arguments.has("latency") == arguments.has("within")) {
    throw usage_error(
        "size: expected either --latency 33ms or --within 5%, the time that is aimed "
        "at");
  }
  SizeQuestion question;
  if (arguments.has("latency")) question.latency_us = read_latency(arguments.text("latency"));
  if (arguments.has("within")) question.within = read_share(arguments.text("within"));
  for (const char* option : {"step", "up-to"}) {
    const auto size = arguments.size(option);
    if (size && *size <= 0) bad_goal(option, arguments.text(option), "a size above 0");
  }
  question.step = arguments.size("step");
  question.up_to = arguments.size("up-to");
  question.memory = arguments.text("of");
  question.spec = read_sweep_spec(arguments, console);
  question.network = arguments.positional()[0];
  require_free_memory(question);
  read_file_maker(arguments, question);
  return question;
}

ExitCode run_size(const Arguments& arguments, const Console& console) {
  SweepRun run;
  run.workers = read_jobs(arguments);
  run.output = arguments.text("output");
  run.command = arguments.command_line();
  if (!run.output.empty() && !is_appendable_file(run.output)) {
    throw usage_error("--output: the points need a file to grow in");
  }
  const SizeAnswers answers = answer_size(read_size_question(arguments, console), run);
  print_answer(arguments, size_printout(answers), size_json(answers), console,
               static_sizes(answers));
  for (const SizeAnswer& answer : answers.answers) {
    if (!answer.smallest) return ExitCode::check_missed;
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry size_command() {
  CommandEntry entry;
  entry.summary = "the smallest memory with which a network is fast enough";
  entry.positional = "NETWORK";
  entry.description =
      "Brackets the capacity of a memory by simulated points and says which it simulated. Each "
      "size counts with the fastest of the planners. Several targets, parts or other choices, "
      "with commas or --vary, are asked one by one. Ends with status 4 when no size reaches the "
      "goal. A compiled NETWORK brings its plan; with --network, the plain network that it was "
      "compiled "
      "from, 'relink' writes a file for each size and the answer has the command that writes it. "
      "With --compiler the compiler does, as in 'tune', whose {MEMORY} is the size: --files is the "
      "folder that it writes into.";
  entry.examples = {
      "spillway size mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--within 5%",
      "spillway size ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --latency 30fps "
      "--vary part=dram=LPDDR4-3200-x16,DDR3-1600K-x16 --output points.csv",
      "spillway size network_vela.tflite --network network.tflite --within 5%"};
  add_sweep_options(entry.options);
  entry.options.add_options()("latency", text_value("TIME"),
                              "of one inference, at most: 33ms, 500us, 30fps")(
      "within", text_value("SHARE"), "5%: at most so much above the latency without a limit")(
      "of", text_value("MEMORY"), "whose size is asked for [the fastest of the feature maps]")(
      "step", text_value("SIZE"), "sizes are its multiples [one that gives 64 to 512 of them]")(
      "up-to", text_value("SIZE"), "largest size [what plans take that have no limit]")(
      "vary", list_value("OPTION=VALUE,..."), "ask for each of these values of an option")(
      "network", text_value("NETWORK"),
      "the plain network of a compiled one: 'relink' writes a file for each size")(
      "compiler", text_value("COMMAND"),
      "compiles a file for each size; with {network}, {out} and the memory as {sram}")(
      "files", text_value("DIR"), "what the compiler writes")("time-limit", text_value("SECONDS"),
                                                              "for one compilation [600]")(
      "output", text_value("FILE.csv"), "keep the simulated points; resumes, 'sweep' continues it");
  entry.tables = {"answers", "sizes"};
  add_answer_options(entry);
  add_answer_report_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"output", "files"});
  entry.sweep_csv = "output";
  entry.run = run_size;
  return entry;
}

}  // namespace spillway::cli
