#include "bsp_fft/machine/machine_json.hpp"

#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/machine_reader.hpp"
#include "bsp_fft/machine/measurements.hpp"
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
// A bound of lengths: finding their prime factors takes its square root.
constexpr Index longest_measured = Index{1} << 24;

template <class Points, class Row>
Json list(const Points& points, Row row)
{
    Json rows = Json::array();
    for (const auto& point : points) rows.push_back(row(point));
    return rows;
}

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
    if (file.has("device")) machine.device = read_device(file.inside("device"));
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
    Json document{{"format", format},
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
    if (machine.device) document["device"] = json_of(*machine.device);
    return document;
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
