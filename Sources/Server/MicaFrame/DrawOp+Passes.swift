import MicaBase

/// The passes that an op shows: at most two, each with a role that depends on the op.
package struct PassReferences: Sendable, Equatable, Sequence {
    /// The pass that is shown; for a dissolve, the old one.
    package var first: PassIndex?
    /// The mask; for a dissolve, the new pass.
    package var second: PassIndex?

    package init(_ first: PassIndex? = nil, _ second: PassIndex? = nil) {
        (self.first, self.second) = (first, second)
    }

    /// Iterates over the passes that are not nil.
    package func makeIterator() -> Iterator { Iterator(rest: self) }

    /// Iterates over the passes of an op.
    package struct Iterator: IteratorProtocol {
        fileprivate var rest: PassReferences

        /// The next pass.
        package mutating func next() -> PassIndex? {
            defer { (rest.first, rest.second) = (rest.first == nil ? nil : rest.second, nil) }
            return rest.first ?? rest.second
        }
    }

    /// Whether all of them come before a pass, which every pass that it shows must.
    package func areBefore(_ pass: Int) -> Bool {
        allSatisfy { (0..<pass).contains($0.rawValue) }
    }
}

extension Frame {
    /// The only op of a pass, if it fills a shape with one colour and has no clip; nil otherwise.
    ///
    /// The alpha of such a pass is the shape's coverage times a constant. So a masked pass can be drawn within the
    /// shape instead.
    package func onlyShape(of pass: PassIndex) -> DrawOp? {
        guard passes.indices.contains(pass.rawValue), passes[pass.rawValue].ops.count == 1 else { return nil }
        let op = passes[pass.rawValue].ops[0]
        guard case .fill = op.content, op.clip == nil else { return nil }
        return op
    }
}

/// Which ops show passes, and how. All code that follows references between passes asks here.
extension DrawOp.Content {
    /// Whether the op shows passes.
    package var showsPasses: Bool {
        switch self {
        case .fill, .border, .path, .gradient, .image, .shadow, .sprites, .instances: false
        case .blur, .pass, .filtered, .softened, .dissolve, .warp, .rasterized: true
        }
    }

    /// Whether the op shows passes pixel on pixel: each of its pixels depends on the same pixel of each pass.
    package var showsPassesInPlace: Bool {
        switch self {
        case .pass, .filtered, .dissolve: true
        default: false
        }
    }

    /// The passes that the op shows.
    package var passes: PassReferences {
        switch self {
        case .fill, .border, .path, .gradient, .image, .shadow, .sprites, .instances: PassReferences()
        case .blur(let draw, _): PassReferences(draw.pass)
        case .pass(let shown, let mask): PassReferences(shown, mask)
        case .filtered(let shown, _): PassReferences(shown)
        case .softened(let draw): PassReferences(draw.pass)
        case .dissolve(let from, let to, _): PassReferences(from, to)
        case .warp(let draw): PassReferences(draw.pass)
        case .rasterized(let draw): PassReferences(draw.pass)
        }
    }

    /// The passes that the op shows, without a mask that is only a shape.
    package func passesBesideShapes(in frame: Frame) -> PassReferences {
        guard case .pass(let shown, let mask?) = self, frame.onlyShape(of: mask) != nil else { return passes }
        return PassReferences(shown)
    }

    /// Replaces the passes that the op shows.
    package mutating func mapPasses(_ map: (PassIndex) -> PassIndex) {
        switch self {
        case .fill, .border, .path, .gradient, .image, .shadow, .sprites, .instances: break
        case .blur(var draw, let color):
            draw.pass = map(draw.pass)
            self = .blur(draw, color: color)
        case .pass(let shown, let mask): self = .pass(map(shown), mask: mask.map(map))
        case .filtered(let shown, let filter): self = .filtered(map(shown), filter)
        case .softened(var draw):
            draw.pass = map(draw.pass)
            self = .softened(draw)
        case .dissolve(let from, let to, let fraction):
            self = .dissolve(from: from.map(map), to: to.map(map), fraction: fraction)
        case .warp(var draw):
            draw.pass = map(draw.pass)
            self = .warp(draw)
        case .rasterized(var draw):
            draw.pass = map(draw.pass)
            self = .rasterized(draw)
        }
    }

    /// Whether two ops are equal, apart from which passes they show.
    func isSame(as other: DrawOp.Content) -> Bool {
        guard showsPasses, other.showsPasses else { return self == other }
        var (one, two) = (self, other)
        one.mapPasses { _ in PassIndex(0) }
        two.mapPasses { _ in PassIndex(0) }
        return one == two
    }

    /// The pixels of the op that depend on some pixels of the passes that it shows; nil if any may.
    func result(of source: DeviceRect) -> DeviceRect? {
        switch self {
        case .blur(let draw, _): draw.result(of: source)
        case .softened(let draw): draw.grown(source)
        case .warp, .rasterized: nil
        default: source
        }
    }
}
