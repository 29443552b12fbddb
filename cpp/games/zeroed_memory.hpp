// Memory for large tables: all zero, and in large pages where the system has them. A table is read
// at random places, and with small pages most of the time goes into finding where a page lies.
// This is the only file that calls the operating system.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tesuji {

/// Releases what `zeroed_memory` gave; the deleter of a `std::unique_ptr`.
struct ReleaseZeroed {
    std::size_t bytes = 0;
    void operator()(void* memory) const {
#ifdef __linux__
        munmap(memory, bytes);
#else
        std::free(memory);
#endif
    }
};

inline void* zeroed_memory(std::size_t bytes) {
#ifdef __linux__
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
#else
    void* memory = std::calloc(1, bytes);
    if (!memory) throw std::bad_alloc();
#endif
    return memory;
}

} // namespace tesuji
