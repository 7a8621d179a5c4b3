// A reference to something callable: a pointer to it and a pointer to a function that calls it.
//
//     const auto rate = [&](double t, const double* y, double* f) { … };
//     const FunctionRef<void(double, const double*, double*)> ref = rate;
//
// It owns nothing, allocates nothing, and costs one indirect call. What it refers to must outlive
// it, so it is made of something that has a name: a temporary does not compile. A FunctionRef of
// nothing is false and must not be called.
#pragma once

#include <type_traits>
#include <utility>

namespace rattleback {

template <typename Callable, typename Ref, typename Result, typename... Args>
concept ReferredTo = !std::is_same_v<std::remove_cv_t<Callable>, Ref> &&
                     std::is_invocable_r_v<Result, const Callable&, Args...>;

template <typename Callable, typename Ref>
concept Temporary =
    !std::is_lvalue_reference_v<Callable> && !std::is_same_v<std::remove_cvref_t<Callable>, Ref>;

template <typename Signature>
class FunctionRef;

template <typename Result, typename... Args>
class FunctionRef<Result(Args...)> {
public:
    FunctionRef() = default;

    template <ReferredTo<FunctionRef, Result, Args...> Callable>
    FunctionRef(const Callable& callable)
        : what_(&callable), call_([](const void* what, Args... args) -> Result {
              return (*static_cast<const Callable*>(what))(std::forward<Args>(args)...);
          }) {}

    template <Temporary<FunctionRef> Callable>
    FunctionRef(Callable&&) = delete;

    Result operator()(Args... args) const { return call_(what_, std::forward<Args>(args)...); }
    explicit operator bool() const { return call_ != nullptr; }

private:
    const void* what_ = nullptr;
    Result (*call_)(const void*, Args...) = nullptr;
};

}  // namespace rattleback
