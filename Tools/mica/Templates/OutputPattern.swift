import MicaCommandLine
import MicaDocuments

/// The name of outputs, with columns in braces: `cards/{id}.png`.
struct OutputPattern: Sendable {
    /// As it was written.
    let text: String
    /// Texts between the columns, and the columns.
    private let parts: [(text: String, column: String?)]

    /// Reads a pattern.
    ///
    /// - Throws: `UsageError` if it names no column.
    init(_ text: String) throws(UsageError) {
        self.text = text
        var (rest, parts): (Substring, [(String, String?)]) = (text[...], [])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append((String(rest[..<open]), String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        guard !parts.isEmpty else {
            throw UsageError(
                "'\(text)' is the same file for all rows: name a column, as in 'cards/{id}.png'", command: "batch")
        }
        parts.append((String(rest), nil))
        self.parts = parts.map { (text: $0.0, column: $0.1) }
    }

    /// The columns.
    var columns: [String] { parts.compactMap(\.column) }
    /// An output, for checking what is not of a row.
    var example: String { parts.map { $0.text + ($0.column == nil ? "" : "0") }.joined() }

    /// The output of a row; nil if the row lacks a column, or has a value there that is no file's name.
    func output(of row: TemplateRow) -> String? {
        var result = ""
        for part in parts {
            result += part.text
            guard let column = part.column else { continue }
            guard let value = column == TemplateRow.idColumn ? row.id : row[column], Self.isName(value) else {
                return nil
            }
            result += value
        }
        return result
    }

    /// Whether a value may be a part of a file's name: a row leads out of no folder.
    private static func isName(_ value: String) -> Bool {
        1...200 ~= value.utf8.count && !value.hasPrefix(".") && !value.utf8.contains { $0 == 0x2F || $0 < 0x20 }
    }

    /// Why a row has no output.
    func fault(of row: TemplateRow) -> String {
        for column in columns {
            guard let value = column == TemplateRow.idColumn ? row.id : row[column] else {
                return "there is no column '\(column)', which the output names" + didYouMean(column, among: row.columns)
            }
            if !Self.isName(value) {
                return "'\(value.prefix(60))' of column '\(column)' cannot be a part of a file's name"
            }
        }
        return ""
    }
}

/// Checks rows before they are drawn.
final class RowCheck {
    private let template: DocumentTemplate
    private let mapping: TemplateMapping
    private let pattern: OutputPattern?
    /// The file, for messages.
    private let file: String
    /// The outputs so far, by their hashes: names of a hundred thousand rows take memory.
    private var outputs: Set<Int> = []
    /// How many rows were checked.
    private(set) var count = 0
    /// The numbers of the rows that are not valid, from 1.
    private(set) var faults: Set<Int> = []

    init(template: DocumentTemplate, mapping: TemplateMapping, pattern: OutputPattern?, file: String) {
        (self.template, self.mapping, self.pattern, self.file) = (template, mapping, pattern, file)
    }

    /// Checks the columns of a table.
    ///
    /// - Throws: `CommandFailure` with a line for each column that is not known, up to ten.
    func columns(_ columns: [String]) throws {
        guard !columns.isEmpty else { return }
        var faults: [String] = []
        for column in columns {
            do throws(DocumentError) { try template.check(columns: [column], mapping) } catch {
                faults.append("\(file): error: column '\(column)': \(error.reason)")
            }
        }
        guard faults.isEmpty else {
            let more = faults.count > 10 ? ["\(file): error: \(faults.count - 10) further columns are not known"] : []
            let hint =
                "the first line has the columns' names; --map COLUMN=KEYPATH gives one another name, --ignore leaves it out"
            throw CommandFailure((faults.prefix(10) + more + [hint]).joined(separator: "\nmica: "))
        }
        for column in pattern?.columns ?? [] where column != TemplateRow.idColumn && !columns.contains(column) {
            throw CommandFailure(
                "\(pattern?.text ?? ""): there is no column '\(column)'\(didYouMean(column, among: columns))")
        }
    }

    /// The line about a row that is not valid; nil for a valid one.
    func fault(of row: TemplateRow) -> String? {
        count += 1
        let line = line(about: row)
        if line != nil { faults.insert(count) }
        return line
    }

    /// Why a row that was found not valid is not: the line that `fault(of:)` gave.
    func reason(of row: TemplateRow) -> String { fault(in: row) ?? repeated(row) }

    private func line(about row: TemplateRow) -> String? {
        if let fault = fault(in: row) { return fault }
        guard let output = pattern?.output(of: row), !outputs.insert(output.hashValue).inserted else { return nil }
        return repeated(row)
    }

    /// What is wrong with a row by itself.
    private func fault(in row: TemplateRow) -> String? {
        do throws(DocumentError) { try template.check(row, mapping) } catch { return "\(error)" }
        guard let pattern, pattern.output(of: row) == nil else { return nil }
        return place(row) + pattern.fault(of: row)
    }

    private func repeated(_ row: TemplateRow) -> String {
        place(row) + "an earlier row has the same output, \(pattern?.output(of: row) ?? "")"
    }

    private func place(_ row: TemplateRow) -> String {
        "\(file):\(row.line):1: error: row '\(row.shownID)': "
    }
}
