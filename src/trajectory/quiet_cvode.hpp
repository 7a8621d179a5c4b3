// CVODE without messages of its own: what fails is told by the codes that its functions return.
//
// SUNDIALS 7 takes a communicator of its own type, and asks the context whom to tell of errors; with
// SUNDIALS 6 whoever integrates is asked. All else that we need is the same in both.
#pragma once

#include <cvode/cvode.h>

namespace rattleback {

// To be freed with SUNContext_Free and CVodeFree.
SUNContext new_quiet_context();
void* new_quiet_cvode(int family, SUNContext context);

}  // namespace rattleback
