#include "unlocked.hpp"

#include "bindings.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::bindings {

namespace {

/// How long the end of the program waits for work that cannot be stopped.
constexpr std::chrono::seconds patience{5};

/// All unlocked work of the process.
struct Registry {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<const Unlocked*> running;
    int returning = 0;   ///< done, and about to take the GIL
    bool ending = false; ///< no new work begins
    bool closed = false; ///< no thread may take the GIL any more
};

Registry& registry() {
    static auto* one = new Registry; // threads may outlive static objects
    return *one;
}

/// Called by atexit, with the GIL.
void end_unlocked_work() {
    const nanobind::gil_scoped_release released;
    Registry& all = registry();
    std::unique_lock lock(all.mutex);
    all.ending = true;
    for (const Unlocked* work : all.running) work->stop();
    all.changed.wait_for(lock, patience, [&] { return all.running.empty() && all.returning == 0; });
    all.closed = true;
    all.changed.wait(lock, [&] { return all.returning == 0; });
}

} // namespace

Unlocked::Unlocked(std::function<void()> stop) : stop_(std::move(stop)) {
    Registry& all = registry();
    {
        const std::lock_guard lock(all.mutex);
        if (all.ending) throw std::runtime_error("the program is ending");
        all.running.push_back(this);
    }
    released_.emplace();
}

Unlocked::~Unlocked() {
    Registry& all = registry();
    bool late = false;
    {
        const std::lock_guard lock(all.mutex);
        all.running.erase(std::ranges::find(all.running, this));
        late = all.closed;
        if (!late) ++all.returning;
    }
    // A thread that comes too late waits for the end of the process, which does not wait for it.
    while (late) std::this_thread::sleep_for(std::chrono::hours(1));
    released_.reset();
    {
        const std::lock_guard lock(all.mutex);
        --all.returning;
    }
    all.changed.notify_all();
}

void bind_unlocked(nanobind::module_& m) {
    m.def("_end_unlocked_work", &end_unlocked_work);
    nanobind::module_::import_("atexit").attr("register")(m.attr("_end_unlocked_work"));
}

} // namespace tesuji::bindings
