#include "compiled/llvm_code.hpp"

#include <llvm/IR/IRBuilder.h>

#include <cmath>
#include <map>
#include <vector>

#include "compiled/interpreter.hpp"
#include "compiled/llvm_sincos.hpp"

namespace rattleback {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

std::uint64_t address(Unary f) { return reinterpret_cast<std::uint64_t>(f); }
std::uint64_t address(Binary f) { return reinterpret_cast<std::uint64_t>(f); }

void again(const Tape* tape, std::uint64_t width, const double* in, double* out) noexcept {
    interpret_batch(*tape, width, in, out);
}

constexpr const char* again_name = "rattleback_interpret";

// What is called for an operation, by its name in C; nothing where it is no call.
External library_function(Op op) {
    switch (op) {
        case Op::Power: return {"pow", address(static_cast<Binary>(std::pow))};
        case Op::Acos: return {"acos", address(static_cast<Unary>(std::acos))};
        case Op::Asin: return {"asin", address(static_cast<Unary>(std::asin))};
        case Op::Atan: return {"atan", address(static_cast<Unary>(std::atan))};
        case Op::Atan2: return {"atan2", address(static_cast<Binary>(std::atan2))};
        case Op::Cosh: return {"cosh", address(static_cast<Unary>(std::cosh))};
        case Op::Erf: return {"erf", address(static_cast<Unary>(std::erf))};
        case Op::Exp: return {"exp", address(static_cast<Unary>(std::exp))};
        case Op::Log: return {"log", address(static_cast<Unary>(std::log))};
        case Op::Sinh: return {"sinh", address(static_cast<Unary>(std::sinh))};
        case Op::Tan: return {"tan", address(static_cast<Unary>(std::tan))};
        case Op::Tanh: return {"tanh", address(static_cast<Unary>(std::tanh))};
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Negate:
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd:
        case Op::Abs:
        case Op::Sign:
        case Op::Sqrt:
        case Op::Sin:
        case Op::Cos:
        case Op::SinCos:
        case Op::PairedCosine: break;  // instructions, or code of our own
    }
    return {nullptr, 0};
}

class Generator {
public:
    Generator(CodeModules& modules, const std::string& name, const Tape& tape, unsigned width)
        : code_(modules, signature(modules.context, name, width)),
          build_(code_.build()),
          tape_(tape),
          width_(width) {
        llvm::Type* number = build_.getDoubleTy();
        type_ = width == 1 ? number : llvm::FixedVectorType::get(number, width);
        values_.resize(tape.places());
    }

    // An output is stored as soon as it is known: that frees its register.
    void run() {
        for (std::size_t i = 0; i < tape_.outputs.size(); ++i)
            stored_as_.emplace(tape_.outputs[i], i);
        for (Place place = 0; place < tape_.first_instruction(); ++place) store(place);
        for (std::size_t i = 0; i < tape_.instructions.size(); ++i) {
            const auto place = static_cast<Place>(tape_.first_instruction() + i);
            if (values_[place] == nullptr) values_[place] = result(place, tape_.instructions[i]);
            store(place);
        }
        if (large_ != nullptr) look_at_angles();
        code_.finish();
    }

private:
    static Signature signature(llvm::LLVMContext& context, const std::string& name,
                               unsigned width) {
        llvm::Type* pointer = llvm::PointerType::getUnqual(context);
        const auto describe = [](llvm::Function& function) {
            function.addParamAttr(1, llvm::Attribute::NoAlias);
            function.addParamAttr(1, llvm::Attribute::ReadOnly);
            function.addParamAttr(2, llvm::Attribute::NoAlias);
        };
        return {name, {pointer, pointer, pointer}, width, describe};
    }

    void store(Place place) {
        const auto [first, last] = stored_as_.equal_range(place);
        for (auto it = first; it != last; ++it) {
            build_.CreateAlignedStore(value(place), address_of(2, it->second), llvm::Align(8));
            code_.may_break();
        }
        code_.may_break();
    }

    llvm::Value* address_of(unsigned argument, std::size_t index) {
        return build_.CreateConstGEP1_64(build_.getDoubleTy(), code_.argument(argument),
                                         index * width_);
    }

    // Inputs are loaded where they are first used.
    llvm::Value* value(Place place) {
        llvm::Value*& known = values_[place];
        if (known != nullptr) return code_.here(known);
        if (place < tape_.first_constant())
            known = build_.CreateAlignedLoad(type_, address_of(1, place), llvm::Align(8));
        else
            known = llvm::ConstantFP::get(type_, tape_.constants[place - tape_.first_constant()]);
        return known;
    }

    llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {a, b, c});
    }

    llvm::Value* result(std::size_t place, const Instruction& step) {
        llvm::Value* const a = value(step.a);
        const auto b = [&] { return value(step.b); };
        const auto c = [&] { return value(step.c); };
        switch (step.op) {
            case Op::Add: return build_.CreateFAdd(a, b());
            case Op::Subtract: return build_.CreateFSub(a, b());
            case Op::Multiply: return build_.CreateFMul(a, b());
            case Op::Divide: return build_.CreateFDiv(a, b());
            case Op::Negate: return build_.CreateFNeg(a);
            case Op::MultiplyAdd: return fma(a, b(), c());
            case Op::MultiplySubtract: return fma(a, b(), build_.CreateFNeg(c()));
            case Op::NegatedMultiplyAdd: return fma(build_.CreateFNeg(a), b(), c());
            case Op::Abs: return build_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
            case Op::Sign: {
                llvm::Value* const zero = llvm::ConstantFP::get(type_, 0);
                llvm::Value* const one = llvm::ConstantFP::get(type_, 1);
                llvm::Value* const size_one =
                    build_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, one, a);
                return build_.CreateSelect(build_.CreateFCmpONE(a, zero), size_one, a);
            }
            case Op::Sqrt: return build_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a);
            case Op::Sin: return sincos(a).sine;
            case Op::Cos: return sincos(a).cosine;
            case Op::SinCos: {
                const SinCosValues both = sincos(a);
                values_[place + 1] = both.cosine;
                return both.sine;
            }
            case Op::PairedCosine: break;  // was given with its SinCos
            case Op::Atan2:
            case Op::Power: return called(library_function(step.op).name, {a, b()});
            case Op::Acos:
            case Op::Asin:
            case Op::Atan:
            case Op::Cosh:
            case Op::Erf:
            case Op::Exp:
            case Op::Log:
            case Op::Sinh:
            case Op::Tan:
            case Op::Tanh: return called(library_function(step.op).name, {a});
        }
        return nullptr;
    }

    SinCosValues sincos(llvm::Value* x) {
        llvm::Value* size = build_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
        llvm::Value* large =
            build_.CreateFCmpOGE(size, llvm::ConstantFP::get(type_, largest_angle));
        large_ = large_ == nullptr ? large : build_.CreateOr(code_.here(large_), large);
        return emit_sincos(build_, x);
    }

    llvm::Value* called(const char* name, const std::vector<llvm::Value*>& args) {
        llvm::Type* number = build_.getDoubleTy();
        const std::vector<llvm::Type*> types(args.size(), number);
        const auto callee =
            code_.module().getOrInsertFunction(name, llvm::FunctionType::get(number, types, false));
        if (width_ == 1) return build_.CreateCall(callee, args);
        llvm::Value* result = llvm::PoisonValue::get(type_);
        for (unsigned lane = 0; lane < width_; ++lane) {
            std::vector<llvm::Value*> of_lane;
            for (llvm::Value* arg : args)
                of_lane.push_back(build_.CreateExtractElement(arg, std::uint64_t{lane}));
            result = build_.CreateInsertElement(result, build_.CreateCall(callee, of_lane),
                                                std::uint64_t{lane});
        }
        return result;
    }

    void look_at_angles() {
        llvm::Value* any = code_.here(large_);
        if (width_ > 1) {
            any = build_.CreateBitCast(any, build_.getIntNTy(width_));
            any = build_.CreateICmpNE(any, llvm::ConstantInt::get(any->getType(), 0));
        }
        auto* slow = code_.block("slow", build_);
        auto* exit = code_.block("exit", build_);
        build_.CreateCondBr(any, slow, exit);
        build_.SetInsertPoint(slow);
        llvm::Type* pointer = build_.getPtrTy();
        const auto callee = code_.module().getOrInsertFunction(
            again_name, build_.getVoidTy(), pointer, build_.getInt64Ty(), pointer, pointer);
        build_.CreateCall(callee, {code_.argument(0), build_.getInt64(width_), code_.argument(1),
                                   code_.argument(2)});
        build_.CreateBr(exit);
        build_.SetInsertPoint(exit);
    }

    LongFunction code_;
    llvm::IRBuilder<>& build_;
    const Tape& tape_;
    unsigned width_;
    llvm::Type* type_ = nullptr;
    std::vector<llvm::Value*> values_;
    std::multimap<Place, std::size_t> stored_as_;  // the outputs that a place is
    llvm::Value* large_ = nullptr;                 // whether an angle so far was too large
};

}  // namespace

std::span<const External> externals() {
    static const std::vector<External> all = [] {
        std::vector<External> result{{again_name, reinterpret_cast<std::uint64_t>(&again)}};
        for (auto op = Op::Add; op <= Op::PairedCosine; op = static_cast<Op>(int(op) + 1))
            if (const External called = library_function(op); called.name != nullptr)
                result.push_back(called);
        return result;
    }();
    return all;
}

void emit_function(CodeModules& modules, const std::string& name, const Tape& tape,
                   unsigned width) {
    Generator(modules, name, tape, width).run();
}

}  // namespace rattleback
