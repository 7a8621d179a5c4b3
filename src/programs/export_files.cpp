#include "programs/export_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiled/operation_text.hpp"
#include "expr/print_text.hpp"
#include "programs/export_names.hpp"
#include "programs/filled_template.hpp"
#include "programs/made_known.hpp"
#include "programs/program_lines.hpp"

namespace rattleback {
namespace {

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string quoted(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", word);
    return text;
}

class Files {
public:
    Files(const ExportProgram& program, const ExportLanguage& language)
        : program_(program),
          language_(language),
          syntax_(syntax_of(language.language)),
          names_(export_names(program, syntax_)) {
        set_numbers();
        set_lists();
        values_["run"] = filled(language.run, values_);
        values_["mark"] = comment({std::string(mark())});
        values_["heading"] = comment(heading());
        set_functions();
    }

    std::vector<TextFile> write() {
        std::vector<TextFile> files;
        for (const FileTemplate& file : language_.files) {
            if (!file.per_function) {
                files.push_back({filled(file.name, values_), filled(file.text, values_)});
                continue;
            }
            for (const auto& [name, text] : functions_) {
                values_["function"] = name;
                values_["function_text"] = text;
                files.push_back({filled(file.name, values_), filled(file.text, values_)});
            }
        }
        return files;
    }

    const std::string& commands() const { return values_.at("run"); }

private:
    std::string mark() const {
        return fmt::format("{}.",
                           fmt::format("Written by {}", in_comment(program_.heading.writer)));
    }

    void set_numbers() {
        const std::size_t s = program_.state.size(), q = program_.coordinates;
        values_["model"] = program_name(program_.heading.name, syntax_);
        values_["MODEL"] = upper(values_["model"]);
        values_["Model"] = values_["model"];
        values_["Model"][0] = upper(values_["Model"])[0];
        values_["states"] = std::to_string(s);
        values_["coordinates"] = std::to_string(q);
        values_["speeds"] = std::to_string(s - q);
        values_["equations"] = std::to_string(program_.unknowns.size());
        values_["kept"] = std::to_string(program_.invariants.size());
        values_["include"] = "include";  // templates have holes where our own files would have it
        values_["until"] = constant_text(program_.until, syntax_);
        values_["steps"] = std::to_string(program_.steps);
        values_["made_known"] = made_known(program_.functions, language_);
    }

    void set_lists() {
        std::vector<std::string> words{"t"};
        std::string initial, sizes;
        for (std::size_t i = 0; i < program_.state.size(); ++i) {
            words.push_back(to_text(program_.state[i]));
            initial += "    " + assigned(entry_text(syntax_, "state", i),
                                         constant_text(program_.initial[i], syntax_), words.back());
            sizes += assigned(entry_text(syntax_, "sizes", i),
                              constant_text(program_.sizes[i], syntax_), words.back());
        }
        for (const std::string& name : program_.invariants)
            words.push_back(as_word(fmt::format("drift {}", name)));
        values_["initial"] = initial;
        values_["sizes"] = sizes;
        values_["columns"] = broken_line("    " + quoted(words), 4, ", ", language_.continuation);
        std::string fields, defaults;
        for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
            const ExportParameter& p = program_.parameters[i];
            const TemplateValues one{{"name", names_.parameters[i]},
                                     {"value", constant_text(p.value, syntax_)},
                                     {"remark", p.remark.empty() ? "" : remark(p.remark)}};
            fields += filled(language_.field, one) + "\n";
            defaults += filled(language_.default_value, one) + "\n";
        }
        values_["fields"] = fields.empty() ? std::string(language_.no_parameters) : fields;
        values_["defaults"] = defaults;
        values_["hint"] = "";
        if (program_.parameters.empty()) return;
        const TemplateValues first{{"name", names_.parameters[0]},
                                   {"value", constant_text(program_.parameters[0].value, syntax_)}};
        values_["hint"] = remark("to change one: " + filled(language_.hint, first));
    }

