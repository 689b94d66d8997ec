/// The kind of a property's value; the numbers are those of the model.
enum ExpressionKind: Int {
    case number, list, color, path, text, numbers
    /// A number that is the index of a layer.
    case layer
}

/// A property or a group of properties of a layer, as scripts name it.
struct ExpressionNode {
    var name: String
    var match = ""
    /// The name of the member that scripts write.
    var key = ""
    var children: [ExpressionNode]?
    /// The property's object; nil for groups.
    var property: JSONObject?
    /// The parts of a divided position.
    var parts: [JSONObject] = []
    var kind = ExpressionKind.number
    /// The dimensions of a list; 0 for as many as the document has.
    var size = 0
    /// The place in the document, below the layer.
    var path = ""
    /// Whether the property is drawn, so that its expression is sampled.
    var isDrawn = true
    /// The units of a text that the expression of a selector is run for: letters, letters without spaces, words or
    /// lines, from 1; 0 for other properties.
    var units = 0
    /// The number by which groups find it; 0 for its position.
    var index = 0
    /// The number of the property; -1 before it has one, and for groups.
    var id = -1
}

/// A layer of the document.
struct ExpressionLayer {
    var object: JSONObject
    var path: String
    var name: String
    var index: Int
    /// The position of its parent in the composition; -1 for none.
    var parent = -1
    /// In frames.
    var inPoint: Double
    var outPoint: Double
    var startTime: Double
    var stretch: Double
    /// The composition that it shows; -1 for none.
    var source = -1
    var isSpatial: Bool
}

/// A composition of the document.
struct ExpressionComposition {
    var name: String
    var width: Double
    var height: Double
    var layers: [ExpressionLayer] = []
    /// The frames at which it may be seen; nil for none.
    var range: ClosedRange<Double>?
}

/// A document's compositions and layers, as scripts see them.
struct ExpressionScene {
    private(set) var compositions: [ExpressionComposition] = []
    let root: JSONObject
    let rate: Double
    let (start, end): (Double, Double)
    private let slots: JSONObject?

    init(_ root: JSONObject) {
        self.root = root
        rate = root["fr"]?.number ?? 60
        (start, end) = (root["ip"]?.number ?? 0, root["op"]?.number ?? 0)
        slots = root["slots"]?.object
        var ids: [String: Int] = [:]
        var lists: [(JSONObject, String)] = [(root, "layers")]
        for (index, asset) in (root["assets"]?.elements ?? []).enumerated() {
            guard let asset = asset.object, asset["layers"] != nil else { continue }
            if let id = asset["id"]?.string ?? asset["id"]?.number.map({ "\($0)" }) { ids[id] = lists.count }
            lists.append((asset, "assets[\(index)].layers"))
        }
        for (object, path) in lists {
            var made = ExpressionComposition(
                name: object["nm"]?.string ?? object["id"]?.string ?? "",
                width: object["w"]?.number ?? root["w"]?.number ?? 0,
                height: object["h"]?.number ?? root["h"]?.number ?? 0)
            made.layers = Self.layers(
                object["layers"]?.elements ?? [], path, ids, isSpecified: LottieReader.isSpecified(root))
            compositions.append(made)
        }
        findSizes()
        findRanges()
    }

    private static func layers(
        _ values: [JSONValue], _ path: String, _ ids: [String: Int], isSpecified: Bool
    ) -> [ExpressionLayer] {
        var result: [ExpressionLayer] = []
        var places: [Int: Int] = [:]
        for (position, value) in values.enumerated() {
            guard let object = value.object else { continue }
            func number(_ key: String, _ usual: Double) -> Double { min(max(object[key]?.number ?? usual, -1e9), 1e9) }
            let index = object["ind"]?.number.map { Int(min(max($0, -1e9), 1e9)) } ?? position + 1
            if places[index] == nil { places[index] = result.count }
            let stretch = abs(number("sr", 1)) > 1e-6 ? number("sr", 1) : 1
            let source = object["refId"]?.string.flatMap { ids[$0] } ?? -1
            result.append(
                ExpressionLayer(
                    object: object, path: "\(path)[\(position)]", name: object["nm"]?.string ?? "", index: index,
                    inPoint: number("ip", 0), outPoint: number("op", 0),
                    startTime: number("st", 0) * (isSpecified && source > 0 ? stretch : 1), stretch: stretch,
                    source: source, isSpatial: (object["ddd"]?.isTrue ?? false) || object["ty"]?.number == 13
                ))
        }
        for position in result.indices {
            if let parent = result[position].object["parent"]?.number {
                result[position].parent = places[Int(min(max(parent, -1e9), 1e9))] ?? -1
            }
        }
        return result
    }

