import MicaBase

/// The pixels that changed: up to four rectangles that do not overlap, so that two small changes far from each other do
/// not damage everything between them.
package struct DamageRegion: Sendable, Equatable {
    /// The number of rectangles.
    package private(set) var count = 0
    /// The first rectangle; empty for an empty region.
    package private(set) var first = DeviceRect.empty
    private var second = DeviceRect.empty, third = DeviceRect.empty
    private var fourth = DeviceRect.empty

    /// The most rectangles. A further one joins the rectangle that grows least by it.
    package static let limit = 4

    package init() {}

    /// A region of one rectangle.
    package init(_ rect: DeviceRect) { add(rect) }

    /// A rectangle by its index, below `count`.
    package subscript(index: Int) -> DeviceRect {
        get {
            switch index {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        }
        set {
            switch index {
            case 0: first = newValue
            case 1: second = newValue
            case 2: third = newValue
            default: fourth = newValue
            }
        }
    }

    /// Whether the region has no pixels.
    package var isEmpty: Bool { count == 0 }

    /// The smallest rectangle around the region.
    package var bounds: DeviceRect {
        var all = DeviceRect.empty
        for index in 0..<count { all = all.union(self[index]) }
        return all
    }

    /// Adds the pixels of a rectangle.
    package mutating func add(_ rect: DeviceRect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        var index = 0
        while index < count {
            let there = self[index]
            if there.contains(rect) { return }
            guard Self.areOne(there, rect) else {
                index += 1
                continue
            }
            // The joined rectangle may overlap others in turn.
            rect = there.union(rect)
            remove(index)
            index = 0
        }
        if count < Self.limit {
            count += 1
            self[count - 1] = rect
            return
        }
        var (least, position) = (Int.max, 0)
        for index in 0..<count {
            let growth = self[index].union(rect).area - self[index].area
            if growth < least { (least, position) = (growth, index) }
        }
        let joined = self[position].union(rect)
        remove(position)
        add(joined)
    }

    /// Adds the pixels of a rectangle that lie outside of another.
    mutating func add(_ rect: DeviceRect, outside other: DeviceRect) {
        let both = rect.intersection(other)
        if both.isEmpty { return add(rect) }
        add(DeviceRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: both.minY))
        add(DeviceRect(minX: rect.minX, minY: both.maxY, maxX: rect.maxX, maxY: rect.maxY))
        add(DeviceRect(minX: rect.minX, minY: both.minY, maxX: both.minX, maxY: both.maxY))
        add(DeviceRect(minX: both.maxX, minY: both.minY, maxX: rect.maxX, maxY: both.maxY))
    }

    /// Adds two rectangles that usually lie close together.
    @inlinable
    package mutating func add(_ rect: DeviceRect, and other: DeviceRect) {
        if holds(rect), holds(other) { return }
        join(rect, other)
    }

    @usableFromInline
    mutating func join(_ rect: DeviceRect, _ other: DeviceRect) {
        guard !rect.isEmpty, !other.isEmpty, Self.areOne(rect, other) else {
            add(rect)
            return add(other)
        }
        add(rect.union(other))
    }

    /// Whether the first rectangle contains another: a quick test, which may miss other containing rectangles.
    @inlinable
    package func holds(_ rect: DeviceRect) -> Bool { count > 0 && first.contains(rect) }

    /// Adds the pixels of another region.
    package mutating func add(_ other: DamageRegion) {
        for index in 0..<other.count { add(other[index]) }
    }

    /// The part of the region inside a rectangle.
    package func intersection(_ rect: DeviceRect) -> DamageRegion {
        if count == 1, rect.contains(first) { return self }
        var result = DamageRegion()
        for index in 0..<count { result.add(self[index].intersection(rect)) }
        return result
    }

    /// Whether two rectangles overlap, or are so close that drawing one rectangle around both costs less.
    private static func areOne(_ a: DeviceRect, _ b: DeviceRect) -> Bool {
        !a.intersection(b).isEmpty || a.union(b).area <= a.area + b.area + slack
    }

    private mutating func remove(_ index: Int) {
        self[index] = self[count - 1]
        self[count - 1] = .empty
        count -= 1
    }

    /// How many more pixels may be drawn to save a rectangle: about the cost of another rectangle.
    private static let slack = 2048
}

extension DeviceRect {
    /// The rectangle with a margin on each side; an empty one stays empty.
    func grown(by margin: Int) -> DeviceRect {
        if isEmpty { return self }
        func moved(_ edge: Int, _ step: Int) -> Int {
            let (sum, overflows) = edge.addingReportingOverflow(step)
            return overflows ? edge : sum
        }
        return DeviceRect(
            minX: moved(minX, -margin), minY: moved(minY, -margin), maxX: moved(maxX, margin),
            maxY: moved(maxY, margin))
    }

    /// The number of pixels, saturating for rectangles larger than any surface.
    var area: Int {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? 1 << 60 : min(area, 1 << 60)
    }
}
