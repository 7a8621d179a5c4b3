// Whether this build checks memory as it runs: everything is then many times slower, and tests that
// try many random cases try fewer.
#pragma once

namespace rattleback::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace rattleback::testing
