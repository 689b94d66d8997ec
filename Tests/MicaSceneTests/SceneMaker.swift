import Foundation
import MicaBase
import MicaFrame
import MicaRaster
import MicaServer
import MicaWire

/// A tree of layers written down for a test; turns into a commit and into frames.
final class TestLayer {
    let id: LayerID
    var state = LayerState()
    var sublayers: [TestLayer] = []
    var mask: TestLayer?
    var animations: [KeyedAnimation] = []

    /// A layer by its frame, without transform, in its superlayer's space.
    init(_ id: UInt64, _ frame: CGRect = .zero, color: ColorValue? = nil, _ sublayers: [TestLayer] = []) {
        self.id = LayerID(rawValue: id)
        state.bounds = CGRect(origin: .zero, size: frame.size)
        state.position = CGPoint(x: frame.midX, y: frame.midY)
        state.backgroundColor = color
        self.sublayers = sublayers
    }

    /// A layer by its frame, with sublayers and no contents.
    convenience init(_ id: UInt64, _ frame: CGRect, _ sublayers: [TestLayer]) {
        self.init(id, frame, color: nil, sublayers)
    }

    func with(_ change: (TestLayer) -> Void) -> TestLayer {
        change(self)
        return self
    }

    /// A commit that makes this layer the root of a new tree.
    var commit: Commit {
        var commit = Commit(time: 0)
        commit.root = id
        add(to: &commit)
        return commit
    }

    private func add(to commit: inout Commit) {
        commit.created.append(id)
        state.mask = mask?.id
        commit.changes.append(
            LayerChange(
                layer: id, mask: .all, state: state, sublayers: sublayers.map(\.id),
                animations: animations.map { .add(key: $0.key, animation: $0.animation) }))
        for layer in sublayers { layer.add(to: &commit) }
        mask?.add(to: &commit)
    }

    /// The frame of the tree under this layer.
    func frame(
        _ width: Int = 100, _ height: Int = 100, at time: Double = 0, by root: Homography = .identity
    ) throws -> Frame {
        var tree = RenderTree()
        try tree.apply(commit)
        return frameOf(tree, width, height, at: time, by: root)
    }
}

func frameOf(
    _ tree: RenderTree, _ width: Int = 100, _ height: Int = 100, at time: Double = 0, by root: Homography = .identity
) -> Frame {
    var scene = SceneEvaluation()
    scene.evaluate(tree, at: time)
    var builder = FrameBuilder()
    return builder.build(tree, scene, width: width, height: height, rootTransform: root)
}

func id(_ raw: UInt64) -> LayerID { LayerID(rawValue: raw) }

func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> CGRect { CGRect(x: x, y: y, width: w, height: h) }

let red = ColorValue(red: 1, green: 0, blue: 0)
let green = ColorValue(red: 0, green: 1, blue: 0)
let blue = ColorValue(red: 0, green: 0, blue: 1)

func image(_ width: Int, _ height: Int) -> ImageResource {
    ImageResource(bitmap: Bitmap(width: width, height: height, filledWith: 0xffff_ffff))
}

extension Frame {
    /// The ops of the last pass.
    var ops: [DrawOp] { passes.last?.ops ?? [] }

    /// The colours of the fills of the last pass, in order.
    var colors: [String] {
        ops.compactMap { op in
            guard case .fill(_, let color) = op.content else { return nil }
            switch (color.red, color.green, color.blue) {
            case (1, 0, 0): return "red"
            case (0, 1, 0): return "green"
            case (0, 0, 1): return "blue"
            default: return "other"
            }
        }
    }
}

extension DrawOp {
    /// Where the op's shape lies on the surface, for ops without perspective.
    var deviceRect: CGRect {
        let local: LocalRect
        switch content {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _): local = shape.rect
        case .image(let draw): local = draw.destination
        case .shadow(let draw, _): local = draw.shape.rect
        case .pass, .path, .blur, .filtered, .softened, .dissolve, .warp, .instances, .rasterized, .sprites:
            return rect(
                Double(bounds.minX), Double(bounds.minY), Double(bounds.width), Double(bounds.height))
        }
        let (x0, y0, _) = transform.apply(local.minX, local.minY)
        let (x1, y1, _) = transform.apply(local.maxX, local.maxY)
        func round(_ v: Double) -> Double { (v * 1e6).rounded() / 1e6 }
        return rect(round(min(x0, x1)), round(min(y0, y1)), round(abs(x1 - x0)), round(abs(y1 - y0)))
    }
}
