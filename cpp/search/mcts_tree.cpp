#include "mcts_tree.hpp"

namespace tesuji::mcts {

void Fan::swap_moves(int i, int j, const FanFormat& format) {
    if (i == j) return;
    const auto exchange = [&](auto* table) {
        const auto kept = table[i].load(std::memory_order_relaxed);
        table[i].store(table[j].load(std::memory_order_relaxed), std::memory_order_relaxed);
        table[j].store(kept, std::memory_order_relaxed);
    };
    exchange(moves());
    if (format.priors) exchange(priors());
    if (format.amaf) {
        Amaf* table = amaf(format);
        const float value = table[i].value.load(std::memory_order_relaxed);
        const float count = table[i].count.load(std::memory_order_relaxed);
        table[i].value.store(table[j].value.load(std::memory_order_relaxed),
                             std::memory_order_relaxed);
        table[i].count.store(table[j].count.load(std::memory_order_relaxed),
                             std::memory_order_relaxed);
        table[j].value.store(value, std::memory_order_relaxed);
        table[j].count.store(count, std::memory_order_relaxed);
    }
}

Fan* Tree::new_fan(int num_moves, Ref& ref) {
    ref = memory.allocate(format.bytes(num_moves));
    if (!ref) return nullptr;
    Fan* fan = new (memory.at<Fan>(ref)) Fan(num_moves);
    for (int i = 0; i < num_moves; ++i) new (fan->moves() + i) std::atomic<std::uint16_t>(0);
    if (format.priors)
        for (int i = 0; i < num_moves; ++i) new (fan->priors() + i) std::atomic<std::uint16_t>(0);
    if (format.amaf)
        for (int i = 0; i < num_moves; ++i) new (fan->amaf(format) + i) Amaf();
    if (format.squares) new (&fan->squares(format)) std::atomic<float>(0);
    if (format.leads) new (&fan->leads(format)) Leads();
    return fan;
}

Child Tree::room_for_child(Fan& fan) {
    const int index = fan.num_children.load(std::memory_order_relaxed);
    int in_chunks_before = 0;
    Chunk* last = nullptr;
    // The last chunk is full whenever all the chunks together are.
    if (fan.last_chunk) {
        last = memory.at<Chunk>(fan.last_chunk);
        for (Ref ref = fan.first_chunk; ref != fan.last_chunk;) {
            Chunk* chunk = memory.at<Chunk>(ref);
            in_chunks_before += static_cast<int>(chunk->capacity);
            ref = chunk->next;
        }
    }
    int slot = index - in_chunks_before;
    if (!last || slot == static_cast<int>(last->capacity)) {
        const int wanted = index == 0 ? 4 : std::min(index, 64);
        const int capacity = std::min(wanted, fan.num_moves - index);
        const Ref ref = memory.allocate(Chunk::bytes(static_cast<std::size_t>(capacity)));
        if (!ref) return {};
        Chunk* chunk = new (memory.at<Chunk>(ref)) Chunk{0, static_cast<std::uint32_t>(capacity)};
        for (int i = 0; i < capacity; ++i) {
            new (chunk->lures() + i) AtomicLure();
            new (chunk->nodes() + i) Node();
        }
        (last ? last->next : fan.first_chunk) = ref;
        fan.last_chunk = ref;
        last = chunk;
        slot = 0;
    }
    return {last->nodes() + slot, last->lures() + slot, index};
}

Child Tree::best_child(Fan& fan, float scale) const {
    const int tried = fan.tried();
    Child best;
    Ref next = 0;
    for (int index = 0; index < tried;) {
        Chunk* chunk = memory.at<Chunk>(index == 0 ? fan.first_chunk : next);
        const int count = std::min(tried - index, static_cast<int>(chunk->capacity));
        const AtomicLure* lures = chunk->lures();
        int best_slot = -1;
        for (int slot = 0; slot < count; ++slot) {
            const Lure lure = lures[slot].get();
            const float attraction = lure.value + scale * lure.bonus;
            if (attraction > best.attraction) {
                best.attraction = attraction;
                best_slot = slot;
            }
        }
        if (best_slot >= 0 || !best.node) {
            // Children that are all lost for certain are equal: any will do.
            const int slot = std::max(best_slot, 0);
            best.node = chunk->nodes() + slot;
            best.lure = chunk->lures() + slot;
            best.index = index + slot;
        }
        index += count;
        if (index < tried) next = chunk->next;
    }
    return best;
}

Child Tree::child_at(Fan& fan, int index) const {
    int first = 0;
    for (Ref ref = fan.first_chunk;;) {
        Chunk* chunk = memory.at<Chunk>(ref);
        const int slot = index - first;
        if (slot < static_cast<int>(chunk->capacity))
            return {chunk->nodes() + slot, chunk->lures() + slot, index};
        first += static_cast<int>(chunk->capacity);
        ref = chunk->next;
    }
}

std::int64_t Tree::release_below(Node& node) {
    Fan* fan = fan_of(node);
    if (!fan) return 0;
    std::int64_t released = 0;
    for_each_child(*fan,
                   [&](int, Node& child, AtomicLure&) { released += 1 + release_below(child); });
    for (Ref ref = fan->first_chunk; ref;) {
        Chunk* chunk = memory.at<Chunk>(ref);
        const Ref next = chunk->next;
        memory.release(ref, Chunk::bytes(chunk->capacity));
        ref = next;
    }
    memory.release(node.fan, format.bytes(fan->num_moves));
    node.fan = 0;
    return released;
}

} // namespace tesuji::mcts
