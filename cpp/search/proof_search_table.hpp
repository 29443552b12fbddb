// The table of proof search: proof and disproof numbers of positions.
#pragma once

#include "games/basics.hpp"
#include "table_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tesuji {

/// What is known of a position: how many leaves at least must still be proven to prove it (pn),
/// or disproven to disprove it (dn). Zero means done, and then the other is infinite.
struct ProofNumbers {
    static constexpr std::uint32_t infinite = 1U << 30;

    std::uint32_t pn = 1;
    std::uint32_t dn = 1;

    bool is_proven() const { return pn == 0; }
    bool is_disproven() const { return dn == 0; }
    bool is_solved() const { return pn == 0 || dn == 0; }

    static ProofNumbers proven() { return {0, infinite}; }
    static ProofNumbers disproven() { return {infinite, 0}; }
};

struct ProofEntry {
    std::uint64_t key = 0;
    std::uint64_t boards = 0; ///< mask of the boards that a solution has met
    ProofNumbers numbers;
    std::uint32_t work = 0;      ///< nodes spent below; 0 marks an empty entry
    std::int16_t dependence = 0; ///< ply of the path that a solution depends on; -1 if on none
};

/// Clusters of four entries; a new result replaces the one that cost least.
class ProofTable {
  public:
    explicit ProofTable(std::size_t bytes)
        : num_clusters_(std::max<std::size_t>(1, bytes / sizeof(Cluster))),
          memory_(num_clusters_ * sizeof(Cluster)),
          clusters_(static_cast<Cluster*>(memory_.data())) {}

    std::size_t bytes() const { return num_clusters_ * sizeof(Cluster); }

    const ProofEntry* find(std::uint64_t key) const {
        for (const ProofEntry& e : cluster_of(key).entries)
            if (e.key == key && e.work != 0) return &e;
        return nullptr;
    }

    void store(const ProofEntry& entry) {
        ProofEntry* victim = nullptr;
        for (ProofEntry& e : cluster_of(entry.key).entries) {
            if (e.work == 0 || e.key == entry.key) {
                victim = &e;
                break;
            }
            if (!victim || e.work < victim->work) victim = &e;
        }
        *victim = entry;
    }

  private:
    struct Cluster {
        ProofEntry entries[4];
    };
    Cluster& cluster_of(std::uint64_t key) const {
        __extension__ using Wide = unsigned __int128;
        return clusters_[static_cast<std::size_t>(
            static_cast<Wide>(key * 0x9e3779b97f4a7c15ULL) * num_clusters_ >> 64)];
    }

    std::size_t num_clusters_;
    TableMemory memory_;
    Cluster* clusters_;
};

} // namespace tesuji
