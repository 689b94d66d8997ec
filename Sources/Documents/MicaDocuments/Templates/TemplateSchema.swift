import Foundation

extension DocumentTemplate {
    /// The values of a row as a JSON Schema: names, kinds, defaults and limits.
    ///
    /// *Source*: JSON Schema, draft 2020-12. `kind`, `font`, `fontSize`, `width` and `height` are annotations of Mica's.
    package var schema: String {
        var schema = Schema(
            title: path, width: Double(size.width), height: Double(size.height),
            duration: duration > 0 ? duration : nil, framesPerSecond: framesPerSecond > 0 ? framesPerSecond : nil)
        schema.properties[TemplateRow.durationColumn] = Property(
            type: ["number", "string", "null"], kind: "duration",
            default: duration > 0 ? TemplateText.number(duration) : nil)
        for marker in markers { schema.markers[marker.name] = [marker.part.lowerBound, marker.part.upperBound] }
        for field in fields { schema.properties[field.keyPath] = Property(field) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Finite numbers and texts are always encoded.
        return ((try? encoder.encode(schema)).map { String(decoding: $0, as: UTF8.self) }) ?? "{}"
    }

    private struct Schema: Encodable {
        var schema = "https://json-schema.org/draft/2020-12/schema"
        var type = "object"
        var title: String
        var width: Double
        var height: Double
        var duration: Double?
        var framesPerSecond: Double?
        /// The beginning and the end of each marker's part, in seconds: an annotation of Mica's.
        var markers: [String: [Double]] = [:]
        var properties = ["id": Property(type: ["string", "number"], kind: "name")]
        /// Names with wildcards, and no others.
        var patternProperties = ["\\*": [String: String]()]
        var additionalProperties = false

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case type, title, width, height, duration, framesPerSecond, markers, properties, patternProperties
            case additionalProperties
        }
    }

    private struct Property: Encodable {
        var type: [String]
        var kind: String
        var `default`: String?
        var minimum: Double?
        var maximum: Double?
        var width: Double?
        var height: Double?
        var font: String?
        var fontSize: Double?

        init(type: [String], kind: String, default value: String? = nil) {
            (self.type, self.kind, `default`) = (type, kind, value)
        }

        init(_ field: TemplateField) {
            kind = field.kind.rawValue
            type =
                switch field.kind {
                case .text: ["string", "number", "object", "null"]
                case .color: ["string", "array", "null"]
                case .number: ["number", "string", "null"]
                case .point: ["array", "number", "string", "null"]
                case .picture, .sound: ["string", "object", "null"]
                }
            `default` = field.defaultValue
            (minimum, maximum) = (
                field.range?.lowerBound, field.range.flatMap { $0.upperBound < 1e9 ? $0.upperBound : nil }
            )
            (width, height) = (field.size.map { Double($0.width) }, field.size.map { Double($0.height) })
            (font, fontSize) = (field.font, field.fontSize)
        }
    }
}
