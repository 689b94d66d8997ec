import CoreGraphics
import Foundation

/// Lays out sublayers by the relations in their `constraints`.
///
/// Along each axis of each layer: an edge or the middle alone places the layer in its size; two different attributes
/// place and size it; of more, the one given last counts, with the first of the others in the order least, middle,
/// greatest, extent. The axis is left alone when there is an extent only, when both are the same attribute, when a source
/// is missing or is not itself laid out along the axis that is read, and when relations go round in a circle.
/// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CAConstraint/layout.m.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, NSSecureCoding {
    /// Makes a manager; it keeps nothing of the layers.
    public override init() { super.init() }

    /// Reads a manager from an archive.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes nothing: a manager has no values.
    open func encode(with coder: NSCoder) {}

    /// True: archives of managers can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// The size of the frame that the layer has.
    open func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

    /// Does nothing: there is nothing to forget.
    open func invalidateLayout(of layer: CALayer) {}

    /// Places the sublayers by their constraints.
    open func layoutSublayers(of layer: CALayer) {
        guard let sublayers = layer.sublayers, sublayers.contains(where: { $0.constraints != nil }) else { return }
        var solver = ConstraintSolver(sublayers, in: layer.bounds)
        solver.solve()
        for (index, child) in sublayers.enumerated() {
            let (x, y) = (solver.axes[2 * index].result, solver.axes[2 * index + 1].result)
            guard x != nil || y != nil else { continue }
            let old = child.frame
            let frame = CGRect(
                x: x?.low ?? old.minX, y: y?.low ?? old.minY, width: x?.length ?? old.width,
                height: y?.length ?? old.height)
            if frame != old { child.frame = frame }
        }
    }
}

/// A stretch of an axis.
private struct Extent {
    var low: CGFloat
    var length: CGFloat

    /// The value of an attribute of either axis.
    func value(_ part: Int) -> CGFloat {
        switch part {
        case 0: low
        case 1: low + length / 2
        case 2: low + length
        default: length
        }
    }

    /// The stretch of which two parts are known, each 0 for low, 1 for the middle, 2 for high, 3 for the length.
    init(_ first: Int, _ a: CGFloat, _ second: Int, _ b: CGFloat) {
        switch (first, second) {
        case (0, 1): (low, length) = (a, 2 * (b - a))
        case (0, 2): (low, length) = (a, b - a)
        case (0, _): (low, length) = (a, b)
        case (1, 2): (low, length) = (2 * a - b, 2 * (b - a))
        case (1, _): (low, length) = (a - b / 2, b)
        default: (low, length) = (a - b, b)
        }
    }

    init(low: CGFloat, length: CGFloat) { (self.low, self.length) = (low, length) }
}

/// The axes of all sublayers as a graph, solved from those that need no other to those that do.
private struct ConstraintSolver {
    struct Axis {
        /// The relations that count, by the part that they set: none, one, or two of different parts in their order.
        var relations: [CAConstraint] = []
        /// The length that the layer has.
        var length: CGFloat
        /// How many of the axes that it is taken from are not solved yet.
        var waiting = 0
        /// The axes that are taken from this one.
        var dependents: [Int] = []
        /// Where it comes to lie; nil leaves it alone.
        var result: Extent?
    }

    /// Two for each sublayer, x before y.
    private(set) var axes: [Axis] = []
    private let bounds: CGRect
    private var names: [String: Int] = [:]

    init(_ layers: [CALayer], in bounds: CGRect) {
        self.bounds = bounds
        axes.reserveCapacity(2 * layers.count)
        for (index, layer) in layers.enumerated() {
            if let name = layer.name, names[name] == nil { names[name] = index }
            let size = layer.frame.size
            let constraints = layer.constraints ?? []
            axes.append(Axis(relations: Self.chosen(constraints.filter { $0.attribute.axis == 0 }), length: size.width))
            axes.append(
                Axis(relations: Self.chosen(constraints.filter { $0.attribute.axis == 1 }), length: size.height))
        }
    }

    /// The relations of an axis that count; empty when they say nothing.
    private static func chosen(_ all: [CAConstraint]) -> [CAConstraint] {
        guard let last = all.last else { return [] }
        guard let other = all.dropLast().min(by: { $0.attribute.part < $1.attribute.part }) else {
            return last.attribute.part == 3 ? [] : [last]
        }
        if other.attribute == last.attribute { return [] }
        return other.attribute.part < last.attribute.part ? [other, last] : [last, other]
    }

    mutating func solve() {
        var ready: [Int] = []
        for index in axes.indices where !axes[index].relations.isEmpty {
            for relation in axes[index].relations {
                guard let source = source(of: relation), !axes[source].relations.isEmpty else { continue }
                axes[source].dependents.append(index)
                axes[index].waiting += 1
            }
            if axes[index].waiting == 0 { ready.append(index) }
        }
        // Axes in a circle are never ready.
        while let index = ready.popLast() {
            axes[index].result = extent(of: index)
            for dependent in axes[index].dependents {
                axes[dependent].waiting -= 1
                if axes[dependent].waiting == 0 { ready.append(dependent) }
            }
        }
    }

    private func extent(of index: Int) -> Extent? {
        let relations = axes[index].relations
        let values = relations.compactMap { value(of: $0) }
        guard values.count == relations.count else { return nil }
        let parts = relations.map { $0.attribute.part }
        return parts.count == 2
            ? Extent(parts[0], values[0], parts[1], values[1]) : Extent(parts[0], values[0], 3, axes[index].length)
    }

    private func value(of relation: CAConstraint) -> CGFloat? {
        let source = relation.sourceAttribute
        var extent: Extent?
        if relation.sourceName == "superlayer" {
            extent =
                source.axis == 0
                ? Extent(low: bounds.minX, length: bounds.width) : Extent(low: bounds.minY, length: bounds.height)
        } else if let index = self.source(of: relation) {
            extent = axes[index].result
        }
        return extent.map { relation.scale * $0.value(source.part) + relation.offset }
    }

    /// The axis of a sibling that a relation is taken from; nil for the superlayer and for names that nothing has.
    private func source(of relation: CAConstraint) -> Int? {
        guard relation.sourceName != "superlayer", let layer = names[relation.sourceName] else { return nil }
        return 2 * layer + relation.sourceAttribute.axis
    }
}

extension CAConstraintAttribute {
    /// 0 for x, 1 for y.
    fileprivate var axis: Int { Int(rawValue) / 4 }
    /// 0 for low, 1 for the middle, 2 for high, 3 for the length.
    fileprivate var part: Int { Int(rawValue) % 4 }
}
