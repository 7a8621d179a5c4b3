#include "compiled/llvm_jit.hpp"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <atomic>

#include "base/interruption.hpp"
#include "base/memory.hpp"
#include "compiled/lanes.hpp"
#include "compiled/llvm_code.hpp"
#include "compiled/llvm_jet_step.hpp"
#include "compiled/llvm_jet_sums.hpp"
#include "compiled/llvm_jets.hpp"
#include "compiled/machine_code.hpp"
#include "exact/memory_end.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

namespace orc = llvm::orc;

template <typename T>
T unwrap(llvm::Expected<T> expected) {
    if (expected) return std::move(*expected);
    throw NumericalError("LLVM cannot compile the equations: " +
                         llvm::toString(expected.takeError()));
}

void unwrap(llvm::Error error) {
    if (error)
        throw NumericalError("LLVM cannot compile the equations: " +
                             llvm::toString(std::move(error)));
}

// Of the hundred features that a processor has or lacks, those in which it differs from others of its
// name. Every compilation reads the list, and follows what each feature implies.
llvm::SubtargetFeatures own_features(const orc::JITTargetMachineBuilder& machine) {
    const std::string triple = machine.getTargetTriple().str();
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (target == nullptr) throw NumericalError("LLVM cannot compile the equations: " + error);
    const std::unique_ptr<llvm::MCSubtargetInfo> others(
        target->createMCSubtargetInfo(triple, machine.getCPU(), ""));
    const auto host = llvm::sys::getHostCPUFeatures();
    llvm::SubtargetFeatures own;
    for (const llvm::SubtargetFeatureKV& feature : others->getAllProcessorFeatures())
        if (const auto it = host.find(feature.Key);
            it != host.end() && it->second != others->hasFeature(feature.Value))
            own.AddFeature(feature.Key, it->second);
    return own;
}

orc::JITTargetMachineBuilder this_machine(Effort effort) {
    auto machine = unwrap(orc::JITTargetMachineBuilder::detectHost());
    machine.getFeatures() = own_features(machine);
    machine.setCodeGenOptLevel(effort == Effort::Full ? llvm::CodeGenOptLevel::Default
                                                      : llvm::CodeGenOptLevel::None);
    return machine;
}

// LLVM ends the process where it gets no memory, unless it is told what else to do.
void throw_bad_alloc(void*, const char*, bool) {
    tell_memory_end();
    throw std::bad_alloc();
}

class Session {
public:
    explicit Session(Effort effort) {
        llvm::install_bad_alloc_error_handler(throw_bad_alloc);
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        jit_ = unwrap(orc::LLJITBuilder()
                          .setJITTargetMachineBuilder(this_machine(effort))
                          .setPlatformSetUp(orc::setUpInactivePlatform)
                          .setCompileFunctionCreator(concurrent_compiler)
                          .create());
        orc::SymbolMap symbols;
        for (const External& external : externals())
            symbols[jit_->mangleAndIntern(external.name)] = {orc::ExecutorAddr(external.address),
                                                             llvm::JITSymbolFlags::Exported};
        unwrap(jit_->getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols))));
    }

    orc::LLJIT& jit() { return *jit_; }
    std::string fresh_name() { return "tape" + std::to_string(count_++); }

private:
    // Any number of threads may compile at once.
    static llvm::Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> concurrent_compiler(
        orc::JITTargetMachineBuilder machine) {
        return std::make_unique<orc::ConcurrentIRCompiler>(std::move(machine));
    }

    std::unique_ptr<orc::LLJIT> jit_;
    std::atomic<std::size_t> count_ = 0;
};

// Freed when the process ends and the last code is gone.
template <Effort effort>
std::shared_ptr<Session> session() {
    static const auto only = std::make_shared<Session>(effort);
    return only;
}

std::shared_ptr<Session> session(Effort effort) {
    return effort == Effort::Full ? session<Effort::Full>() : session<Effort::Quick>();
}

