import Foundation

/// Values: elements that state their type, and properties of known kinds.
extension CAMLReader {
    /// Reads the value of a property's element; nil, with a warning, when it has the wrong kind.
    mutating func value(_ element: MarkupElement, kind: ValueKind) throws(DocumentError) -> DocumentValue? {
        let element = try resolved(element)
        if kind == .filters { return try filters(element) }
        if let type = element.attribute("type"), let value = try typed(element, type: type, kind: kind) { return value }
        if element.attribute("type") != nil, kind != .array, element.attribute("value") == nil {
            warn(
                element,
                "values of the type \"\(shortened(element.attribute("type") ?? ""))\" are not known; <\(element.name)> has no effect"
            )
            return nil
        }
        switch kind {
        case .array:
            return try array(element)
        case .image:
            return try image(element)
        case .layer:
            warn(element, "<\(element.name)> is no layer here")
            return nil
        default:
            if element.attribute("value") == nil, element.text.allSatisfy(\.isWhitespace),
                let inner = element.children.first
            {
                try enter(element)
                defer { leave() }
                return try typedElement(inner, kind: kind)
            }
            return plain(element, kind: kind)
        }
    }

    /// Reads the value of an element whose name is its type: `<real value="1"/>`.
    mutating func typedElement(_ element: MarkupElement, kind: ValueKind) throws(DocumentError) -> DocumentValue? {
        let element = try resolved(element)
        if let value = try typed(element, type: element.attribute("type") ?? element.name, kind: kind) { return value }
        warn(element, "<\(element.name)> is no value that is known here")
        return nil
    }

    /// Reads a value of a named type. The outer nil means an unknown type; the inner nil means an invalid value, with
    /// a warning.
    private mutating func typed(_ element: MarkupElement, type: String, kind: ValueKind) throws(DocumentError)
        -> DocumentValue??
    {
        switch type {
        case "null", "nil", "NSNull": return .some(.null)
        case "integer", "int": return .some(plain(element, kind: .integer))
        case "real", "float", "double", "NSNumber", "CGFloat": return .some(plain(element, kind: .number))
        case "bool", "boolean": return .some(plain(element, kind: .boolean))
        case "true": return .some(.boolean(true))
        case "false": return .some(.boolean(false))
        case "string", "NSString": return .some(.string(element.attribute("value") ?? element.text))
        case "CGPoint": return .some(plain(element, kind: .point))
        case "CGSize": return .some(plain(element, kind: .size))
        case "CGRect": return .some(plain(element, kind: .rect))
        case "CGColor": return .some(plain(element, kind: .color))
        case "CATransform3D", "CGAffineTransform": return .some(plain(element, kind: .transform))
        case "CAMediaTimingFunction": return .some(plain(element, kind: .timingFunction))
        case "CGImage", "CATintedImage": return .some(try image(element))
        case "CAFilter", "CIFilter":
            guard let name = element.attribute("filter") ?? element.attribute("name") else { return nil }
            return .some(.string(name))
        case "NSArray", "NSMutableArray", "array": return .some(try array(element))
        default: return nil
        }
    }

    /// Reads the value of the `value` attribute, or of the text.
    private mutating func plain(_ element: MarkupElement, kind: ValueKind) -> DocumentValue? {
        let text = element.attribute("value") ?? element.text
        if kind == .color {
            let opacity = element.attribute("opacity").flatMap(ValueParser.number)
            if let color = ValueParser.color(text, opacity: opacity) { return .color(color) }
        } else if let value = ValueParser.parse(text, as: kind) {
            return value
        }
        warn(element, "\"\(shortened(text))\" is no value for <\(element.name)>")
        return nil
    }

    private mutating func array(_ element: MarkupElement) throws(DocumentError) -> DocumentValue? {
        try enter(element)
        defer { leave() }
        var values: [DocumentValue] = []
        for child in element.children {
            if let value = try typedElement(child, kind: .any) { values.append(value) }
        }
        return .array(values)
    }

    /// Reads an image: `src` is on the element, or on a `<CGImage>` or `<image>` in it, with an optional `<tint>`.
    private mutating func image(_ element: MarkupElement) throws(DocumentError) -> DocumentValue? {
        if let image = plainImage(element) { return .image(image) }
        for child in element.children where child.name != "tint" {
            let child = try resolved(child)
            if child.name == "null" || child.name == "nil" { return .null }
            guard child.name == "CGImage" || child.attribute("type") == "CGImage", var image = plainImage(child) else {
                continue
            }
            if let tint = element.children.first(where: { $0.name == "tint" }),
                case .color(let color)? = try value(tint, kind: .color)
            {
                image.tint = color
            }
            return .image(image)
        }
        warn(element, "<\(element.name)> names no image")
        return nil
    }

    private func plainImage(_ element: MarkupElement) -> DocumentImage? {
        guard let source = element.attribute("src") else { return nil }
        return DocumentImage(source: source, isMask: element.attribute("A8asL8") == "1", location: element.location)
    }
}
