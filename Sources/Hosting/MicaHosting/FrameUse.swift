import MicaBase
import MicaFrame
import MicaTrace

/// A frame's use of resources, for traces.
package struct FrameUse {
    /// The number of particles of emitters.
    private(set) var particles = 0
    /// The bytes of the images that the frame shows: four for each pixel, each image counted once.
    private(set) var imageBytes = 0
    /// The bytes of the passes other than the surface, within the surface's bounds.
    private(set) var passBytes = 0

    /// Records a frame that was shown, if a trace is being recorded.
    ///
    /// - Parameters:
    ///   - flow: the last commit that the frame shows.
    ///   - layers: the number of layers in the tree.
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

    /// Adds up the resources of a frame.
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
