import Foundation

/// Localised texts beside a nib.
///
/// *Source*: Apple, Internationalization and Localization Guide, "Using Base Internationalization": a nib in `Base.lproj` has a
/// `.strings` file of its name in each language's folder, with keys of the object's identifier and the property's name.
enum NibStrings {
    /// The texts in the user's language for a nib; none if it is not localised.
    static func beside(_ path: String) -> [String: String] {
        let folder = (path as NSString).deletingLastPathComponent
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let parent =
            (folder as NSString).pathExtension == "lproj" ? (folder as NSString).deletingLastPathComponent : folder
        let manager = FileManager.default
        let languages = ((try? manager.contentsOfDirectory(atPath: parent)) ?? []).filter { $0.hasSuffix(".lproj") }
            .map { String($0.dropLast(6)) }.sorted()
        let own = (folder as NSString).pathExtension == "lproj" ? (folder as NSString).lastPathComponent : ""
        for catalogue in ["\(parent)/mul.lproj/\(name).xcstrings", "\(folder)/\(name).xcstrings"] {
            if let data = manager.contents(atPath: catalogue) { return self.catalogue(data) }
        }
        // A nib that is in a language's folder is in that language.
        guard own.isEmpty || own == "Base.lproj" else { return [:] }
        let known = languages.filter { manager.fileExists(atPath: "\(parent)/\($0).lproj/\(name).strings") }
        guard let language = best(known),
            let data = manager.contents(atPath: "\(parent)/\(language).lproj/\(name).strings")
        else { return [:] }
        return table(data)
    }

    /// The language of several that suits the user; nil if the user reads none of them.
    static func best(_ languages: [String]) -> String? {
        for wanted in Locale.preferredLanguages {
            let parts = wanted.replacing("_", with: "-").split(separator: "-").map(String.init)
            for length in stride(from: parts.count, to: 0, by: -1) {
                let name = parts.prefix(length).joined(separator: "-")
                if let found = languages.first(where: { $0.replacing("_", with: "-").lowercased() == name.lowercased() }
                ) {
                    return found
                }
            }
        }
        return nil
    }

    /// The entries of a `.strings` file: `"key" = "text";` with comments and escapes.
    static func table(_ data: Data) -> [String: String] {
        let text =
            data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
            ? String(data: data, encoding: .utf16) ?? "" : String(decoding: data, as: UTF8.self)
        var result: [String: String] = [:]
        var rest = text[...]
        var pending: String?
        while let next = rest.first {
            if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if next == "\"" {
                let word = quoted(&rest)
                if let key = pending {
                    result[key] = word
                    pending = nil
                } else {
                    pending = word
                }
            } else {
                if next == ";" { pending = nil }
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var word = ""
        while let next = rest.popFirst(), next != "\"" {
            guard next == "\\", let escaped = rest.popFirst() else {
                word.append(next)
                continue
            }
            switch escaped {
            case "n": word.append("\n")
            case "t": word.append("\t")
            case "r": word.append("\r")
            case "U", "u":
                let digits = rest.prefix(4)
                rest = rest.dropFirst(4)
                if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
                    word.unicodeScalars.append(scalar)
                }
            default: word.append(escaped)
            }
        }
        return word
    }

    private struct Catalogue: Decodable {
        struct Entry: Decodable { var localizations: [String: Localization]? }
        struct Localization: Decodable { var stringUnit: Unit? }
        struct Unit: Decodable { var value: String? }
        var sourceLanguage: String?
        var strings: [String: Entry]
    }

    /// The entries of a `.xcstrings` file in the user's language. Variations by number or device are left out.
    static func catalogue(_ data: Data) -> [String: String] {
        guard let read = try? JSONDecoder().decode(Catalogue.self, from: data) else { return [:] }
        let languages = Set(read.strings.values.flatMap { $0.localizations?.keys.map { $0 } ?? [] })
        guard let language = best(languages.sorted()) else { return [:] }
        return read.strings.compactMapValues { $0.localizations?[language]?.stringUnit?.value }
    }
}
