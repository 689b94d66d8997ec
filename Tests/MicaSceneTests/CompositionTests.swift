import Foundation
import MicaBase
import MicaFrame
import MicaRaster
import MicaServer
import Testing

@Suite struct CompositionTests {
    private func box(_ id: UInt64, _ frame: CGRect, _ color: ColorValue = red) -> TestLayer {
        TestLayer(id, frame, color: color)
    }

    private func kinds(_ ops: [DrawOp]) -> [String] {
        ops.map { op in
            switch op.content {
            case .fill: "fill"
            case .border: "border"
            case .image: "image"
            case .path: "path"
            case .gradient: "gradient"
            case .shadow: "shadow"
            case .blur: "blur"
            case .sprites: "sprites"
            case .pass(_, let mask): mask == nil ? "pass" : "masked"
            case .filtered: "filtered"
            case .softened: "softened"
            case .dissolve: "dissolve"
            case .warp: "warp"
            case .instances: "instances"
            case .rasterized: "raster"
            }
        }
    }

    @Test func shadow_is_painted_first_and_blurred_only_where_its_outline_is_not_known() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: green)
        root.state.shadow.opacity = 1
        #expect(kinds(try root.frame().ops) == ["shadow", "fill"])
        root.state.shadow.radius = 0
        #expect(kinds(try root.frame().ops) == ["fill", "fill"])
        root.state.shadow.radius = 3
        root.state.backgroundColor = nil
        #expect(kinds(try root.frame().ops).isEmpty)
        root.state.contents.image = image(50, 50)
        #expect(kinds(try root.frame().ops) == ["blur", "image"])
        root.state.shadow.radius = 2.9
        #expect(kinds(try root.frame().ops) == ["blur", "pass"])
        root.state.shadow.radius = 3
        root.state.shadow.path = Path(rectangle: Box(x: 0, y: 0, width: 20, height: 20))
        #expect(kinds(try root.frame().ops) == ["shadow", "image"])
        let box = Box(x: 3, y: 5, width: 200, height: 140)
        root.state.shadow.path = Path(roundedRectangle: box, radii: CornerRadii(10))
        #expect(kinds(try root.frame().ops) == ["shadow", "image"])
        root.state.shadow.path = Path(ellipseIn: Box(x: 0, y: 0, width: 20, height: 30))
        #expect(kinds(try root.frame().ops) == ["blur", "image"])
    }

    /// What throws the shadow of a layer that was moved is the pass that it was, and is kept under the layer's name.
    @Test func shadow_of_contents_stays_the_same_while_the_layer_moves() throws {
        let inner = box(3, rect(2, 2, 20, 20))
        let group = TestLayer(2, rect(10, 10, 30, 30), [inner])
        group.state.shadow.opacity = 1
        group.state.flags.remove(.allowsGroupOpacity)
        let root = TestLayer(1, rect(0, 0, 60, 60), color: green, [group])
        func blur() throws -> (BlurDraw, Frame)? {
            let frame = try root.frame()
            for case .blur(let draw, _) in frame.ops.map(\.content) { return (draw, frame) }
            return nil
        }
        let (draw, frame) = try #require(try blur())
        #expect(draw.owner == 2 && draw.shift == SIMD2(10, 7))
        #expect(frame.passes[0].bounds == DeviceRect(minX: 2, minY: 2, maxX: 22, maxY: 22))
        group.state.position.x += 3.25
        group.state.opacity = 0.5
        let (moved, after) = try #require(try blur())
        #expect(moved.shift == SIMD2(13.25, 7) && after.isSame(pass: moved.pass, as: frame, pass: draw.pass))
        #expect(kinds(after.ops) == ["fill", "blur", "fill"] && after.ops.map(\.opacity) == [1, 0.5, 0.5])

        // Off the surface nothing is left of it.
        group.state.position.x += 1000
        #expect(try root.frame().passes.count == 1)
        group.state.position.x -= 1000
        // Layers that would be painted too often, or are too far away, are blurred on the surface.
        inner.state.shadow.opacity = 1
        let nested = try #require(try blur())
        #expect(nested.0.owner == nil)
        inner.state.shadow.opacity = 0
        inner.state.flags.insert(.transformLayer)
        #expect(try blur() == nil)
        inner.state.flags.remove(.transformLayer)
        group.state.transform = Matrix4(rotation: 0.1, x: 0, y: 0, z: 1)
        let turned = try #require(try blur())
        #expect(turned.0.owner == nil)
        group.state.transform = Matrix4(scaleX: 2, y: 1, z: 1)
        #expect(try blur()?.0.owner == 2)
        group.state.transform = .identity
        inner.state.position.x = 3000
        #expect(try root.frame().passes.count == 1, "out of sight")
        group.state.position.x -= 2980
        let far = try #require(try blur())
        #expect(far.0.owner == nil)
    }

    @Test func layer_paints_background_contents_sublayers_border() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: green, [box(2, rect(0, 0, 10, 10))])
        root.state.borderWidth = 2
        root.state.contents.image = image(50, 50)
        #expect(kinds(try root.frame().ops) == ["fill", "image", "fill", "border"])
        root.state.gradient.colors = [red, green]
        root.state.shape.path = Path(rectangle: Box(x: 1, y: 1, width: 5, height: 5))
        root.state.shape.strokeColor = green
        #expect(kinds(try root.frame().ops) == ["fill", "gradient", "image", "path", "path", "fill", "border"])
        root.state.gradient.colors = nil
        root.state.shape.path = nil
        root.state.borderColor = nil
        root.state.backgroundColor = .clear
        #expect(kinds(try root.frame().ops) == ["image", "fill"])
    }

    @Test func opacity_of_one_op_needs_no_pass() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), [box(2, rect(0, 0, 10, 10))])
        root.state.opacity = 0.5
        root.sublayers[0].state.opacity = 0.5
        let frame = try root.frame()
        #expect(frame.passes.count == 1)
        #expect(frame.ops.map(\.opacity) == [0.25])
    }

    @Test func opacity_of_several_ops_is_one_image() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: green, [box(2, rect(40, 40, 20, 20))])
        root.state.opacity = 0.5
        let frame = try root.frame()
        #expect(frame.passes.count == 2)
        #expect(kinds(frame.ops) == ["pass"])
        #expect(frame.ops.first?.opacity == 0.5)
        #expect(frame.passes[0].bounds == DeviceRect(minX: 0, minY: 0, maxX: 60, maxY: 60))
        #expect(frame.passes[0].ops.map(\.opacity) == [1, 1])
    }

    @Test func opacity_without_group_is_each_ops() throws {
        let inner = box(2, rect(40, 40, 20, 20))
        inner.state.opacity = 0.5
        let root = TestLayer(1, rect(0, 0, 50, 50), color: green, [inner])
        root.state.opacity = 0.5
        root.state.flags.remove(.allowsGroupOpacity)
        let frame = try root.frame()
        #expect(frame.passes.count == 1)
        #expect(frame.ops.map(\.opacity) == [0.5, 0.25])
    }

    @Test func mask_is_a_second_pass_in_the_layers_space() throws {
        let root = TestLayer(1, rect(10, 10, 50, 50), color: green)
        root.state.bounds.origin = CGPoint(x: 5, y: 5)
        root.state.borderWidth = 1
        root.state.opacity = 0.5
        root.mask = box(3, rect(10, 10, 20, 100)).with { $0.state.opacity = 0.25 }
        let frame = try root.frame()
        #expect(kinds(frame.ops) == ["masked"])
        #expect(frame.ops.first?.bounds == DeviceRect(minX: 15, minY: 15, maxX: 35, maxY: 60))
        #expect(frame.ops.first?.opacity == 0.5)
        #expect(frame.passes.count == 3)
        #expect(kinds(frame.passes[0].ops) == ["fill", "border"])
        #expect(frame.passes[1].ops.map(\.opacity) == [0.25])
        #expect(frame.passes[1].ops.first?.deviceRect == rect(15, 15, 20, 100))
    }

    @Test func mask_that_shows_nothing_leaves_nothing() throws {
        let root = TestLayer(1, rect(10, 10, 50, 50), color: green)
        root.mask = TestLayer(3, rect(0, 0, 20, 20))
        let frame = try root.frame()
        #expect(frame.ops.isEmpty)
        #expect(frame.passes.count == 1)
        root.mask = box(3, rect(200, 0, 20, 20))
        #expect(try root.frame().ops.isEmpty)
        root.mask = box(3, rect(0, 0, 20, 20)).with { $0.state.flags.insert(.hidden) }
        #expect(try root.frame().ops.isEmpty)
    }

    @Test func mask_may_have_a_mask_and_sublayers() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: green)
        let mask = TestLayer(3, rect(0, 0, 40, 40), [box(5, rect(0, 0, 30, 30)), box(6, rect(5, 5, 30, 30))])
        mask.mask = box(4, rect(0, 0, 20, 20))
        root.mask = mask
        let frame = try root.frame()
        #expect(frame.passes.count == 5)
        #expect(frame.ops.first?.bounds == DeviceRect(minX: 0, minY: 0, maxX: 20, maxY: 20))
    }

    @Test func mask_does_not_go_through_the_sublayerTransform() throws {
        let root = TestLayer(1, rect(0, 0, 100, 100), color: green)
        root.state.sublayerTransform = Matrix4(scaleX: 0.5, y: 0.5)
        root.mask = box(3, rect(0, 0, 20, 20))
        #expect(try root.frame().ops.first?.bounds == DeviceRect(minX: 0, minY: 0, maxX: 20, maxY: 20))
    }

    @Test func clip_on_whole_pixels_is_only_a_smaller_bounds() throws {
        let root = TestLayer(1, rect(10, 10, 20, 20), [box(2, rect(0, 0, 50, 50))])
        root.state.flags.insert(.masksToBounds)
        let frame = try root.frame()
        #expect(frame.clips.isEmpty)
        #expect(frame.ops.first?.bounds == DeviceRect(minX: 10, minY: 10, maxX: 30, maxY: 30))
        #expect(frame.ops.first?.clip == nil)
    }

    @Test func clip_between_pixels_round_or_turned_is_a_clip() throws {
        let root = TestLayer(1, rect(10.5, 10, 20, 20), [box(2, rect(0, 0, 50, 50))])
        root.state.flags.insert(.masksToBounds)
        #expect(try root.frame().clips.count == 1)
        #expect(try root.frame().ops.first?.bounds == DeviceRect(minX: 10, minY: 10, maxX: 31, maxY: 30))
        root.state.position.x = 20
        #expect(try root.frame().clips.isEmpty)
        root.state.cornerRadius = 3
        #expect(try root.frame().clips.count == 1)
        root.state.cornerRadius = 0
        root.state.transform = Matrix4(rotation: 1, x: 0, y: 0, z: 1)
        #expect(try root.frame().clips.count == 1)
        root.state.transform = .identity
        // Two pixels a point: half a point is a whole pixel.
        root.state.position.x = 20.5
        #expect(try root.frame(by: Homography(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0)).clips.isEmpty)
    }

    @Test func clips_are_nested() throws {
        let inner = TestLayer(2, rect(0, 0, 20, 20), [box(3, rect(0, 0, 50, 50))])
        let root = TestLayer(1, rect(10, 10, 40, 40), [inner])
        for layer in [root, inner] {
            layer.state.flags.insert(.masksToBounds)
            layer.state.cornerRadius = 5
        }
        let frame = try root.frame()
        #expect(frame.clips.map(\.parent) == [nil, ClipIndex(0)])
        #expect(frame.ops.map(\.clip) == [ClipIndex(1)])
    }

    @Test func clip_leaves_background_and_border_alone() throws {
        let root = TestLayer(1, rect(10, 10, 40, 40), color: green, [box(2, rect(0, 0, 50, 50))])
        root.state.flags.insert(.masksToBounds)
        root.state.cornerRadius = 5
        root.state.borderWidth = 1
        root.state.contents.image = image(4, 4)
        let ops = try root.frame().ops
        #expect(ops.map { $0.clip == nil } == [true, false, false, true])
        #expect(try root.frame().clips.count == 1)
    }

    @Test func contents_are_clipped_only_by_masksToBounds() throws {
        let root = TestLayer(1, rect(10, 10, 40, 40))
        root.state.contents.image = image(80, 80)
        root.state.contents.gravity = .topLeft
        root.state.cornerRadius = 5
        #expect(try root.frame().ops.first?.bounds == DeviceRect(minX: 10, minY: 0, maxX: 90, maxY: 50))
        #expect(try root.frame().clips.isEmpty)
        root.state.flags.insert(.masksToBounds)
        #expect(try root.frame().ops.first?.bounds == DeviceRect(minX: 10, minY: 10, maxX: 50, maxY: 50))
        #expect(try root.frame().clips.count == 1)
    }

    @Test func corners_are_those_of_the_layers_space() throws {
        let root = TestLayer(1, rect(0, 0, 40, 40), color: green)
        root.state.cornerRadius = 8
        root.state.maskedCorners = [.minXMinY]
        root.state.flags.insert(.geometryFlipped)
        let op = try #require(try root.frame().ops.first)
        guard case .fill(let shape, _) = op.content else { return }
        #expect(shape.radii == SIMD4(8, 0, 0, 0))
        #expect(op.transform.apply(0, 0).y == 40)
    }
}
