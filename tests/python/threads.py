"""Many Python threads transform at the same time, and processes that are forked do."""
import multiprocessing
import threading

from compare import Case, main, numpy, scipy

import bspfft

RANDOM = numpy.random.default_rng(4)


def first_of_spectrum(n):
    return abs(bspfft.fft(numpy.ones(n))[0])


class Threads(Case):
    def together(self, work, count=8):
        """Runs work(0), work(1), ... on threads that start at the same time; the first failure is raised."""
        start, failures = threading.Barrier(count), []

        def run(number):
            try:
                start.wait()
                work(number)
            except BaseException as failure:
                failures.append(failure)
        threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    def test_threads_with_the_same_shape(self):
        x = RANDOM.standard_normal((8, 200, 300)) + 1j
        expected = scipy.fft.fftn(x, axes=(1, 2))

        def work(number):
            for _ in range(5):
                self.same(bspfft.fftn(x[number]), expected[number], number)
        self.together(work)

    def test_threads_with_many_shapes_and_workers(self):
        def work(number):
            random = numpy.random.default_rng(number)
            for _ in range(40):
                shape = tuple(int(n) for n in random.integers(1, 200, random.integers(1, 3)))
                x = random.standard_normal(shape)
                workers = int(random.choice((1, 2, 3)))
                self.same(bspfft.fftn(x, workers=workers), scipy.fft.fftn(x), shape)
                self.same(bspfft.rfft(x, workers=workers), scipy.fft.rfft(x), shape)
        self.together(work)

    def test_threads_that_share_a_plan(self):
        x = RANDOM.standard_normal((8, 1 << 15)) + 1j
        transform = bspfft.plan(x[0])
        expected = scipy.fft.fft(x)

        def work(number):
            for _ in range(5):
                self.same(transform(x[number]), expected[number], number)
        self.together(work)

    def test_workers_and_ledgers_are_those_of_a_thread(self):
        def work(number):
            with bspfft.set_workers(number + 1), bspfft.ledger() as costs:
                self.assertEqual(bspfft.get_workers(), number + 1)
                bspfft.fft(numpy.ones(100 + number))
            self.assertEqual([account.title.split()[3] for account in costs.accounts], [str(100 + number)])
        self.together(work)

    def test_errors_are_those_of_the_thread_that_called(self):
        def work(number):
            for _ in range(20):
                with self.assertRaisesRegex(ValueError, f'{-number - 2}'):
                    bspfft.set_threads(-number - 2)
        self.together(work)

    def test_other_threads_run_while_one_transforms(self):
        x = RANDOM.standard_normal(1 << 22) + 0j
        ticks, stop = [0], threading.Event()

        def tick():
            while not stop.is_set():
                ticks[0] += 1
                stop.wait(0.0005)
        thread = threading.Thread(target=tick)
        bspfft.fft(x)
        thread.start()
        before = ticks[0]
        for _ in range(5):
            bspfft.fft(x)
        during = ticks[0] - before
        stop.set()
        thread.join()
        self.assertGreater(during, 5)


class Forks(Case):
    def test_processes_that_are_forked_after_a_transform(self):
        for n in (64, 1 << 16):
            first_of_spectrum(n)
            with multiprocessing.get_context('fork').Pool(2) as pool:
                self.assertEqual(pool.map(first_of_spectrum, [n] * 4), [n] * 4)
            self.assertEqual(first_of_spectrum(n), n)


main()
