import CoreGraphics
import MicaWire
import QuartzCore

/// Which of a document's named layers a point is over.
///
/// A layer's area is the box around what it draws, in the layer's own space: it turns with the layer. Its opacity is no
/// matter, as documents have invisible layers as targets; a layer that is hidden at the moment has no area.
///
/// A test evaluates each layer once at most, and a limited number of them; layers beyond the limit are not hit.
///
/// *Source*: dotlottie-rs tests a layer's oriented bounding box.
struct LayerHits {
    /// A layer on the way to a named one, or a named one.
    private struct Node {
        var layer: CALayer
        /// The index of the layer above it; -1 for the layers below the root.
        var parent: Int
        var name: String?
    }

    /// Each after the layer above it.
    private var nodes: [Node] = []

    /// The most layers with a name that is asked for.
    static let limit = 10_000
    /// The most layers that a test evaluates.
    static let testLimit = 20_000

    /// Finds the layers of some names below a root.
    init(_ root: CALayer, _ names: Set<String>) {
        guard !names.isEmpty else { return }
        var all: [(layer: CALayer, parent: Int, isOnWay: Bool)] = [(root, -1, true)]
        var (index, found) = (0, 0)
        while index < all.count {
            if index > 0, found < Self.limit, let name = all[index].layer.name, names.contains(name) {
                found += 1
                var above = index
                while !all[above].isOnWay { (all[above].isOnWay, above) = (true, all[above].parent) }
            }
            for sublayer in all[index].layer.sublayers ?? [] { all.append((sublayer, index, false)) }
            index += 1
        }
        var places: [Int: Int] = [0: -1]
        for (index, entry) in all.enumerated().dropFirst() where entry.isOnWay {
            places[index] = nodes.count
            let name = entry.layer.name.flatMap { names.contains($0) ? $0 : nil }
            nodes.append(Node(layer: entry.layer, parent: places[entry.parent] ?? -1, name: name))
        }
    }

    /// The names of the layers that a point is over. The clock above the layers must stand still.
    ///
    /// *Space*: the root's.
    func names(at point: CGPoint) -> Set<String> {
        var test = LayerHitTest()
        var result: Set<String> = []
        // The point in each layer's space; nil below a hidden layer.
        var points: [CGPoint?] = []
        points.reserveCapacity(nodes.count)
        for node in nodes {
            let above = node.parent < 0 ? point : points[node.parent]
            let own = above.flatMap { test.point($0, in: node.layer) }
            points.append(own)
            guard let own, let name = node.name, !result.contains(name) else { continue }
            let box = test.box(of: node.layer)
            if !box.isNull, box.contains(own) { result.insert(name) }
        }
        return result
    }
}

/// The layers' places and boxes at one moment, each found once.
private struct LayerHitTest {
    private var states: [ObjectIdentifier: LayerState] = [:]
    private var boxes: [ObjectIdentifier: CGRect] = [:]

    /// A layer's values; nil beyond the limit.
    private mutating func state(of layer: CALayer) -> LayerState? {
        if let known = states[ObjectIdentifier(layer)] { return known }
        guard states.count < LayerHits.testLimit else { return nil }
        let state = layer.evaluatedState(at: 0)
        states[ObjectIdentifier(layer)] = state
        return state
    }

    /// A point of a layer's superlayer in the layer's space; nil for a hidden layer.
    mutating func point(_ point: CGPoint, in layer: CALayer) -> CGPoint? {
        guard let state = state(of: layer), !state.flags.contains(.hidden),
            let inner = Self.matrix(of: state)?.inverted(), inner.a.isFinite
        else { return nil }
        return point.applying(inner)
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
    mutating func box(of layer: CALayer) -> CGRect {
        if let known = boxes[ObjectIdentifier(layer)] { return known }
        guard let state = state(of: layer) else { return .null }
        var result = Self.own(layer, state)
        for sublayer in layer.sublayers ?? [] {
            guard let inner = self.state(of: sublayer), !inner.flags.contains(.hidden),
                let matrix = Self.matrix(of: inner)
            else { continue }
            let box = box(of: sublayer)
            if !box.isNull { result = result.union(box.applying(matrix)) }
        }
        if let mask = layer.mask, !result.isNull, let inner = self.state(of: mask), let matrix = Self.matrix(of: inner)
        {
            let box = box(of: mask)
            if !box.isNull { result = result.intersection(box.applying(matrix)) }
        }
        if layer.masksToBounds, !result.isNull { result = result.intersection(state.bounds) }
        boxes[ObjectIdentifier(layer)] = result
        return result
    }

    /// The box around the layer's own content.
    private static func own(_ layer: CALayer, _ state: LayerState) -> CGRect {
        if let shape = layer as? CAShapeLayer, let path = shape.path(in: state), !path.isEmpty {
            let half = shape.strokeColor == nil ? 0 : CGFloat(shape.lineWidth) / 2
            return path.boundingBoxOfPath.insetBy(dx: -half, dy: -half)
        }
        return layer.contents != nil || layer.backgroundColor != nil || layer is CAGradientLayer ? state.bounds : .null
    }
}

extension CAShapeLayer {
    /// The path among a layer's values.
    fileprivate func path(in state: LayerState) -> CGPath? {
        guard let row = row(forKey: "path"), case .path(let path) = state[row.property] else { return nil }
        return CGPath(path: path)
    }
}
