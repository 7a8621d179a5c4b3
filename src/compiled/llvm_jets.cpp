#include "compiled/llvm_jets.hpp"

#include <array>
#include <optional>

#include "compiled/llvm_jet_sums.hpp"

namespace rattleback {
namespace {

// The coefficients of one order. Null where there is none, or it is zero.
struct Order {
    llvm::Value* k = nullptr;  // as a double
    std::vector<llvm::Value*> series, weighted;
};

class Generator {
public:
    Generator(CodeModules& modules, const std::string& name, const JetProgram& program,
              unsigned pack)
        : code_(modules, signature(modules.context, name, pack)),
          build_(code_.build()),
          program_(program),
          number_(build_.getDoubleTy()) {
        read_arguments(pack);
    }

    void run() {
        Order start = fresh_order();
        for (const std::uint32_t s : program_.watched) start.series[s] = value_at_start(s);
        give_out(start, build_.getInt64(0));
        Order first = fresh_order();
        begin_order(first, start, build_.getInt64(1));
        apply_rules(first, false);
        give_out(first, build_.getInt64(1));
        const Order last = loop(first, factors(first));
        if (!rules_at_last_order()) {
            Order final = fresh_order();
            begin_order(final, last, order_);
            give_out(final, order_);
        }
        code_.finish();
    }

private:
    using Value = llvm::Value;

    // What is watched beside the states is known by the rules only.
    bool rules_at_last_order() const { return program_.watched.size() > program_.size; }

    static Signature signature(llvm::LLVMContext& context, const std::string& name, unsigned pack) {
        llvm::Type* pointer = llvm::PointerType::getUnqual(context);
        return {name, {pointer, pointer}, pack};
    }
    void read_arguments(unsigned pack);
    Value* argument(unsigned index, llvm::Type* type);
    Order fresh_order() const {
        return {nullptr, std::vector<Value*>(program_.series()),
                std::vector<Value*>(program_.series())};
    }

    Value* fma(Value* a, Value* b, Value* c) {
        if (c == nullptr) return build_.CreateFMul(a, b);
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
    }
    Value* constant(double x) { return llvm::ConstantFP::get(number_, x); }
    Value* element(Value* base, Value* index) {
        return build_.CreateInBoundsGEP(number_, base, index);
    }
    Value* value_at_start(std::size_t series) { return load_start(program_.values[series]); }
    Value* load_start(std::uint32_t place);
    Value* scale(const JetScale& scale);
    Value* plus(Value* total, const JetScale& scale, Value* x);

    void begin_order(Order& now, const Order& before, Value* k);
    void apply_rules(Order& now, bool with_sums);
    Value* rule_total(const JetRule& rule, const Order& now, bool with_sums, Value* inverse);
    Value* both(Value* a, Value* b) {
        if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
        return build_.CreateFAdd(here(a), here(b));
    }
    Value* factor(Order& order, const JetFactor& factor);
    void give_out(const Order& now, Value* k);
    JetFactors factors(Order& now);
    Order loop(const Order& first, const JetFactors& of_first);

    Value* here(Value* value) { return code_.here(value); }