// What is thrown through LLVM leaves it in disorder. So before each of its works there is enough memory,
// or none of the work is begun: for a session with its tables, and for what the compilation of a
// function may take, by the number of its instructions.
constexpr std::uint64_t for_session = 24'000'000, for_function = 8'000'000, for_instruction = 8'000;

std::uint64_t memory_for(const llvm::Module& module) {
    std::uint64_t count = 0;
    for (const llvm::Function& function : module) count += function.getInstructionCount();
    return for_function + for_instruction * count;
}

// In pieces only what is too long for one function.
void write(const MachineCode::Emit& emit, const std::string& name, CodeModules& code) {
    emit(code, name);
    if (code.longest() <= longest_function) return;
    code.modules.clear();
    code.in_pieces = true;
    emit(code, name);
}

std::string first_function(const llvm::Module& module) {
    const auto defined = std::ranges::find_if(
        module, [](const llvm::Function& function) { return !function.isDeclaration(); });
    return defined->getName().str();
}

}  // namespace

struct MachineCode::Tracked {
    // The names of what is gone would stay.
    ~Tracked() {
        if (!resources) return;
        llvm::consumeError(resources->remove());
        resources = nullptr;
        session->jit().getExecutionSession().getSymbolStringPool()->clearDeadEntries();
    }
    std::shared_ptr<Session> session;
    orc::ResourceTrackerSP resources;
};

// Where memory ends in the middle of LLVM, a module is left half written, or the session with a lookup that
// is neither done nor given up. They can be used no more, and not be taken apart either: they stay as
// they are, a module with its context, which would take it apart.
MachineCode::MachineCode(const Emit& emit, Effort effort) {
    require_memory(for_session);
    tracked_.reset(new Tracked{session(effort), nullptr});
    Session& session = *tracked_->session;
    orc::LLJIT& jit = session.jit();
    name_ = session.fresh_name();
    auto context = std::make_unique<orc::ThreadSafeContext>(std::make_unique<llvm::LLVMContext>());
    CodeModules code{*context->getContext(), jit.getDataLayout()};
    try {
        write(emit, name_, code);
    } catch (const std::bad_alloc&) {
        for (auto& module : code.modules) static_cast<void>(module.release());
        static_cast<void>(context.release());
        throw;
    }
    tracked_->resources = jit.getMainJITDylib().createResourceTracker();
    for (auto& module : code.modules) {
        heed_stop();
        require_memory(memory_for(*module));
        const std::string function = first_function(*module);
        try {
            unwrap(jit.addIRModule(tracked_->resources,
                                   orc::ThreadSafeModule(std::move(module), *context)));
            unwrap(jit.lookup(function));  // compiles the module
        } catch (const std::bad_alloc&) {
            static_cast<void>(tracked_.release());
            throw;
        }
    }
}

std::uint64_t MachineCode::address(const std::string& suffix) const {
    return unwrap(tracked_->session->jit().lookup(name_ + suffix)).getValue();
}

MachineCode::~MachineCode() = default;

TapeMachineCode machine_code(const Tape& tape, const CompileOptions& options) {
    const auto code = std::make_shared<const MachineCode>(
        [&](CodeModules& modules, const std::string& name) {
            emit_function(modules, name, tape, options.width);
        },
        options.effort);
    return {reinterpret_cast<Kernel>(code->address()), code};
}


JetMachineCode machine_code(const JetProgram& program) {
    const auto code =
        std::make_shared<const MachineCode>([&](CodeModules& modules, const std::string& name) {
            emit_jets(modules, name, program, jet_pack(program, lanes_of_this_machine()));
            emit_step_functions(*modules.modules.back(), name, program);
        });
    const auto step = [&](const char* suffix) {
        return reinterpret_cast<JetStepFunction>(code->address(suffix));
    };
    return {{reinterpret_cast<JetKernel>(code->address()),
             {step("_reach"), step("_advance"), step("_verify")}},
            code};
}

}  // namespace rattleback
