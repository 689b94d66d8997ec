import CoreGraphics
import MicaWire
import QuartzCore

/// Which of a document's named layers a point is over.
///
/// A layer's area is the box around what it draws, in the layer's own space: it turns with the layer. Its opacity is no
/// matter, as documents have invisible layers as targets; a layer that is hidden at the moment has no area.
///
/// *Source*: dotlottie-rs tests a layer's oriented bounding box.
struct LayerHits {
    /// The layers of each name, each with the layers from the root down to it.
    private var ways: [String: [[CALayer]]] = [:]

    /// The most layers of all names, and the most layers of one layer's box.
    private static let limit = 10_000

    /// Finds the layers of some names below a root.
    init(_ root: CALayer, _ names: Set<String>) {
        guard !names.isEmpty else { return }
        var found = 0
        var rest: [(layer: CALayer, way: [CALayer])] = [(root, [])]
        while let (layer, above) = rest.popLast() {
            let way = above + [layer]
            if layer !== root, let name = layer.name, names.contains(name), found < Self.limit {
                ways[name, default: []].append(way)
                found += 1
            }
            for sublayer in layer.sublayers ?? [] { rest.append((sublayer, way)) }
        }
    }

    /// The names of the layers that a point is over. The clock above the layers must stand still.
    ///
    /// *Space*: the root's.
    func names(at point: CGPoint) -> Set<String> {
        Set(ways.filter { $0.value.contains { Self.isOver(point, $0) } }.keys)
    }

    private static func isOver(_ point: CGPoint, _ way: [CALayer]) -> Bool {
        var point = point
        for layer in way.dropFirst() {
            let state = layer.evaluatedState(at: 0)
            guard !state.flags.contains(.hidden), let inner = matrix(of: state)?.inverted(), inner.a.isFinite else {
                return false
            }
            point = point.applying(inner)
        }
        guard let last = way.last else { return false }
        var count = 0
        let box = box(of: last, &count)
        return !box.isNull && box.contains(point)
    }

    /// From a layer's space to its superlayer's; nil for none that can be inverted.
    private static func matrix(of state: LayerState) -> CGAffineTransform? {
        let (bounds, anchor, position) = (state.bounds, state.anchorPoint, state.position)
        let transform = CATransform3D(state.transform)
        let flat = CGAffineTransform(
            a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.m41,
            ty: transform.m42)
        let toAnchor = CGAffineTransform(
            translationX: -(bounds.minX + anchor.x * bounds.width), y: -(bounds.minY + anchor.y * bounds.height))
        let whole = toAnchor.concatenating(flat).concatenating(
            CGAffineTransform(translationX: position.x, y: position.y))
        return abs(whole.a * whole.d - whole.b * whole.c) > 1e-12 ? whole : nil
    }

    /// The box around what a layer draws, in its own space; null when it draws nothing.
    private static func box(of layer: CALayer, _ count: inout Int) -> CGRect {
        count += 1
        guard count < limit else { return .null }
        var result = CGRect.null
        let state = layer.evaluatedState(at: 0)
        if let shape = layer as? CAShapeLayer, let path = shape.path(in: state), !path.isEmpty {
            result = path.boundingBoxOfPath
            if shape.strokeColor != nil {
                let half = CGFloat(shape.lineWidth) / 2
                result = result.insetBy(dx: -half, dy: -half)
            }
        } else if layer.contents != nil || layer.backgroundColor != nil || layer is CAGradientLayer {
            result = state.bounds
        }
        for sublayer in layer.sublayers ?? [] {
            let inner = sublayer.evaluatedState(at: 0)
            guard !inner.flags.contains(.hidden), let matrix = matrix(of: inner) else { continue }
            let box = box(of: sublayer, &count)
            if !box.isNull { result = result.union(box.applying(matrix)) }
        }
        if let mask = layer.mask, !result.isNull, let matrix = matrix(of: mask.evaluatedState(at: 0)) {
            let box = box(of: mask, &count)
            if !box.isNull { result = result.intersection(box.applying(matrix)) }
        }
        return layer.masksToBounds && !result.isNull ? result.intersection(state.bounds) : result
    }
}

extension CAShapeLayer {
    /// The path among a layer's values.
    fileprivate func path(in state: LayerState) -> CGPath? {
        guard let row = row(forKey: "path"), case .path(let path) = state[row.property] else { return nil }
        return CGPath(path: path)
    }
}
