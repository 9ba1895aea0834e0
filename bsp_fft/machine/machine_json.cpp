#include "bsp_fft/machine/machine_json.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

static JsonWords<Access> json_words(Access)
{
    return {{Access::to_packets, "to_packets"},
            {Access::from_packets, "from_packets"},
            {Access::between_packets, "between_packets"},
            {Access::in_place, "in_place"}};
}
static JsonWords<Exchange> json_words(Exchange)
{
    return {{Exchange::automatic, nullptr}, {Exchange::put, "put"}, {Exchange::hpput, "hpput"}};
}
static JsonWords<Data> json_words(Data)
{
    return {{Data::half_spectrum, nullptr}, {Data::complex, "complex"}, {Data::real, "real"}};
}
static JsonWords<CopyDirection> json_words(CopyDirection)
{
    return {
        {CopyDirection::to_device, "to_device"}, {CopyDirection::to_host, "to_host"}, {CopyDirection::both, "both"}};
}
static JsonWords<HostMemory> json_words(HostMemory)
{
    return {{HostMemory::pinned, "pinned"}, {HostMemory::pageable, "pageable"}};
}

namespace {

constexpr const char* format = "bspfft machine";
// A bound of lengths: finding their prime factors takes its square root.
constexpr Index longest_measured = Index{1} << 24;
// No machine has more bytes or processes, and sums and products of counts fit.
constexpr Index most_counted = Index{1} << 48;

enum class Task { read, write };

/// The fields of one object, which are read and checked, or written: so that a file is described once. Complaints say
/// where in the file.
class Fields {
public:
    Fields(Task task, Json& json, std::string where = "") : task_(task), json_(json), where_(std::move(where)) {}

