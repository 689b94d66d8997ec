// CGPoint, CGSize, CGRect and CGRectEdge are Foundation's on Linux, with most of their members. This file adds
// CGVector, and the members that Apple's CoreGraphics adds.

/// A displacement in the plane: a direction and a length, without a position.
public struct CGVector: Sendable, Hashable {
    /// The displacement along x.
    public var dx: CGFloat
    /// The displacement along y.
    public var dy: CGFloat

    /// The vector of length 0.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Makes the vector of length 0.
    public init() { self.init(dx: 0, dy: 0) }

    /// Makes a vector from its parts.
    public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

    /// Makes a vector from its parts.
    public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// Makes a vector from its parts.
    public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}

extension CGVector: Codable {
    /// Reads two numbers without keys, dx first.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(dx: try container.decode(CGFloat.self), dy: try container.decode(CGFloat.self))
    }

    /// Writes two numbers without keys, dx first.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(dx)
        try container.encode(dy)
    }
}

extension CGPoint {
    /// The point after a transformation.
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }

    /// Whether the two points are equal.
    public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }

    /// The point as a dictionary of numbers under `X` and `Y`.
    public var dictionaryRepresentation: CFDictionary { ["X": number(x), "Y": number(y)] }

    /// Reads what `dictionaryRepresentation` wrote; nil when a number is missing.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let x = coordinate(dictionary, "X"), let y = coordinate(dictionary, "Y") else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize {
    /// The size after a transformation, as a displacement: the translation is ignored.
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }

    /// Whether the two sizes are equal.
    public func equalTo(_ size2: CGSize) -> Bool { self == size2 }

    /// The size as a dictionary of numbers under `Width` and `Height`.
    public var dictionaryRepresentation: CFDictionary { ["Width": number(width), "Height": number(height)] }

    /// Reads what `dictionaryRepresentation` wrote; nil when a number is missing.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let width = coordinate(dictionary, "Width"), let height = coordinate(dictionary, "Height") else {
            return nil
        }
        self.init(width: width, height: height)
    }
}

extension CGRect {
    /// The smallest axis-aligned rectangle around the transformed rectangle.
    ///
    /// The null rectangle and the infinite rectangle stay as they are.
    public func applying(_ t: CGAffineTransform) -> CGRect {
        if isNull || isInfinite { return self }
        let corners = [
            CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
        ].map { $0.applying(t) }
        var (left, top, right, bottom) = (corners[0].x, corners[0].y, corners[0].x, corners[0].y)
        for corner in corners.dropFirst() {
            (left, right) = (min(left, corner.x), max(right, corner.x))
            (top, bottom) = (min(top, corner.y), max(bottom, corner.y))
        }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether the two rectangles are equal after both are standardized: negative sizes are made positive.
    public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }

    /// The rectangle as a dictionary of numbers under `X`, `Y`, `Width` and `Height`.
    public var dictionaryRepresentation: CFDictionary {
        ["X": number(origin.x), "Y": number(origin.y), "Width": number(size.width), "Height": number(size.height)]
    }

    /// Reads what `dictionaryRepresentation` wrote; nil when a number is missing.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let origin = CGPoint(dictionaryRepresentation: dictionary),
            let size = CGSize(dictionaryRepresentation: dictionary)
        else { return nil }
        self.init(origin: origin, size: size)
    }
}

/// A coordinate as dictionaries hold it.
private func number(_ coordinate: CGFloat) -> NSNumber { NSNumber(value: Double(coordinate)) }

/// The coordinate under a key; nil when it is missing or no number.
private func coordinate(_ dictionary: CFDictionary, _ key: String) -> CGFloat? { dictionary[key] as? CGFloat }

extension CGPoint: @retroactive CustomDebugStringConvertible {
    /// The two coordinates in parentheses.
    public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
    /// The width and the height in parentheses.
    public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
    /// Origin and size in parentheses.
    public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}
