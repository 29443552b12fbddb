// The memory of a search tree: blocks referred to by four bytes, under a limit that is never
// exceeded.
//
// Memory comes from the system in slabs and is handed out in blocks of any size up to
// `max_block`. Blocks never move, so a pointer to one stays good until it is released. Released
// blocks wait in one list for each size; when the system gives no more, a larger one is cut.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji {

/// A lock for a few instructions. Works with std::lock_guard.
class SpinLock {
  public:
    void lock() noexcept {
        while (held_.exchange(true, std::memory_order_acquire))
            while (held_.load(std::memory_order_relaxed)) pause();
    }
    void unlock() noexcept { held_.store(false, std::memory_order_release); }

  private:
    static void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    std::atomic<bool> held_{false};
};

class TreeMemory {
  public:
    /// The number of a block; 0 is no block.
    using Ref = std::uint32_t;

    static constexpr std::size_t unit = 8;
    static constexpr std::size_t slab_bytes = std::size_t{64} << 10;
    static constexpr std::size_t max_block = 8192;

    TreeMemory() = default;
    TreeMemory(const TreeMemory&) = delete;
    TreeMemory& operator=(const TreeMemory&) = delete;
    ~TreeMemory() { clear(); }

    /// How many bytes may be taken from the system, this object's own tables included. Not to be
    /// called while other threads use the memory; memory already taken is not given back.
    void set_limit(std::size_t bytes);

    /// A block of at least `bytes` bytes (at most max_block), not initialised; 0 when the limit
    /// is reached. Safe from several threads.
    Ref allocate(std::size_t bytes) noexcept;
    /// Gives back a block that was allocated with the same `bytes`.
    void release(Ref block, std::size_t bytes) noexcept;
    /// Gives everything back to the system.
    void clear() noexcept;

    template <class T>
    T* at(Ref block) const {
        return reinterpret_cast<T*>(slabs_[block / units_per_slab] +
                                    (block % units_per_slab) * unit);
    }

    /// Bytes taken from the system.
    std::size_t bytes() const {
        return num_slabs_.load(std::memory_order_relaxed) * slab_bytes +
               slabs_.capacity() * sizeof(std::byte*);
    }
    /// Whether the last allocation failed and nothing has been released since.
    bool is_full() const { return full_.load(std::memory_order_relaxed); }

  private:
    static constexpr std::size_t units_per_slab = slab_bytes / unit;
    static constexpr std::size_t num_sizes = max_block / unit + 1;

    void keep_for_later(Ref block, std::size_t units) noexcept;
    Ref take_released(std::size_t units) noexcept;
    bool add_slab() noexcept;

    // Read all the time, by all threads, and hardly ever written...
    std::vector<std::byte*> slabs_; // has room for all of them, so that it never moves
    std::atomic<std::size_t> num_slabs_{0};
    std::size_t max_slabs_ = 0;
    std::atomic<bool> full_{false};
    // ...and therefore on other cache lines than what every allocation writes.
    alignas(64) SpinLock lock_;
    Ref next_ = 0;         // in the newest slab
    std::size_t left_ = 0; // units from next_ on
    std::array<Ref, num_sizes> released_{};
    std::array<std::uint64_t, (num_sizes + 63) / 64> has_released_{}; // a bit for each size
};

} // namespace tesuji