    /// Keys and values: counts, times, words that are known, and others, by their types.
    template <class Value, class... More>
    void all(const char* key, Value& one, More&... more) const
    {
        if constexpr (std::is_same_v<Value, Index>) count(key, one);
        else if constexpr (std::is_same_v<Value, Estimate>) estimate(key, one);
        else if constexpr (std::is_enum_v<Value>) word(key, one);
        else value(key, one);
        if constexpr (sizeof...(more) > 0) all(more...);
    }
    template <class Value>
    void value(const char* key, Value& value) const
    {
        if (writes()) {
            json_[key] = value;
            return;
        }
        try {
            value = member(key).get<Value>();
        } catch (const JsonError& e) {
            throw Error(Status::file_error, text(where_, key, ": ", e.what()));
        }
    }
    void positive(const char* key, double& number) const
    {
        value(key, number);
        require(std::isfinite(number) && number > 0, key, "is not a positive number");
    }
    void count(const char* key, Index& number, Index most = most_counted) const
    {
        value(key, number);
        require(number >= 1, key, "is less than 1");
        require(number <= most, key, "is more than was ever measured");
    }
    /// As many numbers as `size`, or any number of them for 0.
    void counts(const char* key, std::vector<Index>& numbers, std::size_t size = 0, Index least = 1) const
    {
        value(key, numbers);
        require(size == 0 || numbers.size() == size, key, "is not of as many axes as its shape");
        for (const Index number : numbers) {
            require(number >= least, key, "has a number that is too small");
            require(number <= most_counted, key, "has a number that is too large");
        }
    }
    /// The lengths of one axis or several, with at most `most` elements together.
    void lengths(const char* key, std::vector<Index>& axes, Index most) const
    {
        counts(key, axes);
        require(!axes.empty(), key, "has no axis");
        for (const Index n : axes) {
            require(n <= most, key, "has more elements than were ever measured");
            most /= std::max(Index{1}, n);
        }
    }
    /// 0, or a count.
    void number(const char* key, Index& number) const
    {
        value(key, number);
        require(number >= 0 && number <= most_counted, key, "is not a count");
    }
    template <class Choice>
    void word(const char* key, Choice& choice) const
    {
        value(key, choice);
        require(json_.at(key).is_string() && Json(choice) == json_.at(key), key, "is not a known word");
    }
    /// Fitted values, such as bspbench's l, may be negative; times may not.
    void fitted(const char* key, Estimate& e) const { estimate(key, e, false); }
    /// Without an interval all three numbers are the same in a file.
    void estimate(const char* key, Estimate& e, bool positive = true) const
    {
        if (writes()) {
            json_[key] = {{"value", e.value},
                          {"low", e.has_interval() ? e.low : e.value},
                          {"high", e.has_interval() ? e.high : e.value}};
            return;
        }
        const Fields parts = inside(key);
        parts.value("value", e.value);
        parts.value("low", e.low);
        parts.value("high", e.high);
        require(std::isfinite(e.value) && (!positive || e.value > 0), key, "is not a positive number");
        require(e.low <= e.value && e.value <= e.high && (!positive || e.low > 0), key, "is not inside its interval");
        // what is predicted from them then is finite
        require(std::abs(e.low) <= 1e30 && e.high <= 1e30 && (!positive || e.low >= 1e-30), key,
                "is not from 1e-30 to 1e30");
        if (!e.has_interval()) e = without_interval(e.value);
    }
    /// For people; it follows from the rest, and is not read.
    template <class Make>
    void derived(const char* key, Make make) const
    {
        if (writes()) json_[key] = make();
    }
    template <class Point, class Describe>
    void list(const char* key, std::vector<Point>& points, Describe describe) const
    {
        if (writes()) {
            json_[key] = Json::array();
            for (std::size_t i = 0; i < points.size(); ++i) json_[key].push_back(Json::object());
        }
        require(member(key).is_array(), key, "is not a list");
        points.resize(member(key).size());
        for (std::size_t i = 0; i < points.size(); ++i)
            describe(Fields(task_, json_[key][i], text(where_, key, "[", i, "].")), points[i]);
    }
    template <class Part, class Describe>
    void optional(const char* key, std::optional<Part>& part, Describe describe) const
    {
        if (writes() && part) json_[key] = Json::object();
        if (!json_.contains(key)) return;
        if (!part) part.emplace();
        describe(inside(key), *part);
    }

private:
    bool writes() const { return task_ == Task::write; }
    /// What is written was right when it was read or measured.
    void require(bool right, const char* key, const char* otherwise) const
    {
        if (!right && !writes()) throw Error(Status::file_error, text(where_, key, " ", otherwise));
    }
    Json& member(const char* key) const
    {
        if (!json_.is_object())
            throw Error(Status::file_error, text(where_.substr(0, where_.size() - 1), " is not an object in braces"));
        require(json_.contains(key), key, "is missing");
        return json_[key];
    }
    Fields inside(const char* key) const { return {task_, member(key), text(where_, key, ".")}; }

