import Foundation
import MicaValues
import MicaWire

/// A value in a document, with the type stated by the document or required by the property.
package enum DocumentValue: Sendable, Equatable {
    /// nil.
    case null
    /// A boolean.
    case boolean(Bool)
    /// An integer.
    case integer(Int)
    /// A number, possibly infinite or NaN.
    case number(Double)
    /// A text.
    case string(String)
    /// A point.
    case point(CGPoint)
    /// A size.
    case size(CGSize)
    /// A rectangle.
    case rect(CGRect)
    /// A colour.
    case color(DocumentColor)
    /// A transform, as a product of functions; the last function applies to a point first.
    case transform([TransformFunction])
    /// A timing function.
    case timingFunction(DocumentTimingFunction)
    /// An image file.
    case image(DocumentImage)
    /// A layer: another layer's mask.
    case layer(LayerDescription)
    /// A list.
    case array([DocumentValue])
    /// Filters of a layer.
    case filters([FilterState])
    /// Cells of an emitter.
    case cells([CellDescription])
    /// Behaviours of an emitter.
    case behaviors([EmitterBehavior])

    /// The number, if the value is numeric.
    package var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        case .boolean(let value): value ? 1 : 0
        default: nil
        }
    }
}

/// A colour in a document.
package struct DocumentColor: Sendable, Hashable {
    /// Red in extended sRGB: below 0 and above 1 are colours outside sRGB.
    package var red: Double
    /// Green in extended sRGB.
    package var green: Double
    /// Blue in extended sRGB.
    package var blue: Double
    /// Opacity, 0 to 1.
    package var alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// A timing function in a document.
package enum DocumentTimingFunction: Sendable, Hashable {
    /// One of Apple's named functions (`easeInEaseOut`).
    case named(String)
    /// The two control points of a cubic Bézier curve from (0, 0) to (1, 1).
    case curve(x1: Double, y1: Double, x2: Double, y2: Double)
}

/// A reference to an image file.
package struct DocumentImage: Sendable, Hashable {
    /// The path as written, relative to the directory of the document's file.
    package var source: String
    /// The colour that replaces the image's colours; nil leaves the image unchanged.
    package var tint: DocumentColor?
    /// Whether the image is a mask, stored as grey.
    package var isMask = false
    /// The location of the reference.
    package var location: DocumentLocation
}

/// The kinds of properties' values in documents.
package enum ValueKind: Sendable, Hashable {
    case boolean, integer, number, string, point, size, rect, color, transform, timingFunction, image, layer, array,
        filters
    /// The kind that the document states.
    case any
}
