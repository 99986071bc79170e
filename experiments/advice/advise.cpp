// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/advise.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/diagnostics.h"
#include "base/shell_word.h"
#include "experiments/advice/change.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/option_table.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_network.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/stronger.h"

namespace spillway {
namespace {

class Adviser {
 public:
  Adviser(const Network& network, const std::string& word, const DesignPoint& point,
          const AdviceOptions& options)
      : network_(network), word_(word), point_(point), options_(options) {}

  AdviceList run() {
    const Target target = resolve_target(point_);
    list_.network = network_.name;
    list_.target = target.name;
    list_.mode = target.mode.name;
    list_.compiler = compiler_of(network_);
    list_.command = command_of(word_, point_);
    list_.now = try_points(network_, {point_}, options_.workers).front();
    // The status "failed" means that the options of the point are wrong, so no change helps.
    // Simulating the point again in this process throws the error with its exit code.
    if (list_.now.status == "failed") run_point(network_, point_);
    try_all(all_changes(target));
    try_all(std::exchange(enlarged_, {}));
    if (target.board_configs.empty() || options_.other_chips) try_larger_memories(target);
    for (const std::string& file : options_.plans) try_plan(file);
    if (!options_.quick) try_relinking();
    combine();
    sort();
    return std::move(list_);
  }

 private:
  struct Tried {
    Change change;
    TriedPoint result;
  };

  // Returns splits of operators for a run with five threads. Threads need memory of their own, so
  // the maps need other splits than in a run with one thread.
  std::vector<Change> splits_with_threads(const Target& target) {
    const ChangedOption threads{"threads", {"5"}};
    if (!obstacle_of(find_point_option("threads"), {point_, target, network_}).empty()) return {};
    const DesignPoint with = changed(point_, {"threads", false, {threads}});
    if (command_of(word_, with) == command_of(word_, point_)) return {};
    std::vector<Change> changes =
        split_changes(network_, with, resolve_target(with), options_.workers);
    for (Change& change : changes) change.options.insert(change.options.begin(), threads);
    return changes;
  }

  std::vector<Change> all_changes(const Target& target) {
    std::vector<Change> changes = program_changes(network_, point_, target, options_.quick);
    const auto add = [&](const std::vector<Change>& more) {
      changes.insert(changes.end(), more.begin(), more.end());
    };
    add(split_changes(network_, point_, target, options_.workers));
    add(splits_with_threads(target));
    if (!list_.now.is_ok()) add(place_pairs(network_, point_, target));
    const bool pins = obstacle_of(find_point_option("pin"), {point_, target, network_}).empty();
    if (list_.now.is_ok() && pins && !options_.quick) {
      add(tensor_changes(run_point(network_, point_), point_));
    }
    add(chip_changes(network_, point_, target, list_.now, options_.other_chips));
    return changes;
  }

  bool helps(const Change& change, const DesignPoint& point, const TriedPoint& tried) const {
    // A change that saves less than 0.1 % of the latency is not reported.
    constexpr double least = 0.999;
    if (!tried.is_ok() || !list_.now.is_ok()) return tried.is_ok();
    if (tried.latency_us >= least * list_.now.latency_us) return false;
    // A slower chip or memory may give a shorter latency by chance. Such a chip or memory is not
    // recommended.
    return !change.of_chip || is_stronger(resolve_target(point), resolve_target(point_));
  }

  void note(const Change& change, const DesignPoint& point, const TriedPoint& tried) {
    ++list_.simulated;
    if (!tried.is_ok()) ++list_.impossible;
    const bool helpful = helps(change, point, tried);
    if (tried.is_ok() && !helpful) ++list_.useless;
    if (!helpful) return;
    list_.advice.push_back({kind_of(change, tried), change.of_chip, changed_options(point, point_),
                            tried.cycles, tried.latency_us, tried.cascades,
                            command_of(word_, point)});
  }

  // Returns the kind under which the advice lists a change. If another planner adds cascades to the
  // plan, the kind is "cascades", because the cascades save the time.
  std::string kind_of(const Change& change, const TriedPoint& tried) const {
    const bool new_cascades = !tried.cascades.empty() && list_.now.cascades.empty();
    return change.kind == "planner" && new_cascades ? "cascades" : change.kind;
  }

  // Returns `point` without the user's options that have no effect at `point`. The run would report
  // such options as errors.
  DesignPoint without_unused(DesignPoint point) const {
    const Target target = resolve_target(point);
    for (const PointOption& option : point_options()) {
      const bool given = is_given(option, point) && is_given(option, point_);
      if (given && !obstacle_of(option, {point, target, network_}).empty()) {
        clear_option(option, point);
      }
    }
    return point;
  }

