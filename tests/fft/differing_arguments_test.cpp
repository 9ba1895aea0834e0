// Processes that give different arguments learn it when they plan; plans that outlive their section say so.
#include <doctest/doctest.h>

#include <complex>
#include <memory>
#include <string>

#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

using namespace bspfft;

constexpr const char* law = "; all processes must call the same with equal arguments";

bool is_last() { return bsp_pid() + 1 == bsp_nprocs(); }

// "process 2: <what> <mine> here, but <theirs> on process 1; ..."
std::string sentence(const std::string& mine, const std::string& theirs)
{
    const unsigned last = bsp_nprocs() - 1;
    return "process " + std::to_string(last) + ": " + mine + " here, but " + theirs + " on process " +
           std::to_string(last - 1) + law;
}

template <class Make>
bool refuses(Make make, const std::string& words)
{
    std::string message = "no refusal";
    try {
        make();
    } catch (const Error& e) {
        message = e.status() == Status::invalid_argument ? e.what() : "another status";
    }
    if (message != words) complain(__FILE__, __LINE__, (message + " instead of " + words).c_str());
    return message == words;
}

void differing_plans()
{
    const Index odd = is_last() ? 1 : 0;
    const std::string plan = "a plan of complex numbers";
    EXPECT(refuses([&] { Plan<double>(64 + 64 * odd); }, sentence(plan + ": n is 128", "64")));
    EXPECT(refuses([&] { Plan<double>(std::vector<Index>(odd ? 2 : 3, Index{8})); },
                   sentence(plan + ": the shape is 8 x 8", "8 x 8 x 8")));
    EXPECT(refuses([&] { odd ? void(RealPlan<double>(64)) : void(Plan<double>(64)); },
                   sentence("a plan of real numbers", plan)));
    EXPECT(refuses([&] { odd ? void(Plan<float>(64)) : void(Plan<double>(64)); },
                   sentence(plan + ": the bytes of a real number is 4", "8")));
    PlanOptions options;
    options.batch = 1 + odd;
    EXPECT(refuses([&] { Plan<double>(64, options); }, sentence(plan + ": the batch is 2", "1")));
    options = {};
    options.keep_input = odd > 0;
    EXPECT(refuses([&] { RealPlan<float>(64, options); },
                   sentence("a plan of real numbers: keep_input is 1", "0")));
    const Index p = bsp_nprocs();
    options = {};
    options.input = odd ? Layout::block(60, p) : Layout::cyclic(60, p);
    const std::string last = std::to_string(p - 1), before = std::to_string(p - 2);
    EXPECT(refuses([&] { Plan<double>(60, options); },
                   "process " + last + ": " + plan + ": the layout of the input is another here than on process " +
                       before + law));
    EXPECT(refuses([&] { Redistribution<double>(Layout::block(60, p), *options.input); },
                   "process " + last + ": a redistribution: the second layout is another here than on process " +
                       before + law));
    EXPECT(refuses([&] { TrigonometricPlan<double>({16}, odd ? Trigonometric::dct2 : Trigonometric::dst2); },
                   sentence("a cosine or sine transform: the list of kinds is 1", "5")));
    EXPECT(refuses([&] { SpectralOperator<double>({16 + 16 * odd}); },
                   sentence("an operator on real numbers: n is 32", "16")));
    // and all can plan again
    Plan<double> right(64);
    right.forward();
}