    /// Gives compositions the size of the layers that show them.
    private mutating func findSizes() {
        for composition in compositions {
            for layer in composition.layers where layer.source > 0 {
                if let width = layer.object["w"]?.number { compositions[layer.source].width = width }
                if let height = layer.object["h"]?.number { compositions[layer.source].height = height }
            }
        }
    }

    /// The frames at which compositions are seen, from outside in: a composition is shown by those that hold it.
    private mutating func findRanges() {
        compositions[0].range = start...max(start, end)
        for _ in 0..<40 {
            var isChanged = false
            for outer in compositions.indices {
                guard let range = compositions[outer].range else { continue }
                for layer in compositions[outer].layers where layer.source > 0 {
                    guard let inner = inside(layer, range) else { continue }
                    let old = compositions[layer.source].range
                    let new =
                        old.map { min($0.lowerBound, inner.lowerBound)...max($0.upperBound, inner.upperBound) } ?? inner
                    if new != old { (compositions[layer.source].range, isChanged) = (new, true) }
                }
            }
            if !isChanged { return }
        }
    }

    private func inside(_ layer: ExpressionLayer, _ range: ClosedRange<Double>) -> ClosedRange<Double>? {
        let (from, to) = (max(range.lowerBound, layer.inPoint), min(range.upperBound, layer.outPoint))
        guard from <= to else { return nil }
        let inner = compositions[layer.source].layers
        let first = inner.map { $0.inPoint }.min() ?? 0
        if layer.object["tm"]?.object != nil { return first...max(first, inner.map { $0.outPoint }.max() ?? 0) }
        let ends = [(from - layer.startTime) / layer.stretch, (to - layer.startTime) / layer.stretch].sorted()
        return ends[0]...ends[1]
    }

    /// A composition by its name, or by that of a layer that shows it; the document itself, if it has no name.
    func composition(named name: String) -> Int? {
        if let index = compositions.firstIndex(where: { $0.name == name }) { return index }
        for composition in compositions {
            if let layer = composition.layers.first(where: { $0.name == name && $0.source > 0 }) { return layer.source }
        }
        return compositions[0].name.isEmpty ? 0 : nil
    }

    // MARK: Properties of layers

    /// A property's object, or its slot's.
    func resolved(_ value: JSONValue?) -> JSONObject? {
        guard let object = value?.object else { return nil }
        if object["x"]?.string == nil, let id = object["sid"]?.string, let slot = slots?[id]?.object?["p"]?.object {
            return slot
        }
        return object
    }

    /// A layer's properties.
    func nodes(of layer: ExpressionLayer) -> [ExpressionNode] {
        let object = layer.object
        var result: [ExpressionNode] = []
        let size = layer.isSpatial ? 3 : 2
        if let transform = object["ks"]?.object {
            result.append(self.transform(transform, "ks", "ADBE Transform Group", size, index: 6))
        }
        if let effects = object["ef"]?.elements {
            result.append(
                ExpressionNode(
                    name: "Effects", match: "ADBE Effect Parade", key: "effects",
                    children: effects.enumerated().compactMap { index, effect in
                        effect.object.map { self.effect($0, "ef[\(index)]") }
                    },
                    index: 4))
        }
        if let shapes = object["shapes"]?.elements {
            result.append(
                ExpressionNode(
                    name: "Contents", match: "ADBE Root Vectors Group", key: "contents",
                    children: items(shapes, "shapes", depth: 0),
                    index: 2))
        }
        if let masks = object["masksProperties"]?.elements {
            let children = masks.enumerated().compactMap { index, mask in mask.object.map { self.mask($0, index) } }
            result.append(
                ExpressionNode(name: "Masks", match: "ADBE Mask Parade", key: "masks", children: children, index: 3))
        }
        if let text = object["t"]?.object { result.append(self.text(text)) }
        if let zoom = property(object["pe"], "Zoom", "zoom", "pe", .number) {
            result.append(
                ExpressionNode(
                    name: "Camera Options", match: "ADBE Camera Options Group", key: "cameraOption", children: [zoom]))
        }
        if let styles = object["sy"]?.elements {
            let children = styles.enumerated().compactMap { index, style in
                style.object.map { all($0, name: $0["nm"]?.string ?? "Style \(index + 1)", path: "sy[\(index)]") }
            }
            result.append(
                ExpressionNode(name: "Layer Styles", match: "ADBE Layer Styles", key: "layerStyle", children: children))
        }
        if let remap = property(object["tm"], "Time Remap", "timeRemap", "tm", .number) { result.append(remap) }
        return result
    }