  // Simulates the plan in `file`, once with the user's planner and once without a planner. A plan
  // that leaves tensors without a place needs a planner to place these tensors. If the plan is
  // complete, naming a planner is an error.
  void try_plan(const std::string& file) {
    DesignPoint point = point_;
    set_option(find_point_option("plan"), {file}, point);
    DesignPoint whole = point;
    clear_option(find_point_option("planner"), whole);
    const std::vector<DesignPoint> points = {without_unused(point), without_unused(whole)};
    const std::vector<TriedPoint> results = try_points(network_, points, options_.workers);
    const std::size_t best = results[0].is_ok() ? 0 : 1;
    note({"plan of others", false, {}}, points[best], results[best]);
    if (!results[best].is_ok()) list_.refused.push_back(file + ": " + results[best].message);
  }

  /// Simulates the file that the command `relink` would write. If the user gives the plain (not
  /// compiled) network, the new file has a new plan of this network. Otherwise only addresses of
  /// buffers differ between the new file and the compiled file.
  void try_relinking() {
    const ProcessorFamily* const family = compiled_family(network_);
    if (family == nullptr || family->relink == nullptr || !list_.now.is_ok()) return;
    ++list_.simulated;
    try {
      note_relinked(options_.plain != nullptr ? relinked_for_plan() : relinked_in_places(*family));
    } catch (const UserError&) {
      ++list_.impossible;
    }
  }

  RelinkedFile relinked_for_plan() const {
    NetworkRelinkRequest request;
    request.point = as_compiled(network_, point_);
    return relink_network(network_, *options_.plain, request);
  }

  RelinkedFile relinked_in_places(const ProcessorFamily& family) const {
    RelinkRequest request;
    request.point = as_compiled(network_, point_);
    const Target target = resolve_target(request.point);
    request.limits = arena_limits(family.movable_buffers(network_, target), request.point, target);
    return relink_file(network_, request);
  }

  void note_relinked(const RelinkedFile& relinked) {
    constexpr double least = 0.999;  // a saving of less than 0.1 % is not reported
    const double share =
        static_cast<double>(relinked.emitted.total) / static_cast<double>(list_.now.cycles);
    if (!relinked.kept_because.empty() || share >= least) {
      ++list_.useless;
      return;
    }
    DesignPoint point = point_;
    for (const PointOption& option : point_options()) {
      if (is_given(option, point) && !is_option_of_relink(option)) clear_option(option, point);
    }
    const std::string network = options_.plain_word.empty()
                                    ? ""
                                    : "--network " + quoted_for_shell(options_.plain_word) + " ";
    const std::string output = network + "--output relinked.tflite";
    list_.advice.push_back({"relink",
                            false,
                            output,
                            relinked.emitted.total,
                            share * list_.now.latency_us,
                            {},
                            command_of(word_, point, "relink") + " " + output});
  }

  void try_all(const std::vector<Change>& changes) {
    std::vector<DesignPoint> points;
    std::vector<const Change*> tried;
    std::set<std::string> commands = {list_.command};
    for (const Change& change : changes) {
      DesignPoint point;
      try {
        point = without_unused(changed(point_, change));
      } catch (const UserError&) {
        continue;  // the change is not possible together with the user's options
      }
      if (!commands.insert(command_of(word_, point)).second) continue;
      points.push_back(std::move(point));
      tried.push_back(&change);
    }
    const std::vector<TriedPoint> results = try_points(network_, points, options_.workers);
    for (std::size_t i = 0; i < results.size(); ++i) {
      note(*tried[i], points[i], results[i]);
      if (tried[i]->kind == "memory of a region" || tried[i]->kind == "memory mode") {
        const Target target = resolve_target(points[i]);
        const bool fixed = !target.board_configs.empty() && !options_.other_chips;
        if (auto enlarged = with_missing_memory(*tried[i], results[i], target);
            enlarged && !fixed) {
          enlarged_.push_back(*std::move(enlarged));
        }
      }
      if (!tried[i]->of_chip && helps(*tried[i], points[i], results[i])) {
        helpful_.push_back({*tried[i], results[i]});
      }
      if (results[i].excess > 0 && may_fit_with_others(*tried[i])) unfit_.push_back(*tried[i]);
    }
  }

