import MicaFrame
import MicaResources
import MicaTrace

/// What of the machine a frame takes, for those who trace it.
package struct FrameUse {
    /// Particles of emitters.
    private(set) var particles = 0
    /// Bytes of the pixels of images that the frame shows, each counted once, four for each pixel.
    private(set) var imageBytes = 0
    /// Bytes of the pixels of passes beside the surface, as far as they lie on it.
    private(set) var passBytes = 0

    /// Tells a trace that is recorded of a frame that was shown.
    ///
    /// - Parameters:
    ///   - flow: the last commit that it shows.
    ///   - layers: how many layers the tree has.
    package static func note(_ frame: Frame, flow: UInt64, layers: Int) {
        guard TraceLog.isRecording else { return }
        TraceLog.instant(.presented, flow: flow)
        TraceLog.count(.layers, layers)
        TraceLog.count(.ops, frame.passes.reduce(0) { $0 + $1.ops.count })
        TraceLog.count(.passes, frame.passes.count)
        let damage = frame.damageRegion
        TraceLog.count(.damagedPixels, (0..<damage.count).reduce(0) { $0 + damage[$1].width * damage[$1].height })
        var use = FrameUse()
        use.find(frame)
        TraceLog.count(.particles, use.particles)
        TraceLog.count(.imageBytes, use.imageBytes)
        TraceLog.count(.passBytes, use.passBytes)
    }

    /// Counts a frame's.
    private mutating func find(_ frame: Frame) {
        var images: Set<UInt64> = []
        for pass in frame.passes {
            for op in pass.ops { add(op, &images) }
        }
        for pass in frame.passes.dropLast() {
            let part = pass.bounds.intersection(frame.bounds)
            passBytes += 4 * part.width * part.height
        }
    }

    private mutating func add(_ op: DrawOp, _ images: inout Set<UInt64>) {
        func count(_ image: ImageResource) {
            if images.insert(image.id).inserted { imageBytes += 4 * image.width * image.height }
        }
        switch op.content {
        case .image(let draw): count(draw.image)
        case .sprites(let draw):
            particles += draw.sprites.count
            for image in draw.images { count(image.image) }
        case .instances(let draw): for inner in draw.ops { add(inner, &images) }
        default: break
        }
    }
}
