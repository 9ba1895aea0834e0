#include "bsp_fft/machine/machine_json.hpp"

#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

static JsonWords<Access> json_words(Access)
{
    return {{Access::to_packets, "to_packets"},
            {Access::from_packets, "from_packets"},
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

namespace {

constexpr const char* format = "bspfft machine";
// No machine has more bytes or processes, and sums and products of counts fit.
constexpr Index most_counted = Index{1} << 48;
// Of lengths whose prime factors are looked for, which takes the square root of it.
constexpr Index longest_measured = Index{1} << 24;

Json json_of(const Estimate& e) { return {{"value", e.value}, {"low", e.low}, {"high", e.high}}; }

template <class Points, class Row>
Json list(const Points& points, Row row)
{
    Json rows = Json::array();
    for (const auto& point : points) rows.push_back(row(point));
    return rows;
}

/// Reads one object; complaints say where in the file.
class Reader {
public:
    Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

    template <class Value>
    Value get(const char* key) const
    {
        return json_.at(key).get<Value>();
    }
    /// Missing in earlier versions.
    bool is(const char* key) const { return json_.contains(key) && get<bool>(key); }
    Index count(const char* key, Index most = most_counted) const
    {
        const auto value = get<Index>(key);
        if (value < 1) complain(key, "is less than 1");
        if (value > most) complain(key, "is more than was ever measured");
        return value;
    }
    /// So many numbers, or any number of them.
    std::vector<Index> counts(const char* key, std::size_t size = 0, Index least = 1) const
    {
        const auto values = get<std::vector<Index>>(key);
        if (size > 0 && values.size() != size) complain(key, "is not of as many axes as its shape");
        for (const Index value : values) {
            if (value < least) complain(key, "has a number that is too small");
            if (value > most_counted) complain(key, "has a number that is too large");
        }
        return values;
    }
    template <class Choice>
    Choice choice(const char* key) const
    {
        const auto value = get<Choice>(key);
        if (Json(value) != json_.at(key)) complain(key, "is not a known word");
        return value;
    }
    /// Fitted values, such as bspbench's l, may be negative; times may not.
    Estimate estimate(const char* key, bool positive = true) const
    {
        const Json& json = json_.at(key);
        const Estimate e{json.at("value").get<double>(), json.at("low").get<double>(),
                         json.at("high").get<double>()};
        if (!std::isfinite(e.value) || (positive && !(e.value > 0)))
            complain(key, "is not a positive number");
        if (!(e.low <= e.value && e.value <= e.high) || (positive && !(e.low > 0)))
            complain(key, "is not inside its interval");
        return e;
    }
    template <class Point, class Row>
    void each(const char* key, std::vector<Point>& points, Row row) const
    {
        std::size_t i = 0;
        for (const Json& json : json_.at(key))
            points.push_back(row(Reader(json, text(where_, key, "[", i++, "]."))));
    }
    [[noreturn]] void complain(const char* key, const char* what) const
    {
        throw Error(Status::file_error, text(where_, key, " ", what));
    }

private:
    const Json& json_;
    std::string where_;
};

RememberedCut read_cut(const Reader& r)
{
    const std::vector<Index> shape = r.counts("shape");
    const CutKey key{shape, r.counts("axes", 0, 0), r.choice<Data>("data"), r.count("bytes_per_real"), r.count("p")};
    RememberedCut found{key, r.counts("grid", shape.size()), r.counts("cut"), r.get<double>("seconds")};
    if (!found.cut.empty()) r.counts("cut", shape.size());
    if (!(found.seconds > 0)) r.complain("seconds", "is not a positive number");
    return found;
}

Machine read(const Reader& file)
{
    Machine machine;
    machine.cpu = file.get<std::string>("cpu");
    machine.runtime = file.get<std::string>("runtime");
    machine.simd = file.get<std::string>("simd");
    machine.cores = file.count("cores");
    machine.p = file.count("processes");
    machine.date = file.get<std::string>("date");
    machine.probe_seconds = file.get<double>("probe_seconds");
    file.each("bspbench", machine.bsp, [](const Reader& r) {
        return BspParameters{r.count("p"), r.estimate("r"), r.estimate("g", false), r.estimate("l", false)};
    });
    file.each("kernels", machine.kernels, [](const Reader& r) {
        const PassKind pass{r.get<std::string>("kernel"), r.choice<Access>("access"), r.count("bytes_per_real"),
                            r.count("length"), r.is("lanes_apart")};
        return KernelPoint{pass, r.count("local_size"), r.count("active"), r.estimate("seconds")};
    });
    if (file.get<int>("version") > 2) {
        file.each("lengths", machine.lengths, [](const Reader& r) {
            return LengthPoint{r.count("length", longest_measured), r.count("active"), r.estimate("seconds"),
                               r.count("lanes")};
        });
        file.each("radices", machine.radices, [](const Reader& r) {
            return RadixPoint{r.count("radix"), r.count("active"), r.estimate("seconds")};
        });
    }
    file.each("puts", machine.puts, [](const Reader& r) {
        return PutPoint{r.choice<Exchange>("exchange"), r.count("bytes"), r.count("working_set"),
                        r.count("p"), r.estimate("seconds")};
    });
    file.each("syncs", machine.syncs, [](const Reader& r) {
        return SyncPoint{r.count("p"), r.estimate("seconds")};
    });
    file.each("streams", machine.streams, [](const Reader& r) {
        return StreamPoint{r.get<std::string>("level"), r.count("bytes"), r.count("active"),
                           r.estimate("bytes_per_second")};
    });
    machine.put_overhead = file.estimate("put_overhead", false);
    machine.alpha = file.estimate("alpha", false);
    machine.beta = file.estimate("beta", false);
    machine.warnings = file.get<std::vector<std::string>>("warnings");
    if (file.get<int>("version") > 3) file.each("cuts", machine.cuts, read_cut);
    return machine;
}

}  // namespace

Json json_of(const Machine& machine)
{
    const auto bsp = [](const BspParameters& b) {
        return Json{{"p", b.p}, {"r", json_of(b.r)}, {"g", json_of(b.g)}, {"l", json_of(b.l)}};
    };
    const auto kernel = [](const KernelPoint& k) {
        const double flops = 5 * std::log2(static_cast<double>(k.pass.length));
        return Json{{"kernel", k.pass.kernel},
                    {"access", k.pass.access},
                    {"bytes_per_real", k.pass.bytes_per_real},
                    {"length", k.pass.length},
                    {"lanes_apart", k.pass.lanes_apart},
                    {"local_size", k.local_size},
                    {"active", k.active},
                    {"seconds", json_of(k.seconds)},
                    {"gflops", flops / k.seconds.value / 1e9}};
    };
    const auto length = [&](const LengthPoint& l) {
        return Json{{"length", l.length},
                    {"lanes", l.lanes},
                    {"active", l.active},
                    {"seconds", json_of(l.seconds)},
                    {"factor", machine.length_factor(l.length, l.active).value}};
    };
    const auto radix = [](const RadixPoint& r) {
        return Json{{"radix", r.radix}, {"active", r.active}, {"seconds", json_of(r.seconds)}};
    };
    const auto put = [](const PutPoint& q) {
        return Json{
            {"exchange", q.exchange},        {"bytes", q.bytes},
            {"working_set", q.working_set},  {"p", q.p},
            {"seconds", json_of(q.seconds)}, {"g", 8 * q.seconds.value / static_cast<double>(q.bytes)}};
    };
    const auto sync = [](const SyncPoint& s) { return Json{{"p", s.p}, {"seconds", json_of(s.seconds)}}; };
    const auto stream = [](const StreamPoint& s) {
        return Json{{"level", s.level},
                    {"bytes", s.bytes},
                    {"active", s.active},
                    {"bytes_per_second", json_of(s.bytes_per_second)}};
    };
    const auto cut = [](const RememberedCut& c) {
        return Json{{"shape", c.key.shape},
                    {"axes", c.key.axes},
                    {"data", c.key.data},
                    {"bytes_per_real", c.key.bytes_per_real},
                    {"p", c.key.p},
                    {"grid", c.grid},
                    {"cut", c.cut},
                    {"seconds", c.seconds}};
    };
    return {{"format", format},
            {"version", Machine::current_version},
            {"cpu", machine.cpu},
            {"runtime", machine.runtime},
            {"simd", machine.simd},
            {"cores", machine.cores},
            {"processes", machine.p},
            {"date", machine.date},
            {"probe_seconds", machine.probe_seconds},
            {"bspbench", list(machine.bsp, bsp)},
            {"kernels", list(machine.kernels, kernel)},
            {"lengths", list(machine.lengths, length)},
            {"radices", list(machine.radices, radix)},
            {"puts", list(machine.puts, put)},
            {"syncs", list(machine.syncs, sync)},
            {"streams", list(machine.streams, stream)},
            {"put_overhead", json_of(machine.put_overhead)},
            {"alpha", json_of(machine.alpha)},
            {"beta", json_of(machine.beta)},
            {"warnings", machine.warnings},
            {"cuts", list(machine.cuts, cut)}};
}

bool is_machine(const Json& document)
{
    return document.is_object() && document.value("format", Json()) == format;
}

Machine machine_from(const Json& document, const std::string& name)
{
    const auto refuse = [&](const std::string& why) {
        throw Error(Status::file_error, text(name, " ", why, "; ", how_to_measure_again(name)));
    };
    if (!is_machine(document))
        throw Error(Status::file_error, text(name, " is not a machine file; name one that bspfft probe wrote"));
    const Json version = document.value("version", Json());
    if (!version.is_integer() || version < Machine::oldest_version || version > Machine::current_version) {
        refuse(text("is a machine file of version ", version.dump(), ", and this bspfft reads versions ",
                    Machine::oldest_version, " to ", Machine::current_version));
    }
    try {
        return read(Reader(document, ""));
    } catch (const Error& e) {
        refuse(text("is damaged: ", e.what()));
    }
    return {};
}

}  // namespace bspfft
