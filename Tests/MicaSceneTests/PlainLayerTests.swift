import Foundation
import MicaBase
import MicaFrame
import MicaWire
import Testing

@testable import MicaServer

/// Layers without sublayers that show only a background have a way of their own through the builder: it must know of
/// every property with which a layer shows more.
@Suite struct PlainLayerTests {
    private static let picture = image(7, 9)

    /// Values of a kind that are seen where anything of that property is.
    private static func values(of row: PropertyRow) -> [PropertyValue] {
        var square = Path()
        square.move(to: Point(2, 3))
        for (x, y) in [(30.0, 3.0), (30, 20), (2, 20)] { square.line(to: Point(x, y)) }
        let red = ColorValue(red: 1, green: 0, blue: 0.2, alpha: 0.8)
        switch row.kind {
        case .number: return [0, 1, 0.4, 3, 17].map { .number($0) }
        case .point: return [.point(CGPoint(x: 0.25, y: 0.5)), .point(CGPoint(x: 12, y: 17))]
        case .size: return [.size(CGSize(width: 5, height: 9))]
        case .rect: return [.rect(CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)), .rect(rect(2, 3, 31, 17))]
        case .transform:
            return [
                .transform(Matrix4(scaleX: 1.5, y: 0.5)), .transform(Matrix4(rotation: 0.4, x: 0, y: 0, z: 1)),
                .transform(Matrix4(rotation: 0.4, x: 0, y: 1, z: 0)),
            ]
        case .color: return [.none, .color(red)]
        case .colors: return [.colors([red, ColorValue(red: 0, green: 0, blue: 1)])]
        case .numbers: return [.numbers([0.25, 0.75])]
        case .path: return [.path(square)]
        case .image: return [.image(picture)]
        case .cells: return [.cells([CellState()])]
        case .filters: return [.filters([FilterState(.colorInvert)])]
        case .string:
            return ["center", "multiplyBlendMode", "AAAA", "continuous", "round", "even-odd", "radial"].map {
                .string($0)
            }
        case .none, .vector, .layer: return []
        }
    }

    /// What every property needs besides to be seen: alone it may have no effect, as a shadow's colour.
    private static let contexts: [[PropertyID: PropertyValue]] = [
        [:],
        [.borderWidth: .number(3), .cornerRadius: .number(6)],
        [.shadowOpacity: .number(0.7), .shadowRadius: .number(0)],
        [.contents: .image(picture)],
        [
            .path: values(of: LayerPropertyTable.row(.path))[0],
            .strokeColor: values(of: LayerPropertyTable.row(.fillColor))[1],
        ],
        [.colors: values(of: LayerPropertyTable.row(.colors))[0]],
        [.transform: .transform(Matrix4(rotation: 0.3, x: 0, y: 0, z: 1))],
    ]

    private func text(_ state: LayerState, hasSublayer: Bool) throws -> String {
        let root = TestLayer(1, rect(0, 0, 60, 60), color: ColorValue(red: 1, green: 1, blue: 1))
        let layer = TestLayer(2)
        layer.state = state
        if hasSublayer { layer.sublayers = [TestLayer(3, rect(0, 0, 5, 5)).with { $0.state.flags.insert(.hidden) }] }
        root.sublayers = [layer]
        return try root.frame(60, 60).description
    }

    /// A hidden sublayer shows nothing, but with it a layer goes the plain way.
    @Test func plain_layer_is_drawn_as_one_with_a_hidden_sublayer() throws {
        var (seen, count) = (PropertyMask(), 0)
        for given in Self.contexts {
            var state = TestLayer(2, rect(8, 9, 40, 30), color: ColorValue(red: 0, green: 0.5, blue: 0)).state
            for (property, value) in given { state.set(property, to: value) }
            let base = try text(state, hasSublayer: false)
            // What masks to its bounds has a clip for its sublayer, with nothing in it.
            for row in LayerPropertyTable.rows where row.property != .masksToBounds {
                for value in Self.values(of: row) {
                    var changed = state
                    guard changed.set(row.property, to: value), changed.showsBackgroundAlone else { continue }
                    let (fast, plain) = (
                        try text(changed, hasSublayer: false), try text(changed, hasSublayer: true)
                    )
                    #expect(fast == plain, "\(row.key) is \(value), \(given)")
                    if fast != base { seen.insert(row.property) }
                    count += 1
                }
            }
        }
        #expect(count > 300, "\(count)")
        #expect(seen.rawValue.nonzeroBitCount >= 10, "\(PropertyID.allCases.filter { seen.contains($0) })")
    }

    /// A layer outside of the visible area is skipped before it is painted, unless it reaches beyond its bounds.
    @Test func layer_outside_is_drawn_as_one_with_a_hidden_sublayer() throws {
        var (count, seen) = (0, PropertyMask())
        for given in Self.contexts {
            var state = TestLayer(2, rect(64, 9, 40, 30), color: ColorValue(red: 0, green: 0.5, blue: 0)).state
            for (property, value) in given { state.set(property, to: value) }
            for row in LayerPropertyTable.rows {
                for value in Self.values(of: row) {
                    var changed = state
                    guard changed.set(row.property, to: value), changed.staysInBounds else { continue }
                    let (fast, plain) = (
                        try text(changed, hasSublayer: false), try text(changed, hasSublayer: true)
                    )
                    #expect(fast == plain, "\(row.key) is \(value), \(given)")
                    if fast != (try text(TestLayer(2).state, hasSublayer: false)) { seen.insert(row.property) }
                    count += 1
                }
            }
        }
        #expect(count > 300, "\(count)")
        // Its place and its transform bring it into sight.
        #expect(seen.contains(.position) && seen.contains(.transform))
    }
}
