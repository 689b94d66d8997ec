import Foundation
import MicaBase

/// A value of an animatable or archived property, as it crosses the wire.
package enum PropertyValue: Sendable, Equatable {
    /// No value: nil.
    case none
    /// A number; booleans are numbers 0 and 1, as in NSNumber.
    case number(Double)
    /// A point.
    case point(CGPoint)
    /// A size.
    case size(CGSize)
    /// A rectangle.
    case rect(CGRect)
    /// A transform.
    case transform(Matrix4)
    /// A colour.
    case color(ColorValue)
    /// A string of one of Apple's string enumerations.
    case string(String)
    /// An image.
    case image(ImageResource)
    /// A layer.
    case layer(LayerID)
    /// Three numbers, for value functions; no property has this kind.
    case vector(SIMD3<Double>)
    /// A path.
    case path(Path)
    /// A list of numbers.
    case numbers([Double])
    /// A list of colours.
    case colors([ColorValue])
    /// A list of filters.
    case filters([FilterState])
    /// Cells of an emitter.
    case cells([CellState])

    /// The kind of this value.
    package var kind: Kind {
        switch self {
        case .none: .none
        case .number: .number
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .transform: .transform
        case .color: .color
        case .string: .string
        case .image: .image
        case .layer: .layer
        case .vector: .vector
        case .path: .path
        case .numbers: .numbers
        case .colors: .colors
        case .filters: .filters
        case .cells: .cells
        }
    }

    /// The kinds of values.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case none, number, point, size, rect, transform, color, string, image, layer, vector, path, numbers, colors
        case filters, cells
    }

    /// The number; nil for a value of another kind.
    package var number: Double? {
        if case .number(let v) = self { v } else { nil }
    }
}