  // Simulates larger sizes of the memory that is too small. If the network fits with one of these
  // sizes, adds the smallest such size to the advice. Does nothing for a compiled network, because
  // the plan of its file is fixed.
  void try_larger_memories(const Target& target) {
    if (compiled_family(network_) != nullptr) return;
    const std::vector<Change> larger = larger_memory_changes(list_.now, target);
    std::vector<DesignPoint> points;
    points.reserve(larger.size());
    for (const Change& enlarged : larger) points.push_back(changed(point_, enlarged));
    const std::vector<TriedPoint> results = try_points(network_, points, options_.workers);
    bool noted = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (noted) {
        ++list_.simulated;
        ++(results[i].is_ok() ? list_.useless : list_.impossible);
      } else {
        note(larger[i], points[i], results[i]);
        noted = results[i].is_ok();
      }
    }
  }

  // Whether the change is of a kind that saves time but needs more memory. If the network does not
  // fit with this change alone, it may fit with this change and a second change that saves memory.
  static bool may_fit_with_others(const Change& change) {
    return change.kind == "threads" || change.kind == "early loads";
  }

  // Combines changes of different kinds. Begins with the fastest change, and adds one change of
  // each other kind if the combination becomes faster.
  void combine() {
    if (helpful_.empty()) return;
    std::stable_sort(helpful_.begin(), helpful_.end(), [](const Tried& a, const Tried& b) {
      return a.result.latency_us < b.result.latency_us;
    });
    std::vector<Change> others;
    for (const Tried& tried : helpful_) others.push_back(tried.change);
    others.insert(others.end(), unfit_.rbegin(), unfit_.rend());
    std::vector<Change> chosen = {others.front()};
    TriedPoint best = helpful_.front().result;
    std::set<std::string> kinds = {others.front().kind};
    for (const Change& change : others) {
      if (kinds.count(change.kind) > 0) continue;
      std::vector<Change> more = chosen;
      more.push_back(change);
      const std::optional<TriedPoint> result = try_together(more);
      if (!result || !result->is_ok()) continue;  // a slower change of the same kind may still fit
      kinds.insert(change.kind);
      if (result->latency_us >= best.latency_us) continue;
      chosen = std::move(more);
      best = *result;
    }
    if (chosen.size() == 1) return;
    // The change that is the fastest of its kind alone may not be the fastest of its kind in the
    // combination. Therefore each chosen change is replaced by every other change of its kind, and
    // the fastest combination is kept.
    for (Change& part : chosen) {
      for (const Change& change : others) {
        if (change.kind != part.kind) continue;
        const Change before = std::exchange(part, change);
        const std::optional<TriedPoint> result = try_together(chosen);
        const bool faster = result && result->is_ok() && result->latency_us < best.latency_us;
        if (faster) {
          best = *result;
        } else {
          part = before;
        }
      }
    }
    Change together{"together", false, {}};
    for (const Change& part : chosen) {
      together.options.insert(together.options.end(), part.options.begin(), part.options.end());
    }
    note(together, point_of(chosen), best);
  }

  DesignPoint point_of(const std::vector<Change>& changes) const {
    DesignPoint point = point_;
    for (const Change& change : changes) point = without_unused(changed(point, change));
    return point;
  }

  /// Simulates the point with all `changes`. Returns nothing if two of the changes are not possible
  /// together.
  std::optional<TriedPoint> try_together(const std::vector<Change>& changes) const {
    try {
      return try_points(network_, {point_of(changes)}, options_.workers).front();
    } catch (const UserError&) {
      return std::nullopt;
    }
  }

  void sort() {
    std::stable_sort(list_.advice.begin(), list_.advice.end(),
                     [](const Advice& a, const Advice& b) {
                       return a.of_chip != b.of_chip ? b.of_chip : a.latency_us < b.latency_us;
                     });
  }

  const Network& network_;
  const std::string& word_;
  const DesignPoint& point_;
  const AdviceOptions& options_;
  AdviceList list_;
  std::vector<Tried> helpful_;  // simulated changes that help and keep the chip
  // Changes with which the network did not fit. combine() simulates these changes together with
  // changes that save memory.
  std::vector<Change> unfit_;
  // Changes with which the network did not fit, each extended by a larger size of the memory that
  // was too small.
  std::vector<Change> enlarged_;
};

}  // namespace

double advice_seconds(const StepTimes& run, std::size_t workers) {
  constexpr double changes = 40;  // approximate number of simulations of quick advice
  const double one = run.lower + run.plan + run.schedule + run.simulate;
  return changes * one / static_cast<double>(std::max<std::size_t>(workers, 1));
}

AdviceList advise(const Network& network, const std::string& network_word, const DesignPoint& point,
                  const AdviceOptions& options) {
  return Adviser(network, network_word, point, options).run();
}

}  // namespace spillway
