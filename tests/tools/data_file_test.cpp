#include "tools/files/data_file.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/text_file.hpp"
#include "tools/files/text_output.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <thread>
#include <vector>

#include "bspfft/error.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

/// A folder that is empty at first and gone at the end.
class Folder {
public:
    Folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "bspfft-test-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
        std::filesystem::permissions(path_, std::filesystem::perms(0755));
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    std::ptrdiff_t files() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }
    std::string write(const std::string& name, const std::string& contents) const
    {
        std::ofstream(*this / name, std::ios::binary) << contents;
        return *this / name;
    }

private:
    std::string path_;
};

std::string contents(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string refusal(Status status, const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        CHECK(error.status() == status);
        return error.what();
    }
    return "nothing was refused";
}

std::string refusal_of(const std::string& path, std::optional<ElementType> dtype = {})
{
    return refusal(Status::file_error, [&] { inspect(path, dtype); });
}

void check_says(const std::string& message, const std::vector<std::string>& parts)
{
    CAPTURE(message);
    for (const std::string& part : parts) CHECK_MESSAGE(message.find(part) != std::string::npos, part);
}

/// What the action answers, or the message of its Error, in a process of its own, which it may change as it
/// likes.
std::string in_child(const std::function<std::string()>& action)
{
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        std::string answer;
        try {
            answer = action();
        } catch (const Error& error) {
            answer = error.what();
        }
        ::_exit(::write(ends[1], answer.data(), answer.size()) == std::ssize(answer) ? 0 : 1);
    }
    ::close(ends[1]);
    std::string answer(4096, '\0');
    answer.resize(
        static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], answer.data(), answer.size()))));
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return answer;
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1)
{
    std::string size = {static_cast<char>(dictionary.size() % 256),
                        static_cast<char>(dictionary.size() / 256)};
    if (version > 1) size += std::string(2, '\0');
    return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} + size + dictionary + data;
}

