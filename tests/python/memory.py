"""What the library keeps for the next call has a limit, and is given back."""
import gc
import threading

from compare import Case, main, numpy

import bspfft

MEBIBYTE = 1 << 20
# Lengths near 10^6, primes among them: plans of these hold most.
LENGTHS = range(999983, 999995, 2)


def resident():
    """Bytes of this program that are in memory."""
    with open('/proc/self/status') as status:
        return next(int(line.split()[1]) for line in status if line.startswith('VmRSS')) * 1024


class Memory(Case):
    def setUp(self):
        bspfft.fft(numpy.ones(1 << 16))
        bspfft.release()
        gc.collect()
        self.before = resident()

    def tearDown(self):
        bspfft.set_kept_limit(0)

    def test_kept_plans_hold_no_more_than_the_limit_and_release_gives_it_all_back(self):
        for workers in (1, 2):
            with bspfft.set_workers(workers):
                bspfft.set_kept_limit(400 * MEBIBYTE)
                most = 0
                for n in LENGTHS:
                    bspfft.fft(numpy.ones(n))
                    self.assertGreater(bspfft.kept_bytes(), 0)
                    self.assertLessEqual(bspfft.kept_bytes(), 400 * MEBIBYTE)
                    most = max(most, resident())
                # one plan more, while it is made
                self.assertLess(most - self.before, 600 * MEBIBYTE)
                self.assertGreater(resident() - self.before, 0.8 * bspfft.kept_bytes())
                bspfft.release()
                self.assertEqual(bspfft.kept_bytes(), 0)
                self.assertLess(resident() - self.before, 16 * MEBIBYTE)

    def test_those_that_were_not_used_for_longest_go_first_whichever_threads_they_are_of(self):
        def transform(n, workers):
            bspfft.fft(numpy.ones(n), workers=workers)
            return bspfft.kept_bytes()

        def alone(*call):
            bspfft.release()
            return transform(*call)
        for workers in (1, 2):
            one, other, third = (1 << 17, 1), (1 << 16, workers), (3 << 16, 2)
            limit = alone(*one) + alone(*third)
            bspfft.release()
            bspfft.set_kept_limit(limit)
            for call in (one, other, one):
                transform(*call)
            self.assertEqual(transform(*third), limit)
            self.assertEqual(transform(*one), limit)  # it was there
            bspfft.set_kept_limit(0)

    def test_the_default_is_a_part_of_the_memory_that_is_there(self):
        with open('/proc/meminfo') as memory:
            total = next(int(line.split()[1]) for line in memory if line.startswith('MemTotal')) * 1024
        self.assertGreater(bspfft.get_kept_limit(), 0)
        self.assertLessEqual(bspfft.get_kept_limit(), total // 16)
        for bad in (-1, 2**63):
            with self.assertRaisesRegex(ValueError, str(bad)):
                bspfft.set_kept_limit(bad)

    def test_threads_that_call_while_others_make_room(self):
        bspfft.set_kept_limit(20 * MEBIBYTE)
        failures = []

        def work(number):
            random = numpy.random.default_rng(number)
            for n in random.integers(1000, 100000, 30):
                y = bspfft.fft(numpy.ones(n), workers=int(random.integers(1, 4)))
                if abs(y[0] - n) > 1e-9 * n or abs(y[1]) > 1e-7:
                    failures.append(n)
                if random.integers(20) == 0:
                    bspfft.release()
        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        bspfft.fft(numpy.ones(1000), workers=1)
        self.assertLessEqual(bspfft.kept_bytes(), 20 * MEBIBYTE)


main()
