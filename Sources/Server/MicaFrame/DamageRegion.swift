import MicaRaster

/// The pixels that changed: up to four rectangles that do not overlap, so that two small changes far from each other do not
/// count as all that lies between them.
package struct DamageRegion: Sendable, Equatable {
    /// How many rectangles there are.
    package private(set) var count = 0
    /// The first rectangle; empty where there is none.
    package private(set) var first = DeviceRect.empty
    private var second = DeviceRect.empty, third = DeviceRect.empty
    private var fourth = DeviceRect.empty

    /// The most rectangles; what is added beyond them joins the one that grows least by it.
    package static let limit = 4

    /// Makes a region without pixels.
    package init() {}

    /// Makes a region of one rectangle.
    package init(_ rect: DeviceRect) { add(rect) }

    /// One of the rectangles.
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

    /// Whether it has no pixels.
    package var isEmpty: Bool { count == 0 }

    /// The smallest rectangle around all of it.
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
            let both = there.union(rect)
            guard !there.intersection(rect).isEmpty || both.area <= there.area + rect.area + Self.slack else {
                index += 1
                continue
            }
            // The two become one, which may touch others in its turn.
            rect = both
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

    /// Adds the pixels of a rectangle that another one does not have.
    mutating func add(_ rect: DeviceRect, outside other: DeviceRect) {
        let both = rect.intersection(other)
        if both.isEmpty { return add(rect) }
        add(DeviceRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: both.minY))
        add(DeviceRect(minX: rect.minX, minY: both.maxY, maxX: rect.maxX, maxY: rect.maxY))
        add(DeviceRect(minX: rect.minX, minY: both.minY, maxX: both.minX, maxY: both.maxY))
        add(DeviceRect(minX: both.maxX, minY: both.minY, maxX: rect.maxX, maxY: both.maxY))
    }

    /// Adds the pixels of two rectangles, of which one mostly lies near the other.
    @inlinable
    package mutating func add(_ rect: DeviceRect, and other: DeviceRect) {
        if holds(rect), holds(other) { return }
        join(rect, other)
    }

    @usableFromInline
    mutating func join(_ rect: DeviceRect, _ other: DeviceRect) {
        var both = DamageRegion(rect)
        both.add(other)
        add(both)
    }

    /// Whether one of its rectangles has all pixels of another, as far as that is seen at once.
    @inlinable
    package func holds(_ rect: DeviceRect) -> Bool { count > 0 && first.contains(rect) }

    /// Adds the pixels of another region.
    package mutating func add(_ other: DamageRegion) {
        for index in 0..<other.count { add(other[index]) }
    }

    /// The part inside a rectangle.
    package func intersection(_ rect: DeviceRect) -> DamageRegion {
        var result = DamageRegion()
        for index in 0..<count { result.add(self[index].intersection(rect)) }
        return result
    }

    private mutating func remove(_ index: Int) {
        self[index] = self[count - 1]
        self[count - 1] = .empty
        count -= 1
    }

    /// How many pixels more may be drawn to have one rectangle less: about what beginning another one costs.
    private static let slack = 2048
}

extension DeviceRect {
    /// The rectangle with some pixels more on each side; of no pixels none.
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

    /// How many pixels it has, saturating for rectangles larger than any surface.
    var area: Int {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? 1 << 60 : min(area, 1 << 60)
    }
}
