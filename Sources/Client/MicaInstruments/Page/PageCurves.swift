import MicaServer
import MicaWire

/// Curves of animated properties.
enum PageCurves {
    /// The values of animated properties over a run, by the animations of layers at one time.
    ///
    /// - Parameter origin: The media time of the run's start.
    static func curves(
        of map: TreeMap, _ tree: RenderTree, from: Double, to end: Double, count: Int, origin: Double
    ) -> [PageData.Curve] {
        guard end > from else { return [] }
        var curves: [PageData.Curve] = []
        var rows: [(slot: Int32, property: PropertyID)] = []
        for node in map.nodes {
            var properties: [PropertyID] = []
            func add(_ state: AnimationState) {
                switch state.content {
                case .property(let animation):
                    if !properties.contains(animation.target.property) { properties.append(animation.target.property) }
                case .group(let members): for member in members { add(member) }
                case .transition: break
                }
            }
            for animation in tree.animations(of: node.slot) { add(animation.animation) }
            for property in properties where curves.count < 200 {
                rows.append((node.slot.index, property))
                curves.append(
                    PageData.Curve(
                        layer: Int(node.slot.index), property: LayerPropertyTable.row(property).key, from: from,
                        to: end,
                        values: []))
            }
        }
        guard !rows.isEmpty else { return [] }
        var scene = SceneEvaluation()
        for index in 0...count {
            scene.evaluate(tree, at: origin + from + (end - from) * Double(index) / Double(count))
            for (position, row) in rows.enumerated() {
                let isPresent = scene.isPresent[Int(row.slot)]
                let value = isPresent ? numbers(scene.states[Int(row.slot)][row.property]) : []
                curves[position].values.append(value.map { PageData.rounded($0) })
            }
        }
        return curves.filter { curve in curve.values.contains { !$0.isEmpty } }
    }

    /// The numbers of a value, each drawn as a curve.
    private static func numbers(_ value: PropertyValue) -> [Double] {
        switch value {
        case .number(let v): [v]
        case .point(let v): [Double(v.x), Double(v.y)]
        case .size(let v): [Double(v.width), Double(v.height)]
        case .rect(let v): [Double(v.origin.x), Double(v.origin.y), Double(v.width), Double(v.height)]
        case .color(let c): [c.red, c.green, c.blue, c.alpha]
        case .transform(let m): [m.m11, m.m12, m.m41, m.m42]
        case .vector(let v): [v.x, v.y, v.z]
        default: []
        }
    }
}
