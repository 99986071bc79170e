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
    throw usage_error("--memory: this command chooses the size of " + range.memory +
                      "; --up-to and --step say which sizes it may try");
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
    throw usage_error("--time-limit: is the time limit of a compilation; give --compiler, too");
  }
  const bool files = question.plain || !question.compiler.empty();
  if (files && arguments.has("output")) {
    throw usage_error(
        "--output: keeps simulated plans; with --network or --compiler, each size is a compiled "
        "file");
  }
}

SizeQuestion read_size_question(const Arguments& arguments, const Console& console) {
  if (arguments.has("latency") == arguments.has("within")) {
    throw usage_error("size: expected either --latency 33ms or --within 5% as the goal");
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
    throw usage_error(
        "--output: the rows of the points need a regular file, to which they are appended");
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
  entry.summary = "find the smallest memory with which a network is fast enough";
  entry.positional = "NETWORK";
  entry.description =
      "Searches the smallest capacity of a memory with which the network reaches the goal of "
      "--latency or --within. The command simulates a part of the possible sizes and lists these "
      "sizes. The latency of a size is the latency with its fastest planner. Several targets, "
      "parts or values of other options (with commas or --vary) get one answer each. If an answer "
      "has no size that reaches the goal, the exit status is 4. A compiled NETWORK contains its "
      "plan. With --network, the plain network from which NETWORK was compiled, 'relink' makes a "
      "file for each size, and the answer has the command that writes this file. With --compiler, "
      "your compiler makes a file for each size, as in 'tune', and writes into the folder of "
      "--files; the placeholder {MEMORY}, such as {sram}, stands for the size.";
  entry.examples = {
      "spillway size mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--within 5%",
      "spillway size ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --latency 30fps "
      "--vary part=dram=LPDDR4-3200-x16,DDR3-1600K-x16 --output points.csv",
      "spillway size network_vela.tflite --network network.tflite --within 5%"};
  add_sweep_options(entry.options);
  entry.options.add_options()("latency", text_value("TIME"),
                              "longest latency of one inference, such as 33ms, 500us or 30fps")(
      "within", text_value("SHARE"),
      "longest latency, as a share above the latency with unlimited memory, such as 5%")(
      "of", text_value("MEMORY"), "memory to size [the fastest one for feature maps]")(
      "step", text_value("SIZE"),
      "step between sizes, which are multiples of it [a step that gives 64 to 512 sizes]")(
      "up-to", text_value("SIZE"),
      "largest size to try [the bytes that plans take in unlimited memory]")(
      "vary", list_value("OPTION=VALUE,..."),
      "values of another option; each value gives an answer of its own")(
      "network", text_value("NETWORK"),
      "plain network from which NETWORK was compiled: 'relink' makes a file for each size")(
      "compiler", text_value("COMMAND"),
      "command that compiles a file for each size, with {network}, {out} and the size as {sram}")(
      "files", text_value("DIR"), "folder into which the compiler writes")(
      "time-limit", text_value("SECONDS"), "time limit of one compilation [600]")(
      "output", text_value("FILE.csv"),
      "keep the rows of simulated points in this file; later runs and 'sweep' reuse the rows");
  entry.tables = {"answers", "sizes"};
  add_answer_options(entry);
  add_answer_report_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"output", "files"});
  entry.sweep_csv = "output";
  entry.run = run_size;
  return entry;
}

}  // namespace spillway::cli
