// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/advise.h"

#include <limits>
#include <optional>

#include "base/diagnostics.h"
#include "cli/answer_options.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "experiments/relinking/relink_network.h"
#include "hwmodels/target/processor_family.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

constexpr std::size_t most_of_a_kind = 2;

Network read_plain(const Arguments& arguments, const Network& compiled) {
  if (compiled_family(compiled) == nullptr) {
    throw usage_error("--network: " + compiled.name + " is not compiled; leave the option out");
  }
  if (arguments.has("quick")) {
    throw usage_error("--network: with --quick no file is relinked");
  }
  Network plain = load_network(arguments.text("network"));
  require_not_compiled(plain);
  return plain;
}

ExitCode run_advise(const Arguments& arguments, const Console& console) {
  const DesignPoint open = read_open_point(arguments);
  const std::string& word = arguments.positional()[0];
  AdviceOptions options;
  options.quick = arguments.has("quick");
  options.other_chips = arguments.has("other-chips");
  options.workers = read_jobs(arguments);
  options.plans.assign(arguments.positional().begin() + 1, arguments.positional().end());
  const Network network = load_network(word);
  std::optional<Network> plain;
  if (arguments.has("network")) {
    plain = read_plain(arguments, network);
    options.plain = &*plain;
    options.plain_word = arguments.text("network");
  }
  const DesignPoint point = complete_point(open, {&network});
  console.err << note_of_file(point);
  const AdviceList list = advise(network, word, point, options);
  const std::size_t most = arguments.has("all") || table_format(arguments) != TableFormat::text
                               ? std::numeric_limits<std::size_t>::max()
                               : most_of_a_kind;
  print_answer(arguments, advice_printout(list, most), advice_json(list), console);
  return ExitCode::ok;
}

}  // namespace

CommandEntry advise_command() {
  CommandEntry entry;
  entry.summary = "find changes that make a network faster or make it fit, by simulation";
  entry.positional = "NETWORK [PLAN...]";
  entry.description =
      "Simulates the run again with one change at a time and then with combinations of changes, "
      "and ranks the changes that save time. The changes are other planners, weight policies, "
      "memory modes, numbers of threads and operator splits, and other memories for feature maps, "
      "constants and single tensors; then larger and faster memories and other processors. If the "
      "network does not fit, the command lists the changes that make it fit. NETWORK may be a "
      "compiled file. Each PLAN is tried, too: a file that Vela compiled from the network, or "
      "another plan that 'run --plan' takes.";
  entry.examples = {
      "spillway advise ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --memory sram=8K",
      "spillway advise mobilenet_v2_1.0_224 --target xcore.ai --quick"};
  add_point_options(entry.options);
  entry.options.add_options()(
      "quick",
      "leave out places of single tensors, relinking and long searches; try only a short search")(
      "other-chips",
      "if the target is a board, also try memories and clocks that the board does not have")(
      "network", text_value("NETWORK"),
      "plain network from which NETWORK was compiled: also try the file that 'relink' writes for "
      "plans of the plain network")(
      "all", "show all changes that help, instead of two changes of each kind");
  entry.tables = {"changes"};
  add_answer_options(entry);
  add_answer_report_option(entry);
  entry.run = run_advise;
  return entry;
}

}  // namespace spillway::cli
