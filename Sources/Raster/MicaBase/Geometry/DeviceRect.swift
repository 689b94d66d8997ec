/// A rectangle of whole pixels, half-open: it holds the pixels minX..<maxX, minY..<maxY.
///
/// *Space*: device pixels, origin at the top left, y down.
package struct DeviceRect: Sendable, Hashable, CustomStringConvertible {
    /// The edges; half-open at the maxima.
    package var minX: Int, minY: Int, maxX: Int, maxY: Int

    /// Makes a rectangle from its edges.
    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// No pixels.
    package static let empty = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    /// Width in pixels; 0 when empty.
    package var width: Int { max(0, maxX - minX) }
    /// Height in pixels; 0 when empty.
    package var height: Int { max(0, maxY - minY) }
    /// Whether it holds no pixels.
    package var isEmpty: Bool { minX >= maxX || minY >= maxY }

    /// The pixels in both; `.empty` when there are none.
    package func intersection(_ other: DeviceRect) -> DeviceRect {
        let r = DeviceRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
        return r.isEmpty ? .empty : r
    }

    /// The smallest rectangle that holds both; an empty rectangle is ignored.
    package func union(_ other: DeviceRect) -> DeviceRect {
        if isEmpty { return other.isEmpty ? .empty : other }
        if other.isEmpty { return self }
        return DeviceRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// Whether every pixel of `other` is in this rectangle.
    package func contains(_ other: DeviceRect) -> Bool {
        other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
    }

    /// The smallest rectangle of whole pixels around edges in device coordinates. NaN counts as 0, and coordinates are
    /// clamped to a billion pixels, so that nothing overflows.
    package init(around minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
        // Without a call into the C library, which `rounded` would make.
        func down(_ v: Double) -> Int {
            guard !v.isNaN else { return 0 }
            let near = max(-1e9, min(1e9, v))
            let whole = Int(near)
            return Double(whole) > near ? whole - 1 : whole
        }
        self.init(minX: down(minX), minY: down(minY), maxX: -down(-maxX), maxY: -down(-maxY))
    }

    /// Edges in order: `[x 0..<10, y 0..<5]`.
    package var description: String { "[x \(minX)..<\(maxX), y \(minY)..<\(maxY)]" }
}
