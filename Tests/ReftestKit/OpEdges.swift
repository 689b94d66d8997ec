import MicaBase
import MicaFrame
import MicaReference

/// Differences at the edges of an op that follow only from rounding, for any op.
///
/// - **A pixel that is covered in part** may be off by `mostInPart`: what is drawn, its alpha, its coverage and the product with what is there are
///   rounded to 8 bits one after the other, each by half a step at most, and so is the reference in the end: 2.5 of 255 at most, and
///   whole numbers differ by 2.
/// - **Hard edges decide** whether a pixel is drawn, by whether its coverage is 1/2 or more, or more than nothing (0.5 of 255). The rasteriser's
///   coverage is within half a step of 255 of the exact area, and rounded by another half (`Rasterizer.init`), so that a pixel
///   whose coverage is within a step of the limit may go either way; of a border, which is a difference of two, within two. Those are
///   taken as they are expected.
/// - **Sprites that lie over one another in one op** are rounded one after the other where a compositor blends them in 8 bits: each by half a
///   step for what is drawn and half for its product with what is there, in either direction. Of n of them that is n at most, if all go the
///   same way.
/// - **Colours that jump** (gradients whose stops share a place, single texels) are looked up at numbers of single precision. A pixel that the reference
///   draws in another colour where the op is moved by a thousandth of a pixel may show either.
package enum OpEdges {
    /// How far a pixel that is covered in part may be off, of 255.
    package static let mostInPart = 2
    /// How far an op is moved to see where its colours jump. *Units*: pixels.
    private static let nudge = 1.0 / 1024

    /// Takes pixels as they are expected whose difference follows from rounding.
    ///
    /// - Parameters:
    ///   - actual: a compositor's pixels, of the size of `expected`.
    ///   - bounds: the pixels of the op's pass.
    ///   - redraw: draws another op in its place, as `expected` was drawn.
    package static func remove(
        from actual: inout Bitmap, _ expected: Bitmap, _ op: DrawOp, in bounds: DeviceRect, clips: [Clip],
        roundsEachSprite: Bool, redraw: (DrawOp) -> Bitmap
    ) {
        var far: [Int] = []
        for index in actual.pixels.indices where actual.pixels[index] != expected.pixels[index] {
            if pixelDifference(actual.pixels[index], expected.pixels[index]) > 1 { far.append(index) }
        }
        if far.isEmpty { return }
        let (width, height) = (expected.width, expected.height)
        /// The op's coverage of each pixel, 0...255.
        func coverage(_ edges: EdgeMode, isClipped: Bool) -> [UInt8] {
            var frame = Frame(width: width, height: height)
            frame.clips = clips
            frame.passes = [RenderPass(bounds: bounds)]
            var silhouette = op.silhouette
            silhouette.edges = edges
            if !isClipped { silhouette.clip = nil }
            frame.passes[0].ops = [silhouette]
            var bitmap = Bitmap(width: width, height: height)
            ReferenceCompositor().draw(frame, into: &bitmap)
            return bitmap.pixels.map { UInt8($0 >> 24) }
        }
        let covered = coverage(op.edges, isClipped: true)
        let soft = op.edges == .soft ? [] : coverage(.soft, isClipped: false)
        let nudged =
            op.canJump ? [(nudge, 0), (-nudge, 0), (0, nudge), (0, -nudge)].map { redraw(op.moved($0, $1)) } : []
        for index in far {
            // A pixel that lacks less than half a step of coverage counts as fully covered. A partly covered one is next to it.
            let isInPart =
                covered[index] > 0 && around(index, width: width, in: covered).contains { $0 > 0 && $0 < 255 }
            let isSmall = pixelDifference(actual.pixels[index], expected.pixels[index]) <= mostInPart
            let isOfMany =
                roundsEachSprite && isRounding(op, actual.pixels[index], expected.pixels[index], index, width)
            let isUndecided = !soft.isEmpty && isNearLimit(soft, index, width: width, op)
            let isAtJump = nudged.contains { pixelDifference(actual.pixels[index], $0.pixels[index]) <= 1 }
            if isInPart && isSmall || isUndecided || isOfMany || isAtJump {
                actual.pixels[index] = expected.pixels[index]
            }
        }
    }

    /// The coverage of a pixel and of those around it.
    private static func around(_ index: Int, width: Int, in coverage: [UInt8]) -> [UInt8] {
        let x = index % width
        return [index - width, index, index + width].flatMap { row in
            (-1...1).compactMap { step in
                coverage.indices.contains(row + step) && (0..<width).contains(x + step) ? coverage[row + step] : nil
            }
        }
    }

    /// Whether a pixel's difference follows from how many sprites lie there.
    private static func isRounding(_ op: DrawOp, _ actual: UInt32, _ expected: UInt32, _ index: Int, _ width: Int)
        -> Bool
    {
        guard case .sprites(let draw) = op.content else { return false }
        let pixel = DeviceRect(
            minX: index % width, minY: index / width, maxX: index % width + 1, maxY: index / width + 1)
        let count = draw.sprites.count { !$0.bounds.intersection(pixel).isEmpty }
        return count > 0 && pixelDifference(actual, expected) <= count
    }

    /// Whether the coverage of a pixel is so near to what decides that rounding may have decided.
    private static func isNearLimit(_ coverage: [UInt8], _ index: Int, width: Int, _ op: DrawOp) -> Bool {
        var slack = 1
        if case .border = op.content { slack = 2 }
        let own = Int(coverage[index])
        switch op.edges {
        case .soft: return false
        // Within `slack` of 127.5.
        case .hard: return abs(2 * own - 255) < 2 * slack
        case .covering:
            // Within `slack` of 0.5; a pixel without any coverage is at the outline only beside one that has some.
            if own > 0 { return own <= slack }
            return around(index, width: width, in: coverage).contains { $0 > 0 }
        }
    }
}

extension DrawOp {
    /// Whether its colours may differ from one place to the next, however near.
    fileprivate var canJump: Bool {
        switch content {
        case .gradient: true
        case .image(let draw): draw.sampling == .nearest
        default: false
        }
    }

    /// The op so far away on the surface. *Units*: pixels.
    fileprivate func moved(_ x: Double, _ y: Double) -> DrawOp {
        var op = self
        let map = transform
        op.transform = Homography(
            a: map.a + x * map.p, b: map.b + y * map.p, c: map.c + x * map.q, d: map.d + y * map.q,
            tx: map.tx + x * map.w, ty: map.ty + y * map.w, p: map.p, q: map.q, w: map.w)
        return op
    }

    /// Its coverage, in opaque white and with the same clip; for ops without an outline of their own, all of their
    /// bounds.
    fileprivate var silhouette: DrawOp {
        let white = PixelColor(premultiplied: 0xFFFF_FFFF)
        let content: Content? =
            switch self.content {
            case .fill(let shape, _), .gradient(let shape, _): .fill(shape: shape, color: white)
            case .border(let shape, let width, _): .border(shape: shape, width: width, color: white)
            case .path(let draw, _): .path(draw, color: white)
            case .image(let draw): .fill(shape: RoundedRect(draw.destination), color: white)
            default: nil
            }
        if let content { return DrawOp(content: content, transform: transform, clip: clip, bounds: bounds) }
        let rect = LocalRect(
            minX: Double(bounds.minX), minY: Double(bounds.minY), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY))
        return DrawOp(
            content: .fill(shape: RoundedRect(rect), color: white), transform: .identity, clip: clip, bounds: bounds)
    }
}
