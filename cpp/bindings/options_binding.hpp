// Options of the core, given by name from Python.
#pragma once

#include "games/basics.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <string>

namespace tesuji::bindings {

namespace nb = nanobind;

/// `options` with what Python gave by name, checked. `for_each(f)` calls f(name, member) for every
/// option; `what` is how messages call one.
template <class Options, class ForEach>
Options changed_options(Options options, const nb::kwargs& given, ForEach&& for_each,
                        const std::string& what) {
    for (const auto [key, value] : given) {
        const auto wanted = nb::cast<std::string>(key);
        bool known = false;
        std::string names;
        for_each([&]<class T>(const char* name, T Options::* member) {
            names += (names.empty() ? "" : ", ") + std::string(name);
            if (wanted != name) return;
            known = true;
            if (!nb::try_cast<T>(value, options.*member))
                throw BadSetup("the " + what + " '" + wanted + "' does not take " +
                               nb::cast<std::string>(nb::repr(value)));
        });
        if (!known) throw BadSetup("there is no " + what + " '" + wanted + "'; there are " + names);
    }
    options.check();
    return options;
}

} // namespace tesuji::bindings
