import CoreGraphics

/// A value of a template that a row may replace.
public struct TemplateField: Sendable, Equatable {
    /// The kinds of values.
    public enum Kind: String, Sendable, CaseIterable {
        /// A text.
        case text
        /// A colour.
        case color
        /// A number.
        case number
        /// Two or three numbers: a position, a scale.
        case point
        /// A picture's file.
        case picture

        /// The kind of a property, by the last name of its key path.
        init(of property: Substring) {
            switch property {
            case "Text": self = .text
            case "Image": self = .picture
            case "Color", "Stroke Color": self = .color
            case "Position", "Scale", "Anchor Point": self = .point
            default: self = .number
            }
        }
    }

    /// The names of the layers and the property, with dots between: docs/lottie.md, "Values by name".
    public let keyPath: String
    /// The kind of value.
    public let kind: Kind
    /// The template's own value: numbers with commas between, a colour as `#rrggbb`, a text, or a picture's file name.
    public let defaultValue: String
    /// The numbers that are allowed; nil: all.
    public let range: ClosedRange<Double>?
    /// The size in points of a text's box or of a picture's place; nil for others, and for texts without a box.
    public let size: CGSize?
    /// The name of a text's font; nil for others.
    public let font: String?
    /// The size of a text's letters in points; nil for others.
    public let fontSize: Double?

    init(_ value: ReplaceableValue, _ detail: FieldDetail?) {
        (keyPath, defaultValue) = (value.keyPath, value.value)
        let property = value.keyPath.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        kind = Kind(of: property)
        range = property == "Opacity" ? 0...100 : property == "Stroke Width" ? 0...1e9 : nil
        (size, font, fontSize) = (detail?.size, detail?.font, detail?.fontSize)
    }
}

/// More about a value that can be replaced.
struct FieldDetail: Sendable {
    var size: CGSize?
    var font: String?
    var fontSize: Double?
}

/// A value of a row for a template.
public enum TemplateValue: Sendable {
    /// A text, and what happens if it does not fit: nil, nothing.
    case text(String, fit: TextFit? = nil)
    /// A colour.
    case color(CGColor)
    /// One number, or two or three for a point.
    case numbers([Double])
    /// A picture, and how it fills the place of the one that it replaces.
    case picture(CGImage, fit: PictureFit = .stretch)
}
