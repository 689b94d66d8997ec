import Foundation
import Glibc

/// Rows of data for a template, read one after another: CSV with a line of names first, JSON with an object on each line,
/// or one array of objects.
///
/// A row that cannot be read is a row as well; using it throws its error. Memory does not grow with the number of rows.
public final class TemplateRows: Sequence, IteratorProtocol {
    /// The kinds of files.
    public enum Format: String, Sendable, CaseIterable {
        /// Values with commas, semicolons or tabs between, names in the first line (RFC 4180).
        case csv
        /// A JSON object on each line; or one array of objects.
        case json = "jsonl"
    }

    /// The names of a CSV file's columns; empty for JSON.
    public private(set) var columns: [String] = []
    /// The kind of file.
    public let format: Format

    private let lines: LineReader
    private let file: String
    private var separator = UInt8(ascii: ",")
    private var number = 0
    /// The objects of an array, which are read at once.
    private var array: ArraySlice<JSONValue>?
    private var objectLines: [Int] = []

    /// The most bytes of a row.
    package static let rowLimit = 16 << 20

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter format: The kind; nil: by its first byte, `{` and `[` are JSON's.
    /// - Throws: An error with the file and the reason, if it cannot be read, or names no columns.
    public init(_ path: String, format: Format? = nil) throws {
        let (lines, shown) = (try LineReader(path), path == "-" ? "standard input" : path)
        (self.lines, file) = (lines, shown)
        let first = lines.firstByte
        self.format = format ?? (first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv)
        if self.format == .csv { try readHeader() } else if first == UInt8(ascii: "[") { try readArray() }
    }

    /// The next row; nil at the end.
    public func next() -> TemplateRow? {
        if array != nil { return nextOfArray() }
        while let line = lines.next() {
            if line.isTooLong { return broken("the row has more than \(Self.rowLimit >> 20) MiB", line.number) }
            if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            number += 1
            return format == .csv ? record(line) : object(line)
        }
        return lines.failure.map { broken($0, lines.number) }
    }

    private func broken(_ reason: String, _ line: Int) -> TemplateRow {
        number += 1
        return fault(reason, line)
    }

    /// A row that cannot be read.
    private func fault(_ reason: String, _ line: Int, column: Int = 1) -> TemplateRow {
        let place = DocumentLocation(file: file, line: line, column: column)
        return TemplateRow(
            [], number: number, line: line, file: file, isPlain: format == .csv,
            fault: DocumentError(.malformed, at: place, reason: reason))
    }

    // MARK: JSON

    private func object(_ line: LineReader.Line) -> TemplateRow {
        do throws(DocumentError) {
            let value = try JSONParser.parse(line.bytes, file: file)
            return row(value, line.number)
        } catch {
            return fault(error.reason, line.number, column: error.location?.column ?? 1)
        }
    }

    private func row(_ value: JSONValue, _ line: Int) -> TemplateRow {
        guard let object = value.object else { return fault("a row is an object: {\"Title.Text\": \"Hello\"}", line) }
        return TemplateRow(
            object.members.map { ($0.key, $0.value) }, number: number, line: line, file: file, isPlain: false)
    }

    private func readArray() throws(DocumentError) {
        var bytes: [UInt8] = []
        while let line = lines.next() {
            bytes += line.bytes + [0x0A]
            guard bytes.count <= JSONLimits.standard.bytes else {
                throw DocumentError(
                    .refused, file: file, reason: "an array has at most 64 MiB: put each object on a line of its own")
            }
        }
        guard let elements = try JSONParser.parse(bytes, file: file).elements else {
            throw DocumentError(.malformed, file: file, reason: "not an array of objects")
        }
        var (line, offset) = (1, 0)
        objectLines = elements.map { element in
            while let start = element.object?.offset, offset < start {
                if bytes[offset] == 0x0A { line += 1 }
                offset += 1
            }
            return line
        }
        array = elements[...]
    }

    private func nextOfArray() -> TemplateRow? {
        guard let value = array?.popFirst() else { return nil }
        number += 1
        return row(value, objectLines[number - 1])
    }

    // MARK: CSV

    private func readHeader() throws(DocumentError) {
        func malformed(_ reason: String, _ line: Int) -> DocumentError {
            DocumentError(.malformed, at: DocumentLocation(file: file, line: line, column: 1), reason: reason)
        }
        guard let line = lines.next(), !line.isTooLong else {
            throw DocumentError(
                .malformed, file: file, reason: lines.failure ?? "the line with the names of the columns is missing")
        }
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        separator = separators.first(where: line.bytes.contains) ?? separator
        guard let names = fields(of: line.bytes) else {
            throw malformed("the names of the columns are not valid: a quote is left open, or it is not UTF-8", 1)
        }
        columns = names.map { $0.trimmingCharacters(in: .whitespaces) }
        if let place = columns.firstIndex(of: "") { throw malformed("column \(place + 1) has no name", line.number) }
        for (place, name) in columns.enumerated() where columns[..<place].contains(name) {
            throw malformed("two columns are called '\(name)'", line.number)
        }
    }

    private func record(_ first: LineReader.Line) -> TemplateRow {
        var bytes = first.bytes
        // A quoted value may have line breaks: a record is whole when its quotes are even.
        var isOpen = bytes.count { $0 == 0x22 } % 2 == 1
        while isOpen {
            guard let line = lines.next() else { return fault("a quote is left open", first.number) }
            let quotes = line.bytes.count { $0 == 0x22 }
            if quotes % 2 == 1 { isOpen = false }
            guard !line.isTooLong, bytes.count + line.bytes.count < Self.rowLimit else {
                return fault("the row has more than \(Self.rowLimit >> 20) MiB: is a quote left open?", first.number)
            }
            bytes += [0x0A] + line.bytes
        }
        guard let values = fields(of: bytes) else {
            return fault("the row is not valid: text follows a closing quote, or it is not UTF-8", first.number)
        }
        guard values.count == columns.count else {
            let hint = values.count > columns.count ? "; a value with a separator in it needs quotes" : ""
            return fault(
                "the row has \(values.count) values, and there are \(columns.count) columns\(hint)", first.number)
        }
        return TemplateRow(
            zip(columns, values).map { ($0, .string($1)) }, number: number, line: first.number, file: file,
            isPlain: true)
    }

    /// The values of a record; nil when a quote is wrong, or a value is not UTF-8.
    ///
    /// *Source*: RFC 4180.
    private func fields(of record: [UInt8]) -> [String]? {
        var bytes = record[...]
        if bytes.last == 0x0D { bytes.removeLast() }
        var (result, field): ([String], [UInt8]) = ([], [])
        func finish() -> Bool {
            guard let text = String(validating: field, as: UTF8.self) else { return false }
            result.append(text)
            field = []
            return true
        }
        var index = bytes.startIndex
        while true {
            if index < bytes.endIndex, bytes[index] == 0x22 {
                index += 1
                while true {
                    guard index < bytes.endIndex else { return nil }
                    let byte = bytes[index]
                    index += 1
                    if byte == 0x22 {
                        guard index < bytes.endIndex, bytes[index] == 0x22 else { break }
                        index += 1
                    }
                    field.append(byte)
                }
                guard index == bytes.endIndex || bytes[index] == separator else { return nil }
            } else {
                while index < bytes.endIndex, bytes[index] != separator {
                    field.append(bytes[index])
                    index += 1
                }
            }
            guard finish() else { return nil }
            if index >= bytes.endIndex { return result }
            index += 1
        }
    }
}
