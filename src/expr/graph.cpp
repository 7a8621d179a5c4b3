#include "expr/graph.hpp"
#include "base/interruption.hpp"

#include <algorithm>

namespace rattleback {
namespace {

// Place of each node in the list; open addressing on the hash the nodes carry.
class PlaceOf {
public:
    static constexpr std::uint32_t absent = UINT32_MAX;

    std::uint32_t find(const std::vector<Expr>& nodes, const Expr& e) const {
        for (std::size_t i = e.hash() & mask_;; i = (i + 1) & mask_) {
            if (slots_[i] == absent) return absent;
            if (nodes[slots_[i]] == e) return slots_[i];
        }
    }

    // Called after nodes.push_back.
    void insert_last(const std::vector<Expr>& nodes) {
        if (2 * nodes.size() > slots_.size()) {
            slots_.assign(slots_.size() * 2, absent);
            mask_ = slots_.size() - 1;
            for (std::size_t k = 0; k < nodes.size(); ++k) place(nodes, k);
        } else {
            place(nodes, nodes.size() - 1);
        }
    }

private:
    void place(const std::vector<Expr>& nodes, std::size_t k) {
        std::size_t i = nodes[k].hash() & mask_;
        while (slots_[i] != absent) i = (i + 1) & mask_;
        slots_[i] = static_cast<std::uint32_t>(k);
    }

    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, absent);
    std::size_t mask_ = 63;
};

}  // namespace

Graph::Graph(std::span<const Expr> roots) {
    heed_stop();
    struct Visit {
        const Expr* expr;
        std::size_t next_child;
    };
    PlaceOf place;
    std::vector<Visit> path;
    for (const Expr& root : roots) {
        if (place.find(nodes_, root) == PlaceOf::absent) path.push_back({&root, 0});
        while (!path.empty()) {
            auto& [expr, next] = path.back();
            const auto args = expr->args();
            while (next < args.size() && place.find(nodes_, args[next]) != PlaceOf::absent) ++next;
            if (next < args.size()) {
                const Expr* child = &args[next];
                path.push_back({child, 0});
                continue;
            }
            first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
            for (const Expr& child : args) children_.push_back(place.find(nodes_, child));
            nodes_.push_back(*expr);
            place.insert_last(nodes_);
            path.pop_back();
        }
        roots_.push_back(place.find(nodes_, root));
    }
}

std::vector<Expr> symbols_of(std::span<const Expr> expressions) {
    const Graph graph(expressions);
    std::vector<Expr> found;
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (graph.node(i).is_symbol()) found.push_back(graph.node(i));
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<Expr> symbols_of(const Expr& expression) { return symbols_of({&expression, 1}); }

bool depends_on(const Expr& expression, const Expr& part) {
    const Graph graph(expression);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (graph.node(i) == part) return true;
    return false;
}

std::size_t graph_size(std::span<const Expr> expressions) { return Graph(expressions).size(); }

double tree_size(const Expr& expression) {
    const Graph graph(expression);
    std::vector<double> size(graph.size(), 1);
    for (std::size_t i = 0; i < graph.size(); ++i)
        for (const auto child : graph.children(i)) size[i] += size[child];
    return size.back();
}

}  // namespace rattleback
