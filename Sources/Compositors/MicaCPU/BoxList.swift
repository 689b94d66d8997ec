import MicaBase
import MicaFrame
import MicaRaster

/// The ops of a frame's last pass as tiles need them, a few bytes each, from frame to frame: the bounds of each op, and
/// everything of axis-aligned rectangles of one colour, which most ops of most frames are.
///
/// A frame's changes (`FrameDelta`) bring the list up to date, so that a frame with few changes costs little. The ops
/// of a region are found without a search through all. A frame without a version has no list, because making one takes
/// as long as drawing without. The list never changes a byte.
struct BoxList {
    /// The minimum x and y of each op's bounds, and the negated maximum x and y; limited to what fits.
    private(set) var edges: [SIMD4<Int32>] = []
    /// Each op as an axis-aligned rectangle of one colour; an empty box for an op of another kind.
    private(set) var boxes: [SolidBox] = []
    /// The kind of each op.
    private(set) var kinds: [Kind] = []
    /// The number of ops that show passes.
    private(set) var linkCount = 0
    /// The frame that the list belongs to; nil for none.
    private var version: FrameVersion?
    /// Whether the list belongs to the frame that is drawn.
    private(set) var isCurrent = false

    /// The kinds of ops.
    enum Kind: UInt8 {
        /// An axis-aligned rectangle of one colour.
        case box
        /// An op that shows passes.
        case link
        /// Any other op.
        case other
        /// An op that was spliced in or replaced, and is not entered yet.
        case unread
    }

    /// Whether some op of the last pass may show a pass.
    var mayShowPasses: Bool { !isCurrent || linkCount > 0 }

    /// Brings the list up to date for a frame that is to be drawn.
    mutating func update(to frame: Frame) {
        isCurrent = false
        guard let version = frame.delta.version, let last = frame.passes.last else { return }
        if version == self.version {
            isCurrent = true
            return
        }
        guard let base = frame.delta.base else { return }
        if base == self.version {
            apply(frame.delta, to: last.ops.span)
        } else {
            set(last.ops.span)
        }
        self.version = version
        isCurrent = true
    }

    /// Replaces the list.
    mutating func set(_ ops: Span<DrawOp>) {
        edges.clear()
        boxes.clear()
        kinds.clear()
        linkCount = 0
        // No reserveCapacity: it would allocate exactly this much and defeat geometric growth, so that a pass that gains a few ops a frame
        // would allocate in every frame.
        for index in ops.indices {
            edges.append(.zero)
            boxes.append(Self.noBox)
            kinds.append(.unread)
            enter(index, of: ops)
        }
    }

    /// Enters an op that is not entered yet.
    private mutating func enter(_ index: Int, of ops: Span<DrawOp>) {
        edges[index] = Self.edges(ops[index].bounds)
        if let box = SolidBox(ops, at: index) {
            (boxes[index], kinds[index]) = (box, .box)
        } else if ops[index].content.showsPasses {
            (boxes[index], kinds[index]) = (Self.noBox, .link)
            linkCount += 1
        } else {
            (boxes[index], kinds[index]) = (Self.noBox, .other)
        }
    }

    /// An op that is a box; nil for an op of another kind.
    func box(_ index: Int) -> SolidBox? { kinds[index] == .box ? boxes[index] : nil }

    private static var noBox: SolidBox { SolidBox(edges: .zero, pixel: 0, pass: 0) }

    /// Applies changes to the list of the earlier frame. `ops` are the ops after all changes.
    mutating func apply(_ delta: borrowing FrameDelta, to ops: Span<DrawOp>) {
        let changes = delta.changes
        var next = 0
        while next < changes.count {
            next = Self.move(changes.span, from: next, kinds, &edges, &boxes)
            guard next < changes.count else { break }
            switch changes[next] {
            case .moved: break
            case .replaced(let index):
                forget(Int(index))
                if !delta.splices { enter(Int(index), of: ops) }
            case .spliced(let indices, let count):
                let indices = Int(indices.lowerBound)..<Int(indices.upperBound)
                edges.replaceSubrange(indices, with: repeatElement(.zero, count: Int(count)))
                boxes.replaceSubrange(indices, with: repeatElement(Self.noBox, count: Int(count)))
                for index in indices { forget(index) }
                kinds.replaceSubrange(indices, with: repeatElement(.unread, count: Int(count)))
            }
            next += 1
        }
        if delta.splices {
            // Indices are those of `ops` only after all changes.
            for index in kinds.indices where kinds[index] == .unread { enter(index, of: ops) }
        }
    }

    private mutating func forget(_ index: Int) {
        if kinds[index] == .link { linkCount -= 1 }
        kinds[index] = .unread
    }

    /// Applies a run of moves.
    ///
    /// - Returns: the index of the first change of another kind.
    private static func move(
        _ changes: Span<FrameDelta.Change>, from first: Int, _ kinds: [Kind], _ edges: inout [SIMD4<Int32>],
        _ boxes: inout [SolidBox]
    ) -> Int {
        var next = first
        let kinds = kinds.span
        var edges = edges.mutableSpan, boxes = boxes.mutableSpan
        while next < changes.count, case .moved(let box, let bounds, let op) = changes[next] {
            next += 1
            let index = Int(op)
            edges[index] = Self.sides(bounds)
            guard kinds[index] == .box else { continue }
            let first = SolidBox.steps(box.lowHalf), last = SolidBox.steps(box.highHalf)
            let limits = bounds &<< SolidBox.shift
            let cut = SIMD4(
                max(first.x, limits.x), max(first.y, limits.y), min(last.x, limits.z), min(last.y, limits.w))
            boxes[index] = SolidBox(
                edges: cut.x < cut.z && cut.y < cut.w ? cut : .zero, pixel: boxes[index].pixel, pass: 0)
        }
        return next
    }

    /// Appends the indices of ops that may have pixels in a region, in order.
    func append(indicesIn region: DeviceRect, to indices: inout [Int32]) {
        let wanted = Self.edges(region)
        // An op begins before the region's end and ends after its beginning.
        let limits = SIMD4(0 &- wanted.z, 0 &- wanted.w, 0 &- wanted.x, 0 &- wanted.y)
        let span = edges.span
        for index in span.indices where all(span[index] .< limits) { indices.append(Int32(truncatingIfNeeded: index)) }
    }

    private static func edges(_ rect: DeviceRect) -> SIMD4<Int32> {
        func near(_ v: Int) -> Int32 { Int32(truncatingIfNeeded: max(-0x3FFF_FFFF, min(0x3FFF_FFFF, v))) }
        return SIMD4(near(rect.minX), near(rect.minY), 0 &- near(rect.maxX), 0 &- near(rect.maxY))
    }

    private static func sides(_ bounds: SIMD4<Int32>) -> SIMD4<Int32> {
        SIMD4(lowHalf: bounds.lowHalf, highHalf: 0 &- bounds.highHalf)
    }
}

extension RenderPass {
    /// Appends the indices of ops that may have pixels in a region, in order.
    func append(indicesIn region: DeviceRect, to indices: inout [Int32]) {
        for index in ops.indices where !ops[index].bounds.intersection(region).isEmpty {
            indices.append(Int32(truncatingIfNeeded: index))
        }
    }
}
