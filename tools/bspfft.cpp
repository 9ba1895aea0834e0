// The executable. Its demonstration: every core says hello to its neighbour.
#include <bsp.h>

#include <cstdio>

namespace {

void demonstration()
{
    bsp_begin(bsp_nprocs());
    const unsigned p = bsp_nprocs();
    const unsigned s = bsp_pid();
    unsigned left = s;
    bsp_push_reg(&left, sizeof left);
    bsp_sync();
    bsp_put((s + 1) % p, &s, &left, 0, sizeof s);
    bsp_sync();
    std::printf("process %u of %u on the %s runtime: hello from process %u\n", s, p, bsplib_runtime(), left);
    bsp_end();
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc > 1) {
        std::fprintf(stderr, "bspfft: unknown command \"%s\"; without arguments it runs its demonstration\n",
                     argv[1]);
        return 2;
    }
    bsp_init(demonstration, argc, argv);
    demonstration();
    return 0;
}
