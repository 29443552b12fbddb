#include "patterns.hpp"

#include "games/square_symmetry.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesuji::evolution {

namespace {

constexpr std::array patterns = {
    // Contact fights.
    Pattern{"hane around one stone",
            "XO."
            ".*."
            "?.?",
            3.0F},
    Pattern{"hane between two",
            "XOX"
            ".*."
            "???",
            3.5F},
    Pattern{"hane at the head of two",
            "??O.?"
            "?XO.?"
            "?X*.?"
            "??..?"
            "?????",
            4.0F},
    Pattern{"turn",
            "XO?"
            "X*."
            "x.?",
            2.5F},
    Pattern{"extend from contact",
            ".O."
            ".X."
            ".*.",
            2.5F},
    Pattern{"stretch after a hane",
            "?O?"
            "OX."
            "?*.",
            3.0F},
    Pattern{"block",
            "?X?"
            "O*."
            "?X?",
            3.0F},
    Pattern{"push through",
            "?X?"
            "O*O"
            "?.?",
            2.0F},
    Pattern{"wedge",
            "?.?"
            "O*O"
            "?.?",
            1.5F},
    // Cutting and connecting.
    Pattern{"cut at a diagonal",
            "XO?"
            "O*?"
            "???",
            3.5F},
    Pattern{"cut that is peeped",
            "XO?"
            "O*X"
            "???",
            1.5F},
    Pattern{"cut a knight's move",
            "OX?"
            ".*O"
            "???",
            3.0F},
    Pattern{"connect at a diagonal",
            "OX?"
            "X*O"
            "?o?",
            4.0F},
    Pattern{"connect against a peep",
            "?O?"
            "X*X"
            "?o?",
            3.5F},
    Pattern{"join two sides",
            "?o?"
            "X*X"
            "?O?",
            1.0F},
    Pattern{"hanging connection",
            "OX."
            "X.*"
            "???",
            1.0F},
    Pattern{"bamboo joint",
            "?????"
            "X.X??"
            "X.*??"
            "?????"
            "?????",
            0.5F},
    Pattern{"peep",
            "O.O"
            ".*."
            "?.?",
            0.5F},
    // Moving out.
    Pattern{"one-point jump",
            "?????"
            "?...?"
            "X.*.."
            "?...?"
            "?????",
            1.0F},
    Pattern{"diagonal move",
            "X.?"
            ".*."
            "?.?",
            0.8F},
    Pattern{"knight's move",
            "?????"
            "X..??"
            "..*.?"
            "?...?"
            "?????",
            1.0F},
    Pattern{"shoulder hit",
            "O.?"
            ".*."
            "?.?",
            0.8F},
    Pattern{"cap",
            "??O??"
            "??.??"
            "?.*.?"
            "?????"
            "?????",
            0.5F},
    Pattern{"contact",
            "?.?"
            "O*."
            "?.?",
            0.8F},
    // The edge.
    Pattern{"block at the edge",
            "?X?"
            "x*O"
            "###",
            3.0F},
    Pattern{"descend to the edge",
            "?XO"
            "?*."
            "###",
            2.5F},
    Pattern{"hane on the first line",
            "?OX"
            ".*."
            "###",
            2.0F},
    Pattern{"cut at the edge",
            "?OX"
            "X*O"
            "###",
            3.5F},
    Pattern{"stop on the second line",
            "?X???"
            "?XO??"
            "??*.?"
            "?...?"
            "#####",
            2.0F},
    Pattern{"slide under",
            "?????"
            "X.???"
            "..*.?"
            "....?"
            "#####",
            0.5F},
    // Bad shape.
    Pattern{"empty triangle",
            "?x."
            "?*X"
            "?X.",
            -1.5F},
    Pattern{"fill a corner of one's own",
            "XX?"
            "X*X"
            "?X?",
            -3.0F},
};

constexpr unsigned empty_bit = 1, own_bit = 2, theirs_bit = 4, outside_bit = 8;

unsigned signs_of(char sign) {
    switch (sign) {
    case '*':
    case '.':
        return empty_bit;
    case 'X':
        return own_bit;
    case 'O':
        return theirs_bit;
    case '#':
        return outside_bit;
    case 'x':
        return own_bit | empty_bit;
    case 'o':
        return theirs_bit | empty_bit;
    case '+':
        return empty_bit | own_bit | theirs_bit;
    default:
        return empty_bit | own_bit | theirs_bit | outside_bit;
    }
}

constexpr unsigned anything = 15;

/// Where orientation `s` of a pattern takes its signs: always a window of 25.
std::array<unsigned, 25> oriented(std::string_view shape, int s) {
    const int side = shape.size() == 9 ? 3 : 5;
    const int margin = (5 - side) / 2;
    std::array<unsigned, 25> window;
    window.fill(anything);
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const int cell = cell_under_square(s, row, column, side, side);
            window[static_cast<std::size_t>((cell / side + margin) * 5 + cell % side + margin)] =
                signs_of(shape[static_cast<std::size_t>(row * side + column)]);
        }
    return window;
}

