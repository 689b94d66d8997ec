import Foundation

/// A row of data for a template: a line of a CSV file, or an object of JSON.
public struct TemplateRow: Sendable {
    /// The row's name: the value of its column `id`, or the number of the row, from 1.
    public let id: String
    /// The line of the file in which it begins, from 1.
    public let line: Int
    /// The file, for messages.
    let file: String
    /// The columns with their values, in the row's order.
    let cells: [(column: String, value: JSONValue)]
    /// Whether the values are those of CSV: all are texts.
    let isPlain: Bool
    /// Why the row cannot be read; nil if it can.
    let fault: DocumentError?

    init(
        _ cells: [(column: String, value: JSONValue)], number: Int, line: Int, file: String, isPlain: Bool,
        fault: DocumentError? = nil
    ) {
        (self.cells, self.line, self.file, self.isPlain, self.fault) = (cells, line, file, isPlain, fault)
        let own = cells.first { $0.column == Self.idColumn }.flatMap { Self.text($0.value) } ?? ""
        id = own.isEmpty ? String(number) : own
    }

    /// The column with the row's name.
    package static let idColumn = "id"

    /// The names of the columns.
    public var columns: [String] { cells.map(\.column) }

    /// The text of a column; nil if the row has none of that name, or its value is no text, number or Boolean.
    public subscript(column: String) -> String? {
        cells.last { $0.column == column }.flatMap { Self.text($0.value) }
    }

    /// An error of the row.
    func refused(_ reason: String) -> DocumentError {
        DocumentError(
            .refused, at: DocumentLocation(file: file, line: line, column: 1), reason: "row '\(shownID)': \(reason)")
    }

    /// The name as messages show it.
    package var shownID: String { id.count > 60 ? id.prefix(57) + "..." : id }

    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): TemplateText.number(number)
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}

/// How rows become values of a template.
public struct TemplateMapping: Sendable {
    /// The key paths of columns whose names are none: `["headline": "Title.Text"]`.
    public var names: [String: String]
    /// Columns that are no values. `id` is none either, nor is `duration`, the length of the row's film in seconds.
    public var ignored: Set<String>
    /// What happens to texts that do not fit, by key path.
    public var textFits: [String: TextFit]
    /// How pictures of another shape fill their places, by key path.
    public var pictureFits: [String: PictureFit]
    /// What happens to all other texts that do not fit; nil: nothing.
    public var textFit: TextFit?
    /// How all other pictures fill their places.
    public var pictureFit: PictureFit
    /// The folder from which the paths of pictures go out; empty: the current one.
    public var folder: String

    /// Makes a mapping in which columns have the names of values.
    public init(names: [String: String] = [:], ignored: Set<String> = [], folder: String = "") {
        (self.names, self.ignored, self.folder) = (names, ignored, folder)
        (textFits, pictureFits, textFit, pictureFit) = ([:], [:], nil, .stretch)
    }

    /// The key path of a column; nil if it is no value.
    func keyPath(of column: String) -> String? {
        column == TemplateRow.idColumn || isDuration(column) || ignored.contains(column)
            ? nil : names[column] ?? column
    }

    /// Whether a column has the length of each row's film: it may be given another meaning.
    func isDuration(_ column: String) -> Bool {
        column == TemplateRow.durationColumn && names[column] == nil && !ignored.contains(column)
    }
}

extension DocumentTemplate {
    /// Checks the columns of a table, before any row.
    ///
    /// *Throws*: `.refused` with the first that is no value, and a name that is near.
    package func check(columns: [String], _ mapping: TemplateMapping) throws(DocumentError) {
        for column in columns {
            if let keyPath = mapping.keyPath(of: column) { _ = try known(keyPath) }
        }
    }

    /// Checks the names, kinds and limits of a row's values, and that its pictures are there, without reading them.
    ///
    /// *Throws*: An error with the row's file, line and name.
    package func check(_ row: TemplateRow, _ mapping: TemplateMapping) throws(DocumentError) {
        _ = try values(of: row, mapping, pictures: nil)
        _ = try row.duration(mapping)
    }

    /// The document of a row, in layers of its own.
    ///
    /// - Throws: An error with the row's file, line and name.
    public func document(
        for row: TemplateRow, mapping: TemplateMapping = TemplateMapping(), pictures: TemplatePictures = .shared
    ) throws -> Document {
        let values = try values(of: row, mapping, pictures: pictures)
        do throws(DocumentError) { return try document(known: values) } catch { throw Self.named(error, row) }
    }

    /// The values of a row.
    ///
    /// - Parameter pictures: nil: pictures are only looked for.
    private func values(
        of row: TemplateRow, _ mapping: TemplateMapping, pictures: TemplatePictures?
    ) throws(DocumentError) -> [LottieValue] {
        if let fault = row.fault { throw fault }
        var result: [LottieValue] = []
        for (column, cell) in row.cells {
            guard let keyPath = mapping.keyPath(of: column) else { continue }
            do throws(DocumentError) {
                let fields = try known(keyPath)
                let reader = CellReader(field: fields[0], keyPath: keyPath, mapping: mapping, isPlain: row.isPlain)
                if let value = try reader.value(cell, pictures) { result.append(try self.value(value, for: keyPath)) }
            } catch { throw Self.named(error, row) }
        }
        return result
    }

    /// An error of a value, with its row.
    private static func named(_ error: DocumentError, _ row: TemplateRow) -> DocumentError {
        row.refused(error.location == nil ? "\(error.file): \(error.reason)" : error.description)
    }
}
