import CoreGraphics
import QuartzCore

/// The scenes of 10,000 squares in rows and columns that breathe: by two replicators, and as layers one by one.
enum SceneReplicas {
    /// How many squares a row has, and how many rows there are.
    static let side = 100
    private static let square: Float = 10

    /// The vector from one square to the next in a frame.
    static func step(frame: Int) -> SIMD2<Double> {
        let swing = sin(0.03 * Double(frame))
        return SIMD2(19 + 0.1 * swing, 10.65 + 0.1 * swing)
    }

    /// The one square that replicators copy; its position is the step between copies.
    static func replicated(frame: Int) -> [SceneItem] {
        var item = SceneItem(width: square, height: square)
        let step = step(frame: frame)
        item.position(center: step.x, step.y, angle: 0)
        return [item]
    }

    /// All squares.
    static func separate(frame: Int) -> [SceneItem] {
        let step = step(frame: frame)
        return (0..<side * side).map { i in
            let (row, column) = (i / side, i % side)
            var item = SceneItem(width: square, height: square)
            let (red, blue) = (1 - Double(column) * 0.008, 1 - Double(row) * 0.008)
            func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
            item.color = 0xFF00_FF00 | byte(red) << 16 | byte(blue)
            item.position(center: 10 + Double(column) * step.x, 10 + Double(row) * step.y, angle: 0)
            return item
        }
    }
}

/// Two replicators, one in the other, and the square in them.
final class ReplicaLayers {
    private let rows = CAReplicatorLayer(), row = CAReplicatorLayer()

    /// Puts the layers into a root.
    init(in root: CALayer) {
        for (layer, outer) in [(rows, root), (row, rows as CALayer)] {
            layer.frame = root.bounds
            layer.instanceCount = SceneReplicas.side
            outer.addSublayer(layer)
        }
        rows.instanceBlueOffset = -0.008
        row.instanceRedOffset = -0.008
        let square = CALayer()
        square.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        square.position = CGPoint(x: 10, y: 10)
        square.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        row.addSublayer(square)
    }

    /// Sets the two transforms that change.
    func show(_ item: SceneItem) {
        row.instanceTransform = CATransform3DMakeTranslation(item.center.x, 0, 0)
        rows.instanceTransform = CATransform3DMakeTranslation(0, item.center.y, 0)
    }
}
