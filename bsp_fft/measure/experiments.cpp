#include "bsp_fft/measure/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "bsp_fft/machine/estimate.hpp"

namespace bspfft {

namespace {

constexpr int most_rounds = 15;
constexpr int rounds_before_doubts = 3;
constexpr int most_extra_samples = 6;
constexpr double wide_spread = 0.1;
constexpr double off_its_neighbours = 1.25;
constexpr double disturbed_spread = 0.25;

/// The samples of all experiments so far.
class Notebook {
public:
    explicit Notebook(const std::vector<Experiment>& experiments)
        : experiments_(experiments), samples_(experiments.size()), extra_(experiments.size())
    {}

    void sample(std::size_t i)
    {
        const std::vector<double> found = experiments_[i].sample();
        samples_[i].resize(found.size());
        for (std::size_t q = 0; q < found.size(); ++q) samples_[i][q].push_back(found[q]);
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
        for (std::size_t i = 0; i < experiments_.size(); ++i) experiments_[i].conclude(samples_[i]);
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

    template <class Function>
    void for_each_place(Function function) const
    {
        for (std::size_t i = 0; i < experiments_.size(); ++i) {
            for (std::size_t q = 0; q < experiments_[i].places.size(); ++q)
                function(experiments_[i].places[q], samples_[i][q]);
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
        for (std::size_t q = 0; q < experiments_[i].places.size(); ++q) {
            const Place& place = experiments_[i].places[q];
            if (spread(samples_[i][q]) > wide_spread || is_off(curves.at(place.curve), place.x)) return true;
        }
        return false;
    }

    const std::vector<Experiment>& experiments_;
    std::vector<std::vector<Samples>> samples_;
    std::vector<int> extra_;
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

Conduct carry_out(const std::function<double()>& elapsed, const std::vector<Experiment>& experiments, double seconds)
{
    Notebook notebook(experiments);
    std::vector<std::size_t> all(experiments.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::mt19937 chance(1);  // the same on all processes
    Conduct conduct;
    bool over = experiments.empty();
    while (!over && conduct.rounds < most_rounds) {
        std::vector<std::size_t> round;
        if (conduct.rounds >= rounds_before_doubts) round = notebook.take_doubtful();
        const bool whole = round.empty();
        if (whole) round = all;
        std::ranges::shuffle(round, chance);
        for (const std::size_t i : round) {
            over = conduct.rounds > 0 && elapsed() >= seconds;
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
