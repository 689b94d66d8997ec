import Foundation
import MicaWire

/// The tables of docs/caml.md, made from the reader's tables; a test compares them with the page.
package enum CAMLReference {
    /// The tables in Markdown.
    package static var tables: String {
        var lines: [String] = []
        for (title, classes) in layers {
            let rows = LayerPropertyTable.rows.filter { row in
                !row.owners.isDisjoint(with: classes) && Vocabulary.layerKind(row.key) != nil
                    && (classes == .any || row.owners.isDisjoint(with: .any))
            }
            lines += ["### \(title)", "", "| attribute or element | value | default |", "|---|---|---|"]
            if classes == .any {
                lines += ["| `name` | text | |", "| `frame` | x y width height | |"]
            }
            if classes == .text { lines += ["| `string`, `font` | text | |"] }
            for row in rows.sorted(by: { $0.key < $1.key }) {
                lines.append("| `\(row.key)` | \(form(Vocabulary.layerKind(row.key))) | \(text(row.defaultValue)) |")
            }
            lines.append("")
        }
        lines += ["### `<CAEmitterCell>`", "", "| attribute or element | value |", "|---|---|", "| `name` | text |"]
        for cell in CellProperty.allCases.map(\.key).sorted() {
            if let kind = Vocabulary.cellKind(cell) { lines.append("| `\(cell)` | \(form(kind)) |") }
        }
        lines += ["| `emitterCells` | cells in the cell |", ""]
        lines += ["### Animations", "", "| attribute or element | value |", "|---|---|"]
        for (key, kind) in Vocabulary.animationKinds.sorted(by: { $0.key < $1.key }) {
            lines.append("| `\(key)` | \(form(kind)) |")
        }
        lines.append("")
        func list(_ names: Set<String>) -> String { names.sorted().map { "`\($0)`" }.joined(separator: ", ") }
        lines.append("Animations are \(list(Vocabulary.animationClasses)).")
        lines.append("Accepted without effect on layers are \(list(Vocabulary.silentLayerKeys)).")
        return lines.joined(separator: "\n") + "\n"
    }

    private static let layers: [(String, LayerClasses)] = [
        ("Every layer", .any), ("`<CAShapeLayer>`", .shape), ("`<CAGradientLayer>`", .gradient),
        ("`<CATextLayer>`", .text), ("`<CAReplicatorLayer>`", .replicator), ("`<CAEmitterLayer>`", .emitter),
    ]

    private static func form(_ kind: ValueKind?) -> String {
        switch kind {
        case .boolean: "0 or 1"
        case .integer: "whole number"
        case .number: "number"
        case .string: "text"
        case .point: "x y"
        case .size: "width height"
        case .rect: "x y width height"
        case .color: "colour"
        case .transform: "transform"
        case .timingFunction: "timing function"
        case .image: "element: image"
        case .layer: "element: layer"
        case .array: "element: list"
        case .filters: "element: filters"
        case .any: "element: as what it animates"
        case nil: ""
        }
    }

    private static func text(_ value: PropertyValue) -> String {
        func number(_ value: Double) -> String {
            value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(format: "%g", value)
        }
        return switch value {
        case .number(let value): number(value)
        case .point(let point): number(point.x) + " " + number(point.y)
        case .size(let size): number(size.width) + " " + number(size.height)
        case .rect(let rect): [rect.minX, rect.minY, rect.width, rect.height].map { number($0) }.joined(separator: " ")
        case .string(let text): text
        case .color(let color):
            "\(number(color.red)) \(number(color.green)) \(number(color.blue)) \(number(color.alpha))"
        case .transform: "the identity"
        default: ""
        }
    }
}
