/// A line of a worker's input: a row to draw, or a question.
package struct TemplateRequest: Sendable {
    /// The row with its values.
    package let row: TemplateRow
    /// The template's path; nil for the worker's own.
    package let template: String?
    /// The output's path.
    package let output: String
    /// The seconds after which the row is not wanted any more; nil: it is always wanted.
    package let deadline: Double?
    /// Whether the line asks for the worker's numbers.
    package let asksForMetrics: Bool

    /// The longest deadline: a million seconds, which is more than a week.
    private static let longestDeadline = 1_000_000
    private static let keys = ["id", "template", "output", "values", "duration", "deadline", "metrics"]

    /// Reads a line.
    ///
    /// *Throws*: an error with the line and the reason.
    package init(_ line: LineReader.Line) throws(DocumentError) {
        let file = "standard input"
        func malformed(_ reason: String) -> DocumentError {
            DocumentError(
                .malformed, at: DocumentLocation(file: file, line: line.number, column: 1), reason: reason)
        }
        guard !line.isTooLong else { throw malformed("the request has more than \(TemplateRows.rowLimit >> 20) MiB") }
        let value: JSONValue
        do throws(DocumentError) { value = try JSONParser.parse(line.bytes, file: file) } catch {
            throw malformed(error.reason)
        }
        guard let object = value.object else { throw malformed("a request is an object") }
        for (key, _) in object.members where !Self.keys.contains(key) {
            throw malformed("a request has no \"\(key)\"\(Spelling.hint(key, among: Self.keys))")
        }
        func member<Value>(_ key: String, _ kind: String, _ read: (JSONValue) -> Value?) throws(DocumentError) -> Value?
        {
            guard let value = object[key] else { return nil }
            guard let found = read(value) else { throw malformed("\"\(key)\" is \(kind)") }
            return found
        }
        asksForMetrics =
            try member("metrics", "true or false") { if case .bool(let flag) = $0 { flag } else { nil } } ?? false
        template = try member("template", "the path of a document") { $0.string }
        output = try member("output", "the path of the file to write") { $0.string } ?? ""
        if output.isEmpty, !asksForMetrics { throw malformed("\"output\" is missing: the path of the file to write") }
        deadline = try member("deadline", "a number of seconds above 0, up to \(Self.longestDeadline)") {
            if case .number(let number) = $0, number > 0, number <= Double(Self.longestDeadline) { number } else { nil }
        }
        let own = object.members.filter { [TemplateRow.idColumn, TemplateRow.durationColumn].contains($0.key) }
        let values = try member("values", "an object") { $0.object }?.members ?? []
        row = TemplateRow(
            (own + values).map { ($0.key, $0.value) }, number: line.number, line: line.number, file: file,
            isPlain: false)
    }
}
