import Foundation

/// The settings of one configuration of an Xcode target or project, by name.
///
/// Settings may name each other and files `.xcconfig` include each other in any way. So values and the text of files have a limit.
struct BuildSettings {
    private var values: [String: String] = [:]
    /// The parts of files that are left out, a line each.
    private(set) var notes: [String] = []

    /// The most bytes of a value, and of all texts that are put together for it.
    static let largestValue = 1 << 16
    /// The most lines `#include` of a configuration, and the most bytes of its files, each counted as often as it is included.
    private static let mostIncludes = 500, mostIncluded = 256 << 10
    /// The most files that include each other, and settings that name each other.
    private static let deepest = 64

    /// Takes the settings of a project's file, over those of a file `.xcconfig`.
    init(_ table: [String: TextPropertyList] = [:], base: String? = nil, files: ProjectFiles = ProjectFiles()) {
        if let base {
            var inclusion = Inclusion(files: files)
            read(base, &inclusion)
        }
        for (key, value) in table { values[key] = value.texts.joined(separator: " ") }
    }

    /// These settings over others, whose values `$(inherited)` stands for.
    func over(_ others: BuildSettings) -> BuildSettings {
        var result = others
        for (key, value) in values { result.values[key] = Self.inheriting(value, others.values[key] ?? "") }
        result.notes += notes.filter { !others.notes.contains($0) }
        return result
    }

    /// A value with another in place of each `$(inherited)`; without it if it would be too long.
    private static func inheriting(_ value: String, _ inherited: String) -> String {
        let parts = value.components(separatedBy: "$(inherited)")
        if parts.count == 1 { return value }
        let (size, isOver) = (parts.count - 1).multipliedReportingOverflow(by: inherited.utf8.count)
        return parts.joined(separator: isOver || size + value.utf8.count > largestValue ? "" : inherited)
    }

    // MARK: Values

    /// A setting, with the values of the settings that it names; nil if it is not set.
    ///
    /// A setting that names itself, however far, is empty there, and so is all that a value has beyond its limit.
    ///
    /// - Parameter target: the name of the target, which settings have as `TARGET_NAME`.
    func value(_ key: String, target: String) -> String? {
        guard let text = values[key] else { return nil }
        var room = Self.largestValue
        return String(decoding: resolved(text, target, within: [key], &room), as: UTF8.self)
    }

    /// A text with the values of the settings that it names: `$(NAME)`, `${NAME}`, `$(NAME:rfc1034identifier)`.
    ///
    /// - Parameters:
    ///   - keys: the settings whose values are being put together.
    ///   - room: how many bytes may still be read.
    private func resolved(_ text: String, _ target: String, within keys: [String], _ room: inout Int) -> [UInt8] {
        let bytes = Array(text.utf8)
        room -= bytes.count
        guard room >= 0 else { return [] }
        var (result, place) = ([UInt8](), 0)
        while place < bytes.count {
            guard let name = Self.name(in: bytes, at: place) else {
                result.append(bytes[place])
                place += 1
                continue
            }
            place = name.end
            if name.key == "TARGET_NAME" {
                result += target.utf8
                room -= target.utf8.count
            } else if let value = values[name.key], !keys.contains(name.key), keys.count < Self.deepest {
                result += resolved(value, target, within: keys + [name.key], &room)
            }
            if room < 0 { break }
        }
        return result
    }

    /// The setting that is named at a place, and the place behind its name; nil if none is.
    private static func name(in bytes: [UInt8], at start: Int) -> (key: String, end: Int)? {
        guard bytes[start] == UInt8(ascii: "$"), start + 1 < bytes.count else { return nil }
        let open = bytes[start + 1]
        guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else { return nil }
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        let key = bytes[(start + 2)...].prefix(while: isOfName)
        var end = key.endIndex
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            end = bytes[(end + 1)...].prefix(while: isOfName).endIndex
        }
        guard !key.isEmpty, end < bytes.count, bytes[end] == close else { return nil }
        return (String(decoding: key, as: UTF8.self), end + 1)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Files

    /// The files that are read for a configuration.
    private struct Inclusion {
        let files: ProjectFiles
        /// The files that include the one that is being read, and that one.
        var open: [String] = []
        /// The lines and the bytes so far.
        var count = 0, bytes = 0
        /// Whether that is more than a configuration has.
        var isFull: Bool { count > BuildSettings.mostIncludes || bytes > BuildSettings.mostIncluded }
    }

    /// Adds the settings of a file of lines `KEY = VALUE`. Settings with a condition in brackets are left out.
    private mutating func read(_ path: String, _ inclusion: inout Inclusion) {
        guard !inclusion.open.contains(path), inclusion.open.count < Self.deepest else {
            return note("\(path) includes itself, or files are included more than \(Self.deepest) deep")
        }
        guard let text = inclusion.files.text(path) else { return }
        inclusion.bytes += text.utf8.count
        inclusion.open.append(path)
        defer { inclusion.open.removeLast() }
        for line in text.split(whereSeparator: \.isNewline) {
            guard !inclusion.isFull else {
                return note("a part of \(inclusion.open[0]) is left out: its files are too many, or too large")
            }
            let line = (line.components(separatedBy: "//").first ?? "").trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("#include"), let match = line.wholeMatch(of: /#include\??\s+"(.+)"/) {
                inclusion.count += 1
                read(XcodeProject.join((path as NSString).deletingLastPathComponent, String(match.1)), &inclusion)
            } else if let match = line.wholeMatch(of: /(\w+)\s*=\s*(.*)/) {
                let key = String(match.1)
                values[key] = Self.inheriting(String(match.2), values[key] ?? "")
            }
        }
    }

    private mutating func note(_ line: String) { if !notes.contains(line) { notes.append(line) } }
}