    /// The number that exporters give properties.
    static func index(_ object: JSONObject) -> Int { Int(min(max(object["ix"]?.number ?? 0, 0), 1e6)) }

    private func property(
        _ value: JSONValue?, _ name: String, _ key: String, _ path: String, _ kind: ExpressionKind, size: Int = 0
    ) -> ExpressionNode? {
        guard let object = resolved(value) else { return nil }
        return ExpressionNode(
            name: name, match: "", key: key, property: object, kind: kind, size: size, path: path,
            index: Self.index(object))
    }

    /// The placement of a group or of copies.
    func transform(ofGroup object: JSONObject, _ path: String, _ match: String) -> ExpressionNode {
        transform(object, path, match, 2, index: 3)
    }

    private func transform(_ object: JSONObject, _ path: String, _ match: String, _ size: Int, index: Int)
        -> ExpressionNode
    {
        var children: [ExpressionNode] = []
        func add(_ key: String, _ name: String, _ js: String, _ kind: ExpressionKind, _ size: Int = 0) {
            if let node = property(object[key], name, js, "\(path).\(key)", kind, size: size) { children.append(node) }
        }
        add("a", "Anchor Point", "anchorPoint", .list, size)
        if let position = object["p"]?.object, position["s"]?.isTrue ?? false, position["x"]?.object != nil {
            let parts = ["x", "y", "z"].compactMap { resolved(position[$0]) }
            children.append(
                ExpressionNode(
                    name: "Position", key: "position", property: position, parts: parts, kind: .list, path: "\(path).p")
            )
            for (axis, js) in [("x", "xPosition"), ("y", "yPosition"), ("z", "zPosition")] {
                let name = "\(axis.uppercased()) Position"
                if let node = property(position[axis], name, js, "\(path).p.\(axis)", .number) { children.append(node) }
            }
        } else {
            add("p", "Position", "position", .list, size)
        }
        add("s", "Scale", "scale", .list, size)
        let rotation = object["rz"] == nil ? "r" : "rz"
        add(rotation, "Rotation", "rotation", .number)
        add("rx", "X Rotation", "xRotation", .number)
        add("ry", "Y Rotation", "yRotation", .number)
        if object["rz"] != nil { add("rz", "Z Rotation", "zRotation", .number) }
        add("or", "Orientation", "orientation", .list, 3)
        add("sk", "Skew", "skew", .number)
        add("sa", "Skew Axis", "skewAxis", .number)
        add("o", "Opacity", "opacity", .number)
        add("so", "Start Opacity", "startOpacity", .number)
        add("eo", "End Opacity", "endOpacity", .number)
        return ExpressionNode(name: "Transform", match: match, key: "transform", children: children, index: index)
    }

