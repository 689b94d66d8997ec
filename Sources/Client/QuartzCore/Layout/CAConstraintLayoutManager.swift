import CoreGraphics
import Foundation

/// Lays out sublayers by the relations in their `constraints`.
///
/// Each axis of each layer is solved separately. An edge or the middle alone moves the layer without changing its size.
/// Two different attributes set position and size. Of three or more, two count: the last one given, and the first of
/// the others in the order least, middle, greatest, extent. An axis is left alone when there is only an extent, when
/// both attributes are the same, when a source is missing or not itself laid out along the axis that is read, and when
/// relations form a circle. *Source*: measured on Apple's, gnustep/libs-quartzcore,
/// Tests/quartzcore/CAConstraint/layout.m.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, NSSecureCoding {
    /// Makes a manager. It stores nothing about layers, so one can serve many.
    public override init() { super.init() }

    /// Makes a manager; the archive holds no values.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes nothing: a manager has no values.
    open func encode(with coder: NSCoder) {}

    /// True: managers can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    /// The size of the layer's frame.
    open func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

    /// Does nothing: no layout is cached.
    open func invalidateLayout(of layer: CALayer) {}

    /// Sets the sublayers' frames by their constraints.
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

/// An interval on an axis, in points.
private struct Extent {
    var low: CGFloat
    var length: CGFloat

    /// The value of an attribute of either axis: 0 for low, 1 for the middle, 2 for high, 3 for the length.
    func value(_ part: Int) -> CGFloat {
        switch part {
        case 0: low
        case 1: low + length / 2
        case 2: low + length
        default: length
        }
    }

    /// The interval of two known parts, each 0 for low, 1 for the middle, 2 for high, 3 for the length.
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

/// The axes of all sublayers as a graph, solved in the order of their dependencies.
private struct ConstraintSolver {
    struct Axis {
        /// The relations that count, in the order of the parts that they set: none, one, or two of different parts.
        var relations: [CAConstraint] = []
        /// The current length of the layer.
        var length: CGFloat
        /// The number of axes that it depends on and that are not solved yet.
        var waiting = 0
        /// The axes that depend on this one.
        var dependents: [Int] = []
        /// The solved interval; nil leaves the axis alone.
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

    /// The relations of an axis that count; empty when they leave it alone.
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
        // Axes in a circle never become ready.
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

    /// The index of the sibling's axis that a relation depends on; nil for the superlayer and for unknown names.
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