    LongFunction code_;
    llvm::IRBuilder<>& build_;
    const JetProgram& program_;
    llvm::Type* number_;
    Value *start_ = nullptr, *coefficients_ = nullptr, *sigma_ = nullptr, *order_ = nullptr;
    std::optional<JetSums> sums_;
};

void Generator::read_arguments(unsigned pack) {
    start_ = argument(0, build_.getPtrTy());
    sums_.emplace(code_, program_, pack, argument(1, build_.getPtrTy()));
    coefficients_ = argument(2, build_.getPtrTy());
    sigma_ = argument(3, number_);
    order_ = argument(4, build_.getInt64Ty());
}

// Member `index` of JetArguments: all are eight bytes.
llvm::Value* Generator::argument(unsigned index, llvm::Type* type) {
    static_assert(sizeof(JetArguments) == 40);
    return build_.CreateLoad(type, build_.CreateConstGEP1_64(type, code_.argument(1), index));
}

// Where it is used: most instructions read an operand from memory at no cost, and registers are few.
llvm::Value* Generator::load_start(std::uint32_t place) {
    return build_.CreateLoad(number_, build_.CreateConstGEP1_64(number_, here(start_), place));
}

llvm::Value* Generator::scale(const JetScale& scale) {
    if (scale.place == JetScale::nowhere) return constant(scale.constant);
    Value* value = load_start(scale.place);
    return scale.constant == 1 ? value : build_.CreateFMul(value, constant(scale.constant));
}

// total + scale·x, where total may be nothing.
llvm::Value* Generator::plus(Value* total, const JetScale& by, Value* x) {
    if (x == nullptr) return total;
    code_.may_break();
    total = here(total);
    x = here(x);
    if (by.place == JetScale::nowhere && total != nullptr) {
        if (by.constant == 1) return build_.CreateFAdd(total, x);
        if (by.constant == -1) return build_.CreateFSub(total, x);
    }
    if (by.is_one()) return x;
    if (by.constant == -1 && by.place == JetScale::nowhere) return build_.CreateFNeg(x);
    if (by.constant < 0) return fma(build_.CreateFNeg(scale({-by.constant, by.place})), x, total);
    return fma(scale(by), x, total);
}

// yₖ = σ fₖ₋₁/k
void Generator::begin_order(Order& now, const Order& before, Value* k) {
    now.k = build_.CreateUIToFP(here(k), number_);
    Value* factor = build_.CreateFDiv(here(sigma_), now.k);
    const bool is_first = before.k == nullptr;
    for (std::size_t s = 0; s < program_.rates.size(); ++s) {
        const JetRate& rate = program_.rates[s];
        code_.may_break();
        if (is_first) {
            now.series[s] = build_.CreateFMul(here(factor), load_start(rate.start));
        } else if (rate.series != JetRate::none && before.series[rate.series] != nullptr) {
            Value* multiple = here(factor);
            if (!rate.scale.is_one()) multiple = build_.CreateFMul(multiple, scale(rate.scale));
            now.series[s] = build_.CreateFMul(multiple, here(before.series[rate.series]));
        }
    }
}

llvm::Value* Generator::factor(Order& order, const JetFactor& factor) {
    Value* value = order.series[factor.series];
    if (!factor.weighted || value == nullptr) return value;
    Value*& weighted = order.weighted[factor.series];
    if (weighted == nullptr) weighted = build_.CreateFMul(here(order.k), here(value));
    return weighted;
}

llvm::Value* Generator::rule_total(const JetRule& rule, const Order& now, bool with_sums,
                                   Value* inverse) {
    std::array<Value*, 4> totals{};
    const auto add = [&](Value*& total, const JetSumTerm& term) {
        if (with_sums) total = plus(total, term.scale, sums_->sum(term.sum));
    };
    std::size_t terms = rule.terms.size();
    for (const JetSumTerm& term : rule.sums) {
        if (term.over_order) add(totals[0], term);
        terms += term.over_order ? 0 : 1;
    }
    if (totals[0] != nullptr) totals[0] = build_.CreateFMul(here(totals[0]), here(inverse));
    const std::size_t parts = parts_of_rule(terms);
    std::size_t p = 0;
    for (const JetSumTerm& term : rule.sums)
        if (!term.over_order) add(totals[p++ % parts], term);
    for (const JetTerm& term : rule.terms) {
        Value*& total = totals[p++ % parts];
        total = plus(total, term.scale, now.series[term.series]);
    }
    if (parts == 1) return totals[0];
    return both(both(totals[0], totals[2]), both(totals[1], totals[3]));
}

void Generator::apply_rules(Order& now, bool with_sums) {
    Value* inverse = build_.CreateFDiv(constant(1), here(now.k));
    for (const JetRule& rule : program_.rules) {
        Value* total = rule_total(rule, now, with_sums, inverse);
        if (total != nullptr && !rule.factor.is_one())
            total = build_.CreateFMul(here(total), scale(rule.factor));
        now.series[rule.series] = total;
    }
}

void Generator::give_out(const Order& now, Value* k) {
    Value* base = build_.CreateMul(here(k), build_.getInt64(program_.row()));
    Value* place = element(here(coefficients_), base);
    for (std::size_t i = 0; i < program_.watched.size(); ++i) {
        Value* value = here(now.series[program_.watched[i]]);
        build_.CreateStore(value == nullptr ? constant(0) : value,
                           build_.CreateConstGEP1_64(number_, here(place), i));
        code_.may_break();
    }
}

JetFactors Generator::factors(Order& now) {
    const auto all = [&](auto which) {
        std::vector<Value*> result;
        for (const JetSum& sum : program_.sums) {
            result.push_back(factor(now, sum.*which));
            code_.may_break();
        }
        return sums_->packed(result);
    };
    return {all(&JetSum::a), all(&JetSum::b)};
}

// Orders 2 to the last, or to the one before it; gives the last of them. What an order needs of the
// one before are values of the loop: the rates, and the factors.
Order Generator::loop(const Order& first, const JetFactors& of_first) {
    llvm::IRBuilder<>& outer = code_.outer();
    auto* head = code_.block("order", outer);
    auto* body = code_.block("rules", outer);
    auto* done = code_.block("done", outer);
    Order before = fresh_order();
    before.k = first.k;  // not the start
    for (const JetRate& rate : program_.rates) {
        if (rate.series == JetRate::none || before.series[rate.series] != nullptr) continue;
        Value* value = first.series[rate.series];
        before.series[rate.series] = code_.carried(value == nullptr ? constant(0) : value, head);
    }
    JetFactors recent;  // a is zero at first: a₁b₁, the only term of order 2, is there once
    for (Value* b : of_first.b) {
        recent.a.push_back(code_.carried(llvm::ConstantFP::get(b->getType(), 0), head));
        recent.b.push_back(code_.carried(b, head));
    }
    auto* before_loop = outer.GetInsertBlock();
    outer.CreateBr(head);

    outer.SetInsertPoint(head);
    llvm::PHINode* k = outer.CreatePHI(outer.getInt64Ty(), 2);
    k->addIncoming(outer.getInt64(2), before_loop);
    Value* last = code_.here(order_, outer);
    if (!rules_at_last_order()) last = outer.CreateSub(last, outer.getInt64(1));
    outer.CreateCondBr(outer.CreateICmpULE(k, last), body, done);

    outer.SetInsertPoint(body);
    code_.begin_piece();
    sums_->compute(k, of_first, recent);
    Order now = fresh_order();
    begin_order(now, before, k);
    apply_rules(now, true);
    give_out(now, k);
    const JetFactors known = factors(now);
    sums_->keep(known, k);
    for (std::size_t s = 0; s < program_.series(); ++s)
        if (before.series[s] != nullptr)
            code_.carry(before.series[s], now.series[s] == nullptr ? constant(0) : now.series[s]);
    for (std::size_t i = 0; i < known.a.size(); ++i) {
        code_.carry(recent.a[i], known.a[i]);
        code_.carry(recent.b[i], known.b[i]);
    }
    k->addIncoming(outer.CreateAdd(k, outer.getInt64(1)), outer.GetInsertBlock());
    outer.CreateBr(head);
    outer.SetInsertPoint(done);
    code_.begin_piece();
    return before;
}

}  // namespace

void emit_jets(CodeModules& modules, const std::string& name, const JetProgram& program,
               unsigned pack) {
    Generator(modules, name, program, pack).run();
}

}  // namespace rattleback
