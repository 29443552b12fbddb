// Shared by the bindings of all searches: running without the GIL, progress, Ctrl-C.
#pragma once

#include "search/report.hpp"
#include "unlocked.hpp"

#include <algorithm>
#include <atomic>
#include <nanobind/nanobind.h>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tesuji::bindings {

namespace nb = nanobind;
using namespace nb::literals;

using ProgressCallback = std::optional<nb::callable>;

/// Calls search(control) without the GIL. Every tenth of a second Python may handle signals, so
/// that Ctrl-C ends the search, and `progress`, where given, is called with a report at the
/// intervals that `control` asks for. An exception from it ends the search, too.
template <class Search>
SearchReport run_unlocked(SearchControl& control, const ProgressCallback& progress,
                          Search&& search) {
    constexpr double signal_interval = 0.1;
    const double interval = control.progress_interval;
    double next_call = control.elapsed() + interval;
    struct Restore {
        SearchControl& control;
        double interval;
        ~Restore() {
            control.on_progress = nullptr;
            control.progress_interval = interval;
        }
    } restore{control, interval};
    control.progress_interval = std::min(interval, signal_interval);
    control.on_progress = [&](const SearchReport& report) {
        const nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress || control.elapsed() < next_call) return;
        (*progress)(nb::cast(report));
        next_call = control.elapsed() + interval;
    };
    const Unlocked unlocked([&control] { control.stop(); });
    return std::forward<Search>(search)(control);
}

/// A search cannot serve two callers at once; this turns the attempt into an error.
class InUse {
  public:
    explicit InUse(std::atomic<bool>& flag) : flag_(flag) {
        if (flag_.exchange(true))
            throw std::runtime_error("this search is already running in another thread");
    }
    ~InUse() { flag_ = false; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

  private:
    std::atomic<bool>& flag_;
};

/// A search without a budget would never end.
inline Budget checked_budget(std::int64_t simulations, std::int64_t nodes, double seconds,
                             int depth, std::size_t memory) {
    if (simulations < 0 || nodes < 0 || !(seconds >= 0) || depth < 0)
        throw BadSetup("a limit of a search must not be negative");
    if (simulations == 0 && nodes == 0 && seconds == 0)
        throw BadSetup("a search needs a limit: simulations, nodes or seconds");
    return {simulations, nodes, seconds, depth, memory};
}

} // namespace tesuji::bindings