std::string vector_of(const std::string& descr, const std::string& shape)
{
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

template <class Value>
std::string bytes(const std::vector<Value>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

template <class Real>
std::vector<std::complex<Real>> read_all(const DataFile& file)
{
    std::vector<std::complex<Real>> x(static_cast<std::size_t>(file.n));
    read_block(file, 0, file.n, x.data());
    return x;
}

std::complex<double> read_one(const DataFile& file, Index j)
{
    std::complex<double> x;
    read_block(file, j, 1, &x);
    return x;
}

template <class Real>
std::vector<std::complex<Real>> numbers(Index n)
{
    std::vector<std::complex<Real>> x;
    for (Index j = 0; j < n; ++j) x.emplace_back(Real(1) / Real(j + 3), -Real(j) * Real(0.1));
    return x;
}

template <class Real>
void save(const std::string& path, ElementType type, const std::vector<std::complex<Real>>& x)
{
    OutputFile output(path, format_of(path), type, std::ssize(x));
    output.write_block(0, std::ssize(x), x.data());
    output.commit();
}

template <class Real>
void check_round_trip(ElementType type, Index n)
{
    const Folder folder;
    auto x = numbers<Real>(n);
    x[0] = {std::numeric_limits<Real>::lowest(), std::numeric_limits<Real>::denorm_min()};
    x[1] = {std::numeric_limits<Real>::min(), -std::numeric_limits<Real>::infinity()};
    for (const std::string name : {"x.npy", "x.raw", "x.txt"}) {
        CAPTURE(name);
        save(folder / name, type, x);
        const DataFile file = inspect(folder / name, type);
        CHECK(file.n == n);
        CHECK(file.type == type);
        CHECK(file.format == format_of(name));
        CHECK(read_all<Real>(file) == x);
    }
    CHECK(folder.files() == 3);
}

/// A file system of 1 MiB over the folder, which this process alone sees.
bool mount_small(const Folder& folder)
{
    const bool as_root = ::unshare(CLONE_NEWNS) == 0;
    if (!as_root && ::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    return ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") == 0;
}

/// Each call of this number fails with this errno from now on, in this process.
bool forbid(unsigned call, unsigned error)
{
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter = {std::size(program), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

/// Makes this process see a file system that cannot make files without a name.
bool forbid_nameless_files()
{
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter = {std::size(program), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

constexpr auto complex64 = ElementType::complex64;
constexpr auto complex128 = ElementType::complex128;

}  // namespace

TEST_CASE("an element type has a name, and the name has the type")
{
    for (const auto type : {complex64, complex128, ElementType::float32, ElementType::float64})
        CHECK(element_type(name_of(type)) == type);
    CHECK(bytes_of(complex64) == 8);
    CHECK(bytes_of(complex128) == 16);
    CHECK(bytes_of(ElementType::float32) == 4);
    CHECK(bytes_of(ElementType::float64) == 8);
    check_says(refusal(Status::invalid_argument, [] { element_type("int12"); }),
               {"\"int12\"", "complex64, complex128, float32, float64, float16, int8", "uint64, bool"});
}

TEST_CASE("the end of its name tells the format of a file")
{
    CHECK(format_of("a.npy") == FileFormat::npy);
    CHECK(format_of("a.txt") == FileFormat::text);
    CHECK(format_of("a.npy.text") == FileFormat::text);
    for (const char* loud : {"A.NPY", "a.Npy"}) CHECK(format_of(loud) == FileFormat::npy);
    CHECK(format_of("A.TXT") == FileFormat::text);
    CHECK(format_of_output("A.RAW", {}) == FileFormat::raw);
    for (const char* unknown : {"npy", "a.txt/b", "a.npy.gz", ""}) CHECK_THROWS_AS(format_of(unknown), Error);
}

TEST_CASE("what is written is read again, bit by bit, in every format")
{
    check_round_trip<float>(complex64, 1000);
    check_round_trip<double>(complex128, 1000);
}

TEST_CASE("a vector of several chunks is read again")
{
    check_round_trip<float>(complex64, 300001);
    check_round_trip<double>(complex128, 140001);
}

TEST_CASE("a vector without elements is a file")
{
    const Folder folder;
    for (const std::string name : {"x.npy", "x.raw", "x.txt"}) {
        save(folder / name, complex128, std::vector<std::complex<double>>());
        CHECK(inspect(folder / name, complex128).n == 0);
    }
}

TEST_CASE("precision is converted when a file is read and when it is written")
{
    const Folder folder;
    const auto x = numbers<double>(50);
    save(folder / "narrow.npy", complex64, x);
    const DataFile narrow = inspect(folder / "narrow.npy", {});
    REQUIRE(narrow.type == complex64);
    const auto y = read_all<double>(narrow);
    for (std::size_t j = 0; j < x.size(); ++j) CHECK(y[j] == std::complex<double>(std::complex<float>(x[j])));
    save(folder / "wide.txt", complex128, read_all<float>(narrow));
    CHECK(read_all<double>(inspect(folder / "wide.txt", {})) == y);
}

TEST_CASE("real elements get imaginary part 0")
{
    const Folder folder;
    const DataFile single =
        inspect(folder.write("a.npy", npy(vector_of("<f4", "(3,)"), bytes<float>({1, -2, 3}))), {});
    const DataFile twice = inspect(folder.write("a.raw", bytes<double>({1, -2, 3})), ElementType::float64);
    CHECK(single.type == ElementType::float32);
    CHECK(read_all<double>(single) == std::vector<std::complex<double>>{1, -2, 3});
    CHECK(read_all<float>(twice) == std::vector<std::complex<float>>{1, -2, 3});
}

TEST_CASE("blocks may be written in any order and read in any order")
{
    const Folder folder;
    const auto x = numbers<double>(100);
    for (const std::string name : {"x.npy", "x.raw", "x.txt"}) {
        OutputFile output(folder / name, format_of(name), complex128, 100);
        for (Index first = 90; first >= 0; first -= 10) output.write_block(first, 10, x.data() + first);
        output.commit();
        const DataFile file = inspect(folder / name, complex128);
        for (Index j = 99; j >= 0; j -= 7) CHECK(read_one(file, j) == x[static_cast<std::size_t>(j)]);
    }
}

TEST_CASE("threads write and read their blocks at the same time")
{
    const Folder folder;
    const Index share = 40000;
    const auto x = numbers<double>(4 * share);
    std::vector<std::complex<double>> y(x.size());
    const auto in_threads = [](const std::function<void(Index)>& work) {
        std::vector<std::jthread> threads;
        for (Index s = 0; s < 4; ++s) threads.emplace_back(work, s);
    };
    for (const std::string name : {"x.npy", "x.txt"}) {
        OutputFile output(folder / name, format_of(name), complex128, 4 * share);
        in_threads([&](Index s) { output.write_block(s * share, share, x.data() + s * share); });
        output.commit();
        const DataFile file = inspect(folder / name, {});
        std::fill(y.begin(), y.end(), 0);
        in_threads([&](Index s) { read_block(file, s * share, share, y.data() + s * share); });
        CHECK(y == x);
    }
}

TEST_CASE("an npy file has the bytes that NumPy would write")
{
    const Folder folder;
    save(folder / "x.npy", complex64, std::vector<std::complex<float>>{{1, 2}});
    const std::string dictionary = "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }";
    CHECK(contents(folder / "x.npy") ==
          npy(dictionary + std::string(117 - dictionary.size(), ' ') + "\n", bytes<float>({1, 2})));
}

TEST_CASE("a text file has one line of fixed width for each element")
{
    const Folder folder;
    save(folder / "x.txt", complex64, std::vector<std::complex<float>>{{1, -0.5}});
    save(folder / "y.txt", complex128, std::vector<std::complex<double>>{{1, -1e-300}});
    CHECK(contents(folder / "x.txt") == "  1.00000000e+00  -5.00000000e-01\n");
    CHECK(contents(folder / "y.txt") == "  1.0000000000000000e+00 -1.0000000000000000e-300\n");
}

TEST_CASE("every valid npy header is understood, however it is written")
{
    const Folder folder;
    const std::string data = bytes<double>({1, 2, 3, 4});
    const auto accepts = [&](const std::string& dictionary, int version) {
        CAPTURE(dictionary);
        const DataFile file = inspect(folder.write("a.npy", npy(dictionary, data, version)), {});
        CHECK(file.type == complex128);
        CHECK(read_all<double>(file) == std::vector<std::complex<double>>{{1, 2}, {3, 4}});
    };
    for (int version = 1; version <= 3; ++version) accepts(vector_of("<c16", "(2,)"), version);
    for (const std::string descr : {"=c16", "|c16", "c16"}) accepts(vector_of(descr, "(2,)"), 1);
    for (const std::string shape : {"( 2 , )", "(2L,)"}) accepts(vector_of("<c16", shape), 1);
    accepts("{\"shape\":(2,),\"fortran_order\":True,\"descr\":\"<c16\"}", 1);
    accepts(" { 'fortran_order' : False , 'shape' : (2,) , 'descr' : '<c16' } " + std::string(3000, ' ') +
                "\n",
            2);
}

TEST_CASE("an npy file of several axes says which, and in which order they lie")
{
    const Folder folder;
    const std::string data = bytes<double>({1, 2, 3, 4, 5, 6});
    const auto shape_in = [&](const std::string& tuple, const std::string& order) {
        const std::string dictionary =
            "{'descr': '<f8', 'fortran_order': " + order + ", 'shape': " + tuple + ", }\n";
        const DataFile file = inspect(folder.write("a.npy", npy(dictionary, data)), {});
        CHECK(file.n == 6);
        CHECK(read_one(file, 1) == 2.0);
        return file.shape;
    };
    CHECK(shape_in("(2, 3)", "False") == FileShape({2, 3}));
    CHECK(shape_in("(2, 3)", "True") == FileShape({2, 3}, true));
    CHECK(shape_in("( 2L,3L , 1, )", "True") == FileShape({2, 3, 1}, true));
    CHECK(shape_in("(1, 1, 1, 1, 1, 1, 1, 2, 3)", "False").axes.size() == 9);
    CHECK(shape_in("(6,)", "True") == FileShape(6));  // an order says nothing about a vector
    CHECK(FileShape({2, 3, 4}, true).in_file_order() == std::vector<Index>{4, 3, 2});
    CHECK(FileShape({2, 3, 4}).in_file_order() == std::vector<Index>{2, 3, 4});
}

TEST_CASE("what is written with several axes is read with them")
{
    const Folder folder;
    const auto x = numbers<double>(24);
    for (const FileShape& shape : {FileShape({2, 3, 4}), FileShape({4, 6}, true), FileShape({24, 1}, true)}) {
        OutputFile output(folder / "x.npy", FileFormat::npy, complex128, shape);
        output.write_block(12, 12, x.data() + 12);
        output.write_block(0, 12, x.data());
        output.commit();
        const DataFile file = inspect(folder / "x.npy", {});
        CHECK(file.shape == shape);
        CHECK(read_all<double>(file) == x);
    }
    const FileShape too_large({1 << 30, 1 << 30});
    check_says(refusal(Status::invalid_argument,
                       [&] { OutputFile(folder / "y.npy", FileFormat::npy, complex128, too_large); }),
               {"y.npy", "from 0 to"});
}

TEST_CASE("NumPy reads what is written here, and what NumPy writes is read here")
{
    // another Python than the system's may come first in the path
    std::string python = "python3";
    const auto has_numpy = [&] { return std::system((python + " -c 'import numpy' 2>/dev/null").c_str()) == 0; };
    if (!has_numpy()) python = "/usr/bin/python3";
    if (!has_numpy()) {
        MESSAGE("python3 has no numpy here; its part of the tests was left out");
        return;
    }
    const Folder folder;
    save(folder / "x.npy", complex128, numbers<double>(7));
    const std::string script =
        "import numpy, sys; x = numpy.load(sys.argv[1]); assert x.shape == (7,); "
        "numpy.save(sys.argv[2], 2 * x); numpy.save(sys.argv[3], numpy.float32(x.imag)); numpy.savetxt(sys.argv[4], x)";
    const std::string command = python + " -c '" + script + "' " + folder / "x.npy" + " " + folder / "y.npy" + " " +
                                folder / "z.npy" + " " + folder / "t.txt";
    REQUIRE(std::system(command.c_str()) == 0);
    const auto y = read_all<double>(inspect(folder / "y.npy", {}));
    const auto z = read_all<float>(inspect(folder / "z.npy", {}));
    CHECK(read_all<double>(inspect(folder / "t.txt", {})) == numbers<double>(7));
    for (std::size_t j = 0; j < 7; ++j) {
        CHECK(y[j] == 2.0 * numbers<double>(7)[j]);
        CHECK(z[j] == static_cast<float>(numbers<double>(7)[j].imag()));
    }
}

TEST_CASE("integers, halves and truth values of an npy file are converted, in either byte order")
{
    const Folder folder;
    struct Case {
        std::string descr, bytes;
        std::vector<double> values;
    };
    const auto bytes = [](std::initializer_list<int> list) { return std::string(list.begin(), list.end()); };
    const std::vector<Case> cases{
        {"|i1", bytes({-128, 127}), {-128, 127}},
        {"|u1", bytes({0, -1}), {0, 255}},
        {"|b1", bytes({0, 1}), {0, 1}},
        {"<i2", bytes({-2, -1, 0, 1}), {-2, 256}},
        {">i2", bytes({-1, -2, 1, 0}), {-2, 256}},
        {"<u2", bytes({-1, -1}), {65535}},
        {"<i4", bytes({1, 0, 0, -128}), {-2147483647}},
        {">u4", bytes({-1, -1, -1, -1}), {4294967295}},
        {"<i8", bytes({-1, -1, -1, -1, -1, -1, -1, -1}), {-1}},
        {">i8", bytes({0, 0, 0, 1, 0, 0, 0, 2}), {4294967298}},
        {"<u8", bytes({0, 0, 0, 0, 0, 0, 0, -128}), {9223372036854775808.0}},
        {"<f2", bytes({0, 60, 0, -64, -1, 123, 1, 0, 0, 0}), {1, -2, 65504, 0x1p-24, 0}},
        {">f2", bytes({60, 0, -4, 0}), {1, -INFINITY}},
        {">f4", bytes({63, -128, 0, 0}), {1}},
        {">c8", bytes({63, -128, 0, 0, -64, 0, 0, 0}), {1}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.descr);
        const std::string shape = "(" + std::to_string(one.values.size()) + ",)";
        const DataFile file = inspect(folder.write("a.npy", npy(vector_of(one.descr, shape), one.bytes)), {});
        std::vector<std::complex<double>> read(one.values.size());
        read_block(file, 0, static_cast<Index>(read.size()), read.data());
        for (std::size_t i = 0; i < read.size(); ++i) CHECK(read[i].real() == one.values[i]);
        CHECK(read[0].imag() == (one.descr == ">c8" ? -2 : 0));
        CHECK(is_complex(file.type) == (one.descr == ">c8"));
    }
}

TEST_CASE("a name must say the format, of an output by itself or by request")
{
    CHECK(format_of("a.bin") == FileFormat::raw);
    CHECK(format_of_output("-", {}) == FileFormat::npy);
    CHECK(format_of_output("a.text", {}) == FileFormat::text);
    CHECK(format_of_output("a", FileFormat::text) == FileFormat::text);
    const auto refused = [](const char* path, std::optional<FileFormat> asked) {
        return refusal(Status::invalid_argument, [&] { format_of_output(path, asked); });
    };
    check_says(refused("a.png", {}), {"a.png", ".npy, .txt (.text) or .raw (.bin, .dat)", "--format"});
    check_says(refused("a.npy", FileFormat::text), {"a.npy", "another format than --format"});
    check_says(refusal(Status::invalid_argument, [] { format_of("a.png"); }),
               {"a.png", "end it in .npy", "--input-format"});
    CHECK(format_of("a.png", FileFormat::raw) == FileFormat::raw);
    check_says(refusal(Status::invalid_argument, [] { format_of("a.npy", FileFormat::raw); }),
               {"a.npy", "another format than --input-format"});
}

TEST_CASE("the beginning of a stream tells its format, where a name does not")
{
    const Folder folder;
    const std::string npy_path = folder.write("a", npy(vector_of("<f8", "(1,)"), bytes<double>({5}))),
                      text_path = folder.write("b", "5\n"), empty = folder.write("c", "");
    const auto format = [](const std::string& name, const std::string& place, bool has_dtype) {
        return format_of_input({name, place}, {}, has_dtype);
    };
    CHECK(format("standard input", npy_path, false) == FileFormat::npy);
    CHECK(format("standard input", npy_path, true) == FileFormat::npy);
    CHECK(format("standard input", text_path, false) == FileFormat::text);
    CHECK(format("standard input", empty, false) == FileFormat::text);
    CHECK(format("pipe.raw", text_path, true) == FileFormat::raw);
    check_says(refusal(Status::invalid_argument, [&] { format("standard input", text_path, true); }),
               {"standard input", "text or raw", "--input-format"});
    const InputFile input("standard input", text_path);
    const DataFile file = inspect(input, FileFormat::text, {});
    CHECK(file.path == "standard input");
    CHECK(read_all<double>(file) == std::vector<std::complex<double>>{5});
}

TEST_CASE("an npy file of the wrong kind is refused by what it says")
{
    const Folder folder;
    const auto message = [&](const std::string& dictionary) {
        return refusal_of(folder.write("a.npy", npy(dictionary, std::string(16, '\0'))));
    };
    for (const std::string type : {"<f16", "<M8[s]", "<U4", "|O", "<i3"})
        check_says(message(vector_of(type, "(1,)")), {"a.npy", "'" + type + "'", "save it as one of these"});
    check_says(message("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }"),
               {"[('a', '<f4')]"});
    const std::string hostile = message(vector_of("<f4\x1b[31m\n" + std::string(5000, 'x'), "(4,)"));
    check_says(hostile, {"'<f4?[31m?xxx"});
    CHECK(hostile.size() < 500);
    for (const std::string shape :
         {"()", "(4)", "(-1,)", "(99999999999999999999,)", "(4,,)", "4", "[4,]", "(2, -2)", "(2 2)", "(,)",
          "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4)", "(268435456, 268435456, 2)"})
        check_says(message(vector_of("<f4", shape)),
                   {"has shape " + shape + ", but one of 1 to 17 axes", "(n0, n1, ...)", "reshape"});
    const std::string order = "{'descr': '<f4', 'shape': (4,), 'fortran_order': ";
    for (const std::string& bad :
         {order + "1}", order + "False", order + "False} x", order + "False, 'a': 1}",
          order + "True, 'shape': (4,)}", std::string("{'shape': (4,)}"), std::string("{"),
          std::string("{'descr: 1"), std::string()})
        check_says(message(bad), {"npy header", "descr", "fortran_order", "shape", "save it again"});
}

TEST_CASE("an npy file with a broken start is refused")
{
    const Folder folder;
    const std::string whole = npy(vector_of("<c16", "(1,)"), std::string(16, '\0'));
    check_says(refusal_of(folder.write("a.npy", "hello, I am no npy file")),
               {"does not start as an npy file"});
    check_says(refusal_of(folder.write("a.npy", "")), {"does not start as an npy file"});
    check_says(refusal_of(folder.write("a.npy", whole.substr(0, 30))),
               {"30 bytes", "a header of", "save it again"});
    std::string future = whole;
    future[6] = 4;
    check_says(refusal_of(folder.write("a.npy", future)), {"version 4.0", "1.0, 2.0 or 3.0"});
}

TEST_CASE("a file that is shorter or longer than it says is refused with both byte counts")
{
    const Folder folder;
    const std::string dictionary = vector_of("<c16", "(2,)");
    const std::string expected = std::to_string(10 + dictionary.size() + 32);
    for (const std::size_t size : {0, 31, 33, 48})
        check_says(refusal_of(folder.write("a.npy", npy(dictionary, std::string(size, '\0')))),
                   {"has " + std::to_string(10 + dictionary.size() + size) + " bytes", "make " + expected});
    check_says(refusal_of(folder.write("a.raw", std::string(33, '\0')), complex128),
               {"33 bytes", "multiple of the 16 of a complex128", "32 and 48"});
}

TEST_CASE("a raw file needs an element type, and an npy file has its own")
{
    const Folder folder;
    const std::string raw = folder.write("a.raw", std::string(16, '\0'));
    const std::string npy_path = folder.write("a.npy", npy(vector_of("<c8", "(2,)"), std::string(16, '\0')));
    check_says(refusal(Status::invalid_argument, [&] { inspect(raw, {}); }),
               {"a.raw", "add --dtype, such as complex128"});
    check_says(refusal(Status::invalid_argument, [&] { inspect(npy_path, complex128); }),
               {"holds complex64 and not complex128", "use --dtype complex64"});
}

TEST_CASE("a text file may have comments, blank lines, commas and real numbers")
{
    const Folder folder;
    const std::string path = folder.write(
        "a.txt", "# re im\n\n1 2\r\n  +3.5e0,-4 # a comment\n \t\n\t-5 , +6 \n  # more\n7#seven\n1e-3\t2e3");
    const DataFile file = inspect(path, {});
    CHECK(file.n == 5);
    CHECK(file.type == complex128);
    CHECK(read_all<double>(file) ==
          std::vector<std::complex<double>>{{1, 2}, {3.5, -4}, {-5, 6}, {7, 0}, {1e-3, 2e3}});
    CHECK(read_one(file, 3) == 7.0);
}

TEST_CASE("a text file may have complex numbers as Python, NumPy, Matlab, Fortran and C++ write them")
{
    const Folder folder;
    // older versions of numpy.savetxt write +- for a minus
    const std::string path = folder.write(
        "a.txt", " (1.000000000000000000e+00+2.000000000000000000e+00j)\n (1.5e+00-2.5e-01j)\n (1.5e+00+-2.5e-01j)\n"
                 "1+2j\n-1e3-2e-3j\n3j\n(0-1j) # one\n1-2i\n-2i\n(4)\n (1.0,2.0)\n( 3 , -4 )\n(5 6)\n");
    CHECK(read_all<double>(inspect(path, {})) ==
          std::vector<std::complex<double>>{{1, 2}, {1.5, -0.25}, {1.5, -0.25}, {1, 2}, {-1e3, -2e-3}, {0, 3}, {0, -1},
                                            {1, -2}, {0, -2}, {4, 0}, {1, 2}, {3, -4}, {5, 6}});
    CHECK(first_complex_line(path) == 1);
    const auto strange = read_all<double>(inspect(folder.write("b.txt", "(inf-infj)\nnan+infj\n(nan+1j)"), {}));
    REQUIRE(strange.size() == 3);
    CHECK(strange[0] == std::complex<double>(INFINITY, -INFINITY));
    CHECK(std::isnan(strange[1].real()));
    CHECK(strange[1].imag() == INFINITY);
    CHECK(strange[2].imag() == 1);
}

TEST_CASE("a text file may begin with a byte order mark")
{
    const Folder folder;
    const std::string mark = "\xef\xbb\xbf";
    CHECK(read_all<double>(inspect(folder.write("a.txt", mark + "1\n2\n"), {})) ==
          std::vector<std::complex<double>>{1, 2});
    CHECK(inspect(folder.write("a.txt", mark + "# re im\n3 4"), {}).n == 1);
    CHECK(inspect(folder.write("a.txt", mark), {}).n == 0);
    check_says(refusal_of(folder.write("a.txt", "1\n" + mark + "2\n")), {"line 2 of"});
}

TEST_CASE("a bad line of a text file is refused with its number")
{
    const Folder folder;
    for (const std::string line :
         {"x", "1 2 3", "1,", ",1", "1,,2", "1-2", "+-1", "1e999", "1e-400", "0x", "1+2", "1+2jj", "1 +2j", "1,2j",
          "1++2j", "1--2j", "1+j", "j", "(1+2j", "1+2j)", "((1))", "()", "(1)(2)", "(1+2j) (3+4j)", "1+2 j"})
        check_says(refusal_of(folder.write("a.txt", "# start\n\n1 2\n" + line + "\n5\n")),
                   {"line 4 of", "a.txt is \"" + line + "\"", "\"re\", \"re im\", \"re,im\" or \"re+imj\""});
    check_says(refusal_of(folder.write("a.txt", "\x1b[31m\x80" + std::string(100, 'x'))), {"\"?[31m?xxx"});
}

TEST_CASE("a line of a text file has as many characters as a number may have, and not as many as the file")
{
    const Folder folder;
    const std::string blanks(60000, ' ');
    CHECK(read_all<double>(inspect(folder.write("a.txt", "1" + blanks + "2\n" + blanks + "3"), {})) ==
          std::vector<std::complex<double>>{{1, 2}, {3, 0}});
    for (const std::size_t size : {65536, 200000})
        check_says(refusal_of(folder.write("a.txt", "1\n\n" + std::string(size, '1') + "\n2\n")),
                   {"line 3 of", "a.txt has more than 65535 characters", "one element per line"});
}

TEST_CASE("a file that cannot be read is refused with the reason")
{
    const Folder folder;
    check_says(refusal_of(folder / "none.npy"), {"none.npy: No such file or directory"});
    check_says(refusal_of(folder.path()), {folder.path() + ": Is a directory"});
    check_says(refusal_of("/dev/null"), {"/dev/null", "regular file"});
    REQUIRE(::mkfifo((folder / "pipe.txt").c_str(), 0600) == 0);
    check_says(refusal_of(folder / "pipe.txt"), {"pipe.txt", "regular file"});
    const std::string secret = folder.write("secret.npy", "");
    REQUIRE(::chmod(secret.c_str(), 0) == 0);
    check_says(in_child([&]() -> std::string {
                   if (::geteuid() == 0 && ::seteuid(65534) != 0) return "seteuid failed";
                   inspect(secret, {});
                   return "read";
               }),
               {"secret.npy: Permission denied"});
}

TEST_CASE("a block outside the vector is refused")
{
    const Folder folder;
    const DataFile file = inspect(folder.write("a.raw", bytes<double>({1, 2, 3})), ElementType::float64);
    std::complex<double> x[4];
    const Index most = std::numeric_limits<Index>::max();
    OutputFile output(folder / "b.raw", FileFormat::raw, complex128, 3);
    struct Block {
        Index first, count;
    };
    for (const Block block : {Block{0, 4}, {3, 1}, {-1, 1}, {1, -1}, {2, most}, {most, 1}}) {
        check_says(refusal(Status::invalid_argument, [&] { read_block(file, block.first, block.count, x); }),
                   {"a.raw", "0 to 3 - 1"});
        check_says(
            refusal(Status::invalid_argument, [&] { output.write_block(block.first, block.count, x); }),
            {"b.raw"});
    }
    read_block(file, 3, 0, x);
}

TEST_CASE("a file that shrinks while it is being read is refused")
{
    const Folder folder;
    std::complex<double> x[3];
    const DataFile raw = inspect(folder.write("a.raw", bytes<double>({1, 2, 3})), ElementType::float64);
    folder.write("a.raw", bytes<double>({1, 2}));
    check_says(refusal(Status::file_error, [&] { read_block(raw, 0, 3, x); }),
               {"ends at byte 16", "byte 24"});
    const DataFile lines = inspect(folder.write("a.txt", "1\n2\n3\n"), {});
    folder.write("a.txt", "1\n2\n");
    check_says(refusal(Status::file_error, [&] { read_block(lines, 0, 3, x); }),
               {"has 2 elements but had 3"});
}

TEST_CASE("a block beyond 4 GiB is found")
{
    const Folder folder;
    const Index n = Index(5) << 27;  // 5 GiB of doubles, all of them holes but the last
    const std::string path = folder.write("a.raw", "");
    const double last = 42;
    const int fd = ::open(path.c_str(), O_WRONLY);
    const bool sparse = ::pwrite(fd, &last, sizeof last, (n - 1) * 8) == 8;
    ::close(fd);
    if (!sparse) {
        MESSAGE("no file of 5 GiB can be made here");
        return;
    }
    const DataFile file = inspect(path, ElementType::float64);
    CHECK(file.n == n);
    std::complex<double> x[2] = {7, 7};
    read_block(file, n - 2, 2, x);
    CHECK(x[0] == 0.0);
    CHECK(x[1] == 42.0);
}

TEST_CASE("an output is nowhere to be seen until it is committed")
{
    const Folder folder;
    const auto x = numbers<double>(10);
    folder.write("old.npy", "old");
    for (const std::string name : {"old.npy", "new.npy"}) {
        OutputFile output(folder / name, FileFormat::npy, complex128, 10);
        output.write_block(0, 10, x.data());
        CHECK(folder.files() == 1);
    }
    CHECK(folder.files() == 1);
    CHECK(contents(folder / "old.npy") == "old");
    save(folder / "old.npy", complex128, x);
    CHECK(folder.files() == 1);
    CHECK(read_all<double>(inspect(folder / "old.npy", {})) == x);
}

TEST_CASE("an output with missing elements is not committed")
{
    const Folder folder;
    const auto x = numbers<double>(10);
    {
        OutputFile output(folder / "x.npy", FileFormat::npy, complex128, 10);
        output.write_block(0, 9, x.data());
        check_says(refusal(Status::internal_error, [&] { output.commit(); }),
                   {"x.npy", "9 of its 10 elements"});
    }
    CHECK(folder.files() == 0);
}

TEST_CASE("a new file has the permissions that the umask leaves")
{
    const Folder folder;
    const mode_t before = ::umask(027);
    save(folder / "x.npy", complex128, numbers<double>(1));
    ::umask(before);
    CHECK(std::filesystem::status(folder / "x.npy").permissions() == std::filesystem::perms(0640));
}

namespace {

struct FileAccess {
    mode_t mode;
    uid_t owner;
    gid_t group;
    friend bool operator==(const FileAccess&, const FileAccess&) = default;
    friend std::ostream& operator<<(std::ostream& stream, const FileAccess& a)
    {
        return stream << std::oct << a.mode << std::dec << " of " << a.owner << ":" << a.group;
    }
};

FileAccess access_of(const std::string& path)
{
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return {status.st_mode & 07777, status.st_uid, status.st_gid};
}

/// An access control list as the kernel takes it: of owner, user 65533, group, mask and others, each of them rwx.
std::string list_of(std::uint16_t owner, std::uint16_t user, std::uint16_t group, std::uint16_t mask,
                    std::uint16_t others)
{
    struct Entry {
        std::uint16_t tag, bits;
        std::uint32_t id;
    };
    constexpr std::uint32_t none = 0xffffffff, version = 2;
    const Entry entries[] = {
        {1, owner, none}, {2, user, 65533}, {4, group, none}, {16, mask, none}, {32, others, none}};
    return std::string(reinterpret_cast<const char*>(&version), sizeof version) +
           std::string(reinterpret_cast<const char*>(entries), sizeof entries);
}

constexpr const char* list_name = "system.posix_acl_access";

std::string attribute(const std::string& path, const char* name)
{
    std::string value(1000, '\0');
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    return size < 0 ? "none" : value.substr(0, static_cast<std::size_t>(size));
}

bool set_attribute(const std::string& path, const char* name, const std::string& value)
{
    return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

/// Goes on as a user that owns nothing.
bool become_nobody()
{
    return ::setgroups(0, nullptr) == 0 && ::setegid(65534) == 0 && ::seteuid(65534) == 0;
}

}  // namespace

TEST_CASE("a file that is replaced keeps its permissions")
{
    const Folder folder;
    for (const mode_t mode : {0600, 0640, 0666, 0755}) {
        for (const std::string name : {"x.npy", "x.json"}) {
            CAPTURE(mode);
            const std::string path = folder.write(name, "old");
            REQUIRE(::chmod(path.c_str(), mode) == 0);
            const FileAccess before = access_of(path);
            if (name == "x.npy") save(path, complex128, numbers<double>(3));
            else TextOutput(path).write("new");
            CHECK(contents(path) != "old");
            CHECK(access_of(path) == before);
        }
    }
}

TEST_CASE("a file that root replaces keeps its owner and group")
{
    if (::geteuid() != 0) {
        MESSAGE("left out: only root can give files away");
        return;
    }
    const Folder folder;
    const std::string path = folder.write("x.npy", "old");
    REQUIRE(::chown(path.c_str(), 65534, 65533) == 0);
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    save(path, complex128, numbers<double>(3));
    CHECK(access_of(path) == FileAccess{0640, 65534, 65533});
}

TEST_CASE("a file whose owner cannot be kept is never more open than before")
{
    if (::geteuid() != 0) {
        MESSAGE("left out: only root can make files of others");
        return;
    }
    const Folder folder;
    REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
    const auto reach = [&]() -> std::string {
        return become_nobody() && ::access(folder.path().c_str(), W_OK | X_OK) == 0 ? "yes" : "no";
    };
    if (in_child(reach) != "yes") {
        MESSAGE("left out: a folder above ", folder.path(), " is closed to other users");
        return;
    }
    struct Case {
        mode_t before;
        gid_t group;
        mode_t after;
    };
    // the group may go to its members only; without it, what the old group or all others had not is gone
    for (const Case one : {Case{0662, 65534, 0662}, {0622, 0, 0622}, {0666, 0, 0666}, {0642, 0, 0600}, {0606, 0, 0600},
                           {04666, 0, 0666}}) {
        CAPTURE(one.before);
        const std::string path = folder.write("x.npy", "old");
        REQUIRE(::chown(path.c_str(), 0, one.group) == 0);
        REQUIRE(::chmod(path.c_str(), one.before) == 0);
        CHECK(in_child([&]() -> std::string {
                  if (!become_nobody()) return "still root";
                  save(path, complex128, numbers<double>(3));
                  return "saved";
              }) == "saved");
        CHECK(access_of(path) == FileAccess{one.after, 65534, 65534});
        std::filesystem::remove(path);
    }
}

TEST_CASE("access control lists and users' attributes of a file that is replaced stay")
{
    const Folder folder;
    const std::string path = folder.write("x.npy", "old"), list = list_of(6, 6, 0, 6, 0);
    if (!set_attribute(path, "user.origin", "a telescope") || !set_attribute(path, list_name, list)) {
        MESSAGE("left out: files have no attributes here");
        return;
    }
    save(path, complex128, numbers<double>(3));
    CHECK(attribute(path, "user.origin") == "a telescope");
    CHECK(attribute(path, list_name) == list);

    // the folder's own list is for new files: the old one had none
    REQUIRE(set_attribute(folder.path(), "system.posix_acl_default", list_of(6, 6, 6, 6, 6)));
    REQUIRE(::removexattr(path.c_str(), list_name) == 0);
    REQUIRE(::chmod(path.c_str(), 0660) == 0);
    save(path, complex128, numbers<double>(3));
    CHECK(attribute(path, list_name) == "none");
    CHECK(access_of(path).mode == 0660);
}

TEST_CASE("while it is written, nobody else can read what replaces a file")
{
    const Folder folder;
    REQUIRE(::chmod(folder.write("x.npy", "old").c_str(), 0600) == 0);
    const std::string answer = in_child([&]() -> std::string {
        if (!forbid_nameless_files()) return "no filter";
        const OutputFile output(folder / "x.npy", FileFormat::npy, complex128, 3);
        for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
            if (file.status().permissions() != std::filesystem::perms(0600)) return file.path().string();
        }
        return std::to_string(folder.files());
    });
    if (answer == "no filter") {
        MESSAGE("system calls cannot be filtered here");
        return;
    }
    CHECK(answer == "2");
}

TEST_CASE("a link to an output stays a link, also one to a file that is not there yet")
{
    const Folder folder;
    folder.write("real.npy", "old");
    std::filesystem::create_directory(folder / "other");
    std::filesystem::create_symlink("real.npy", folder / "link.npy");
    std::filesystem::create_symlink("other/next.npy", folder / "dangling.npy");
    std::filesystem::create_symlink(folder / "other/new.npy", folder / "other/next.npy");
    for (const std::string name : {"link.npy", "dangling.npy"}) {
        save(folder / name, complex128, numbers<double>(3));
        CHECK(std::filesystem::is_symlink(folder / name));
    }
    CHECK(inspect(folder / "real.npy", {}).n == 3);
    CHECK(std::filesystem::is_symlink(folder / "other/next.npy"));
    CHECK(inspect(folder / "other/new.npy", {}).n == 3);
    CHECK(same_file(folder / "dangling.npy", folder / "other/new.npy"));

    std::filesystem::create_symlink("none/x.npy", folder / "nowhere.npy");
    check_says(refusal(Status::file_error, [&] { save(folder / "nowhere.npy", complex128, numbers<double>(3)); }),
               {"nowhere.npy: its folder", "none: No such file or directory"});
    std::filesystem::create_symlink("other/later.npy", folder / "later.npy");
    CHECK(same_file(folder / "later.npy", folder / "other/later.npy"));
    CHECK_FALSE(same_file(folder / "later.npy", folder / "other/new.npy"));
}

TEST_CASE("a name of the greatest length is as good as any other")
{
    const Folder folder;
    const std::string name = std::string(251, 'x') + ".npy";
    save(folder / name, complex128, numbers<double>(3));
    CHECK(inspect(folder / name, {}).n == 3);
}

TEST_CASE("an output that can never be written is refused before anything is done")
{
    const Folder folder;
    const auto message = [&](const std::string& path) {
        return refusal(Status::file_error, [&] { OutputFile(path, FileFormat::npy, complex128, 3); });
    };
    folder.write("file", "");
    check_says(message(folder.path()), {"cannot write " + folder.path() + ": Is a directory"});
    check_says(message(folder / "none/x.npy"), {"none/x.npy", "No such file or directory"});
    check_says(message(folder / "none/"), {"none/", "No such file or directory"});
    check_says(message(folder / "file/x.npy"), {"file/x.npy", "Not a directory"});
    check_says(message(folder / std::string(256, 'x')), {"File name too long"});
    check_says(message(""), {"No such file or directory"});
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const std::string& path : {std::string("/dev/full"), std::string("/dev/null"), folder / "pipe"})
        check_says(message(path), {path, "an output file must be a regular file"});
    CHECK(folder.files() == 2);
}

TEST_CASE("an output of real numbers has the real parts, in every format")
{
    const Folder folder;
    const std::vector<std::complex<double>> x{{0.5, 9}, {-1.25, 9}, {3e-300, 9}};
    for (const char* name : {"x.npy", "x.raw", "x.txt"}) {
        const std::string path = folder / name;
        OutputFile file(path, format_of(path), ElementType::float64, 3);
        file.write_block(2, 1, x.data() + 2);
        file.write_block(0, 2, x.data());
        file.commit();
        const DataFile found = inspect(path, ElementType::float64);
        CHECK(found.n == 3);
        std::vector<std::complex<double>> read(3);
        read_block(found, 0, 3, read.data());
        for (std::size_t i = 0; i < 3; ++i) CHECK(read[i] == std::complex<double>(x[i].real()));
    }
    CHECK(first_complex_line(folder / "x.txt") == 0);
    std::ofstream(folder / "c.txt") << "1\n# 2 3\n4 0\n5 1e-9\n";
    CHECK(first_complex_line(folder / "c.txt") == 4);
}

TEST_CASE("an output of impossible length is refused")
{
    const Folder folder;
    const auto message = [&](ElementType type, Index n) {
        return refusal(Status::invalid_argument, [&] { OutputFile(folder / "x", FileFormat::raw, type, n); });
    };
    check_says(message(ElementType::float32, -1), {"-1 elements", "from 0 to"});
    check_says(message(complex64, -1), {"-1 elements", "from 0 to"});
    check_says(message(complex64, std::numeric_limits<Index>::max()), {"from 0 to"});
    CHECK(folder.files() == 0);
}

TEST_CASE("a folder or a file without permission to write is refused")
{
    const Folder folder;
    const std::string locked = folder / "locked";
    REQUIRE(::mkdir(locked.c_str(), 0555) == 0);
    const std::string read_only = folder.write("read_only.npy", "old");
    REQUIRE(::chmod(read_only.c_str(), 0444) == 0);
    for (const std::string& path : {locked + "/x.npy", read_only})
        check_says(in_child([&]() -> std::string {
                       if (::geteuid() == 0 && ::seteuid(65534) != 0) return "seteuid failed";
                       OutputFile(path, FileFormat::npy, complex128, 3);
                       return "opened";
                   }),
                   {path, "Permission denied"});
}

TEST_CASE("an output that does not fit is refused with the bytes needed and available, before any are taken")
{
    const Folder folder;
    const std::string message = in_child([&]() -> std::string {
        if (!mount_small(folder)) return "no tmpfs";
        // whatever is asked of the file system after this is another error
        if (!forbid(__NR_fallocate, EIO)) return "no filter";
        OutputFile(folder / "x.raw", FileFormat::raw, complex128, 1 << 20);
        return "opened";
    });
    if (message == "no tmpfs" || message == "no filter") {
        MESSAGE("left out, because no tmpfs can be mounted here or no call be filtered: ", message);
        return;
    }
    check_says(message, {"x.raw needs 16777216 bytes", "has 1048576 available", "free 15728640 more"});
}

TEST_CASE("bytes that a quota refuses after all are an error with its reason, and nothing is left")
{
    const Folder folder;
    const std::string answer = in_child([&]() -> std::string {
        if (!forbid(__NR_fallocate, EDQUOT)) return "no filter";
        OutputFile(folder / "x.raw", FileFormat::raw, complex128, 1 << 10);
        return "opened";
    });
    if (answer == "no filter") {
        MESSAGE("system calls cannot be filtered here");
        return;
    }
    check_says(answer, {"x.raw needs 16384 bytes: Disk quota exceeded", "another file system"});
    CHECK(folder.files() == 0);
}

TEST_CASE("a limit on the length of files is reported, and leaves no file behind")
{
    const Folder folder;
    const auto limit = [](rlim_t most) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit both = {most, RLIM_INFINITY};
        return ::setrlimit(RLIMIT_FSIZE, &both);
    };
    const auto x = numbers<double>(5000);
    check_says(in_child([&]() -> std::string {
                   limit(4096);
                   OutputFile(folder / "x.raw", FileFormat::raw, complex128, 5000);
                   return "opened";
               }),
               {"x.raw needs 80000 bytes", "File too large"});
    check_says(in_child([&]() -> std::string {
                   OutputFile output(folder / "x.raw", FileFormat::raw, complex128, 5000);
                   limit(4096);
                   output.write_block(0, 5000, x.data());
                   return "written";
               }),
               {"cannot write", "x.raw: at byte 4096: File too large"});
    CHECK(folder.files() == 0);
}

TEST_CASE("where files cannot be without a name an output has a temporary one, which goes away")
{
    const Folder folder;
    const auto x = numbers<double>(10);
    const std::string answer = in_child([&]() -> std::string {
        if (!forbid_nameless_files()) return "no filter";
        ::umask(027);
        {
            OutputFile forgotten(folder / "y.npy", FileFormat::npy, complex128, 10);
            forgotten.write_block(0, 10, x.data());
            if (folder.files() != 1 || std::filesystem::exists(folder / "y.npy"))
                return "not a temporary name";
        }
        if (folder.files() != 0) return "left behind";
        save(folder / "x.npy", complex128, x);
        return "saved";
    });
    if (answer == "no filter") {
        MESSAGE("system calls cannot be filtered here");
        return;
    }
    CHECK(answer == "saved");
    CHECK(folder.files() == 1);
    CHECK(read_all<double>(inspect(folder / "x.npy", {})) == x);
    CHECK(std::filesystem::status(folder / "x.npy").permissions() == std::filesystem::perms(0640));
}