std::vector<std::array<unsigned, 25>> views_of(std::string_view shape) {
    std::vector<std::array<unsigned, 25>> views;
    for (int s = 0; s < 8; ++s) views.push_back(oriented(shape, s));
    std::sort(views.begin(), views.end());
    views.erase(std::unique(views.begin(), views.end()), views.end());
    return views;
}

/// The places of a window that the small key is made of, the move left out.
constexpr std::array<int, 8> around_move = {6, 7, 8, 11, 13, 16, 17, 18};

} // namespace

std::span<const Pattern> known_patterns() {
    return patterns;
}

const PatternBook& PatternBook::instance() {
    static const PatternBook book;
    return book;
}

PatternBook::PatternBook() : small_(1U << 16, 0.0F) {
    for (std::size_t number = 0; number < patterns.size(); ++number) {
        const Pattern& pattern = patterns[number];
        const auto views = views_of(pattern.shape);
        if (pattern.shape.size() == 9)
            add_small(views, pattern.worth);
        else
            for (const auto& view : views) add_large(view, pattern.worth, static_cast<int>(number));
    }
    find_fitting();
}

void PatternBook::add_small(const std::vector<Window>& views, float worth) {
    const auto matches = [](const Window& view, unsigned key) {
        for (std::size_t i = 0; i < around_move.size(); ++i)
            if (!(view[static_cast<std::size_t>(around_move[i])] >> (key >> 2 * i & 3) & 1))
                return false;
        return true;
    };
    for (unsigned key = 0; key < small_.size(); ++key)
        if (std::any_of(views.begin(), views.end(),
                        [&](const Window& view) { return matches(view, key); }))
            small_[key] += worth;
}

/// A view with places that may hold one of two signs becomes several exact ones.
void PatternBook::add_large(const Window& view, float worth, int pattern) {
    std::vector<Exact> found = {{0, 0, worth, pattern}};
    for (std::size_t place = 0; place < view.size(); ++place) {
        if (view[place] == anything) continue;
        std::vector<Exact> longer;
        for (const Exact& start : found)
            for (std::uint64_t sign = 0; sign < 4; ++sign)
                if (view[place] >> sign & 1) {
                    Exact next = start;
                    next.mask |= std::uint64_t{3} << 2 * place;
                    next.signs |= sign << 2 * place;
                    longer.push_back(next);
                }
        found = std::move(longer);
    }
    large_.insert(large_.end(), found.begin(), found.end());
}

/// Most large views are ruled out by the eight places next to the move: a mask of the others.
void PatternBook::find_fitting() {
    fitting_.assign(small_.size(), 0);
    if (large_.size() > 64) throw std::logic_error("more views of large patterns than a mask has");
    for (std::size_t number = 0; number < large_.size(); ++number) {
        const Exact& view = large_[number];
        const unsigned mask = small_key(view.mask);
        const unsigned signs = small_key(view.signs);
        for (unsigned key = 0; key < fitting_.size(); ++key)
            if ((key & mask) == signs) fitting_[key] |= std::uint64_t{1} << number;
    }
}

} // namespace tesuji::evolution
