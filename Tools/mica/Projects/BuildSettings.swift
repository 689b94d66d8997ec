import Foundation

/// The settings of one configuration of an Xcode target or project, by name.
struct BuildSettings {
    private var values: [String: String] = [:]

    /// Takes the settings of a project's file, over those of a file `.xcconfig`.
    init(_ table: [String: TextPropertyList] = [:], base: String? = nil) {
        if let base { read(base, depth: 0) }
        for (key, value) in table { values[key] = value.texts.joined(separator: " ") }
    }

    /// These settings over others, whose values `$(inherited)` stands for.
    func over(_ others: BuildSettings) -> BuildSettings {
        var result = others
        for (key, value) in values {
            result.values[key] = value.replacingOccurrences(of: "$(inherited)", with: others.values[key] ?? "")
        }
        return result
    }

    /// A setting, with the values of the settings that it names; nil if it is not set.
    ///
    /// - Parameter target: the name of the target, which settings have as `TARGET_NAME`.
    func value(_ key: String, target: String) -> String? {
        values[key].map { resolved($0, target, depth: 0) }
    }

    private func resolved(_ text: String, _ target: String, depth: Int) -> String {
        guard depth < 8 else { return text }
        return text.replacing(/\$[({](\w+)(:\w+)?[)}]/) { match in
            let key = String(match.1)
            return key == "TARGET_NAME" ? target : resolved(values[key] ?? "", target, depth: depth + 1)
        }
    }

    /// Adds the settings of a file of lines `KEY = VALUE`. Settings with a condition in brackets are left out.
    private mutating func read(_ path: String, depth: Int) {
        guard depth < 8, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = (line.components(separatedBy: "//").first ?? "").trimmingCharacters(in: .whitespaces)
            if let match = line.wholeMatch(of: /#include\??\s+"(.+)"/) {
                read(XcodeProject.join((path as NSString).deletingLastPathComponent, String(match.1)), depth: depth + 1)
            } else if let match = line.wholeMatch(of: /(\w+)\s*=\s*(.*)/) {
                let inherited = values[String(match.1)] ?? ""
                values[String(match.1)] = String(match.2).replacing("$(inherited)", with: inherited)
            }
        }
    }
}
