// The four example programs of "BSPlib: The BSP programming library" (Hill et al. 1998), in our words.
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

int p() { return static_cast<int>(bsp_nprocs()); }
int s() { return static_cast<int>(bsp_pid()); }

// Each process gives its value to its mirror image.
int reverse(int x)
{
    bsp_push_reg(&x, sizeof x);
    bsp_sync();
    bsp_put(bsp_nprocs() - bsp_pid() - 1, &x, &x, 0, sizeof x);
    bsp_pop_reg(&x);
    bsp_sync();
    return x;
}

void reversing() { EXPECT(reverse(s()) == p() - s() - 1); }

// Permutes a distributed array in place: element i goes to place xs[i].
void put_array(std::vector<int>& xs)
{
    const int block = static_cast<int>(xs.size());
    bsp_push_reg(xs.data(), xs.size() * sizeof(int));
    bsp_sync();
    for (const int x : xs) {
        bsp_put(static_cast<unsigned>(x / block), &x, xs.data(),
                static_cast<std::size_t>(x % block) * sizeof(int), sizeof(int));
    }
    bsp_pop_reg(xs.data());
    bsp_sync();
}

void putting_an_array()
{
    constexpr int block = 8;
    std::vector<int> xs(block);
    for (int i = 0; i < block; ++i) xs[static_cast<std::size_t>(i)] = (s() * block + i + 3) % (p() * block);
    put_array(xs);
    for (int i = 0; i < block; ++i) EXPECT(xs[static_cast<std::size_t>(i)] == s() * block + i);
}

// The sum of a distributed array, by fetching the partial sums of all.
int sum(const std::vector<int>& xs)
{
    int local = std::accumulate(xs.begin(), xs.end(), 0);
    std::vector<int> partial(bsp_nprocs());
    bsp_push_reg(&local, sizeof local);
    bsp_sync();
    for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_get(t, &local, 0, &partial[t], sizeof(int));
    bsp_sync();
    bsp_pop_reg(&local);
    return std::accumulate(partial.begin(), partial.end(), 0);
}

void summing()
{
    const std::vector<int> xs(10, s() + 1);
    EXPECT(sum(xs) == 10 * p() * (p() + 1) / 2);
}

// Everyone gets the non-zero elements of a dense distributed vector, with their indices as tags.
std::vector<std::pair<int, double>> all_gather_sparse(const std::vector<double>& dense)
{
    bsp_size_t tag_size = sizeof(int);
    bsp_set_tagsize(&tag_size);
    bsp_sync();
    for (std::size_t i = 0; i < dense.size(); ++i) {
        if (dense[i] == 0) continue;
        const int index = s() * static_cast<int>(dense.size()) + static_cast<int>(i);
        for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_send(t, &index, &dense[i], sizeof(double));
    }
    bsp_sync();
    unsigned count = 0;
    bsp_size_t bytes = 0;
    bsp_qsize(&count, &bytes);
    EXPECT(bytes == count * sizeof(double));
    std::vector<std::pair<int, double>> sparse(count);
    for (auto& [index, value] : sparse) {
        bsp_size_t status = 0;
        bsp_get_tag(&status, &index);
        bsp_move(&value, sizeof value);
    }
    bsp_set_tagsize(&tag_size);
    bsp_sync();
    EXPECT(tag_size == sizeof(int));
    return sparse;
}

void gathering_a_sparse_vector()
{
    std::vector<double> dense(5, 0.0);
    if (s() % 2 == 0) dense[static_cast<std::size_t>(s()) % 5] = s() + 1;
    std::vector<double> whole(static_cast<std::size_t>(5 * p()), 0.0);
    for (const auto& [index, value] : all_gather_sparse(dense))
        whole[static_cast<std::size_t>(index)] = value;
    for (int t = 0; t < p(); ++t) {
        for (int i = 0; i < 5; ++i) {
            EXPECT(whole[static_cast<std::size_t>(5 * t + i)] == (t % 2 == 0 && i == t % 5 ? t + 1 : 0));
        }
    }
}

}  // namespace

TEST_CASE("the paper's reverse") { CHECK_ON_ALL_P(reversing); }
TEST_CASE("the paper's put_array") { CHECK_ON_ALL_P(putting_an_array); }
TEST_CASE("the paper's bsp_sum") { CHECK_ON_ALL_P(summing); }
TEST_CASE("the paper's all_gather_sparse_vec") { CHECK_ON_ALL_P(gathering_a_sparse_vector); }
