#include "arena.hpp"

#include <algorithm>
#include <ctime>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace tesuji::evolution {

namespace {

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

void check_network(const Arena& arena, const Network& network, Encoding encoding) {
    if (network.num_inputs() != arena.num_inputs(encoding) ||
        network.num_outputs() != arena.num_moves())
        throw BadSetup("a network of " + std::to_string(network.num_inputs()) + " inputs and " +
                       std::to_string(network.num_outputs()) + " outputs does not fit a game of " +
                       std::to_string(arena.num_inputs(encoding)) + " and " +
                       std::to_string(arena.num_moves()));
}

void check_networks(const Arena& arena, Networks networks, Encoding encoding) {
    for (const auto& network : networks) check_network(arena, *network, encoding);
}

std::vector<double> in_parallel(int count, int threads, const std::atomic<bool>& stop,
                                const std::function<void(int)>& work) {
    threads = std::clamp(threads, 1, std::max(count, 1));
    std::vector<double> seconds(static_cast<std::size_t>(threads), 0.0);
    std::atomic<int> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    const auto loop = [&](std::size_t thread) {
        const double began = thread_cpu_seconds();
        try {
            for (int i = next++; i < count && !stop; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(guard);
            failure = std::current_exception();
            next = count;
        }
        seconds[thread] = thread_cpu_seconds() - began;
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < seconds.size(); ++t) others.emplace_back(loop, t);
    loop(0);
    for (auto& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
    return seconds;
}

} // namespace tesuji::evolution
