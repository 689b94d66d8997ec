extension ExpressionScene {
    /// The properties of each type of shape: the document's key, the name, and the kind of value.
    private static let shapes: [String: (match: String, properties: [(String, String, ExpressionKind)])] = [
        "sh": ("ADBE Vector Shape - Group", [("ks", "Path", .path)]),
        "rc": (
            "ADBE Vector Shape - Rect", [("s", "Size", .list), ("p", "Position", .list), ("r", "Roundness", .number)]
        ),
        "el": ("ADBE Vector Shape - Ellipse", [("s", "Size", .list), ("p", "Position", .list)]),
        "sr": (
            "ADBE Vector Shape - Star",
            [
                ("pt", "Points", .number), ("p", "Position", .list), ("r", "Rotation", .number),
                ("ir", "Inner Radius", .number),
                ("or", "Outer Radius", .number), ("is", "Inner Roundness", .number), ("os", "Outer Roundness", .number),
            ]
        ),
        "fl": ("ADBE Vector Graphic - Fill", [("c", "Color", .color), ("o", "Opacity", .number)]),
        "st": (
            "ADBE Vector Graphic - Stroke",
            [
                ("c", "Color", .color), ("o", "Opacity", .number), ("w", "Stroke Width", .number),
                ("ml2", "Miter Limit", .number),
            ]
        ),
        "gf": (
            "ADBE Vector Graphic - G-Fill",
            [
                ("s", "Start Point", .list), ("e", "End Point", .list), ("h", "Highlight Length", .number),
                ("a", "Highlight Angle", .number), ("o", "Opacity", .number),
            ]
        ),
        "gs": (
            "ADBE Vector Graphic - G-Stroke",
            [
                ("s", "Start Point", .list), ("e", "End Point", .list), ("h", "Highlight Length", .number),
                ("a", "Highlight Angle", .number), ("o", "Opacity", .number), ("w", "Stroke Width", .number),
            ]
        ),
        "tm": (
            "ADBE Vector Filter - Trim", [("s", "Start", .number), ("e", "End", .number), ("o", "Offset", .number)]
        ),
        "rd": ("ADBE Vector Filter - RC", [("r", "Radius", .number)]),
        "rp": ("ADBE Vector Filter - Repeater", [("c", "Copies", .number), ("o", "Offset", .number)]),
        "op": ("ADBE Vector Filter - Offset", [("a", "Amount", .number), ("ml", "Miter Limit", .number)]),
        "pb": ("ADBE Vector Filter - PB", [("a", "Amount", .number)]),
        "tw": ("ADBE Vector Filter - Twist", [("a", "Angle", .number), ("c", "Center", .list)]),
        "zz": ("ADBE Vector Filter - Zigzag", [("s", "Size", .number), ("r", "Ridges per segment", .number)]),
    ]

    /// "Stroke Width" as scripts write it: strokeWidth.
    private static func key(_ name: String) -> String {
        let words = name.split(separator: " ")
        return (words.first.map { $0.lowercased() } ?? "")
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The items of a shape layer or a group.
    func items(_ values: [JSONValue], _ path: String, depth: Int) -> [ExpressionNode] {
        guard depth < 100 else { return [] }
        return values.enumerated().compactMap { index, value in
            guard let object = value.object, let type = object["ty"]?.string, type != "tr" else { return nil }
            let path = "\(path)[\(index)]"
            let name = object["nm"]?.string ?? ""
            if type == "gr" { return group(object, name, path, depth) }
            var children: [ExpressionNode] = []
            let known = Self.shapes[type]
            for (key, name, kind) in known?.properties ?? [] {
                guard let property = resolved(object[key]) else { continue }
                children.append(
                    ExpressionNode(
                        name: name, match: type == "sh" ? "ADBE Vector Shape" : "ADBE Vector \(name)",
                        key: Self.key(name), property: property, kind: kind,
                        size: kind == .list ? 2 : 0, path: "\(path).\(key)", index: Self.index(property)))
            }
            if let colors = resolved(object["g"]?.object?["k"]) {
                children.append(
                    ExpressionNode(name: "Colors", key: "colors", property: colors, kind: .numbers, path: "\(path).g.k")
                )
            }
            if let dashes = object["d"]?.elements { children.append(self.dashes(dashes, "\(path).d")) }
            if let transform = object["tr"]?.object {
                children.append(self.transform(ofGroup: transform, "\(path).tr", "ADBE Vector Repeater Transform"))
            }
            return ExpressionNode(name: name, match: known?.match ?? "", children: children, index: Self.index(object))
        }
    }

    private func group(_ object: JSONObject, _ name: String, _ path: String, _ depth: Int) -> ExpressionNode {
        let list = object["it"]?.elements ?? []
        var children = [
            ExpressionNode(
                name: "Contents", match: "ADBE Vectors Group", key: "content",
                children: items(list, "\(path).it", depth: depth + 1), index: 2)
        ]
        if let index = list.lastIndex(where: { $0.object?["ty"]?.string == "tr" }), let transform = list[index].object {
            children.append(self.transform(ofGroup: transform, "\(path).it[\(index)]", "ADBE Vector Transform Group"))
        }
        return ExpressionNode(name: name, match: "ADBE Vector Group", children: children, index: Self.index(object))
    }

    private func dashes(_ values: [JSONValue], _ path: String) -> ExpressionNode {
        var counts: [String: Int] = [:]
        let names = ["d": "Dash", "g": "Gap", "o": "Offset"]
        let children = values.enumerated().compactMap { index, value -> ExpressionNode? in
            guard let object = value.object, let property = resolved(object["v"]) else { return nil }
            let name = names[object["n"]?.string ?? ""] ?? "Dash"
            counts[name, default: 0] += 1
            let count = counts[name] ?? 1
            let numbered = name == "Offset" ? name : count > 1 ? "\(name) \(count)" : name
            return ExpressionNode(
                name: numbered, match: "", key: numbered.lowercased().replacing(" ", with: ""), property: property,
                path: "\(path)[\(index)].v")
        }
        return ExpressionNode(name: "Dashes", match: "ADBE Vector Stroke Dashes", key: "dash", children: children)
    }
}
