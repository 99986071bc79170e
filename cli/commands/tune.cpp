// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/tune.h"

#include "base/files/file_exists.h"
#include "cli/answer_options.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "experiments/point/option_values.h"

namespace spillway::cli {
namespace {

TuneQuestion read_tune_question(const Arguments& arguments) {
  TuneQuestion question;
  question.network = arguments.positional()[0];
  if (!is_regular_file(question.network)) {
    throw input_error({question.network},
                      "no such file; a compiler cannot read networks that are built in");
  }
  if (arguments.has("compiler")) question.compilers = parse_compilers(arguments.words("compiler"));
  question.folder = arguments.text("output");
  if (question.compilers.empty() || question.folder.empty()) {
    throw usage_error("tune: --compiler 'COMMAND {network} ... {out}' and --output DIR are needed");
  }
  std::vector<std::string> keys;
  for (const std::string& text : arguments.words("try")) {
    question.options.push_back(parse_tried_option(text));
    keys.push_back(question.options.back().key);
  }
  require_each_once("try", keys);
  constexpr double longest = 1e6;
  question.seconds = arguments.number("time-limit", 0.01, longest).value_or(question.seconds);
  question.point = read_point(arguments);
  question.workers = read_jobs(arguments);
  return question;
}

ExitCode run_tune(const Arguments& arguments, const Console& console) {
  const TuneAnswer answer = tune(read_tune_question(arguments));
  print_answer(arguments, tune_printout(answer), tune_json(answer), console);
  return answer.best.empty() ? ExitCode::run_failed : ExitCode::ok;
}

}  // namespace

CommandEntry tune_command() {
  CommandEntry entry;
  entry.summary = "run your compiler with several options, and simulate every compiled file";
  entry.positional = "NETWORK.tflite";
  entry.description =
      "Runs the command of --compiler, without a shell, for every combination of the values of "
      "--try, and once without these options. In the command, {network}, {out} and {KEY} stand for "
      "the network, the folder for the outputs, and the value of --try KEY=VALUES. Simulates every "
      "compiled file on the target, ranks the files, and keeps a copy of the fastest file as "
      "DIR/best.tflite. Several --compiler NAME=COMMAND compare versions of a compiler. The same "
      "command line resumes an interrupted run.";
  entry.examples = {
      "spillway tune network.tflite --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--compiler 'vela {network} --accelerator-config ethos-u65-256 --arena-cache-size {sram} "
      "--optimise {strategy} --output-dir {out}' --try sram=64K:384K:32K "
      "--try strategy=Size,Performance --output tuned"};
  // `tune` tries options of a compiler, which makes the plans. Therefore Spillway's options of
  // plans are left out.
  add_point_options(entry.options, {"plan", "planner", "allocator"});
  entry.options.add_options()("compiler", list_value("[NAME=]COMMAND"),
                              "command with {network}, {out} and a {KEY} for every --try; NAME "
                              "tells several compilers apart")(
      "try", list_value("KEY=VALUES"), "values of the placeholder {KEY}: A,B or FIRST:LAST:STEP")(
      "time-limit", text_value("SECONDS"), "time limit of one compilation [600]")(
      "output", text_value("DIR"), "folder for the outputs of the compiler, and for best.tflite");
  entry.tables = {"files"};
  add_answer_options(entry);
  entry.run = run_tune;
  return entry;
}

}  // namespace spillway::cli