// A mistake of one process only is the refusal of all.
void one_mistaken_process()
{
    const bool odd = is_last();
    const std::string who = "process " + std::to_string(bsp_nprocs() - 1) + ": ";
    bspfft_plan* plan = nullptr;
    const auto says = [&](int status, const std::string& words) {
        const bool right = status == BSPFFT_INVALID_ARGUMENT && !plan && bspfft_message() == words;
        if (!right) complain(__FILE__, __LINE__, bspfft_message());
        return right;
    };
    const bspfft_shape shape = cube({16, 16});
    EXPECT(says(bspfft_plan_shape(&plan, odd ? nullptr : &shape, nullptr, nullptr, nullptr),
                who + "the shape is NULL"));
    EXPECT(says(bspfft_plan_shape(odd ? nullptr : &plan, &shape, nullptr, nullptr, nullptr),
                who + "bspfft_plan_shape: the address for the plan is NULL"));
    bspfft_options options{};
    options.algorithm = odd ? 9 : 0;
    EXPECT(says(bspfft_plan_create(&plan, 64, nullptr, &options), who + "algorithm is 9; it must be 0 to 4"));
    options.algorithm = 9;
    EXPECT(says(bspfft_plan_create(&plan, 64, nullptr, &options), "algorithm is 9; it must be 0 to 4"));
    EXPECT(says(bspfft_plan_create(&plan, odd ? 128 : 64, nullptr, nullptr),
                sentence("a plan of complex numbers: n is 128", "64")));
    EXPECT(bspfft_plan_create(&plan, 64, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    bspfft_plan_destroy(plan);
}

// One process executes another plan, with equally many syncs; BSPlib does not notice, the ledger does.
void other_plans()
{
    Plan<double> one(144), another(576);
    const std::string before = "a plan: the number of ";
    (is_last() ? one : another).forward();
    EXPECT(refuses([&] { (void)one.ledger(); }, sentence(before + "forward transforms is 1", "0")));
    EXPECT(refuses([&] { another.account(true); }, sentence(before + "forward transforms is 0", "1")));
    (is_last() ? another : one).forward();
    EXPECT(one.ledger().transforms == 1);
    one.execute(is_last() ? Direction::inverse : Direction::forward);
    EXPECT(refuses([&] { (void)one.ledger(); }, sentence(before + "forward transforms is 1", "2")));
}

// Where several fail, the first is heard, every time.
void several_failures()
{
    for (int times = 0; times < 20; ++times) {
        bspfft_options options{};
        options.algorithm = bsp_pid() > 0 ? 10 + static_cast<int>(bsp_pid()) : 0;
        bspfft_plan* plan = nullptr;
        EXPECT(bspfft_plan_create(&plan, 64, nullptr, &options) == BSPFFT_INVALID_ARGUMENT);
        EXPECT(bspfft_message() == std::string("process 1: algorithm is 11; it must be 0 to 4"));
    }
}

struct Kept {
    bspfft_plan* plan = nullptr;
    bspfft_plan* filter = nullptr;
    bspfft_plan* cosine = nullptr;
    std::unique_ptr<Redistribution<double>> move;
};
Kept kept[3];

void make_kept()
{
    Kept& mine = kept[bsp_pid()];
    const bspfft_shape filter = operator_on(cube({64}), BSPFFT_REAL);
    bspfft_shape cosine = real(cube({64}));
    cosine.kind[0] = BSPFFT_DCT_2;
    EXPECT(bspfft_plan_create(&mine.plan, 64, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_plan_shape(&mine.filter, &filter, nullptr, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_plan_shape(&mine.cosine, &cosine, nullptr, nullptr, nullptr) == BSPFFT_OK);
    const Index p = bsp_nprocs();
    mine.move = std::make_unique<Redistribution<double>>(Layout::block(64, p), Layout::cyclic(64, p));
}

// Each is of no use here, and says so.
std::string misuse(Kept& mine)
{
    std::string wrong;
    const auto require = [&](const char* call, int status) {
        const bool said = std::string(bspfft_message()).find("was made in another section") != std::string::npos;
        if (status != BSPFFT_INVALID_ARGUMENT || !said) wrong += std::string(call) + ": " + bspfft_message();
    };
    require("forward", bspfft_execute(mine.plan, BSPFFT_FORWARD));
    require("account", bspfft_account(mine.plan, 1));
    require("ledger", bspfft_ledger(mine.plan, -1, nullptr, 0, nullptr));
    require("operator", bspfft_execute(mine.filter, BSPFFT_FORWARD));
    require("kernel", bspfft_set_kernel(mine.filter, BSPFFT_CONVOLUTION));
    require("cosine", bspfft_execute(mine.cosine, BSPFFT_FORWARD));
    int64_t index = -1;
    if (bspfft_input_index(mine.plan, 0, &index) != BSPFFT_OK || bspfft_input_places(mine.plan) == 0)
        wrong += "what is known of the plan is forgotten";
    std::complex<double> x[64];
    try {
        mine.move->run(x);
        wrong += "the redistribution ran";
    } catch (const Error& e) {
        if (e.status() != Status::invalid_argument) wrong += e.what();
    }
    return wrong;
}

void destroy(Kept& mine)
{
    bspfft_plan_destroy(mine.plan);
    bspfft_plan_destroy(mine.filter);
    bspfft_plan_destroy(mine.cosine);
    mine = {};
}

void use_in_a_later_section()
{
    Kept& mine = kept[bsp_pid()];
    EXPECT(misuse(mine) == "");
    destroy(mine);
    make_kept();
    EXPECT(bspfft_execute(mine.plan, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(bspfft_execute(mine.filter, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(bspfft_execute(mine.cosine, BSPFFT_FORWARD) == BSPFFT_OK);
    bsp_sync();
}

}  // namespace

TEST_CASE("arguments that differ between processes are found at planning, and all hear which and where")
{
    CHECK(on(2, differing_plans) == "");
    CHECK(on(3, differing_plans) == "");
}

TEST_CASE("a mistake of one process is the refusal of all")
{
    CHECK(on(2, one_mistaken_process) == "");
    CHECK(on(3, one_mistaken_process) == "");
}

TEST_CASE("processes that execute different plans learn it from the ledger of either")
{
    CHECK(on(2, other_plans) == "");
    CHECK(on(3, other_plans) == "");
}

TEST_CASE("of several processes that fail the first is heard, every time")
{
    CHECK(on(3, several_failures) == "");
    CHECK(on(7, several_failures) == "");
}

TEST_CASE("a plan that outlives its section can be destroyed, and refuses to transform")
{
    for (const unsigned p : {1U, 3U}) {
        CAPTURE(p);
        CHECK(on(p, make_kept) == "");
        CHECK(misuse(kept[0]) == "");
        CHECK(on(p, use_in_a_later_section) == "");
        for (unsigned s = 0; s < p; ++s) destroy(kept[s]);
    }
}
