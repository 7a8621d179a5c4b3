#include "compiled/llvm_jets.hpp"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <map>

namespace rattleback {
namespace {

constexpr std::size_t rows_below = 6;    // that stay zero: −4 … 1
constexpr std::size_t accumulators = 8;  // that fit into registers beside the rest
constexpr std::uint64_t at_a_time = 4;   // rows per turn of the loop of sums

std::size_t packs(const JetProgram& program, unsigned pack) {
    return (program.sums.size() + pack - 1) / pack;
}

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
          pack_(pack),
          packs_(packs(program, pack)),
          row_(2 * packs_ * pack),
          number_(build_.getDoubleTy()),
          lateness_(lateness(program)) {
        declare(name);
    }

    void run() {
        Order start = fresh_order();
        for (std::size_t s = 0; s < program_.series(); ++s) start.series[s] = value_at_start(s);
        give_out(start, build_.getInt64(0));
        Order first = next_order(start, build_.getInt64(1), nullptr);
        give_out(first, build_.getInt64(1));
        Order second = next_order(first, build_.getInt64(2), &first);
        give_out(second, build_.getInt64(2));
        keep_factors(second, build_.getInt64(2));
        const Order last = loop(first, second);
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

    void declare(const std::string& name);
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
    Value* row(Value* j, std::size_t offset) {
        Value* index = build_.CreateMul(build_.CreateAdd(j, build_.getInt64(rows_below - 2)),
                                        build_.getInt64(row_));
        return element(workspace_, build_.CreateAdd(index, build_.getInt64(offset)));
    }

    Value* value_at_start(std::size_t series) { return load_start(program_.values[series]); }
    Value* load_start(std::uint32_t place);
    Value* scale(const JetScale& scale);
    Value* plus(Value* total, const JetScale& scale, Value* x);
    Value* twice(Value* x);

    void begin_order(Order& now, const Order& before, Value* k);
    Order next_order(const Order& before, Value* k, const Order* first);
    void apply_rules(Order& now, const std::vector<Value*>& sums);
    Value* factor(Order& order, const JetFactor& factor);
    void give_out(const Order& now, Value* k);
    void keep_factors(Order& now, Value* k);
    Order loop(Order& first, Order& second);
    std::vector<Value*> old_sums(Value* k);
    void sum_packs(Value* k, std::size_t from, std::size_t to);
    void add_recent(std::vector<Value*>& sums, Order& first, Order& before);

    llvm::Module& module_;
    llvm::IRBuilder<> build_;
    const JetProgram& program_;
    unsigned pack_;
    std::size_t packs_, row_;
    llvm::Type* number_;
    std::vector<int> lateness_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    Value *start_ = nullptr, *workspace_ = nullptr, *coefficients_ = nullptr, *sigma_ = nullptr,
          *order_ = nullptr, *sums_ = nullptr;
    std::map<std::uint32_t, Value*> loaded_;
    std::map<std::pair<std::uint32_t, double>, Value*> scales_;
};

void Generator::declare(const std::string& name) {
    auto* type = llvm::FunctionType::get(build_.getVoidTy(),
                                         {build_.getInt8PtrTy(), build_.getInt8PtrTy()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    const std::string bits = std::to_string(64 * pack_);
    function_->addFnAttr("min-legal-vector-width", bits);
    function_->addFnAttr("prefer-vector-width", bits);
    entry_ = llvm::BasicBlock::Create(module_.getContext(), "entry", function_);
    build_.SetInsertPoint(entry_);
    llvm::Type* numbers = number_->getPointerTo();
    start_ = argument(0, numbers);
    workspace_ = argument(1, numbers);
    coefficients_ = argument(2, numbers);
    sigma_ = argument(3, number_);
    order_ = argument(4, build_.getInt64Ty());
    auto* all = llvm::ArrayType::get(number_, packs_ * pack_);
    auto* place = build_.CreateAlloca(all);
    place->setAlignment(llvm::Align(64));
    sums_ = build_.CreateBitCast(place, numbers);
}

// Member `index` of JetArguments: all are eight bytes.
llvm::Value* Generator::argument(unsigned index, llvm::Type* type) {
    static_assert(sizeof(JetArguments) == 40);
    Value* place = build_.CreateBitCast(function_->getArg(1), type->getPointerTo());
    return build_.CreateLoad(type, build_.CreateConstGEP1_64(type, place, index));
}

// Values at t₀ are loaded in the first block, which dominates all others.
llvm::Value* Generator::load_start(std::uint32_t place) {
    Value*& known = loaded_[place];
    if (known != nullptr) return known;
    const llvm::IRBuilder<>::InsertPointGuard guard(build_);
    if (entry_->getTerminator() != nullptr) build_.SetInsertPoint(entry_->getTerminator());
    known = build_.CreateLoad(number_, build_.CreateConstGEP1_64(number_, start_, place));
    return known;
}

llvm::Value* Generator::scale(const JetScale& scale) {
    if (scale.place == JetScale::nowhere) return constant(scale.constant);
    Value* value = load_start(scale.place);
    if (scale.constant == 1) return value;
    Value*& known = scales_[{scale.place, scale.constant}];
    if (known != nullptr) return known;
    const llvm::IRBuilder<>::InsertPointGuard guard(build_);
    if (entry_->getTerminator() != nullptr) build_.SetInsertPoint(entry_->getTerminator());
    known = build_.CreateFMul(value, constant(scale.constant));
    return known;
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

// 2x, computed before the loop, for x that is known there.
llvm::Value* Generator::twice(Value* x) {
    const llvm::IRBuilder<>::InsertPointGuard guard(build_);
    build_.SetInsertPoint(entry_->getTerminator());
    return build_.CreateFAdd(x, x);
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

// Orders 1, which has no sums, and 2, whose sums are a₁b₁.
Order Generator::next_order(const Order& before, Value* k, const Order* first) {
    Order now = fresh_order();
    begin_order(now, before, k);
    std::vector<Value*> sums(program_.sums.size());
    if (first != nullptr) {
        Order one = *first;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            Value* a = factor(one, program_.sums[i].a);
            Value* b = factor(one, program_.sums[i].b);
            if (a != nullptr && b != nullptr) sums[i] = build_.CreateFMul(a, b);
        }
    }
    apply_rules(now, sums);
    return now;
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

void Generator::keep_factors(Order& now, Value* k) {
    Value* place = row(k, 0);
    for (std::size_t i = 0; i < program_.sums.size(); ++i) {
        const auto keep = [&](const JetFactor& which, std::size_t offset) {
            Value* value = factor(now, which);
            build_.CreateStore(value == nullptr ? constant(0) : value,
                               build_.CreateConstGEP1_64(number_, place, offset + i));
        };
        keep(program_.sums[i].a, 0);
        keep(program_.sums[i].b, packs_ * pack_);
    }
}

// Orders 3 to the last, or to the one before it; gives the last of them.
Order Generator::loop(Order& first, Order& second) {
    // What the sums need of the order before must be a value of the loop: weigh it now.
    for (const JetSum& sum : program_.sums)
        for (const JetFactor& which : {sum.a, sum.b}) factor(second, which), factor(first, which);
    auto* before_loop = build_.GetInsertBlock();
    auto* head = llvm::BasicBlock::Create(module_.getContext(), "order", function_);
    auto* body = llvm::BasicBlock::Create(module_.getContext(), "rules", function_);
    auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", function_);
    build_.CreateBr(head);

    build_.SetInsertPoint(head);
    llvm::PHINode* k = build_.CreatePHI(build_.getInt64Ty(), 2);
    k->addIncoming(build_.getInt64(3), before_loop);
    Order before = fresh_order();
    std::vector<std::pair<llvm::PHINode*, std::pair<bool, std::size_t>>> carried;
    for (const bool weighted : {false, true})
        for (std::size_t s = 0; s < program_.series(); ++s) {
            Value* incoming = weighted ? second.weighted[s] : second.series[s];
            if (incoming == nullptr) continue;
            llvm::PHINode* phi = build_.CreatePHI(number_, 2);
            phi->addIncoming(incoming, before_loop);
            (weighted ? before.weighted : before.series)[s] = phi;
            carried.push_back({phi, {weighted, s}});
        }
    before.k = second.k;  // not the first
    Value* last = rules_at_last_order() ? order_ : build_.CreateSub(order_, build_.getInt64(1));
    build_.CreateCondBr(build_.CreateICmpULE(k, last), body, done);

    build_.SetInsertPoint(body);
    std::vector<Value*> sums = old_sums(k);
    add_recent(sums, first, before);
    Order now = fresh_order();
    begin_order(now, before, k);
    apply_rules(now, sums);
    give_out(now, k);
    keep_factors(now, k);
    Value* next = build_.CreateAdd(k, build_.getInt64(1));
    for (const auto& [phi, which] : carried) {
        const auto& [weighted, s] = which;
        Value* value = weighted ? now.weighted[s] : now.series[s];
        phi->addIncoming(value == nullptr ? constant(0) : value, build_.GetInsertBlock());
    }
    k->addIncoming(next, build_.GetInsertBlock());
    build_.CreateBr(head);
    build_.SetInsertPoint(done);
    return before;
}

// Σ aⱼ bₖ₋ⱼ over 2 ≤ j ≤ k−2, for all sums.
std::vector<llvm::Value*> Generator::old_sums(Value* k) {
    for (std::size_t from = 0; from < packs_; from += accumulators)
        sum_packs(k, from, std::min(packs_, from + accumulators));
    std::vector<Value*> sums;
    for (std::size_t i = 0; i < program_.sums.size(); ++i)
        sums.push_back(build_.CreateLoad(number_, build_.CreateConstGEP1_64(number_, sums_, i)));
    return sums;
}

void Generator::sum_packs(Value* k, std::size_t from, std::size_t to) {
    auto* type = llvm::FixedVectorType::get(number_, pack_);
    const llvm::Align align(8 * pack_);
    const std::size_t count = to - from;
    const std::size_t each = std::clamp<std::size_t>(accumulators / count, 1, at_a_time);
    auto* before = build_.GetInsertBlock();
    auto* head = llvm::BasicBlock::Create(module_.getContext(), "sums", function_);
    auto* body = llvm::BasicBlock::Create(module_.getContext(), "four", function_);
    auto* done = llvm::BasicBlock::Create(module_.getContext(), "summed", function_);
    Value* first_b = row(build_.CreateSub(k, build_.getInt64(2)), (packs_ + from) * pack_);
    Value* first_a = row(build_.getInt64(2), from * pack_);
    build_.CreateBr(head);

    build_.SetInsertPoint(head);
    llvm::PHINode* j = build_.CreatePHI(build_.getInt64Ty(), 2);
    llvm::PHINode* a = build_.CreatePHI(first_a->getType(), 2);
    llvm::PHINode* b = build_.CreatePHI(first_b->getType(), 2);
    j->addIncoming(build_.getInt64(2), before);
    a->addIncoming(first_a, before);
    b->addIncoming(first_b, before);
    std::vector<llvm::PHINode*> totals;
    for (std::size_t i = 0; i < count * each; ++i) {
        totals.push_back(build_.CreatePHI(type, 2));
        totals.back()->addIncoming(llvm::ConstantFP::get(type, 0), before);
    }
    Value* after_next = build_.CreateAdd(j, build_.getInt64(2));
    build_.CreateCondBr(build_.CreateICmpULE(after_next, k), body, done);

    build_.SetInsertPoint(body);
    std::vector<Value*> sums(totals.begin(), totals.end());
    const auto load = [&](Value* base, std::int64_t rows, std::size_t index) {
        const std::int64_t offset =
            rows * static_cast<std::int64_t>(row_) + static_cast<std::int64_t>(index * pack_);
        Value* place = build_.CreateConstGEP1_64(number_, base, static_cast<std::uint64_t>(offset));
        return build_.CreateAlignedLoad(type, build_.CreateBitCast(place, type->getPointerTo()),
                                        align);
    };
    for (std::size_t r = 0; r < at_a_time; ++r)
        for (std::size_t i = 0; i < count; ++i) {
            Value*& total = sums[i * each + r % each];
            const auto rows = static_cast<std::int64_t>(r);
            total = fma(load(a, rows, i), load(b, -rows, i), total);
        }
    const std::int64_t turn = static_cast<std::int64_t>(at_a_time * row_);
    a->addIncoming(build_.CreateConstGEP1_64(number_, a, static_cast<std::uint64_t>(turn)), body);
    b->addIncoming(build_.CreateConstGEP1_64(number_, b, static_cast<std::uint64_t>(-turn)), body);
    j->addIncoming(build_.CreateAdd(j, build_.getInt64(at_a_time)), body);
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i]->addIncoming(sums[i], body);
    build_.CreateBr(head);

    build_.SetInsertPoint(done);
    for (std::size_t i = 0; i < count; ++i) {
        Value* total = totals[i * each];
        for (std::size_t r = 1; r < each; ++r)
            total = build_.CreateFAdd(total, totals[i * each + r]);
        Value* place = build_.CreateConstGEP1_64(number_, sums_, (from + i) * pack_);
        build_.CreateAlignedStore(total, build_.CreateBitCast(place, type->getPointerTo()), align);
    }
}

// The terms j = 1 and j = k−1.
void Generator::add_recent(std::vector<Value*>& sums, Order& first, Order& before) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const JetSum& sum = program_.sums[i];
        const auto add = [&](const JetFactor& early, const JetFactor& late) {
            Value* one = factor(first, early);
            Value* other =
                late.weighted ? before.weighted[late.series] : before.series[late.series];
            if (one != nullptr && other != nullptr) sums[i] = fma(one, other, sums[i]);
        };
        if (sum.a == sum.b) {  // 2a₁aₖ₋₁
            if (Value* recent = before.series[sum.a.series]; recent != nullptr)
                sums[i] = fma(twice(first.series[sum.a.series]), recent, sums[i]);
            continue;
        }
        add(sum.a, sum.b);
        add(sum.b, sum.a);
    }
}

}  // namespace

unsigned jet_pack(const JetProgram& program, unsigned lanes_of_machine) {
    unsigned pack = 2;
    while (pack < lanes_of_machine && pack < program.sums.size()) pack *= 2;
    return pack;
}

std::size_t jet_workspace(const JetProgram& program, unsigned pack, std::size_t order) {
    return 2 * packs(program, pack) * pack * (order + rows_below + at_a_time);
}

void emit_jets(llvm::Module& module, const std::string& name, const JetProgram& program,
               unsigned pack) {
    Generator(module, name, program, pack).run();
}

}  // namespace rattleback
