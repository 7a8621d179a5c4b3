#include "compiled/llvm_long_function.hpp"

#include <algorithm>

namespace rattleback {
namespace {

// Instructions. A piece of this length takes LLVM some 50 ms; its scheduler needs time quadratic in
// the length of a block.
constexpr std::size_t longest_piece = 3000, longest_block = 512;

}  // namespace

llvm::Module& CodeModules::fresh() {
    modules.push_back(std::make_unique<llvm::Module>("rattleback", context));
    modules.back()->setDataLayout(layout);
    return *modules.back();
}

std::size_t CodeModules::longest() const {
    std::size_t result = 0;
    for (const auto& module : modules)
        for (const llvm::Function& function : *module)
            result = std::max<std::size_t>(result, function.getInstructionCount());
    return result;
}

LongFunction::LongFunction(CodeModules& modules, Signature signature)
    : modules_(modules),
      signature_(std::move(signature)),
      build_(modules.context),
      outer_(modules.context) {
    if (!in_pieces()) {
        build_.SetInsertPoint(&begun(modules_.fresh(), signature_.name, false)->getEntryBlock());
        return;
    }
    outer_.SetInsertPoint(&begun(modules_.fresh(), signature_.name, false)->getEntryBlock());
    frame_ = outer_.CreateAlloca(outer_.getInt8Ty(), outer_.getInt64(0));
    frame_->setAlignment(llvm::Align(64));
    begin_piece();
}

llvm::BasicBlock* LongFunction::block(const char* name, llvm::IRBuilder<>& where) {
    return llvm::BasicBlock::Create(modules_.context, name, where.GetInsertBlock()->getParent());
}

llvm::Function* LongFunction::declared(llvm::Module& module, const std::string& name,
                                       bool with_frame) const {
    std::vector<llvm::Type*> types = signature_.arguments;
    if (with_frame) types.push_back(llvm::PointerType::getUnqual(modules_.context));
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(modules_.context), types, false);
    auto* result = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
    result->addFnAttr(llvm::Attribute::NoUnwind);
    return result;
}

llvm::Function* LongFunction::begun(llvm::Module& module, const std::string& name,
                                    bool with_frame) {
    llvm::Function* result = declared(module, name, with_frame);
    // Where 512 bits are to be had, have them, although LLVM would rather not.
    const std::string bits = std::to_string(64 * signature_.width);
    result->addFnAttr("min-legal-vector-width", bits);
    result->addFnAttr("prefer-vector-width", bits);
    if (signature_.describe) signature_.describe(*result);
    if (with_frame)
        result->addParamAttr(static_cast<unsigned>(signature_.arguments.size()),
                             llvm::Attribute::NoAlias);
    llvm::BasicBlock::Create(modules_.context, "entry", result);
    return result;
}

void LongFunction::may_break() {
    llvm::BasicBlock* now = build_.GetInsertBlock();
    if (now->empty()) return;
    if (counted_ != nullptr && counted_->getParent() == now) {
        const auto more = std::distance(counted_->getIterator(), now->getIterator()->end()) - 1;
        block_ += static_cast<std::size_t>(more);
        piece_ += static_cast<std::size_t>(more);
    } else {
        block_ = now->size();
        piece_ = function().getInstructionCount();
    }
    counted_ = &now->back();
    if (in_pieces() && piece_ >= longest_piece)
        begin_piece();
    else if (block_ >= longest_block)
        begin_block();
}

// Blocks that simply follow one another would be merged. Nobody passes a null pointer, but LLVM does
// not know it.
void LongFunction::begin_block() {
    if (exit_ == nullptr) {
        exit_ = block("exit", build_);
        llvm::ReturnInst::Create(modules_.context, exit_);
    }
    auto* next = block("", build_);
    build_.CreateCondBr(build_.CreateIsNull(&*std::prev(function().arg_end())), exit_, next);
    build_.SetInsertPoint(next);
}

