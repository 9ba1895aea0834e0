// Sahay's FFT under LogP: what can be computed while messages travel  [A. Sahay, Hiding Communication Costs
// in Bandwidth-Limited Parallel FFT Computation, Berkeley 1993]. Time is counted in nodes of the butterfly.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bsp_fft/papers/logp_simulator.hpp"

namespace bspfft {

/// How a processor orders its work and its messages. Each has m = n/P rows, computes m-input butterflies
/// (phase I), exchanges all but l = m/P of its outputs, and computes l butterflies of P inputs (phase II).
enum class MessageSchedule {
    simple,          ///< all of phase I, then all messages, then all of phase II  [section 3]
    eager,           ///< column by column; messages leave while the last column is computed
    output_driven,   ///< outputs in the order (not i) xor j, each as early as can be; then all of phase II
                     ///< [section 4]
    input_driven,    ///< the same phase I; phase II computes what the inputs so far allow  [section 5]
    column_blocked,  ///< the fast algorithm of this library: packets leave after every block of columns;
                     ///< needs HidingProblem::columns
};

/// All of them, by name, in the order above.
struct NamedSchedule {
    MessageSchedule schedule;
    std::string_view name;
};
const std::vector<NamedSchedule>& message_schedules();

/// How the fast algorithm does phase I: columns of this length, `lanes` of them at a time, and phase II in rows of
/// n / length.
struct ColumnBlocks {
    Index length = 0;  ///< from P to m, a power of two; 0: not known
    Index lanes = 0;   ///< columns that are transformed together; divides the m / length of a processor
};

/// The sizes of the problem. The constructor throws Error(invalid_argument) unless n and P are powers of two,
/// and P >= 1, n >= P^2, n >= 2.
struct HidingProblem {
    HidingProblem(Index n, Index processors);

    Index n;
    Index processors;  ///< P
    Index m;           ///< n/P: rows of a processor
    Index l;           ///< m/P: rows that it sends to each processor, and keeps
    ColumnBlocks columns;

    /// Throws Error(invalid_argument) unless the columns are known and divide the problem.
    void require_columns() const;
    Index column_blocks() const;  ///< of a processor
    /// Numbers that it sends to each processor after a block of columns.
    Index packet() const { return l / column_blocks(); }

    double phase_1() const { return real(m) * log2_exact(m); }
    double phase_2() const { return real(m) * log2_exact(processors); }
    /// No processor can finish earlier.
    double work() const { return real(m) * log2_exact(n); }
};

/// The order in which processor i of P yields its m outputs: blocks of m/P in the order of their destinations
/// (destination_in_order), each block in increasing order. It is a binary permutation: at every node of the full binary
/// tree over the outputs, all leaves of one subtree come before all leaves of the other. In such an order a butterfly
/// yields its outputs at the highest rate  [Definition 4.1, Proposition 4.1].
std::vector<Index> output_order(const HidingProblem& problem, Index i);

/// The program of a schedule, for the simulator. It counts nodes by walking the butterfly; no closed form is used.
///
/// Memory: 24 n bytes; playing it takes about half a microsecond a number. Requires n <= largest_simulation; otherwise
/// throws Error(invalid_argument).
MessageProgram message_program(const HidingProblem& problem, MessageSchedule schedule);
inline constexpr Index largest_simulation = Index{1} << 26;

/// A node of a processor's phase I: when it has been computed, and for which output.
struct NodeTime {
    Index time;
    Index output;
};
using NodeTimes = std::vector<NodeTime>;

/// The output-driven phase I of a processor, node by node: for each column 1 .. log m its m rows  [Figure 2].
std::vector<NodeTimes> phase_1_times(const HidingProblem& problem, Index processor);

/// The paper as it is printed, or with its misprints corrected.
enum class Reading { corrected, printed };

/// t_a: when the a-th output of phase I has been made, in any binary order: (m - 1) + sum over the set bits i
/// of a of (i + 1) 2^i  [Lemma 4.1, Corollary 4.1]. 0 <= a < m.
double output_made(const HidingProblem& problem, Index a);

/// s_a: when it is sent: t_a0 + (a - a0) g, where a0 is a rounded down to a multiple of 2^(ceil(g) - 1)
/// [Lemma 4.2, for any g > 0]. 0 <= a < m - l.
double output_sent(const HidingProblem& problem, double gap, Index a);

/// Which of the three cases of Theorem 4.1 holds.
int send_regime(const HidingProblem& problem, double gap);

/// T: when the last message of the output-driven schedule is sent  [Theorem 4.1, for any g > 0 and n >= P^2].
/// Case 3 is printed without its "- g". Requires P >= 2.
double last_output_sent(const HidingProblem& problem, double gap);

/// delta_i: the nodes of phase II that the i-th input to come makes possible, i = 0 .. m - 1, those from the
/// processor itself first: 2 (2^j - 1) for j leading ones of i div l in log P bits  [Facts 5.1, 5.2].
double nodes_released(const HidingProblem& problem, Index i);

/// A closed form, or why there is none.
struct ClosedForm {
    std::optional<double> value;
    std::string source;  ///< which theorem, and what was corrected
    std::string not_applicable;
};

/// When the last processor is done, by formula, for machines without overhead. Never outside the domain of
/// the theorem: then it says why.
ClosedForm completion(const HidingProblem& problem, const LogP& machine, MessageSchedule schedule);

/// Theorem 5.1, for g >= log m: the completion of the input-driven schedule in closed form. R is misprinted
/// for j* >= 2.
ClosedForm theorem_5_1(const HidingProblem& problem, const LogP& machine, Reading reading = Reading::corrected);

/// The largest latency that costs nothing: with it all processors finish after m log n. Negative if
/// communication costs something even without latency. No value for P = 1, or with overhead.
ClosedForm free_latency(const HidingProblem& problem, const LogP& machine, MessageSchedule schedule);

}  // namespace bspfft
