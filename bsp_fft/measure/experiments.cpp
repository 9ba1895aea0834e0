#include "bsp_fft/measure/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "bsp_fft/machine/estimate.hpp"

namespace bspfft {

namespace {

constexpr int most_rounds = 15;
constexpr int rounds_before_doubts = 3;
constexpr int least_rounds = 2;  // since one sample alone may be of a moment in which everything stood still
constexpr int most_extra_samples = 6;
constexpr double wide_spread = 0.1;
constexpr double off_its_neighbours = 1.25;
constexpr double disturbed_spread = 0.25;
constexpr std::ptrdiff_t least_undisturbed = 2;  // samples of an experiment
constexpr double too_many_disturbed = 0.25;      // of the experiments
constexpr double patience = 1.5;                 // times as long as was asked for, if they are

/// The samples of all experiments so far, each with the pace before and after it, whichever was slower.
class Notebook {
public:
    Notebook(const std::vector<Experiment>& experiments, const std::function<double()>& pace, double fastest)
        : experiments_(experiments),
          records_(experiments.size()),
          extra_(experiments.size()),
          pace_(pace),
          last_pace_(pace()),
          fastest_(std::min(fastest, last_pace_))
    {}

    void sample(std::size_t i)
    {
        const std::vector<double> found = experiments_[i].sample();
        const double before = std::exchange(last_pace_, pace_());
        fastest_ = std::min(fastest_, last_pace_);
        records_[i].push_back({found, std::max(before, last_pace_)});
    }

    /// The experiments to be measured once more; each repetition is counted.
    std::vector<std::size_t> take_doubtful()
    {
        std::vector<std::size_t> doubtful;
        const auto curves = all_curves();
        for (std::size_t i = 0; i < experiments_.size(); ++i) {
            if (extra_[i] >= most_extra_samples || !in_doubt(i, curves)) continue;
            ++extra_[i];
            doubtful.push_back(i);
        }
        return doubtful;
    }

    void conclude() const
    {
        for (std::size_t i = 0; i < experiments_.size(); ++i) experiments_[i].conclude(samples_of(i));
    }

    /// Whether too many experiments have nothing undisturbed.
    bool is_disturbed() const
    {
        std::ptrdiff_t without = 0;
        for (std::size_t i = 0; i < experiments_.size(); ++i) without += undisturbed(i) == 0;
        return static_cast<double>(without) > too_many_disturbed * static_cast<double>(experiments_.size());
    }

    double disturbed_share() const
    {
        double places = 0, disturbed = 0;
        for_each_place([&](const Place&, const Samples& samples) {
            ++places;
            if (spread(samples) > disturbed_spread) ++disturbed;
        });
        return places > 0 ? disturbed / places : 0;
    }

private:
    using Points = std::map<double, double>;  ///< the logarithm of the time, by x

    struct Record {
        std::vector<double> found;
        double pace;
    };

    std::ptrdiff_t undisturbed(std::size_t i) const
    {
        return std::ranges::count_if(records_[i],
                                     [&](const Record& record) { return is_undisturbed(record.pace, fastest_); });
    }

    /// Those that count, of each quantity.
    std::vector<Samples> samples_of(std::size_t i) const
    {
        const std::vector<Record>& records = records_[i];
        const double best = std::ranges::min_element(records, {}, &Record::pace)->pace;
        const double fastest = undisturbed(i) > 0 ? fastest_ : best;
        std::vector<Samples> samples(records.front().found.size());
        for (const Record& record : records) {
            if (!is_undisturbed(record.pace, fastest)) continue;
            for (std::size_t q = 0; q < samples.size(); ++q) samples[q].push_back(record.found[q]);
        }
        return samples;
    }

    template <class Function>
    void for_each_place(Function function) const
    {
        for (std::size_t i = 0; i < experiments_.size(); ++i) {
            const std::vector<Samples> samples = samples_of(i);
            for (std::size_t q = 0; q < experiments_[i].places.size(); ++q)
                function(experiments_[i].places[q], samples[q]);
        }
    }

    std::map<std::string, Points> all_curves() const
    {
        std::map<std::string, Points> curves;
        for_each_place([&](const Place& place, const Samples& samples) {
            curves[place.curve][place.x] = std::log(estimate_of_times(samples).value);
        });
        return curves;
    }

    // Only a time that is too long: if it is too short, its neighbours are too long and are doubtful themselves.
    static bool is_off(const Points& points, double x)
    {
        if (points.size() < 3) return false;
        Curve others;
        for (const auto& [at, time] : points) {
            if (at != x) others.add(at, time);
        }
        return points.at(x) > others.extended_at(x) + std::log(off_its_neighbours);
    }

    bool in_doubt(std::size_t i, const std::map<std::string, Points>& curves) const
    {
        if (undisturbed(i) < least_undisturbed) return true;
        const std::vector<Samples> samples = samples_of(i);
        for (std::size_t q = 0; q < experiments_[i].places.size(); ++q) {
            const Place& place = experiments_[i].places[q];
            if (spread(samples[q]) > wide_spread || is_off(curves.at(place.curve), place.x)) return true;
        }
        return false;
    }

    const std::vector<Experiment>& experiments_;
    std::vector<std::vector<Record>> records_;
    std::vector<int> extra_;
    const std::function<double()>& pace_;
    double last_pace_;
    double fastest_;
};

}  // namespace

Experiment time_experiment(std::function<double()> sample, std::function<void(const Estimate&)> conclude,
                           std::vector<Place> places)
{
    return {[sample = std::move(sample)] { return std::vector<double>{sample()}; },
            [conclude = std::move(conclude)](const std::vector<Samples>& samples) {
                conclude(estimate_of_times(samples[0]));
            },
            std::move(places)};
}

Conduct carry_out(const std::function<double()>& elapsed, const std::vector<Experiment>& experiments, double seconds,
                  const std::function<double()>& pace, double fastest_pace)
{
    Conduct conduct;
    if (experiments.empty()) return conduct;
    Notebook notebook(experiments, pace, fastest_pace);
    std::vector<std::size_t> all(experiments.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::mt19937 chance(1);  // the same on all processes
    const auto is_over = [&] {
        const double now = elapsed();
        if (now < seconds) return false;
        return now >= patience * seconds || (conduct.rounds >= least_rounds && !notebook.is_disturbed());
    };
    bool over = false;
    while (!over && conduct.rounds < most_rounds) {
        std::vector<std::size_t> round;
        if (conduct.rounds >= rounds_before_doubts) round = notebook.take_doubtful();
        const bool whole = round.empty();
        if (whole) round = all;
        std::ranges::shuffle(round, chance);
        for (const std::size_t i : round) {
            over = conduct.rounds > 0 && is_over();
            if (over) break;
            notebook.sample(i);
        }
        if (whole && !over) ++conduct.rounds;
    }
    conduct.disturbed_share = notebook.disturbed_share();
    notebook.conclude();
    return conduct;
}

}  // namespace bspfft