void LongFunction::begin_piece() {
    if (!in_pieces()) return;
    if (pieces_ > 0) build_.CreateRetVoid();
    const std::string name = signature_.name + "_" + std::to_string(pieces_++);
    build_.SetInsertPoint(&begun(modules_.fresh(), name, true)->getEntryBlock());
    counted_ = nullptr;
    exit_ = nullptr;
    piece_ = 0;
    llvm::Function* caller = outer_.GetInsertBlock()->getParent();
    std::vector<Value*> arguments;
    for (llvm::Argument& argument : caller->args()) arguments.push_back(&argument);
    arguments.push_back(frame_);
    outer_.CreateCall(declared(*caller->getParent(), name, true), arguments);
}

void LongFunction::finish() {
    build_.CreateRetVoid();
    if (!in_pieces()) return;
    outer_.CreateRetVoid();
    frame_->setOperand(0, outer_.getInt64(std::max<std::uint64_t>(frame_size_, 1)));
    // Its pieces are compiled before it.
    std::rotate(modules_.modules.begin(), modules_.modules.begin() + 1, modules_.modules.end());
}

// Aligned to its size, as vectors are.
std::uint64_t LongFunction::place_for(llvm::Type* type) {
    const std::uint64_t size = std::max<std::uint64_t>(
        8, llvm::PowerOf2Ceil(modules_.layout.getTypeStoreSize(type).getFixedValue()));
    const std::uint64_t place = llvm::alignTo(frame_size_, std::min<std::uint64_t>(size, 64));
    frame_size_ = place + size;
    return place;
}

llvm::Value* LongFunction::slot(Value* value, llvm::IRBuilder<>& where) {
    llvm::Function* writer = where.GetInsertBlock()->getParent();
    Value* frame = writer == frame_->getFunction()
                       ? static_cast<Value*>(frame_)
                       : writer->getArg(static_cast<unsigned>(signature_.arguments.size()));
    return where.CreateConstGEP1_64(where.getInt8Ty(), frame, places_.at(value));
}

// Where it is computed it is written down, too; what a loop of a piece gives, once that is over.
void LongFunction::keep(Value* value) {
    places_[value] = place_for(value->getType());
    auto* made = llvm::cast<llvm::Instruction>(value);
    llvm::Instruction* next = made->getNextNode();
    if (llvm::isa<llvm::PHINode>(made))
        next = made->getFunction() == frame_->getFunction()
                   ? made->getParent()->getFirstNonPHI()
                   : made->getFunction()->back().getTerminator();
    llvm::IRBuilder<> after(modules_.context);
    if (next == nullptr)
        after.SetInsertPoint(made->getParent());
    else
        after.SetInsertPoint(next);
    after.CreateStore(value, slot(value, after));
}

llvm::Value* LongFunction::here(Value* value, llvm::IRBuilder<>& where) {
    if (value == nullptr || !in_pieces() || llvm::isa<llvm::Constant>(value)) return value;
    llvm::BasicBlock* block = where.GetInsertBlock();
    const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    if (made != nullptr && made->getFunction() == block->getParent()) return value;
    Value*& loaded = loaded_[block][value];
    if (loaded != nullptr) return loaded;
    if (!places_.contains(value)) keep(value);
    return loaded = where.CreateLoad(value->getType(), slot(value, where));
}

llvm::Value* LongFunction::carried(Value* first, llvm::BasicBlock* head) {
    if (!in_pieces()) {
        llvm::PHINode* phi = llvm::PHINode::Create(first->getType(), 2, "", head);
        phi->addIncoming(first, build_.GetInsertBlock());
        return phi;
    }
    Value* result = &carried_.emplace_back(first->getType());
    places_[result] = place_for(first->getType());
    carry(result, first);
    return result;
}

void LongFunction::carry(Value* carried, Value* next) {
    if (!in_pieces()) {
        llvm::cast<llvm::PHINode>(carried)->addIncoming(next, build_.GetInsertBlock());
        return;
    }
    may_break();
    build_.CreateStore(here(next), slot(carried, build_));
}

}  // namespace rattleback