    std::vector<std::string> heading() const {
        std::vector<std::string> lines{mark(), "", program_.title + "."};
        if (!program_.reference.empty()) lines.push_back(program_.reference + ".");
        lines.insert(lines.end(),
                     {"",
                      fmt::format("The motion in the form {}: d(state)/dt = rates(t, state, p).",
                                  program_.form),
                      "", "The state:"});
        for (std::size_t i = 0; i < program_.state.size(); ++i)
            lines.push_back(fmt::format("    {}  {}", entry_text(syntax_, "state", i),
                                        to_text(program_.state[i])));
        if (!program_.speeds.empty()) lines.push_back(program_.speeds);
        lines.insert(lines.end(), {"", "The invariants:"});
        for (std::size_t i = 0; i < program_.invariants.size(); ++i)
            lines.push_back(
                fmt::format("    {}  {}", entry_text(syntax_, "value", i), program_.invariants[i]));
        lines.insert(lines.end(), program_.notes.begin(), program_.notes.end());
        lines.insert(lines.end(), {"", "To run the example:", "    " + values_.at("run")});
        if (const std::string& command = program_.heading.command; !command.empty())
            lines.insert(lines.end(), {"", "The command that wrote this:", "    " + command});
        return lines;
    }

    std::string comment(const std::vector<std::string>& lines) const {
        const CommentStyle& style = language_.comment;
        std::string text;
        for (const std::string& line : lines) {
            std::string rest =
                broken_line(in_comment(line), line.starts_with("    ") ? 8 : 0) + "\n";
            while (!rest.empty()) {
                const auto end = rest.find('\n');
                std::string one = std::string(text.empty() ? style.first : style.next) +
                                  in_comment(rest.substr(0, end));
                one.erase(one.find_last_not_of(' ') + 1);
                text += one + "\n";
                rest.erase(0, end + 1);
            }
        }
        if (lines.size() == 1 || style.last.empty()) text.pop_back();
        return text + std::string(style.last) + "\n";
    }

    std::string remark(const std::string& text) const {
        return fmt::format(fmt::runtime(syntax_.remark), in_comment(text));
    }

    std::string assigned(const std::string& to, const std::string& value,
                         const std::string& what) const {
        return fmt::format(fmt::runtime(syntax_.assignment), to, value) +
               (what.empty() ? "" : remark(what)) + "\n";
    }

    // The functions of a file, with those before the solution of the equations first.
    void set_functions() {
        std::string declarations;
        const auto add = [&](const std::string& name, const std::string& text) {
            functions_.emplace_back(name, text);
        };
        for (const ExportFunction& f : program_.functions) {
            add(f.name, function(f));
            declarations += declaration(f);
            if (f.name == "forcing_by_state") {
                TemplateValues values = values_;
                add("rates", filled(language_.solved_rates, values));
                add("jacobian", filled(language_.solved_jacobian, values));
                declarations += solved_declarations();
            }
        }
        std::string all;
        for (const auto& [name, text] : functions_) all += (all.empty() ? "" : "\n") + text;
        values_["functions"] = all;
        values_["declarations"] = declarations;
        values_["solve"] = program_.unknowns.empty() ? "" : filled(language_.solve, values_);
    }

    std::string solved_declarations() const {
        const std::size_t s = program_.state.size();
        return declaration({"rates", "rate", "d(state)/dt.", s, 0, {}}) +
               declaration({"jacobian", "jac", "The Jacobian of the rates.", s, s, {}});
    }

    TemplateValues values_of(const ExportFunction& f) const {
        TemplateValues values = values_;
        values["function"] = f.name;
        values["output"] = f.output;
        values["meaning"] = f.meaning;
        values["rows"] = std::to_string(f.rows);
        values["width"] = std::to_string(f.columns);
        values["unknowns"] = f.takes_unknowns ? filled(language_.unknowns_argument, values_) : "";
        const bool is_vector = f.columns == 0;
        values["shape"] =
            is_vector ? fmt::format("[{}]", f.rows) : fmt::format("[{}][{}]", f.rows, f.columns);
        values["type"] = is_vector ? fmt::format("Vector<{}>", f.rows)
                                   : fmt::format("Matrix<{}, {}>", f.rows, f.columns);
        return values;
    }

