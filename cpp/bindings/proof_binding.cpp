// Proof search, once for each game and once for all games written in Python.
#include "bindings.hpp"
#include "game_binding.hpp"
#include "games/all.hpp"
#include "search/proof_search.hpp"
#include "search_binding.hpp"
#include "searchable_python.hpp"

#include <nanobind/stl/pair.h>

namespace tesuji::bindings {

namespace {

const char* name_of(ProofStatus status) {
    switch (status) {
    case ProofStatus::proven:
        return "proven";
    case ProofStatus::disproven:
        return "disproven";
    case ProofStatus::no_forcing_win:
        return "no_forcing_win";
    default:
        return "unknown";
    }
}

const ProofTreeNode& node_at(const ProofTree& tree, int node) {
    if (node < 0 || node >= static_cast<int>(tree.nodes.size()))
        throw nb::index_error("there is no such node in the tree");
    return tree.nodes[static_cast<std::size_t>(node)];
}

template <GamePosition P>
ProofReport run_proof(const P& position, SearchControl& control, const ProofOptions& options,
                      const ProgressCallback& progress) {
    ProofReport report;
    run_unlocked(control, progress, [&](SearchControl& c) {
        report = prove(position, options, c);
        return SearchReport{};
    });
    return report;
}

template <GamePosition P, class Argument = const P&>
void bind_proof_for(nb::module_& m) {
    constexpr bool is_python = std::same_as<P, SearchablePython>;
    const auto position_of = [](Argument a) -> std::conditional_t<is_python, P, const P&> {
        if constexpr (is_python)
            return P(a);
        else
            return a;
    };
    const auto options_from = [](std::optional<int> attacker, bool forcing, bool threes, bool tree,
                                 bool explicit_replies) {
        ProofOptions options;
        if (attacker) options.attacker = player_from(*attacker);
        options.forcing = forcing;
        options.threes = threes;
        options.tree = tree;
        options.explicit_replies = explicit_replies;
        return options;
    };
    m.def(
        "prove",
        [=](Argument position, SearchControl& control, std::optional<int> attacker, bool forcing,
            bool threes, bool tree, bool explicit_replies, const ProgressCallback& progress) {
            return run_proof<P>(position_of(position), control,
                                options_from(attacker, forcing, threes, tree, explicit_replies),
                                progress);
        },
        "position"_a, "control"_a, nb::kw_only(), "attacker"_a = nb::none(), "forcing"_a = false,
        "threes"_a = true, "tree"_a = true, "explicit_replies"_a = false,
        "progress"_a = nb::none());
    m.def(
        "prove",
        [=](Argument position, std::optional<int> attacker, bool forcing, bool threes, bool tree,
            bool explicit_replies, std::int64_t nodes, double seconds, int depth,
            std::size_t memory, const ProgressCallback& progress, double progress_interval) {
            SearchControl control(checked_budget(0, nodes, seconds, depth, memory));
            control.progress_interval = progress_interval;
            return run_proof<P>(position_of(position), control,
                                options_from(attacker, forcing, threes, tree, explicit_replies),
                                progress);
        },
        "position"_a, nb::kw_only(), "attacker"_a = nb::none(), "forcing"_a = false,
        "threes"_a = true, "tree"_a = true, "explicit_replies"_a = false, "nodes"_a = 0,
        "seconds"_a = 0.0, "depth"_a = 0, "memory"_a = Budget().memory, "progress"_a = nb::none(),
        "progress_interval"_a = 0.1,
        "Whether `attacker` (by default the player to move) can force a win.");
}

void bind_tree(nb::module_& m) {
    nb::class_<ProofTree>(
        m, "ProofTree",
        "A winning tree. Where the attacker moves a node has one branch, his winning move; where "
        "the defender moves it has one for every legal reply, the move -2 (any_reply) standing "
        "for all that are not named; an end has none.")
        .def_prop_ro_static("any_reply", [](nb::handle) { return any_reply; })
        .def("__len__", [](const ProofTree& t) { return t.nodes.size(); })
        .def_prop_ro("root", [](const ProofTree& t) { return t.nodes.size() - 1; })
        .def(
            "to_move", [](const ProofTree& t, int n) { return index(node_at(t, n).to_move); },
            "node"_a)
        .def(
            "plies", [](const ProofTree& t, int n) { return node_at(t, n).plies; }, "node"_a,
            "Moves to the end, if the defender resists as long as he can.")
        .def(
            "branches",
            [](const ProofTree& t, int n) {
                const ProofTreeNode& node = node_at(t, n);
                std::vector<std::pair<Move, int>> branches;
                for (int i = 0; i < node.num_branches; ++i) {
                    const ProofBranch& b =
                        t.branches[static_cast<std::size_t>(node.first_branch + i)];
                    branches.emplace_back(b.move, b.node);
                }
                return branches;
            },
            "node"_a, "The moves of a node and the nodes they lead to.")
        .def_prop_ro(
            "node_array",
            [](const ProofTree& t) {
                auto array = new_array<std::int32_t, 2>({t.nodes.size(), 4});
                std::int32_t* to = array.data();
                for (const ProofTreeNode& n : t.nodes)
                    for (const std::int32_t x :
                         {std::int32_t{index(n.to_move)}, n.first_branch, n.num_branches, n.plies})
                        *to++ = x;
                return array;
            },
            nb::rv_policy::move,
            "int32 [nodes, 4]: player to move, first branch, number of branches, plies.")
        .def_prop_ro(
            "branch_array",
            [](const ProofTree& t) {
                auto array = new_array<std::int32_t, 2>({t.branches.size(), 2});
                std::int32_t* to = array.data();
                for (const ProofBranch& b : t.branches) {
                    *to++ = b.move;
                    *to++ = b.node;
                }
                return array;
            },
            nb::rv_policy::move, "int32 [branches, 2]: move, node.");
}

} // namespace

void bind_proof_types(nb::module_& m) {
    bind_tree(m);
    nb::class_<ProofReport>(m, "ProofReport", "The result of a proof search.")
        .def_prop_ro(
            "status", [](const ProofReport& r) { return name_of(r.status); },
            "'proven', 'disproven', 'no_forcing_win' or 'unknown'.")
        .def_prop_ro("attacker", [](const ProofReport& r) { return index(r.attacker); })
        .def_prop_ro(
            "move",
            [](const ProofReport& r) {
                return r.move == no_move ? std::nullopt : std::optional<int>(r.move);
            },
            "The winning move, if there is one and it is the attacker's turn.")
        .def_ro("line", &ProofReport::line, "The winning moves against the longest defence.")
        .def_prop_ro(
            "tree", [](const ProofReport& r) { return r.tree.empty() ? nullptr : &r.tree; },
            nb::rv_policy::reference_internal,
            nb::for_getter(nb::sig("def tree(self) -> ProofTree | None")),
            "The winning tree; None without a proof, or if it did not fit in memory.")
        .def_ro("nodes", &ProofReport::nodes)
        .def_ro("seconds", &ProofReport::seconds)
        .def_ro("memory", &ProofReport::memory)
        .def_ro("proof_number", &ProofReport::proof_number)
        .def_ro("disproof_number", &ProofReport::disproof_number);
}

void bind_proof(nb::module_& m) {
    AllGames::for_each([&]<class Game>() { bind_proof_for<typename Game::Position>(m); });
    bind_proof_for<SearchablePython, const nb::object&>(m); // takes any object, so it comes last
}

} // namespace tesuji::bindings
