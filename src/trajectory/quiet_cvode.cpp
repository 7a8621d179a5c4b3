#include "trajectory/quiet_cvode.hpp"

#include <sundials/sundials_config.h>

namespace rattleback {

#if SUNDIALS_VERSION_MAJOR >= 7

SUNContext new_quiet_context() {
    SUNContext context = nullptr;
    SUNContext_Create(SUN_COMM_NULL, &context);
    SUNContext_ClearErrHandlers(context);
    return context;
}

void* new_quiet_cvode(int family, SUNContext context) { return CVodeCreate(family, context); }

#else

namespace {
void stay_silent(int, const char*, const char*, char*, void*) {}
}  // namespace

SUNContext new_quiet_context() {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    return context;
}

void* new_quiet_cvode(int family, SUNContext context) {
    void* const memory = CVodeCreate(family, context);
    CVodeSetErrHandlerFn(memory, stay_silent, nullptr);
    return memory;
}

#endif

}  // namespace rattleback
