// Options as a table. A struct of options states once, beside each member, its name, its meaning
// and the values that it takes. The check of values, the bindings and, through them, player specs,
// TOML files and help texts read that table.
#pragma once

#include "games/basics.hpp"

#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

namespace tesuji {

/// The values that a number may have.
struct OptionRange {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool open = false; ///< whether `least` itself is excluded

    bool has(double x) const { return (open ? x > least : x >= least) && x <= most; }
    /// "between 0 and 1", to follow "must be".
    std::string words() const {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        std::ostringstream text;
        if (least == -infinity && most == infinity)
            text << "a number";
        else if (least == -infinity)
            text << "at most " << most;
        else if (most == infinity)
            text << (open ? "above " : "at least ") << least;
        else if (open)
            text << "above " << least << " and at most " << most;
        else
            text << "between " << least << " and " << most;
        return text.str();
    }
};

constexpr OptionRange any_value() {
    return {};
}
constexpr OptionRange at_least(double least) {
    return {.least = least};
}
constexpr OptionRange above(double least) {
    return {.least = least, .open = true};
}
constexpr OptionRange between(double least, double most) {
    return {.least = least, .most = most};
}

struct OptionInfo {
    const char* name;
    /// For people: a phrase that says what it means. Every help text shows this phrase.
    const char* help;
    OptionRange range = {};
    /// A name that it had before and that is still understood.
    const char* was = nullptr;
    /// Whether self-play takes this option of a search, too.
    bool in_self_play = false;
};

/// Throws BadSetup for a value that is out of its range. Options::for_each(f) calls f(info, get)
/// for every option, where get(options) is the member.
template <class Options>
void check_ranges(const Options& options, const std::string& what) {
    Options::for_each([&](const OptionInfo& info, auto get) {
        const auto& value = get(options);
        if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, bool>)
            if (!info.range.has(static_cast<double>(value)))
                throw BadSetup(what + ": " + info.name + " must be " + info.range.words());
    });
}

/// The accessor of a member, for for_each().
template <class Options, class T>
constexpr auto member(T Options::* pointer) {
    return [pointer](auto& options) -> auto& { return options.*pointer; };
}

} // namespace tesuji
