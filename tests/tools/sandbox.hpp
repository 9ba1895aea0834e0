// The executable with a cache folder of its own, and a machine to predict for.
#pragma once


#include "bsp_fft/base/json.hpp"
#include "tests/machine/example_file.hpp"
#include "tests/tools/executable.hpp"

using bspfft::Json;


/// Runs bspfft with a cache folder of its own.
struct Sandbox {
    Sandbox() : environment{"BSPLIB_PIN=0", "XDG_CACHE_HOME=" + (folder / "cache")} {}

    Outcome operator()(const Words& words) const { return run_bspfft(words, environment); }
    Json json(Words words) const
    {
        words.insert(words.end(), {"--json", "-"});
        const Outcome outcome = (*this)(words);
        CAPTURE(outcome.errors);
        REQUIRE(outcome.status == 0);
        return Json::parse(outcome.output);
    }
    /// A machine file of round numbers, with one change.
    template <class Change>
    std::string machine(Change change) const
    {
        Json document = Json::parse(example_machine_file());
        change(document);
        write(folder / "machine.json", document.dump());
        return folder / "machine.json";
    }
    std::string machine() const
    {
        return machine([](Json&) {});
    }

    Folder folder;
    Words environment;
};
