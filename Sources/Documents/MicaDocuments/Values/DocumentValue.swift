import Foundation
import MicaExtras
import MicaWire

/// A value in a document, typed as the document says or as the property wants it.
package enum DocumentValue: Sendable, Equatable {
    /// nil.
    case null
    /// A boolean.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number; infinite and NaN ones included.
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
    /// A transform, as the functions that it is the product of: the last one is applied to a point first.
    case transform([TransformFunction])
    /// A timing function.
    case timingFunction(DocumentTimingFunction)
    /// An image file.
    case image(DocumentImage)
    /// A layer: the mask of another.
    case layer(LayerDescription)
    /// A list.
    case array([DocumentValue])
    /// Filters of a layer.
    case filters([FilterState])
    /// Cells of an emitter.
    case cells([CellDescription])
    /// What drives an emitter's particles.
    case behaviors([EmitterBehavior])

    /// The number, if it is one of whatever sort.
    package var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        case .boolean(let value): value ? 1 : 0
        default: nil
        }
    }
}

/// A colour as documents write it.
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

/// A timing function as documents write it.
package enum DocumentTimingFunction: Sendable, Hashable {
    /// One of Apple's by name (`easeInEaseOut`).
    case named(String)
    /// The two control points of a cubic Bézier curve from (0, 0) to (1, 1).
    case curve(x1: Double, y1: Double, x2: Double, y2: Double)
}

/// A reference to an image file.
package struct DocumentImage: Sendable, Hashable {
    /// The path as the document writes it, from the directory of the document's file.
    package var source: String
    /// The colour that fills the image's coverage; nil leaves the image as it is.
    package var tint: DocumentColor?
    /// Whether the image is only a coverage, stored as grey.
    package var isMask = false
    /// Where the reference is.
    package var location: DocumentLocation
}

/// The kinds of values that properties have in documents.
package enum ValueKind: Sendable, Hashable {
    case boolean, integer, number, string, point, size, rect, color, transform, timingFunction, image, layer, array,
        filters
    /// Whatever the document says that it is.
    case any
}
