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

    private static let keys = ["id", "template", "output", "values", "deadline", "metrics"]

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
        asksForMetrics = object["metrics"]?.isTrue ?? false
        template = object["template"]?.string
        output = object["output"]?.string ?? ""
        if output.isEmpty, !asksForMetrics { throw malformed("\"output\" is missing: the path of the file to write") }
        deadline = object["deadline"]?.number
        if let deadline, deadline <= 0 { throw malformed("\"deadline\" is a number of seconds above 0") }
        let id = object.members.filter { $0.key == TemplateRow.idColumn }
        if let values = object["values"], values.object == nil { throw malformed("\"values\" is an object") }
        let values = object["values"]?.object?.members ?? []
        row = TemplateRow(
            (id + values).map { ($0.key, $0.value) }, number: line.number, line: line.number, file: file,
            isPlain: false)
    }
}
