import Foundation
import MicaBase
import MicaFrame
import MicaServer
import Testing

@Suite struct GeometryTests {
    /// Where the only op of a tree lies.
    private func placement(_ root: TestLayer, by transform: Homography = .identity) throws -> CGRect {
        let ops = try root.frame(by: transform).ops
        #expect(ops.count == 1)
        return ops.first?.deviceRect ?? .null
    }

    private func leaf(_ frame: CGRect) -> TestLayer { TestLayer(9, frame, color: red) }

    @Test func position_places_the_anchor_point() throws {
        let layer = leaf(rect(10, 20, 30, 40))
        #expect(try placement(layer) == rect(10, 20, 30, 40))
        layer.state.anchorPoint = CGPoint(x: 0, y: 1)
        #expect(try placement(layer) == rect(25, 0, 30, 40))
    }

    @Test func bounds_origin_moves_sublayers_and_not_the_layer() throws {
        let root = TestLayer(1, rect(10, 10, 50, 50), color: green, [leaf(rect(5, 6, 7, 8))])
        root.state.bounds.origin = CGPoint(x: 3, y: 4)
        let ops = try root.frame().ops
        #expect(ops.map(\.deviceRect) == [rect(10, 10, 50, 50), rect(12, 12, 7, 8)])
    }

    @Test func transform_turns_about_the_anchor_point() throws {
        let layer = leaf(rect(10, 10, 40, 20))
        layer.state.transform = Matrix4(scaleX: 0.5, y: 2)
        #expect(try placement(layer) == rect(20, 0, 20, 40))
        layer.state.transform = Matrix4(rotation: .pi / 2, x: 0, y: 0, z: 1)
        #expect(try placement(layer) == rect(20, 0, 20, 40))
        layer.state.anchorPoint = .zero
        layer.state.transform = Matrix4(scaleX: 2, y: 2)
        #expect(try placement(layer) == rect(30, 20, 80, 40))
    }

    @Test func nested_transforms_go_from_the_inside_out() throws {
        let inner = leaf(rect(0, 0, 10, 10)).with { $0.state.transform = Matrix4(scaleX: 2, y: 2) }
        let root = TestLayer(1, rect(20, 20, 10, 10), [inner])
        root.state.anchorPoint = .zero
        root.state.position = CGPoint(x: 20, y: 20)
        root.state.transform = Matrix4(scaleX: 1, y: 3)
        #expect(try placement(root) == rect(15, 5, 20, 60))
        #expect(try placement(root, by: Homography(a: 2, b: 0, c: 0, d: 2, tx: 1, ty: 0)) == rect(31, 10, 40, 120))
    }

    @Test func sublayerTransform_goes_about_the_anchor_point_and_spares_the_layer() throws {
        let root = TestLayer(1, rect(0, 0, 100, 100), color: green, [leaf(rect(60, 60, 10, 10))])
        root.state.sublayerTransform = Matrix4(scaleX: 2, y: 2)
        #expect(try root.frame().ops.map(\.deviceRect) == [rect(0, 0, 100, 100), rect(70, 70, 20, 20)])
    }

    @Test func perspective_of_the_sublayerTransform_makes_near_layers_larger() throws {
        let child = leaf(rect(40, 40, 20, 20)).with { $0.state.zPosition = 50 }
        let root = TestLayer(1, rect(0, 0, 100, 100), [child])
        root.state.sublayerTransform.m34 = -1.0 / 100
        #expect(try placement(root) == rect(30, 30, 40, 40))
        child.state.anchorPointZ = 50
        #expect(try placement(root) == rect(40, 40, 20, 20))
        child.state.anchorPointZ = 0
        child.state.zPosition = 100
        #expect(try root.frame().ops.isEmpty)
    }

    @Test func tilted_plane_has_perspective() throws {
        let child = leaf(rect(0, 0, 100, 100)).with {
            $0.state.transform = Matrix4(rotation: .pi / 4, x: 0, y: 1, z: 0)
        }
        let root = TestLayer(1, rect(0, 0, 100, 100), [child])
        root.state.sublayerTransform.m34 = -1.0 / 200
        let op = try #require(try root.frame().ops.first)
        #expect(!op.transform.isAffine)
        let (x, y, _) = op.transform.apply(50, 50)
        #expect(abs(x - 50) < 1e-9 && abs(y - 50) < 1e-9)
        // Near and far edge: 50 * cos 45 / (1 -+ 50 * sin 45 / 200).
        let half = 50 * 0.5.squareRoot()
        let left = op.transform.apply(0, 50).x, right = op.transform.apply(100, 50).x
        #expect(abs(left - (50 - half / (1 - half / 200))) < 1e-9 || abs(left - (50 - half / (1 + half / 200))) < 1e-9)
        #expect(abs((50 - left) / (right - 50) - 1) > 0.1)
    }

