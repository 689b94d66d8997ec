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
        /// A picture's or a film's file.
        case picture
        /// A sound's file.
        case sound

        /// The kind of a property, by the last name of its key path.
        init(of property: Substring) {
            switch property {
            case "Text": self = .text
            case "Image", "contents": self = .picture
            case "Sound": self = .sound
            case "Color", "Stroke Color": self = .color
            case "Position", "Scale", "Anchor Point", "position": self = .point
            case "string": self = .text
            case let name where name.hasSuffix("Color"): self = .color
            default: self = .number
            }
        }
    }

    /// The names of the layers and the property, with dots between: docs/templates.md, "Names and kinds".
    public let keyPath: String
    /// The kind of value.
    public let kind: Kind
    /// The template's own value: numbers with commas between, a colour as `#rrggbb`, a text, or a file name.
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
        range =
            switch property {
            case "Opacity": 0...100
            case "opacity": 0...1
            case "Stroke Width", "cornerRadius", "borderWidth", "fontSize", "lineWidth": 0...1e9
            default: nil
            }
        (size, font, fontSize) = (detail?.size, detail?.font, detail?.fontSize)
    }
}

extension TemplateField {
    /// The value of a slot; nil for gradients and paths, which rows do not have.
    init?(_ slot: DocumentMovie.Slot) {
        keyPath = "\(LottieValue.slotPrefix).\(slot.name)"
        defaultValue = slot.value
        (range, size, font, fontSize) = (nil, nil, nil, nil)
        switch LottieSlotKind(rawValue: slot.kind) {
        case .scalar: kind = .number
        case .vector: kind = .point
        case .color: kind = .color
        case .text: kind = .text
        case .image: kind = .picture
        default: return nil
        }
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
    /// A film in place of a picture, and how it fills the picture's place. It begins when its layer does.
    case film(TemplateClip, fit: PictureFit = .stretch)
    /// A sound in place of another. It begins when its layer does.
    case sound(TemplateClip)
}
