#include "tree_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <new>

namespace tesuji {

void TreeMemory::set_limit(std::size_t bytes) {
    constexpr std::size_t most = (std::size_t{1} << 32) / units_per_slab; // what a Ref can name
    max_slabs_ = std::min(bytes / (slab_bytes + sizeof(std::byte*)), most);
    if (slabs_.capacity() != max_slabs_) {
        std::vector<std::byte*> table;
        table.reserve(std::max(max_slabs_, slabs_.size()));
        table = slabs_; // keeps its capacity
        slabs_.swap(table);
    }
    full_ = false;
}

TreeMemory::Ref TreeMemory::allocate(std::size_t bytes) noexcept {
    const std::size_t units = (bytes + unit - 1) / unit;
    const std::lock_guard guard(lock_);
    if (const Ref block = released_[units]) {
        std::memcpy(&released_[units], at<std::byte>(block), sizeof(Ref));
        if (!released_[units]) has_released_[units / 64] &= ~(std::uint64_t{1} << units % 64);
        return block;
    }
    if (left_ < units) {
        if (const Ref block = take_released(units)) return block;
        if (!add_slab()) {
            full_.store(true, std::memory_order_relaxed);
            return 0;
        }
    }
    const Ref block = next_;
    next_ += static_cast<Ref>(units);
    left_ -= units;
    return block;
}

void TreeMemory::release(Ref block, std::size_t bytes) noexcept {
    const std::lock_guard guard(lock_);
    keep_for_later(block, (bytes + unit - 1) / unit);
    if (is_full()) full_.store(false, std::memory_order_relaxed);
}

void TreeMemory::clear() noexcept {
    for (std::byte* slab : slabs_) ::operator delete(slab);
    slabs_.clear();
    num_slabs_ = 0;
    next_ = 0;
    left_ = 0;
    released_.fill(0);
    has_released_.fill(0);
    full_ = false;
}

void TreeMemory::keep_for_later(Ref block, std::size_t units) noexcept {
    std::memcpy(at<std::byte>(block), &released_[units], sizeof(Ref));
    released_[units] = block;
    has_released_[units / 64] |= std::uint64_t{1} << units % 64;
}

/// Cuts `units` off the smallest released block that is larger.
TreeMemory::Ref TreeMemory::take_released(std::size_t units) noexcept {
    std::size_t word = (units + 1) / 64;
    std::uint64_t sizes = has_released_[word] & (~std::uint64_t{0} << (units + 1) % 64);
    while (!sizes) {
        if (++word == has_released_.size()) return 0;
        sizes = has_released_[word];
    }
    const std::size_t found = word * 64 + static_cast<std::size_t>(std::countr_zero(sizes));
    const Ref block = released_[found];
    std::memcpy(&released_[found], at<std::byte>(block), sizeof(Ref));
    if (!released_[found]) has_released_[word] &= ~(std::uint64_t{1} << found % 64);
    keep_for_later(block + static_cast<Ref>(units), found - units);
    return block;
}

bool TreeMemory::add_slab() noexcept {
    if (slabs_.size() >= max_slabs_) return false;
    auto* slab = static_cast<std::byte*>(::operator new(slab_bytes, std::nothrow));
    if (!slab) return false;
    // The rest of the old slab is smaller than the block that was asked for.
    if (left_ > 0) keep_for_later(next_, left_);
    next_ = static_cast<Ref>(slabs_.size() * units_per_slab);
    left_ = units_per_slab;
    slabs_.push_back(slab);
    num_slabs_.store(slabs_.size(), std::memory_order_relaxed);
    if (next_ == 0) { // block 0 would be no block
        next_ = 1;
        --left_;
    }
    return true;
}

} // namespace tesuji