    @Test func doubleSided_false_hides_the_back_only() throws {
        let layer = leaf(rect(10, 10, 20, 20)).with { $0.state.flags.remove(.doubleSided) }
        #expect(try layer.frame().ops.count == 1)
        layer.state.transform = Matrix4(rotation: .pi, x: 0, y: 1, z: 0)
        #expect(try layer.frame().ops.isEmpty)
        layer.state.transform = Matrix4(scaleX: -1, y: 1)
        #expect(try layer.frame().ops.count == 1)
        layer.state.flags.insert(.doubleSided)
        layer.state.transform = Matrix4(rotation: .pi, x: 0, y: 1, z: 0)
        #expect(try layer.frame().ops.count == 1)
    }

    @Test func geometryFlipped_mirrors_sublayers_within_the_bounds() throws {
        let root = TestLayer(1, rect(10, 10, 50, 80), color: green, [leaf(rect(5, 6, 7, 8))])
        root.state.flags.insert(.geometryFlipped)
        #expect(try root.frame().ops.map(\.deviceRect) == [rect(10, 10, 50, 80), rect(15, 76, 7, 8)])
        root.state.bounds.origin.y = 2
        #expect(try root.frame().ops.last?.deviceRect == rect(15, 78, 7, 8))
    }

    @Test func geometryFlipped_twice_is_upright() throws {
        let inner = TestLayer(2, rect(0, 0, 50, 40), [leaf(rect(0, 0, 5, 10))])
        inner.state.flags.insert(.geometryFlipped)
        let root = TestLayer(1, rect(0, 0, 50, 100), [inner])
        root.state.flags.insert(.geometryFlipped)
        let op = try #require(try root.frame().ops.first)
        #expect(op.deviceRect == rect(0, 60, 5, 10))
        #expect(op.transform.d == 1)
    }

    @Test func degenerate_and_infinite_layers_are_passed_over() throws {
        let child = leaf(rect(0, 0, 10, 10))
        let root = TestLayer(1, rect(0, 0, 100, 100), [child])
        child.state.transform = Matrix4(scaleX: 0, y: 1)
        #expect(try root.frame().ops.isEmpty)
        child.state.transform = Matrix4(rotation: .pi / 2, x: 0, y: 1, z: 0)
        #expect(try root.frame().ops.count <= 1)
        child.state.transform = .identity
        child.state.position.x = .infinity
        #expect(try root.frame().ops.isEmpty)
        child.state.position.x = .nan
        #expect(try root.frame().ops.isEmpty)
        child.state.position = .zero
        child.state.bounds.size.width = .infinity
        #expect(try root.frame().ops.isEmpty)
    }

    @Test func hidden_and_transparent_subtrees_are_passed_over() throws {
        let inner = TestLayer(2, rect(0, 0, 50, 40), [leaf(rect(0, 0, 5, 10))])
        let root = TestLayer(1, rect(0, 0, 50, 100), [inner])
        inner.state.flags.insert(.hidden)
        #expect(try root.frame().ops.isEmpty)
        inner.state.flags.remove(.hidden)
        inner.state.opacity = 0
        #expect(try root.frame().ops.isEmpty)
        inner.state.opacity = .nan
        #expect(try root.frame().ops.isEmpty)
        inner.state.opacity = 2
        #expect(try root.frame().ops.first?.opacity == 1)
    }

    @Test func zPosition_orders_siblings_and_keeps_ties() throws {
        let a = TestLayer(2, rect(0, 0, 10, 10), color: red)
        let b = TestLayer(3, rect(0, 0, 10, 10), color: green)
        let c = TestLayer(4, rect(0, 0, 10, 10), color: blue)
        let root = TestLayer(1, rect(0, 0, 100, 100), [a, b, c])
        #expect(try root.frame().colors == ["red", "green", "blue"])
        a.state.zPosition = 1
        #expect(try root.frame().colors == ["green", "blue", "red"])
        c.state.zPosition = 1
        #expect(try root.frame().colors == ["green", "red", "blue"])
        c.state.zPosition = -1
        #expect(try root.frame().colors == ["blue", "green", "red"])
        // Sublayers stay with their superlayer.
        c.sublayers = [TestLayer(5, rect(0, 0, 5, 5), color: red).with { $0.state.zPosition = 100 }]
        #expect(try root.frame().colors == ["blue", "red", "green", "red"])
    }

    @Test func ops_outside_the_surface_are_left_out() throws {
        let root = TestLayer(
            1, rect(0, 0, 100, 100), [leaf(rect(100, 0, 10, 10)), TestLayer(3, rect(99.5, 0, 10, 10), color: blue)])
        let frame = try root.frame()
        #expect(frame.colors == ["blue"])
        #expect(frame.ops.first?.bounds == DeviceRect(minX: 99, minY: 0, maxX: 100, maxY: 10))
    }
}
