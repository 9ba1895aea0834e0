#include "bsp_fft/machine/machine_json.hpp"

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/interpolation.hpp"
#include "bsp_fft/machine/machine_fields.hpp"
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
static JsonWords<CopyDirection> json_words(CopyDirection)
{
    return {{CopyDirection::to_device, "to_device"},
            {CopyDirection::to_host, "to_host"},
            {CopyDirection::both, "both"}};
}
static JsonWords<HostMemory> json_words(HostMemory)
{
    return {{HostMemory::pinned, "pinned"}, {HostMemory::pageable, "pageable"}};
}

namespace {

constexpr const char* format = "bspfft machine";
// A bound of lengths: finding their prime factors takes its square root.
constexpr Index longest_measured = Index{1} << 24;

template <class File, class AnyDevice>
void describe_device(const File& file, AnyDevice& device)
{
    file.value("name", device.name);
    file.count("memory", device.memory);
    file.count("cache", device.cache);
    file.positive("peak", device.peak);
    file.estimate("launch", device.launch);
    file.estimate("bytes_per_second", device.bytes_per_second);
    file.list("copies", device.copies, [](const auto& f, auto& rate) {
        f.word("direction", rate.direction);
        f.word("host", rate.host);
        f.estimate("latency", rate.latency);
        f.estimate("bytes_per_second", rate.bytes_per_second);
    });
}

template <class File, class AnyCut>
void describe_cut(const File& file, AnyCut& found)
{
    file.counts("shape", found.key.shape);
    file.counts("axes", found.key.axes, 0, 0);
    file.word("data", found.key.data);
    file.count("bytes_per_real", found.key.bytes_per_real);
    file.count("p", found.key.p);
    file.counts("grid", found.grid, found.key.shape.size());
    file.counts("cut", found.cut);
    if (!found.cut.empty()) file.counts("cut", found.cut, found.key.shape.size());
    file.positive("seconds", found.seconds);
}

/// What the file has, for a Reader and for a Writer.
template <class File, class AnyMachine>
void describe(const File& file, AnyMachine& machine)
{
    file.value("cpu", machine.cpu);
    file.value("runtime", machine.runtime);
    file.value("simd", machine.simd);
    file.count("cores", machine.cores);
    file.count("processes", machine.p);
    file.value("date", machine.date);
    file.value("probe_seconds", machine.probe_seconds);
    file.list("bspbench", machine.bsp, [](const auto& f, auto& bsp) {
        f.count("p", bsp.p);
        f.estimate("r", bsp.r);
        f.fitted("g", bsp.g);
        f.fitted("l", bsp.l);
    });
    file.list("kernels", machine.kernels, [](const auto& f, auto& point) {
        f.value("kernel", point.pass.kernel);
        f.word("access", point.pass.access);
        f.count("bytes_per_real", point.pass.bytes_per_real);
        f.count("length", point.pass.length);
        f.flag("lanes_apart", point.pass.lanes_apart);
        f.count("local_size", point.local_size);
        f.count("active", point.active);
        f.estimate("seconds", point.seconds);
        f.derived("gflops", [&] { return 5 * log2_of(point.pass.length) / point.seconds.value / 1e9; });
    });
    if (file.version() > 2) {
        file.list("lengths", machine.lengths, [&](const auto& f, auto& point) {
            f.count("length", point.length, longest_measured);
            f.count("lanes", point.lanes);
            f.count("active", point.active);
            f.estimate("seconds", point.seconds);
            f.derived("factor", [&] { return machine.length_factor(point.length, point.active).value; });
        });
        file.list("radices", machine.radices, [](const auto& f, auto& point) {
            f.count("radix", point.radix);
            f.count("active", point.active);
            f.estimate("seconds", point.seconds);
        });
    }
    file.list("puts", machine.puts, [](const auto& f, auto& point) {
        f.word("exchange", point.exchange);
        f.count("bytes", point.bytes);
        f.count("working_set", point.working_set);
        f.count("p", point.p);
        f.estimate("seconds", point.seconds);
        f.derived("g", [&] { return 8 * point.seconds.value / static_cast<double>(point.bytes); });
    });
    file.list("syncs", machine.syncs, [](const auto& f, auto& point) {
        f.count("p", point.p);
        f.estimate("seconds", point.seconds);
    });
    file.list("streams", machine.streams, [](const auto& f, auto& point) {
        f.value("level", point.level);
        f.count("bytes", point.bytes);
        f.count("active", point.active);
        f.estimate("bytes_per_second", point.bytes_per_second);
    });
    file.fitted("put_overhead", machine.put_overhead);
    file.fitted("alpha", machine.alpha);
    file.fitted("beta", machine.beta);
    file.value("warnings", machine.warnings);
    if (file.version() > 3) file.list("cuts", machine.cuts, [](const auto& f, auto& cut) { describe_cut(f, cut); });
    file.optional("device", machine.device, [](const auto& f, auto& device) { describe_device(f, device); });
}

}  // namespace

Json json_of(const Machine& machine)
{
    Json document{{"format", format}, {"version", Machine::current_version}};
    describe(Writer(document), machine);
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
        Machine machine;
        describe(Reader(document, version), machine);
        return machine;
    } catch (const Error& e) {
        refuse(text("is damaged: ", e.what()));
    }
    return {};
}

}  // namespace bspfft
