// Memory for large tables: zeroed, and taken from the system page by page as it is touched, so
// that a short search does not pay for a large table. (Large pages would make each touch dearer
// than a whole short search.)
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace tesuji {

class TableMemory {
  public:
    explicit TableMemory(std::size_t bytes) : data_(std::calloc(bytes, 1)) {
        if (!data_) throw std::bad_alloc();
    }
    TableMemory(const TableMemory&) = delete;
    TableMemory& operator=(const TableMemory&) = delete;
    ~TableMemory() { std::free(data_); }

    void* data() const { return data_; }

  private:
    void* data_;
};

} // namespace tesuji