    private func effect(_ object: JSONObject, _ path: String) -> ExpressionNode {
        // Controls are only read by expressions. Effects without a type of their own are of their type.
        let isControl =
            object["ty"]?.number == 5 && LottieEffectKind(type: 5, match: object["mn"]?.string) == nil
        var children: [ExpressionNode] = []
        for (index, value) in (object["ef"]?.elements ?? []).enumerated() {
            guard let value = value.object else { continue }
            let path = "\(path).ef[\(index)]"
            let kinds: [Double: ExpressionKind] = [2: .color, 3: .list, 10: .layer]
            let (name, match, type) = (value["nm"]?.string ?? "", value["mn"]?.string ?? "", value["ty"]?.number ?? 0)
            if value["ef"]?.elements != nil {
                children.append(effect(value, path))
            } else if let property = resolved(value["v"]) {
                children.append(
                    ExpressionNode(
                        name: name, match: match, property: property, kind: kinds[type] ?? .number, path: "\(path).v",
                        isDrawn: !isControl, index: Self.index(value)))
            } else {
                children.append(ExpressionNode(name: name, match: match, children: [], index: Self.index(value)))
            }
        }
        return ExpressionNode(
            name: object["nm"]?.string ?? "", match: object["mn"]?.string ?? "", children: children, path: path,
            index: Self.index(object))
    }

    private func mask(_ object: JSONObject, _ index: Int) -> ExpressionNode {
        let path = "masksProperties[\(index)]"
        let children = [
            property(object["pt"], "Mask Path", "maskPath", "\(path).pt", .path),
            property(object["f"], "Mask Feather", "maskFeather", "\(path).f", .list),
            property(object["o"], "Mask Opacity", "maskOpacity", "\(path).o", .number),
            property(object["x"], "Mask Expansion", "maskExpansion", "\(path).x", .number),
        ].compactMap { $0 }
        return ExpressionNode(
            name: object["nm"]?.string ?? "Mask \(index + 1)", match: "ADBE Mask Atom", children: children)
    }

    private func text(_ object: JSONObject) -> ExpressionNode {
        var children: [ExpressionNode] = []
        if let source = property(object["d"], "Source Text", "sourceText", "t.d", .text) { children.append(source) }
        if let path = object["p"]?.object { children.append(all(path, name: "Path Options", path: "t.p")) }
        if let more = object["m"]?.object { children.append(all(more, name: "More Options", path: "t.m")) }
        var animators: [ExpressionNode] = []
        for (index, animator) in (object["a"]?.elements ?? []).enumerated() {
            guard let animator = animator.object else { continue }
            var parts: [ExpressionNode] = []
            if let values = animator["a"]?.object {
                parts.append(all(values, name: "Properties", path: "t.a[\(index)].a"))
            }
            if let range = animator["s"]?.object {
                var selector = all(range, name: "Range Selector 1", path: "t.a[\(index)].s")
                let names = [
                    "s": ("Start", "start"), "e": ("End", "end"), "o": ("Offset", "offset"), "a": ("Amount", "amount"),
                ]
                for position in (selector.children ?? []).indices {
                    if selector.children?[position].key == "a", range["t"]?.number == 1 {
                        selector.children?[position].units = Int(min(max(range["b"]?.number ?? 1, 1), 4))
                    }
                    if let (name, key) = names[selector.children?[position].key ?? ""] {
                        selector.children?[position].name = name
                        selector.children?[position].key = key
                    }
                }
                parts.append(selector)
            }
            animators.append(
                ExpressionNode(name: animator["nm"]?.string ?? "Animator \(index + 1)", key: "", children: parts))
        }
        children.append(
            ExpressionNode(name: "Animators", match: "ADBE Text Animators", key: "animator", children: animators))
        return ExpressionNode(name: "Text", match: "ADBE Text Properties", key: "text", children: children, index: 2)
    }

    /// All properties of an object by the document's own keys.
    private func all(_ object: JSONObject, name: String, path: String) -> ExpressionNode {
        let colors: Set<String> = ["c", "fc", "sc"]
        let children = object.members.compactMap { member -> ExpressionNode? in
            guard let inner = resolved(member.value), inner["k"] != nil else { return nil }
            let kind: ExpressionKind = colors.contains(member.key) ? .color : Self.isList(inner) ? .list : .number
            return ExpressionNode(
                name: member.key, key: member.key, property: inner, kind: kind, path: "\(path).\(member.key)")
        }
        return ExpressionNode(name: name, match: object["mn"]?.string ?? "", children: children)
    }

    private static func isList(_ property: JSONObject) -> Bool {
        switch property["k"] {
        case .numbers(let list)?: list.count > 1
        case .array(let keys)?: (keys.first?.object?["s"]?.numbers?.count ?? 0) > 1
        default: false
        }
    }
}
