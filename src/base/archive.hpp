// Values as bytes and back, for what one process leaves to another on the same machine.
//
//     struct Rest {
//         double from, until;
//         template <typename Archive>
//         friend void fields(Archive& archive, Rest& x) { archive(x.from, x.until); }
//     };
//
//     Saver saver;  saver(rest, names);  write(saver.bytes());
//     Loader loader(bytes);  loader(rest, names);         // the same, to the last bit
//
// A type lists its members once, and that list both saves and loads. Numbers are written as they lie in
// memory. Bytes that are cut off or make no sense are a DamagedArchive, never more than the bytes
// there are are believed; that they are those that were written, somebody else has to know. Which values
// an enumeration has is told by a function beside it, is_value(Colour).
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rattleback {

struct DamagedArchive : std::runtime_error {
    DamagedArchive() : std::runtime_error("the bytes are damaged") {}
};

template <typename T>
concept IsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Saver {
public:
    template <typename... Values>
    void operator()(const Values&... values) {
        (put(values), ...);
    }
    const std::string& bytes() const { return bytes_; }

private:
    template <IsPlain T>
    void put(const T& x) {
        bytes_.append(reinterpret_cast<const char*>(&x), sizeof x);
    }
    void put(const std::string& text) {
        put(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <typename T>
    void put(const std::vector<T>& list) {
        put(std::uint64_t{list.size()});
        for (const T& each : list) put(each);
    }
    void put(const std::vector<double>& list) {
        put(std::uint64_t{list.size()});
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(double));
    }
    template <typename T>
    void put(const std::set<T>& all) {
        put(std::uint64_t{all.size()});
        for (const T& each : all) put(each);
    }
    template <typename A, typename B>
    void put(const std::pair<A, B>& two) {
        put(two.first);
        put(two.second);
    }
    template <typename T>
    void put(const std::optional<T>& x) {
        put(x.has_value());
        if (x) put(*x);
    }
    template <typename T>
        requires std::is_class_v<T>
    void put(const T& x) {
        fields(*this, const_cast<T&>(x));  // which only reads here
    }

    std::string bytes_;
};

class Loader {
public:
    // The bytes must live as long.
    explicit Loader(std::string_view bytes) : rest_(bytes) {}

    template <typename... Values>
    void operator()(Values&... values) {
        (get(values), ...);
    }
    bool is_at_end() const { return rest_.empty(); }

private:
    const char* take(std::size_t count) {
        if (count > rest_.size()) throw DamagedArchive();
        const char* const first = rest_.data();
        rest_.remove_prefix(count);
        return first;
    }
    // Of entries that take at least so many bytes each.
    std::size_t size_of_list(std::size_t least) {
        std::uint64_t size = 0;
        get(size);
        if (size > rest_.size() / least) throw DamagedArchive();
        return size;
    }
    template <IsPlain T>
    void get(T& x) {
        std::memcpy(&x, take(sizeof x), sizeof x);
    }
    template <IsPlain T>
        requires std::is_enum_v<T>
    void get(T& x) {
        std::memcpy(&x, take(sizeof x), sizeof x);
        if (!is_value(x)) throw DamagedArchive();
    }
    void get(bool& x) {
        const char byte = *take(1);
        if (byte != 0 && byte != 1) throw DamagedArchive();
        x = byte == 1;
    }
    void get(std::string& text) {
        const std::size_t size = size_of_list(1);
        text.assign(take(size), size);
    }
    template <typename T>
    void get(std::vector<T>& list) {
        const std::size_t size = size_of_list(1);
        list.clear();
        for (std::size_t i = 0; i < size; ++i) get(list.emplace_back());
    }
    void get(std::vector<double>& list) {
        list.resize(size_of_list(sizeof(double)));
        const char* const from = take(list.size() * sizeof(double));
        if (!list.empty()) std::memcpy(list.data(), from, list.size() * sizeof(double));
    }
    template <typename T>
    void get(std::set<T>& all) {
        all.clear();
        for (std::size_t i = size_of_list(1); i > 0; --i) {
            T each{};
            get(each);
            all.insert(std::move(each));
        }
    }
    template <typename A, typename B>
    void get(std::pair<A, B>& two) {
        get(two.first);
        get(two.second);
    }
    template <typename T>
    void get(std::optional<T>& x) {
        bool has_value = false;
        get(has_value);
        x.reset();
        if (has_value) get(x.emplace());
    }
    template <typename T>
        requires std::is_class_v<T>
    void get(T& x) {
        fields(*this, x);
    }

    std::string_view rest_;
};

}  // namespace rattleback
