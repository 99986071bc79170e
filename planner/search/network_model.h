// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/search/fluid/columns.h"
#include "planner/search/fluid/fluid_problem.h"
#include "planner/search/network_costs.h"
#include "planner/search/plan_draft.h"
#include "planner/search/weight_stream.h"

namespace spillway::search {

/// Operators `first` to `last`, which run in stripes.
struct ModelCascade {
  std::int32_t first = 0;
  std::int32_t last = 0;
  CascadeShape shape;
};

/// The alignment of feature maps, in bytes, if the request names none.
constexpr Bytes map_alignment = 16;

/// Returns the number of output rows of operator `last`. `cascades` returns cascades only for
/// stripe heights below this number.
std::int32_t output_rows(const CascadeShapes& cascades, std::int32_t first, std::int32_t last);

/// Returns the cycles of a cascade with all feature maps and weights in fast memory. `rows` is
/// output_rows() of the cascade. The time of an operator grows by the factor by which stripes make
/// its compute time longer. Every stripe but the first adds the time to start the pipeline again.
double cascade_cycles(const WeightNeeds& needs, const NetworkCosts& costs,
                      const ModelCascade& cascade, std::int32_t rows);

/// The share of the time of a cascade's slow memory accesses that can overlap with its compute
/// time. The share is small because stripes are short and only the operator that moves the bytes
/// works during the access. In simulations of ten cascades of mlperf_vww96 on U65-256, the share
/// was 0 to 0.6.
constexpr double hidden_in_cascade = 0.25;

/// Prefix of the labels of weight choices that the search added to a model; other models may lack
/// these choices.
constexpr const char* found_label = "found";

/// Converts a network on its chip to a fluid problem (fluid_problem.h), and selections of the
/// problem (one choice per feature map and per operator with weights) to plans. A cascade is one
/// operator of the fluid problem. A choice for weights says how the weights reach the processor
/// (WeightDelivery).
class NetworkModel {
 public:
  /// Which choices for weights a model has: all, or only reading in place. `in_place` is for
  /// dynamic programming, which cannot use choices with transfers; it also saves the time to encode
  /// the weights for every choice.
  enum class Deliveries : std::uint8_t { all, in_place };

  /// `request`, `problem` and `costs` must outlive the model.
  NetworkModel(const PlanningRequest& request, const PlanningProblem& problem,
               const NetworkCosts& costs, std::vector<ModelCascade> cascades,
               Deliveries deliveries = Deliveries::all);

  const FluidProblem& fluid() const { return fluid_; }
  const std::vector<ModelCascade>& cascades() const { return cascades_; }
  void set_capacity(Bytes capacity) { fluid_.capacity = capacity; }
  /// Whether a model made for this capacity would have the same choices as this model. If all
  /// feature maps fit in fast memory, weights may be fetched up to 48 operators ahead. If not all
  /// maps fit, such early fetches are hardly ever worth their memory, and every further choice
  /// makes the search longer.
  bool suits(Bytes capacity) const { return all_maps_fit(capacity) == fetches_far_; }
  PlanDraft draft(const Selection& selection) const;
  /// Converts cycles per operator of the network to cycles per operator of the fluid problem, where
  /// a cascade is one operator.
  std::vector<double> cycles_of_steps(const std::vector<double>& cycles_of_operators) const;

  /// Returns the selection (one choice per feature map and per operator's weights) that corresponds
  /// to a plan without copies and cascades. The model must have no cascades. If the model lacks the
  /// plan's choice for some weights, the choice is added. Only the first flow of each operator
  /// counts.
  Selection adopt(const Plan& plan);

  /// Returns the selection with all feature maps that may lie in fast memory there for their whole
  /// lives, and all weights read in place.
  Selection with_all_maps_fast() const;

  /// Returns `selection` (one choice per feature map and per operator's weights) with streamed
  /// weights: all weights that may be fetched arrive as late as possible but in time. The fetches
  /// use the fraction `share` of the DMA capacity that the feature maps leave. Choices for weights
  /// that the model lacks are added to the model.
  Selection streamed(const Selection& selection, StreamOrder order, double share);

  /// For each choice of `selection` for weights, adds choices to the model in which the slices that
  /// may move are fetched one or two operators earlier, or one operator later.
  void offer_shifted(const Selection& selection);

  /// Returns `selection` (one choice per feature map and per operator's weights) of model `from`,
  /// translated to this model. Choices are found by label; if a label is missing, the first choice
  /// is taken. Choices for weights that the search added to `from` are added to this model, too,
  /// except for operators in cascades.
  Selection carried_over(const NetworkModel& from, const Selection& selection);

 private:
  bool all_maps_fit(Bytes capacity) const;
  void merge_steps(std::int32_t ops);
  void add_maps();
  void add_map(BufferIndex index);
  void add_weights(std::size_t need);
  bool rolls(BufferIndex index) const { return rolling_[static_cast<std::size_t>(index)] > 0; }
  FeatureMap feature_map(BufferIndex index) const;
  Choice fast_for_life(const FeatureMap& map, const Buffer& buffer) const;
  std::int32_t step_at(TimeStep time) const;
  TimeStep begin_of(std::int32_t step) const {
    return first_op_[static_cast<std::size_t>(step)] + 1;
  }
  TimeStep end_of(std::int32_t step) const { return last_op_[static_cast<std::size_t>(step)] + 2; }
  TransferCost transfer_cost() const;
  MapDraft map_draft(BufferIndex index, const Choice& choice) const;
  FlowDraft flow_of(const WeightNeed& need, const WeightDelivery& delivery) const;
  /// Returns the choice (an alternative of the search) in which `flows` together are the weight
  /// flows of an operator.
  Choice choice_of_flows(const Weights& weights, const std::vector<FlowDraft>& flows,
                         std::string label) const;
  void add_flow(const Weights& weights, const FlowDraft& flow, bool is_first, Choice& choice) const;
  bool is_worth_fetching(const WeightNeed& need) const;
  bool is_cascaded(std::int32_t op) const;
  bool may_be_fetched(std::size_t need) const;
  std::int32_t choice_that_stays(std::int32_t object) const;
  std::int32_t add_choice(std::size_t need, std::vector<FlowDraft> flows);
  StreamResources resources_beside_weights(const Selection& selection, double share) const;
  StreamedWeights streamed_weights(std::size_t need) const;
  std::vector<FlowDraft> flows_of_slices(const WeightNeed& need,
                                         const std::vector<StreamedSlice>& slices,
                                         Bytes free_bytes) const;
  std::optional<std::vector<FlowDraft>> shifted_by(std::vector<FlowDraft> flows,
                                                   std::int32_t steps) const;

  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  Deliveries deliveries_;
  ModelMemories memories_;
  std::vector<ModelCascade> cascades_;
  std::vector<std::int32_t> step_of_op_;          // per operator, its step in the fluid problem
  std::vector<std::int32_t> first_op_, last_op_;  // per step, its first and last operator
  std::vector<Bytes> rolling_;  // per buffer, size of its rolling buffer; 0 = none
  std::vector<std::vector<std::int32_t>> users_;  // per buffer, the operators that use it
  std::vector<std::int32_t> object_of_map_;       // per buffer, index of its object; -1 = none
  // The following lists have one element per operator with weights: the object of its weights, the
  // weights, and for each choice the weight flows of this choice.
  std::vector<std::int32_t> object_of_need_;
  std::vector<Weights> weights_;                            // per operator with weights
  std::vector<std::vector<std::vector<FlowDraft>>> flows_;  // per operator with weights, per choice
  FluidProblem fluid_;
  bool fetches_far_ = false;
};

}  // namespace spillway::search