    std::string declaration(const ExportFunction& f) const {
        return broken_signature(filled(language_.declaration, values_of(f)));
    }

    std::string function(const ExportFunction& f) const {
        TemplateValues values = values_of(f);
        const std::string_view result =
            f.columns == 0 ? language_.new_vector : language_.new_matrix;
        return broken_signature(filled(language_.function_head, values)) + filled(result, values) +
               body(f) + filled(language_.function_tail, values);
    }

    std::string statement(std::string_view pattern, const std::string& a,
                          const std::string& b = "") const {
        return "    " + fmt::format(fmt::runtime(pattern), a, b) + "\n";
    }

    std::string body(const ExportFunction& f) const {
        const Tape& tape = f.tape;
        const std::vector<bool> used = used_inputs(tape);
        const std::size_t s = program_.state.size(), first = s + 1,
                          unknowns = first + program_.parameters.size();
        const auto is_any = [&](std::size_t from, std::size_t to) {
            return std::find(used.begin() + static_cast<std::ptrdiff_t>(from),
                             used.begin() + static_cast<std::ptrdiff_t>(to),
                             true) != used.begin() + static_cast<std::ptrdiff_t>(to);
        };
        std::string text;
        const auto ignore = [&](const char* argument, bool is_used) {
            if (!is_used && !syntax_.unused.empty()) text += statement(syntax_.unused, argument);
        };
        ignore("t", used[s]);
        ignore("state", is_any(0, s));
        ignore("p", is_any(first, unknowns));
        if (f.takes_unknowns) ignore("unknowns", is_any(unknowns, used.size()));
        TapeNames names{.taken = names_.taken};
        const auto take = [&](std::size_t place, const std::string& name, const char* from,
                              std::size_t i) {
            names.inputs.push_back(name);
            if (used[place])
                text += statement(syntax_.definition, name, entry_text(syntax_, from, i));
        };
        for (std::size_t i = 0; i < s; ++i) take(i, names_.state[i], "state", i);
        names.inputs.emplace_back("t");
        for (const std::string& name : names_.parameters)
            names.inputs.push_back(fmt::format(fmt::runtime(syntax_.field), name));
        if (f.takes_unknowns)
            for (std::size_t i = 0; i < names_.unknowns.size(); ++i)
                take(unknowns + i, names_.unknowns[i], "unknowns", i);
        const TapeText code = tape_text(tape, syntax_, names);
        for (const Line& line : code.lines)
            text += statement(syntax_.definition, line.name, line.value);
        return text + results(f, code.outputs);
    }

    // Entries of a matrix that are zero at every state are left as they were made.
    std::string results(const ExportFunction& f, const std::vector<std::string>& outputs) const {
        const std::string zero = constant_text(0, syntax_);
        std::string text;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (f.columns == 0)
                text += "    " + assigned(entry_text(syntax_, f.output, i), outputs[i],
                                          i < f.remarks.size() ? f.remarks[i] : "");
            else if (outputs[i] != zero)
                text +=
                    "    " + assigned(entry_text(syntax_, f.output, i / f.columns, i % f.columns),
                                      outputs[i], "");
        }
        return text;
    }

    const ExportProgram& program_;
    const ExportLanguage& language_;
    const LanguageSyntax& syntax_;
    ExportNames names_;
    TemplateValues values_;
    std::vector<std::pair<std::string, std::string>> functions_;  // name and text, in order
};

}  // namespace

std::vector<TextFile> export_files(const ExportProgram& program, const ExportLanguage& language) {
    return Files(program, language).write();
}

std::string export_commands(const ExportProgram& program, const ExportLanguage& language) {
    return Files(program, language).commands();
}

}  // namespace rattleback
