// Collectives, the algorithms for each, and what these take in four models, by the formulas of message_costs.hpp. The
// additions of reductions are not counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bsp_fft/papers/message_costs.hpp"

namespace bspfft {

enum class MessageModel { alpha_beta, logp, loggp, bsp };

/// All of them, by name, in the order above.
struct NamedModel {
    MessageModel model;
    std::string_view name;
};
const std::vector<NamedModel>& message_models();

/// One machine as each model sees it, in seconds and bytes.
struct CollectiveMachine {
    static constexpr Index word = 8;  ///< bytes of LogP's datum

    AlphaBeta alpha_beta;
    LogP logp;
    LogGP loggp;
    Bsp bsp;
};

/// An algorithm in a sentence, for people.
struct CollectiveAlgorithm {
    std::string_view name;
    std::string_view what;
    std::string_view source;
};
const std::vector<CollectiveAlgorithm>& collective_algorithms();

/// The cost of one collective by one algorithm.
struct CollectiveCost {
    std::string_view collective;
    std::string_view algorithm;
    /// Seconds for s bytes, counted as in message_costs.hpp, on P processes. Throws Error(invalid_argument) outside the
    /// formula's domain.
    double (*seconds)(const CollectiveMachine& machine, MessageModel model, double s, Index P);
    bool is_bound = false;  ///< no algorithm, but what none can be faster than

    /// The same; nothing outside the formula's domain, and then `why_not` says what that is.
    std::optional<double> seconds_if_known(const CollectiveMachine& machine, MessageModel model, double s, Index P,
                                           std::string* why_not = nullptr) const;
};

/// All of them; those of one collective stand together.
const std::vector<CollectiveCost>& collective_costs();

/// The fastest algorithm from this size on; null where no formula applies.
struct CollectiveChoice {
    Index bytes;
    const CollectiveCost* best;
};

/// The fastest of these at one size. Where several take as long, the first of them.
const CollectiveCost* fastest(const std::vector<const CollectiveCost*>& among, const CollectiveMachine& machine,
                              MessageModel model, double s, Index P);

/// The fastest from the first size to the last, with the crossovers to the byte. Two crossovers to and from the same
/// algorithm between neighbouring sizes may not be found. Requires increasing sizes, at least one.
std::vector<CollectiveChoice> fastest_by_size(const std::vector<const CollectiveCost*>& among,
                                              const CollectiveMachine& machine, MessageModel model,
                                              const std::vector<Index>& sizes, Index P);

}  // namespace bspfft
