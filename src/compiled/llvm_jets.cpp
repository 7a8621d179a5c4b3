#include "compiled/llvm_jets.hpp"

#include <algorithm>
#include <optional>

#include "compiled/llvm_jet_sums.hpp"

namespace rattleback {
namespace {

// How late each series is known within an order, in operations. A state is known as late as its rate
// was in the order before, counted back from the last: a few rounds settle that.
std::vector<int> lateness(const JetProgram& program) {
    std::vector<int> result(program.series(), 0);
    for (int round = 0; round < 4; ++round) {
        for (const JetRule& rule : program.rules) {
            std::vector<int> when;
            for (const JetTerm& term : rule.terms) when.push_back(result[term.series]);
            std::ranges::sort(when);
            int now = when.front();
            for (const int next : when) now = std::max(now, next) + 1;
            result[rule.series] = now + (rule.factor.is_one() ? 0 : 1);
        }
        std::vector<int> known;
        for (const JetRate& rate : program.rates)
            known.push_back(rate.series == JetRate::none ? -1000 : result[rate.series]);
        const int last = *std::ranges::max_element(known);
        for (std::size_t s = 0; s < known.size(); ++s) result[s] = known[s] - last;
    }
    return result;
}

// The coefficients of one order. Null where there is none, or it is zero.
struct Order {
    llvm::Value* k = nullptr;  // as a double
    std::vector<llvm::Value*> series, weighted;
};

class Generator {
public:
    Generator(llvm::Module& module, const std::string& name, const JetProgram& program,
              unsigned pack)
        : module_(module),
          build_(module.getContext()),
          program_(program),
          number_(build_.getDoubleTy()),
          lateness_(lateness(program)) {
        declare(name, pack);
    }

    void run() {
        Order start = fresh_order();
        for (std::size_t s = 0; s < program_.series(); ++s) start.series[s] = value_at_start(s);
        give_out(start, build_.getInt64(0));
        Order first = fresh_order();
        begin_order(first, start, build_.getInt64(1));
        apply_rules(first, std::vector<Value*>(program_.sums.size()));
        give_out(first, build_.getInt64(1));
        const Order last = loop(first, factors(first));
        if (!rules_at_last_order()) {
            Order final = fresh_order();
            begin_order(final, last, order_);
            give_out(final, order_);
        }
        build_.CreateRetVoid();
    }

private:
    using Value = llvm::Value;

    // What is watched beside the states is known by the rules only.
    bool rules_at_last_order() const { return program_.watched.size() > program_.size; }

    void declare(const std::string& name, unsigned pack);
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
    void apply_rules(Order& now, const std::vector<Value*>& sums);
    Value* factor(Order& order, const JetFactor& factor);
    void give_out(const Order& now, Value* k);
    JetFactors factors(Order& now);
    Order loop(const Order& first, const JetFactors& of_first);

