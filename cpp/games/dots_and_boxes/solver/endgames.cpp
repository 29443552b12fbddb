#include "endgames.hpp"

#include <algorithm>
#include <map>

namespace tesuji::dots {
namespace {

constexpr int shortest_loop = 4;

} // namespace

Endgames::Endgames(int max_boxes) : max_boxes_(max_boxes), stride_(2 * max_boxes + 1) {
    // A collection is written as the sorted lengths of its components: part p is a chain of p
    // boxes, part max_boxes + p a loop of p boxes.
    using Parts = std::vector<int>;
    const auto boxes_of = [&](int part) { return part <= max_boxes ? part : part - max_boxes; };
    std::vector<Parts> collections{{}};
    std::map<Parts, int> numbers{{{}, 0}};
    std::vector<int> totals{0};
    for (std::size_t i = 0; i < collections.size(); ++i) {
        for (int part = 1; part <= 2 * max_boxes; ++part) {
            const bool is_loop = part > max_boxes;
            const int boxes = boxes_of(part);
            if (is_loop && (boxes < shortest_loop || boxes % 2)) continue;
            if (totals[i] + boxes > max_boxes) continue;
            Parts more = collections[i];
            more.insert(std::lower_bound(more.begin(), more.end(), part), part);
            if (!numbers.try_emplace(more, static_cast<int>(collections.size())).second) continue;
            collections.push_back(more);
            totals.push_back(totals[i] + boxes);
        }
    }

    next_.assign(collections.size() * stride_, -1);
    entries_.resize(collections.size());
    std::vector<int> by_total(collections.size());
    for (std::size_t i = 0; i < by_total.size(); ++i) by_total[i] = static_cast<int>(i);
    std::stable_sort(by_total.begin(), by_total.end(),
                     [&](int a, int b) { return totals[a] < totals[b]; });
    for (int number : by_total) {
        const Parts& parts = collections[number];
        Entry& entry = entries_[number];
        entry.boxes = static_cast<std::int8_t>(totals[number]);
        entry.value = static_cast<std::int8_t>(parts.empty() ? 0 : -max_boxes - 1);
        int last_kind = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Parts fewer = parts;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const int rest = numbers.at(fewer);
            next_[rest * stride_ + parts[i]] = number;
            const int boxes = boxes_of(parts[i]);
            const int kind = parts[i] > max_boxes ? 3 : boxes > 2 ? 2 : 1;
            if (kind == last_kind) continue;
            last_kind = kind;
            const Deal deal = kind == 1 ? Deal::none : kind == 2 ? Deal::chain : Deal::loop;
            entry.openings[entry.num_openings++] = {static_cast<std::int8_t>(boxes), deal, rest};
            const int value = -captured_value(boxes, deal, entries_[rest].value);
            entry.value = static_cast<std::int8_t>(std::max<int>(entry.value, value));
        }
    }
}

} // namespace tesuji::dots
