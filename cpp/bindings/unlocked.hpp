// Work of the core without the GIL, and its end when the interpreter ends.
//
// A thread that asks for the GIL while the interpreter is being finalized is killed by Python in
// the middle of C++ frames, which aborts the process. So the interpreter waits at exit for the work
// of all threads: what can be stopped is stopped, and no new work begins.
#pragma once

#include <functional>
#include <nanobind/nanobind.h>
#include <optional>

namespace tesuji::bindings {

/// Releases the GIL for as long as it lives. Throws std::runtime_error when the program is ending.
class Unlocked {
  public:
    /// `stop`, where there is one, is called when the program ends, from another thread.
    explicit Unlocked(std::function<void()> stop = nullptr);
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    void stop() const {
        if (stop_) stop_();
    }

  private:
    std::function<void()> stop_;
    std::optional<nanobind::gil_scoped_release> released_;
};

} // namespace tesuji::bindings