    llvm::Module& module_;
    llvm::IRBuilder<> build_;
    const JetProgram& program_;
    llvm::Type* number_;
    std::vector<int> lateness_;
    llvm::Function* function_ = nullptr;
    Value *start_ = nullptr, *coefficients_ = nullptr, *sigma_ = nullptr, *order_ = nullptr;
    std::optional<JetSums> sums_;
};

void Generator::declare(const std::string& name, unsigned pack) {
    auto* type = llvm::FunctionType::get(build_.getVoidTy(),
                                         {build_.getInt8PtrTy(), build_.getInt8PtrTy()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    const std::string bits = std::to_string(64 * pack);
    function_->addFnAttr("min-legal-vector-width", bits);
    function_->addFnAttr("prefer-vector-width", bits);
    build_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function_));
    llvm::Type* numbers = number_->getPointerTo();
    start_ = argument(0, numbers);
    sums_.emplace(build_, program_, pack, argument(1, numbers));
    coefficients_ = argument(2, numbers);
    sigma_ = argument(3, number_);
    order_ = argument(4, build_.getInt64Ty());
}

// Member `index` of JetArguments: all are eight bytes.
llvm::Value* Generator::argument(unsigned index, llvm::Type* type) {
    static_assert(sizeof(JetArguments) == 40);
    Value* place = build_.CreateBitCast(function_->getArg(1), type->getPointerTo());
    return build_.CreateLoad(type, build_.CreateConstGEP1_64(type, place, index));
}

// Where it is used: most instructions read an operand from memory at no cost, and registers are few.
llvm::Value* Generator::load_start(std::uint32_t place) {
    return build_.CreateLoad(number_, build_.CreateConstGEP1_64(number_, start_, place));
}

llvm::Value* Generator::scale(const JetScale& scale) {
    if (scale.place == JetScale::nowhere) return constant(scale.constant);
    Value* value = load_start(scale.place);
    return scale.constant == 1 ? value : build_.CreateFMul(value, constant(scale.constant));
}

// total + scale·x, where total may be nothing.
llvm::Value* Generator::plus(Value* total, const JetScale& by, Value* x) {
    if (x == nullptr) return total;
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
    now.k = build_.CreateUIToFP(k, number_);
    Value* factor = build_.CreateFDiv(sigma_, now.k);
    const bool is_first = before.k == nullptr;
    for (std::size_t s = 0; s < program_.rates.size(); ++s) {
        const JetRate& rate = program_.rates[s];
        if (is_first) {
            now.series[s] = build_.CreateFMul(factor, load_start(rate.start));
        } else if (rate.series != JetRate::none && before.series[rate.series] != nullptr) {
            Value* multiple =
                rate.scale.is_one() ? factor : build_.CreateFMul(factor, scale(rate.scale));
            now.series[s] = build_.CreateFMul(multiple, before.series[rate.series]);
        }
    }
}

llvm::Value* Generator::factor(Order& order, const JetFactor& factor) {
    Value* value = order.series[factor.series];
    if (!factor.weighted || value == nullptr) return value;
    Value*& weighted = order.weighted[factor.series];
    if (weighted == nullptr) weighted = build_.CreateFMul(order.k, value);
    return weighted;
}

void Generator::apply_rules(Order& now, const std::vector<Value*>& sums) {
    Value* inverse = build_.CreateFDiv(constant(1), now.k);
    for (const JetRule& rule : program_.rules) {
        Value* total = nullptr;
        for (const JetSumTerm& term : rule.sums) {
            if (term.over_order) total = plus(total, term.scale, sums[term.sum]);
        }
        if (total != nullptr) total = build_.CreateFMul(total, inverse);
        for (const JetSumTerm& term : rule.sums)
            if (!term.over_order) total = plus(total, term.scale, sums[term.sum]);
        std::vector<JetTerm> terms = rule.terms;
        std::ranges::stable_sort(terms, {},
                                 [&](const JetTerm& term) { return lateness_[term.series]; });
        for (const JetTerm& term : terms) total = plus(total, term.scale, now.series[term.series]);
        if (total != nullptr && !rule.factor.is_one())
            total = build_.CreateFMul(total, scale(rule.factor));
        now.series[rule.series] = total;
    }
}

void Generator::give_out(const Order& now, Value* k) {
    Value* base = build_.CreateMul(k, build_.getInt64(program_.row()));
    Value* place = element(coefficients_, base);
    for (std::size_t i = 0; i < program_.watched.size(); ++i) {
        Value* value = now.series[program_.watched[i]];
        build_.CreateStore(value == nullptr ? constant(0) : value,
                           build_.CreateConstGEP1_64(number_, place, i));
    }
}

JetFactors Generator::factors(Order& now) {
    const auto all = [&](JetFactor JetSum::*which) {
        std::vector<Value*> result;
        for (const JetSum& sum : program_.sums) result.push_back(factor(now, sum.*which));
        return sums_->packed(result);
    };
    return {all(&JetSum::a), all(&JetSum::b)};
}

// Orders 2 to the last, or to the one before it; gives the last of them. What an order needs of the
// one before are values of the loop: the rates, and the factors.
Order Generator::loop(const Order& first, const JetFactors& of_first) {
    auto* before_loop = build_.GetInsertBlock();
    auto* head = llvm::BasicBlock::Create(module_.getContext(), "order", function_);
    auto* body = llvm::BasicBlock::Create(module_.getContext(), "rules", function_);
    auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", function_);
    build_.CreateBr(head);

    build_.SetInsertPoint(head);
    llvm::PHINode* k = build_.CreatePHI(build_.getInt64Ty(), 2);
    k->addIncoming(build_.getInt64(2), before_loop);
    const auto carried = [&](Value* incoming) {
        llvm::PHINode* phi = build_.CreatePHI(incoming->getType(), 2);
        phi->addIncoming(incoming, before_loop);
        return phi;
    };
    Order before = fresh_order();
    before.k = first.k;  // not the start
    for (const JetRate& rate : program_.rates) {
        if (rate.series == JetRate::none || before.series[rate.series] != nullptr) continue;
        Value* value = first.series[rate.series];
        before.series[rate.series] = carried(value == nullptr ? constant(0) : value);
    }
    JetFactors recent;  // a is zero at first: a₁b₁, the only term of order 2, is there once
    for (Value* b : of_first.b) {
        recent.a.push_back(carried(llvm::ConstantFP::get(b->getType(), 0)));
        recent.b.push_back(carried(b));
    }
    Value* last = rules_at_last_order() ? order_ : build_.CreateSub(order_, build_.getInt64(1));
    build_.CreateCondBr(build_.CreateICmpULE(k, last), body, done);

    build_.SetInsertPoint(body);
    const std::vector<Value*> sums = sums_->all(k, of_first, recent);
    Order now = fresh_order();
    begin_order(now, before, k);
    apply_rules(now, sums);
    give_out(now, k);
    const JetFactors known = factors(now);
    sums_->keep(known, k);
    const auto carry = [&](Value* phi, Value* value) {
        llvm::cast<llvm::PHINode>(phi)->addIncoming(value, build_.GetInsertBlock());
    };
    for (std::size_t s = 0; s < program_.series(); ++s)
        if (before.series[s] != nullptr)
            carry(before.series[s], now.series[s] == nullptr ? constant(0) : now.series[s]);
    for (std::size_t i = 0; i < known.a.size(); ++i) {
        carry(recent.a[i], known.a[i]);
        carry(recent.b[i], known.b[i]);
    }
    carry(k, build_.CreateAdd(k, build_.getInt64(1)));
    build_.CreateBr(head);
    build_.SetInsertPoint(done);
    return before;
}

}  // namespace

void emit_jets(llvm::Module& module, const std::string& name, const JetProgram& program,
               unsigned pack) {
    Generator(module, name, program, pack).run();
}

}  // namespace rattleback