    Task task_;
    Json& json_;
    std::string where_;  ///< the keys that lead to it, with a point behind the last
};

void describe_device(const Fields& file, DeviceParameters& device)
{
    file.all("name", device.name, "memory", device.memory, "cache", device.cache);
    file.positive("peak", device.peak);
    file.all("launch", device.launch, "bytes_per_second", device.bytes_per_second);
    file.list("copies", device.copies, [](const Fields& f, CopyRate& rate) {
        f.all("direction", rate.direction, "host", rate.host, "latency", rate.latency);
        f.all("bytes_per_second", rate.bytes_per_second);
    });
}

void describe_cut(const Fields& file, RememberedCut& found)
{
    file.counts("shape", found.key.shape);
    file.counts("axes", found.key.axes, 0, 0);
    file.all("data", found.key.data, "bytes_per_real", found.key.bytes_per_real, "p", found.key.p);
    file.counts("grid", found.grid, found.key.shape.size());
    file.counts("cut", found.cut);
    if (!found.cut.empty()) file.counts("cut", found.cut, found.key.shape.size());
    file.positive("seconds", found.seconds);
}

/// What the file has.
void describe(const Fields& file, Machine& machine)
{
    file.all("cpu", machine.cpu, "runtime", machine.runtime, "simd", machine.simd, "cores", machine.cores);
    file.all("processes", machine.p, "date", machine.date, "probe_seconds", machine.probe_seconds);
    file.list("bspbench", machine.bsp, [](const Fields& f, BspParameters& bsp) {
        f.all("p", bsp.p, "r", bsp.r);
        f.fitted("g", bsp.g);
        f.fitted("l", bsp.l);
    });
    file.list("kernels", machine.kernels, [](const Fields& f, KernelPoint& point) {
        PassKind& pass = point.pass;
        f.all("kernel", pass.kernel, "access", pass.access, "bytes_per_real", pass.bytes_per_real);
        f.lengths("axes", pass.axes, most_counted);
        f.number("neighbours", pass.neighbours);
        f.all("half", pass.half);
        f.number("lanes", pass.lanes);
        f.number("partial_tiles", pass.partial_tiles);
        f.all("local_size", point.local_size, "active", point.active, "seconds", point.seconds);
        f.derived("gflops", [&] { return 5 * log2_of(pass.length()) / point.seconds.value / 1e9; });
    });
    file.list("tiles", machine.tiles, [](const Fields& f, TilePoint& point) {
        f.lengths("axes", point.axes, longest_measured);
        f.number("lanes", point.lanes);
        f.all("bytes_per_real", point.bytes_per_real, "active", point.active, "seconds", point.seconds);
    });
    file.list("sweeps", machine.sweeps, [](const Fields& f, SweepPoint& point) {
        SweepKind& sweep = point.sweep;
        f.all("pattern", sweep.pattern, "bytes_per_real", sweep.bytes_per_real, "width", sweep.width);
        f.all("strided", sweep.strided, "local_size", point.local_size, "active", point.active);
        f.all("seconds", point.seconds);
    });
    file.list("puts", machine.puts, [](const Fields& f, PutPoint& point) {
        f.all("exchange", point.exchange, "bytes", point.bytes, "working_set", point.working_set);
        f.all("p", point.p, "seconds", point.seconds);
        f.derived("g", [&] { return 8 * point.seconds.value / static_cast<double>(point.bytes); });
    });
    file.list("syncs", machine.syncs, [](const Fields& f, SyncPoint& point) {
        f.all("p", point.p, "working_set", point.working_set, "seconds", point.seconds);
    });
    file.list("arrivals", machine.arrivals, [](const Fields& f, ArrivalPoint& point) {
        f.all("p", point.p, "bytes", point.bytes, "seconds", point.seconds);
    });
    file.list("streams", machine.streams, [](const Fields& f, StreamPoint& point) {
        f.all("level", point.level, "bytes", point.bytes, "active", point.active);
        f.all("bytes_per_second", point.bytes_per_second);
    });
    file.fitted("put_overhead", machine.put_overhead);
    file.fitted("alpha", machine.alpha);
    file.fitted("beta", machine.beta);
    file.all("warnings", machine.warnings);
    file.list("cuts", machine.cuts, describe_cut);
    file.optional("device", machine.device, describe_device);
}

}  // namespace

Json json_of(const Machine& machine)
{
    Json document{{"format", format}, {"version", Machine::current_version}};
    Machine copy = machine;
    describe({Task::write, document}, copy);
    return document;
}

bool is_machine(const Json& document) { return document.is_object() && document.value("format", Json()) == format; }

Machine machine_from(const Json& document, const std::string& name)
{
    if (!is_machine(document)) throw JsonError(text(name, " is not a machine file; name one that bspfft probe wrote"));
    const Json version = document.value("version", Json());
    if (!version.is_integer() || version != Machine::current_version) {
        throw Error(Status::file_error,
                    text(name, " is a machine file of version ", version.dump(), ", and this bspfft reads version ",
                         Machine::current_version, "; ", how_to_measure_again(name)));
    }
    try {
        Machine machine;
        Json copy = document;
        describe({Task::read, copy}, machine);
        return machine;
    } catch (const Error& e) {
        throw JsonError(text(name, " is damaged: ", e.what(), "; ", how_to_measure_again(name)));
    }
}

}  // namespace bspfft
