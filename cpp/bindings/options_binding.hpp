// Options of the core, passed by name from Python and listed for it: see search/option_table.hpp.
#pragma once

#include "games/basics.hpp"
#include "search/option_table.hpp"

#include <cmath>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::bindings {

namespace nb = nanobind;

/// Returns `options` changed by the names and values from Python, checked. None leaves an option as
/// it is; a former name of an option is still accepted.
template <class Options>
Options changed_options(Options options, const nb::kwargs& given) {
    for (const auto [key, value] : given) {
        const auto wanted = nb::cast<std::string>(key);
        bool known = false;
        std::string names;
        Options::for_each([&](const OptionInfo& info, auto get) {
            names += (names.empty() ? "" : ", ") + std::string(info.name);
            if (wanted != info.name && !(info.was && wanted == info.was)) return;
            known = true;
            auto& place = get(options);
            if (!value.is_none() && !nb::try_cast(value, place))
                throw BadSetup("the option '" + wanted + "' does not take " +
                               nb::cast<std::string>(nb::repr(value)));
        });
        if (!known) throw BadSetup("there is no option '" + wanted + "'; there are " + names);
    }
    options.check();
    return options;
}

/// One option as Python sees it.
struct BoundOption {
    std::string name, help;
    nb::object value; ///< the default
    std::optional<double> minimum, above, maximum;
    std::vector<std::string> was;
};

inline void bind_option_info(nb::module_& m) {
    nb::class_<BoundOption>(m, "OptionInfo", "What an option of the core means, and its range.")
        .def_ro("name", &BoundOption::name)
        .def_ro("help", &BoundOption::help)
        .def_prop_ro("default", [](const BoundOption& o) { return o.value; })
        .def_ro("minimum", &BoundOption::minimum)
        .def_ro("above", &BoundOption::above)
        .def_ro("maximum", &BoundOption::maximum)
        .def_ro("was", &BoundOption::was, "Names that it had before and that are still read.");
}

template <class Options>
std::vector<BoundOption> options_table() {
    std::vector<BoundOption> table;
    const Options usual;
    Options::for_each([&](const OptionInfo& info, auto get) {
        BoundOption option{info.name, info.help, nb::cast(get(usual)), {}, {}, {}, {}};
        if (std::isfinite(info.range.least))
            (info.range.open ? option.above : option.minimum) = info.range.least;
        if (std::isfinite(info.range.most)) option.maximum = info.range.most;
        if (info.was) option.was.emplace_back(info.was);
        table.push_back(std::move(option));
    });
    return table;
}

/// Binds a struct of options: made from names and values, read by name, and listed by table().
template <class Options>
void bind_options(nb::module_& m, const char* name, const char* doc) {
    nb::class_<Options> options(m, name, doc);
    options.def("__init__", [](Options* self, const nb::kwargs& given) {
        new (self) Options(changed_options(Options(), given));
    });
    options.def_static("table", &options_table<Options>, "All options with their meanings.");
    Options::for_each([&](const OptionInfo& info, auto get) {
        options.def_prop_ro(info.name, [get](const Options& self) { return get(self); }, info.help);
    });
    options.def("__repr__", [title = std::string(name)](const Options& self) {
        std::string text;
        Options::for_each([&](const OptionInfo& info, auto get) {
            text += (text.empty() ? "" : ", ") + std::string(info.name) + "=" +
                    nb::cast<std::string>(nb::repr(nb::cast(get(self))));
        });
        return title + "(" + text + ")";
    });
}

} // namespace tesuji::bindings
