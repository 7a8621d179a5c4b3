// The graph below one or more expressions, listed once, children before parents.
//
// Every verb that walks expressions (differentiate, substitute, evaluate, count) walks this list:
// each shared node is met once, so the cost is that of the graph and not of the tree it stands
// for, and depth needs no stack. Results per node live in plain arrays beside the list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

class Graph {
public:
    explicit Graph(std::span<const Expr> roots);
    explicit Graph(const Expr& root) : Graph({&root, 1}) {}

    std::size_t size() const { return nodes_.size(); }
    const Expr& node(std::size_t i) const { return nodes_[i]; }
    // Places in the list of the children of node i, in the order of node(i).args().
    std::span<const std::uint32_t> children(std::size_t i) const {
        return {children_.data() + first_child_[i], nodes_[i].args().size()};
    }
    // Places of the roots, in the order given.
    std::span<const std::uint32_t> roots() const { return roots_; }

private:
    std::vector<Expr> nodes_;
    std::vector<std::uint32_t> first_child_;
    std::vector<std::uint32_t> children_;
    std::vector<std::uint32_t> roots_;
};

// Symbols that occur, in canonical order.
std::vector<Expr> symbols_of(std::span<const Expr> expressions);
std::vector<Expr> symbols_of(const Expr& expression);
bool depends_on(const Expr& expression, const Expr& part);

// Number of distinct nodes.
std::size_t graph_size(std::span<const Expr> expressions);
// Number of nodes when every shared node is written out again; may be astronomically large.
double tree_size(const Expr& expression);

}  // namespace rattleback
