// What a command transforms: the words of its options, and what they mean.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft::tools {

class Options;

/// A layout by name: the algorithm's own, or the same along every axis; over the grid, or along the first axis.
enum class NamedLayout { own, block, cyclic, zig_zag, folded };
extern const std::map<std::string, NamedLayout> named_layouts;
/// The types of cosine and sine transforms.
extern const std::map<std::string, Index> trigonometric_types;

/// As they stand on the command line.
struct TransformWords {
    std::string n;      ///< of one axis; empty: none
    std::string shape;  ///< of any number of axes; empty: none
    std::string grid;   ///< empty: chosen
    std::string cut;    ///< empty: chosen
    std::vector<Index> axes;
    Index batch = 1;
    bool real = false;  ///< real numbers, and half a spectrum
    Index dct = 0;      ///< a cosine transform of this type, 1 to 4; 0: none
    Index dst = 0;      ///< a sine transform
    bool convolve = false;  ///< a cyclic convolution with a kernel that does not change
    NamedLayout layout_in = NamedLayout::own;
    NamedLayout layout_out = NamedLayout::own;

    bool is_trigonometric() const { return dct != 0 || dst != 0; }
    bool is_fourier() const { return !is_trigonometric() && !convolve; }
    bool names_a_shape() const { return !n.empty() || !shape.empty(); }
};

/// --n, --shape, --axes, --batch and --real.
void add_shape_options(Options& options, TransformWords& words);
/// --dct and --dst.
void add_trigonometric_options(Options& options, TransformWords& words);
/// These, and --convolve.
void add_operation_options(Options& options, TransformWords& words);
/// --algorithm, --grid, --cut, --layout-in, --layout-out and --transposed-out.
void add_algorithm_options(Options& options, TransformWords& words, PlanOptions& plan);
/// --kernel, --memory and --device-window.
void add_kernel_options(Options& options, PlanOptions& plan);

/// Throws Error(invalid_argument) for an option that this algorithm would ignore.
void require_effect(const TransformWords& words, const PlanOptions& plan, Algorithm algorithm);

/// The option that asks for something else than a Fourier transform.
const char* operation_option(const TransformWords& words);
/// What is done instead of a Fourier transform, "DCT-II" or "convolution"; empty for one.
std::string operation_name(const TransformWords& words);

/// What they mean.
struct Transform {
    std::vector<Index> shape;  ///< without the batch
    PlanOptions options;
    NamedLayout layout_in = NamedLayout::own;
    NamedLayout layout_out = NamedLayout::own;
    std::optional<Trigonometric> trigonometric = {};  ///< along all axes, instead of a Fourier transform
    bool convolves = false;                           ///< instead

    bool is_fourier() const { return !trigonometric && !convolves; }
    bspfft::Problem problem() const { return problem_of(shape, options); }
    /// With the layouts by name, which depend on p.
    PlanOptions options_for(Index p) const;
};

/// The shape that --shape or --n names; throws Error(invalid_argument) if there is none, or if it is no shape.
std::vector<Index> shape_of(const TransformWords& words);

/// The transform of an array of this shape. Throws Error(invalid_argument) for words that break a law.
Transform transform_of(const std::vector<Index>& shape, const TransformWords& words, const PlanOptions& options);
Transform transform_of(const TransformWords& words, const PlanOptions& options);

/// The same transform of an array whose axes are in the reverse order, the batch's too.
Transform with_axes_reversed(const Transform& transform);

}  // namespace bspfft::tools
