import MicaBase
import MicaFrame
import MicaReference

/// The ops of a frame, each drawn alone by the reference and by another compositor over the same pixels: what was off before does
/// not count again.
package struct LoneOps {
    /// One op.
    package struct Result {
        /// Its kind.
        package var kind: DrawOp.Content.Kind
        /// The pixels that it may change.
        package var bounds: DeviceRect
        /// The op in words.
        package var words: String
        /// How the two pictures differ, but for what rounding explains: `OpEdges`.
        package var comparison: Comparison
    }

    /// What came of each op, pass by pass.
    package private(set) var results: [Result] = []

    /// Draws and compares.
    ///
    /// - Parameter table: the allowed differences of the other compositor.
    package init(_ frame: Frame, _ table: [OpTolerance], _ draw: (Frame, inout Bitmap) -> Void) {
        let reference = ReferenceCompositor()
        let pictures = reference.pictures(of: frame)
        for (index, pass) in frame.passes.enumerated() {
            let isLast = index == frame.passes.count - 1
            let (width, height) =
                isLast ? (frame.width, frame.height) : (max(0, pass.bounds.maxX), max(0, pass.bounds.maxY))
            guard width > 0, height > 0 else { continue }
            // The op's picture exists as pixels.
            var alone = Frame(width: width, height: height)
            alone.clips = frame.clips
            for before in 0..<index {
                var shown = RenderPass(bounds: frame.passes[before].bounds)
                shown.ops = [Self.still(pictures[before].bitmap, pictures[before].bounds)]
                alone.passes.append(shown)
            }
            alone.passes.append(RenderPass(bounds: pass.bounds.intersection(alone.bounds)))
            var backdrop = Bitmap(
                width: width, height: height, filledWith: isLast ? frame.background.premultiplied() : 0)
            for op in pass.ops {
                alone.passes[index].ops = [Self.still(backdrop, alone.bounds), op]
                var (expected, actual) = (backdrop, backdrop)
                reference.draw(alone, into: &expected)
                draw(alone, &actual)
                let both = alone
                func redraw(_ other: DrawOp) -> Bitmap {
                    var (frame, bitmap) = (both, backdrop)
                    frame.passes[index].ops[1] = other
                    reference.draw(frame, into: &bitmap)
                    return bitmap
                }
                alone.passes[index].ops = [op]
                OpEdges.remove(
                    from: &actual, expected, op, in: alone.passes[index].bounds, clips: frame.clips,
                    roundsEachSprite: OpTolerance.of(op.content.kind, in: table).roundsEachSprite, redraw: redraw)
                results.append(
                    Result(
                        kind: op.content.kind, bounds: op.bounds.intersection(alone.passes[index].bounds),
                        words: alone.description, comparison: Comparison(actual, expected)))
                backdrop = expected
            }
        }
    }

    /// An op that shows pixels as they are.
    private static func still(_ bitmap: Bitmap, _ bounds: DeviceRect) -> DrawOp {
        let rect = LocalRect(
            minX: Double(bounds.minX), minY: Double(bounds.minY), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY))
        let source = LocalRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height)
        return DrawOp(
            content: .image(
                ImageDraw(
                    image: ImageResource(bitmap: bitmap), destination: rect, source: source, sampling: .nearest)),
            transform: .identity, bounds: bounds)
    }
}
