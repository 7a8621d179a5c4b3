#include "model/toml_tree.hpp"
#include "base/excerpt.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

TomlValue read(const std::string& text) { return read_toml(ModelText(text, "f.toml")); }

const TomlValue& value_of(const TomlValue& table, const std::string& key) {
    for (const TomlEntry& entry : table.entries)
        if (entry.key.text == key) return entry.value;
    throw std::out_of_range(key);
}

// Line and column where the words stand in the text.
Position place_of(const std::string& text, const std::string& words) {
    return position_of({text}, text.find(words));
}

TEST(TomlTree, KeepsTheOrderOfTheFile) {
    const TomlValue root = read("z = 1\na = 2\nm = 3\n[t]\nb = 1\n[s]\n");
    std::string keys;
    for (const TomlEntry& entry : root.entries) keys += entry.key.text;
    EXPECT_EQ(keys, "zamts");
}

TEST(TomlTree, KnowsTheFirstCharacterOfEveryKindOfString) {
    const std::string text =
        "a = \"MARK1 x\"\n"
        "  b = 'MARK2 x' # ψψψ\n"
        "c = \"\"\"MARK3 x\"\"\"\n"
        "d = \"\"\"\nMARK4 x\n+ y\"\"\"\n"
        "e = '''  MARK5 x'''\n"
        "f = '''\r\nMARK6 x'''\n"
        "g = [ 'ψψ', \"MARK7 x\" ]\n";
    const TomlValue root = read(text);
    int found = 0;
    const auto expect_place = [&](const TomlValue& value) {
        const auto at = value.source.text.find("MARK");
        ASSERT_NE(at, std::string::npos);
        const std::string mark = value.source.text.substr(at, 5);
        EXPECT_EQ(position_of(value.source, at), place_of(text, mark)) << mark;
        ++found;
    };
    for (const char* key : {"a", "b", "c", "d", "e", "f"}) expect_place(value_of(root, key));
    expect_place(value_of(root, "g").items.at(1));
    EXPECT_EQ(found, 7);
    EXPECT_EQ(value_of(root, "d").source.text, "MARK4 x\n+ y");
}

TEST(TomlTree, KnowsTheFirstCharacterOfEveryKey) {
    const std::string text =
        "  plain = 1\n\"basic'\" = 2\n'literal\"' = 3\nouter . \"dotted'\" = 4\n[ head ]\nin = { "
        "inner = "
        "5, \"primed'\" = 6 }\n[[many]]\n";
    const TomlValue root = read(text);
    const auto expect_place = [&](const TomlValue& table, const std::string& key) {
        const auto entry = std::ranges::find_if(
            table.entries, [&](const TomlEntry& e) { return e.key.text == key; });
        ASSERT_NE(entry, table.entries.end()) << key;
        EXPECT_EQ(entry->key.start, place_of(text, key)) << key;
    };
    for (const char* key : {"plain", "basic'", "literal\"", "outer", "head", "many"})
        expect_place(root, key);
    expect_place(value_of(root, "outer"), "dotted'");
    expect_place(value_of(value_of(root, "head"), "in"), "inner");
    expect_place(value_of(value_of(root, "head"), "in"), "primed'");
}

TEST(TomlTree, QuotesTheLineAroundAString) {
    const TomlValue root = read("a = \"x + y\"  # sum\n");
    const SourceText& source = value_of(root, "a").source;
    EXPECT_EQ(source.before, "a = \"");
    EXPECT_EQ(source.after, "\"  # sum");
    EXPECT_EQ(excerpt(source, {4, 5}), "  a = \"x + y\"  # sum\n           ^");
}

TEST(TomlTree, KeepsNumbersAsWritten) {
    const TomlValue root = read(
        "a = 0.1\nb = +1_000.250\nc = 1e-3\nd = 12\ne = -7\nf = 0x1F\ng = 1_000\nh = "
        "0.1234567890123456789012345\n");
    const auto text = [&](const char* key) { return value_of(root, key).source.text; };
    EXPECT_EQ(text("a"), "0.1");
    EXPECT_EQ(text("b"), "1000.250");
    EXPECT_EQ(text("c"), "1e-3");
    EXPECT_EQ(text("d"), "12");
    EXPECT_EQ(text("e"), "-7");
    EXPECT_EQ(text("f"), "31");
    EXPECT_EQ(text("g"), "1000");
    EXPECT_EQ(text("h"), "0.1234567890123456789012345");
    EXPECT_EQ(value_of(root, "b").source.start, (Position{2, 5}));
    EXPECT_EQ(value_of(root, "e").number, -7);
}

TEST(TomlTree, KnowsKinds) {
    const TomlValue root =
        read("a = 'x'\nb = 1\nc = 1.0\nd = true\ne = 1907-08-12\nf = 07:30:00\ng = [1]\nh = {}\n");
    const auto kind = [&](const char* key) { return value_of(root, key).kind; };
    EXPECT_EQ(kind("a"), TomlKind::Text);
    EXPECT_EQ(kind("b"), TomlKind::Integer);
    EXPECT_EQ(kind("c"), TomlKind::Float);
    EXPECT_EQ(kind("d"), TomlKind::Boolean);
    EXPECT_EQ(kind("e"), TomlKind::Date);
    EXPECT_EQ(kind("f"), TomlKind::Date);
    EXPECT_EQ(kind("g"), TomlKind::List);
    EXPECT_EQ(kind("h"), TomlKind::Table);
}

// Dots inside strings, comments and numbers are no depth of a key.
TEST(TomlTree, CountsOnlyDotsOfKeys) {
    const std::string dots(100, '.');
    EXPECT_NO_THROW(read("a = \"" + dots + "\" # " + dots + "\nb = '''\n" + dots + "'''\n"));
    EXPECT_NO_THROW(
        read("a = \"\"\"x\"\"\"\"\nb = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]\n"));
    EXPECT_NO_THROW(read("a = \"\\\"" + dots + "\"\n"));
    EXPECT_NO_THROW(read("a.b.c.d.e.f.g.h.i = 1\n"));
    EXPECT_THROW(read("a.b.c.d.e.f.g.h.i.j = 1\n"), ModelError);
    EXPECT_THROW(read("x = { a . b.c.d.\"e'\".f.g.h.i.j = 1 }\n"), ModelError);
    EXPECT_THROW(read("x = [\"\"\"y\"\"\"\", { a.b.c.d.e.f.g.h.i.j = 1 }]\n"), ModelError);
}

TEST(TomlTree, SurvivesDepthOfEveryKind) {
    const auto repeated = [](const std::string& piece, int n) {
        std::string result;
        for (int i = 0; i < n; ++i) result += piece;
        return result;
    };
    for (const std::string& text :
         {"[" + repeated("a.", 500'000) + "a]\n", repeated("a.", 500'000) + "a = 1\n",
          "a = " + repeated("[", 500'000), "a = " + repeated("{a=", 500'000),
          "a = " + repeated("{a.a.a.a.a.a.a.a = ", 200) + "1" + repeated("}", 200) + "\n",
          repeated("[[a]]\n", 100'000), "a = \"" + repeated("(", 900'000) + "\""}) {
        try {
            read(text);
        } catch (const ModelError&) {
        }
    }
}

}  // namespace
}  // namespace rattleback
