// A function of LLVM that may be long: written whole, or in pieces of bounded length.
//
// What LLVM needs for a function grows faster than its length, and nothing can end it before it is
// done. So long code is several functions, each in a module of its own; they are compiled one by one,
// and between two of them an interruption is heeded. What one piece computes and a later one reads
// goes through a frame, which belongs to the function that calls them in turn:
//
//     name(a, b, …):   frame;   piece0(a, b, …, frame);   piece1(a, b, …, frame);   …
//
// Which values these are shows when they are read: here(v) is v, for the piece that is being written.
// Whoever writes code passes by here() what may be older than the last may_break().
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace rattleback {

// Modules of one context, to be compiled in this order.
struct CodeModules {
    llvm::LLVMContext& context;
    const llvm::DataLayout& layout;
    bool in_pieces = false;  // whether long functions are to be written so
    std::vector<std::unique_ptr<llvm::Module>> modules = {};

    llvm::Module& fresh();
    std::size_t longest() const;  // how many instructions the longest function has
};

// A function with more instructions is to be written in pieces. They run as fast as it would, or a
// tenth slower, where a loop goes around them.
inline constexpr std::size_t longest_function = 6000;

struct Signature {
    std::string name;
    std::vector<llvm::Type*> arguments;
    unsigned width;  // how many doubles the widest register should have
    std::function<void(llvm::Function&)> describe = {};  // what is known of its arguments
};

class LongFunction {
public:
    using Value = llvm::Value;

    LongFunction(CodeModules& modules, Signature signature);

    // Where code is written: the end of the present piece.
    llvm::IRBuilder<>& build() { return build_; }
    // Where loops around pieces are written, and memory is reserved: the same where it is whole.
    llvm::IRBuilder<>& outer() { return in_pieces() ? outer_ : build_; }
    bool in_pieces() const { return modules_.in_pieces; }
    llvm::Module& module() { return *build_.GetInsertBlock()->getModule(); }
    llvm::Function& function() { return *build_.GetInsertBlock()->getParent(); }
    llvm::BasicBlock* block(const char* name, llvm::IRBuilder<>& where);

    // A new piece or block may begin here, and does where the present one is long.
    void may_break();
    // Here a loop of outer() begins, its code or what follows it.
    void begin_piece();
    void finish();

    Value* argument(unsigned index) { return function().getArg(index); }
    Value* here(Value* value) { return here(value, build_); }
    Value* here(Value* value, llvm::IRBuilder<>& where);

    // A value that a loop of outer() carries from turn to turn, to be made before the loop is entered
    // at its head; and its next value, at the end of a turn.
    Value* carried(Value* first, llvm::BasicBlock* head);
    void carry(Value* carried, Value* next);

private:
    void begin_block();
    llvm::Function* declared(llvm::Module& module, const std::string& name, bool with_frame) const;
    llvm::Function* begun(llvm::Module& module, const std::string& name, bool with_frame);
    Value* slot(Value* value, llvm::IRBuilder<>& where);
    std::uint64_t place_for(llvm::Type* type);
    void keep(Value* value);

    CodeModules& modules_;
    Signature signature_;
    llvm::IRBuilder<> build_, outer_;
    llvm::AllocaInst* frame_ = nullptr;
    std::uint64_t frame_size_ = 0;  // bytes
    std::size_t pieces_ = 0;
    std::unordered_map<Value*, std::uint64_t> places_;  // in the frame
    std::unordered_map<llvm::BasicBlock*, std::unordered_map<Value*, Value*>> loaded_;
    std::deque<llvm::Argument> carried_;    // stand for what lies in the frame
    llvm::BasicBlock* exit_ = nullptr;      // of the piece
    llvm::Instruction* counted_ = nullptr;  // the last of them
    std::size_t piece_ = 0, block_ = 0;     // how long the piece is, and its last block
};

}  // namespace rattleback
