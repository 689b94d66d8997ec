import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaRandom
import MicaWire
import Testing

@testable import MicaServer

/// Planes in a shared space: their order, and where they are cut.
@Suite struct SpaceTests {
    private func draw(_ frame: Frame) -> Bitmap {
        var result = Bitmap(width: frame.width, height: frame.height)
        CPUCompositor(threads: 1).draw(frame, into: &result)
        return result
    }

    private func turned(_ id: UInt64, _ frame: CGRect, _ color: ColorValue, _ angle: Double, _ x: Double, _ y: Double)
        -> TestLayer
    {
        TestLayer(id, frame, color: color).with { $0.state.transform = Matrix4(rotation: angle, x: x, y: y, z: 0) }
    }

    private func transformLayer(_ id: UInt64, _ frame: CGRect, _ sublayers: [TestLayer]) -> TestLayer {
        TestLayer(id, frame, sublayers).with { $0.state.flags.insert(.transformLayer) }
    }

    // MARK: The fast path

    @Test func level_layers_keep_their_order_without_clips_and_passes() throws {
        let root = TestLayer(
            1, rect(0, 0, 100, 100),
            [
                TestLayer(2, rect(0, 0, 50, 50), color: red).with { $0.state.transform = Matrix4(scaleX: 2, y: 1) },
                TestLayer(3, rect(10, 10, 50, 50), color: green),
                TestLayer(4, rect(20, 20, 50, 50), color: blue).with { $0.state.zPosition = -1 },
            ])
        let frame = try root.frame()
        #expect(frame.colors == ["blue", "red", "green"])
        #expect(frame.clips.isEmpty && frame.passes.count == 1)
    }

    @Test func one_turned_layer_alone_is_not_cut() throws {
        let frame = try TestLayer(1, rect(0, 0, 100, 100), [turned(2, rect(20, 20, 60, 60), red, 1, 0, 1)]).frame()
        #expect(frame.ops.count == 1 && frame.clips.isEmpty)
    }

    // MARK: Order

    @Test func depth_of_transforms_decides_not_the_order_of_the_list() throws {
        func layer(_ id: UInt64, _ color: ColorValue, _ z: Double) -> TestLayer {
            TestLayer(id, rect(10, 10, 50, 50), color: color).with {
                $0.state.transform = Matrix4(translationX: 0, y: 0, z: z)
            }
        }
        let frame = try TestLayer(
            1, rect(0, 0, 100, 100), [layer(2, red, 5), layer(3, green, -5), layer(4, blue, 0)]
        ).frame()
        #expect(frame.colors == ["green", "blue", "red"])
        #expect(frame.clips.isEmpty)
    }

    @Test func space_that_is_seen_from_behind_is_drawn_the_other_way_round() throws {
        let root = TestLayer(
            1, rect(0, 0, 100, 100),
            [
                TestLayer(2, rect(10, 10, 50, 50), color: red),
                TestLayer(3, rect(10, 10, 50, 50), color: green).with { $0.state.zPosition = 4 },
            ])
        #expect(try root.frame().colors == ["red", "green"])
        root.state.sublayerTransform = Matrix4(rotation: .pi, x: 0, y: 1, z: 0)
        #expect(try root.frame().colors == ["green", "red"])
    }

    @Test func coplanar_turned_layers_keep_their_order() throws {
        let layers = [red, green, blue].enumerated().map {
            turned(UInt64($0.offset) + 2, rect(20, 20, 60, 60), $0.element, 0.7, 1, 1)
        }
        #expect(try TestLayer(1, rect(0, 0, 100, 100), layers).frame().colors == ["red", "green", "blue"])
    }

    // MARK: Cuts

    @Test func planes_that_cross_are_cut_where_they_cross() throws {
        // About the upright line through the middle: the left half of one is in front, the right half of the other.
        let root = TestLayer(
            1, rect(0, 0, 100, 100),
            [turned(2, rect(10, 10, 80, 80), red, 0.5, 0, 1), turned(3, rect(10, 10, 80, 80), green, -0.5, 0, 1)])
        let picture = draw(try root.frame())
        for y in stride(from: 20, to: 80, by: 7) {
            #expect([20, 35, 48].allSatisfy { picture[$0, y] == picture[20, 50] })
            #expect([52, 65, 80].allSatisfy { picture[$0, y] == picture[80, 50] })
        }
        #expect(Set([picture[20, 50], picture[80, 50]]) == [0xffff_0000, 0xff00_ff00])
        // Turned about y by a positive angle, the left side comes nearer.
        #expect(picture[20, 50] == 0xffff_0000)
    }

    @Test(arguments: [60, 1, 1e-2, 1e-3], [1000.07, 3000.13]) func thin_planes_cut_where_wide_ones_do(
        width: Double, x: Double
    ) throws {
        // A wide plane is cut along one that is almost level, and so thin that single precision has its corners elsewhere.
        let frame = try TestLayer(
            1, rect(0, 0, 4000, 4000),
            [
                turned(2, rect(x - width / 2, 1200, width, 1600), green, 0.02, 0, 1),
                turned(3, rect(400, 400, 3200, 3200), red, 0.5, 0, 1),
            ]
        ).frame(4000, 4000)
        try #require(frame.colors == ["red", "green", "red"])
        let meeting = (2000 * tan(0.5) - x * tan(0.02)) / (tan(0.5) - tan(0.02))
        #expect(abs(Double(frame.ops[0].bounds.minX) - meeting) < 3)
        #expect(abs(Double(frame.ops[2].bounds.maxX) - meeting) < 3)
    }

    @Test func pieces_have_no_seam() throws {
        let root = TestLayer(
            1, rect(0, 0, 100, 100),
            [
                turned(2, rect(10, 10, 80, 80), red, 0.37, 0.3, 1),
                // Crosses the red plane, and is all but invisible: the picture is the red plane in two pieces.
                turned(3, rect(5, 5, 90, 90), ColorValue(red: 0, green: 0, blue: 0, alpha: 0.001), -0.61, 1, 0.4),
            ])
        let cut = try root.frame()
        #expect(cut.ops.count == 3 && !cut.clips.isEmpty)
        root.sublayers.removeLast()
        let whole = try root.frame()
        #expect(whole.ops.count == 1)
        #expect(draw(cut) == draw(whole))
    }

    @Test func what_lies_behind_does_not_show_along_a_shared_edge() throws {
        // Two faces that meet in an upright edge between pixels, before green.
        func face(_ id: UInt64, _ x: Double, _ anchor: Double, _ angle: Double) -> TestLayer {
            TestLayer(id, rect(x, 20, 40, 60), color: red).with {
                $0.state.anchorPoint = CGPoint(x: anchor, y: 0.5)
                $0.state.position = CGPoint(x: 50.4, y: 50)
                $0.state.transform = Matrix4(rotation: angle, x: 0, y: 1, z: 0)
            }
        }
        let root = TestLayer(1, rect(0, 0, 100, 100), color: green, [face(2, 10, 1, 0.5), face(3, 50, 0, -0.5)])
        let picture = draw(try root.frame())
        for y in 22..<78 {
            let pixel = picture[50, y]
            #expect(pixel >> 16 & 255 >= 254 && pixel & 255 <= 1 && pixel >> 8 & 255 <= 1, "row \(y)")
        }
        #expect(picture[50, 19] == 0xff00_ff00 && picture[50, 80] == 0xff00_ff00)
        // The outer edges stay soft.
        #expect((10..<20).contains { ![0xffff_0000, 0xff00_ff00].contains(picture[$0, 50]) })
    }

    @Test func halves_of_the_surface_complement_each_other() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let (a, b, c) = (generator.number(-1...1), generator.number(-1...1), generator.number(-50...50))
            let (front, back) = (
                HalfPlane(a: a, b: b, c: c, isFront: true), HalfPlane(a: a, b: b, c: c, isFront: false)
            )
            for y in -3..<40 {
                let (one, other) = (front.columns(ofRow: y, within: -5..<60), back.columns(ofRow: y, within: -5..<60))
                #expect(one.count + other.count == 65 && !one.overlaps(other))
                for x in one where abs(a * (Double(x) + 0.5) + b * (Double(y) + 0.5) + c) > 1e-9 {
                    #expect(a * (Double(x) + 0.5) + b * (Double(y) + 0.5) + c > 0)
                }
            }
        }
    }

    @Test func layer_with_sublayers_is_cut_as_one_picture() throws {
        let card = turned(2, rect(10, 10, 80, 80), red, 0.5, 0, 1)
        card.sublayers = [TestLayer(4, rect(10, 10, 60, 60), color: blue)]
        let root = TestLayer(1, rect(0, 0, 100, 100), [card, turned(3, rect(10, 10, 80, 80), green, -0.5, 0, 1)])
        let frame = try root.frame()
        #expect(frame.passes.count <= 2)
        let picture = draw(frame)
        #expect(picture[35, 50] == 0xff00_00ff && picture[17, 50] == 0xffff_0000 && picture[65, 50] == 0xff00_ff00)
    }

    /// A state with each kind of content that a layer may draw, within the left half of its bounds.
    private static let drawing: [(feature: LayerFeatures, change: @Sendable (inout LayerState) -> Void)] = [
        (.tiles, { $0.tiled.levels = 1 }),
        (.cells, { $0.emitter.cells = [CellState()] }),
        (
            .shadow,
            {
                $0.shadow.opacity = 1
                $0.shadow.path = square
            }
        ),
        (.shape, { $0.shape.path = square }),
        (.gradient, { $0.gradient.colors = [red, blue] }),
        (.image, { $0.contents.image = image(4, 4) }),
        (.pattern, { $0.pattern.image = image(4, 4) }),
    ]

    private static let square: Path = {
        var path = Path()
        path.move(to: Point(0, 0))
        for (x, y) in [(2.0, 0.0), (2, 2), (0, 2)] { path.line(to: Point(x, y)) }
        return path
    }()

    /// A plane that crosses that of a layer between two sublayers, which lie apart: with what the layer draws they are one picture, which is
    /// cut; alone neither has to be.
    @Test func layer_that_draws_anything_is_one_picture_with_its_sublayers() throws {
        func pictures(_ change: (inout LayerState) -> Void) throws -> Int {
            let card = TestLayer(2, rect(10, 10, 4, 80)).with {
                $0.state.transform =
                    Matrix4(translationX: -38, y: 0, z: 0) * Matrix4(rotation: 0.5, x: 0, y: 1, z: 0)
                    * Matrix4(translationX: 38, y: 0, z: 0)
                change(&$0.state)
            }
            card.sublayers = [
                TestLayer(3, rect(10, 0, 10, 80), color: blue), TestLayer(4, rect(60, 0, 20, 80), color: blue),
            ]
            let other = turned(5, rect(10, 10, 80, 80), green, -0.5, 0, 1)
            return try TestLayer(1, rect(0, 0, 100, 100), [other, card]).frame().passes.count - 1
        }
        #expect(try pictures { _ in } == 0)
        #expect(try pictures { $0.backgroundColor = red } == 1)
        #expect(
            try pictures {
                $0.borderWidth = 1
                $0.borderColor = red
            } == 1)
        // An effect of a layer on only its sublayers does not join them.
        #expect(try pictures { $0.replicator.count = 1 } == 0)
        var seen = LayerFeatures()
        for (feature, change) in Self.drawing {
            #expect(try pictures(change) == 1, "\(feature)")
            var state = LayerState()
            change(&state)
            #expect(state.features.contains(feature))
            seen.insert(feature)
        }
        #expect(seen == .drawn, "each has a state here")
        #expect(LayerFeatures.drawn.isSubset(of: .visible) && LayerFeatures.placedImage.isSubset(of: .unbounded))
    }

    /// Two layers in one plane, the upper with sublayers on and beside it, and a third plane across both: nothing of the lower
    /// one is seen where the upper one or a sublayer of it is.
    @Test(arguments: UInt64(0)..<300) func layer_with_sublayers_keeps_together(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed &* 131 + 7)
        let turn = Matrix4(
            rotation: generator.number(0.2...0.9), x: generator.number(-1...1), y: generator.number(-1...1), z: 0)
        let lower = TestLayer(2, rect(10, 10, 80, 80), color: red),
            upper = TestLayer(3, rect(25, 25, 50, 50), color: blue)
        upper.sublayers = (0..<4).map { index in
            let (x, y) = (generator.number(-12...42), generator.number(-12...42))
            return TestLayer(UInt64(index) + 4, rect(x, y, 20, 20), color: blue)
        }
        // Both by one map: turned about the middle of the surface, or level.
        let isInPlane = seed % 3 == 0
        for plane in [lower, upper] {
            plane.state.transform = isInPlane ? .identity : turn
        }
        let cutter = turned(9, rect(5, 5, 90, 90), ColorValue(red: 0, green: 1, blue: 0, alpha: 0.001), -0.7, 0.3, 1)
        var list = [lower, upper]
        list.insert(cutter, at: Int.random(in: 0...2, using: &generator))
        let root = TestLayer(1, rect(0, 0, 100, 100), list)
        let cut = draw(try root.frame())
        root.sublayers = [upper]
        let alone = draw(try root.frame())
        let covered = alone.pixels.indices.filter { alone.pixels[$0] == 0xff00_00ff }
        #expect(covered.count > 900)
        // A pixel with the cut in it may show the background.
        let wrong = covered.count { cut.pixels[$0] >> 16 & 255 > 16 }
        #expect(wrong == 0, "seed \(seed)")
    }

    /// *Source*: frames 0 and 1 of stagehand's CATransform3D-testScaleAndRotationWithPerspective.
    @Test func plain_layer_is_behind_one_with_perspective_in_its_plane_where_a_third_is_turned() throws {
        var perspective = Matrix4.identity
        perspective.m34 = -1 / 200
        let lower = TestLayer(2, rect(10, 10, 80, 80), color: blue)
        let upper = TestLayer(3, rect(30, 30, 20, 20), color: red)
        let turn = turned(9, rect(0, 0, 8, 8), ColorValue(red: 0, green: 1, blue: 0, alpha: 1), -0.7, 0.3, 1)
        lower.state.transform = perspective
        let root = TestLayer(1, rect(0, 0, 100, 100), [lower, upper, turn])
        #expect(draw(try root.frame())[40, 40] == 0xff00_00ff)
        upper.state.transform = perspective
        #expect(draw(try root.frame())[40, 40] == 0xffff_0000)
        // Without a third the order is that of the list.
        upper.state.transform = .identity
        root.sublayers = [lower, upper]
        #expect(draw(try root.frame())[40, 40] == 0xffff_0000)
    }

    @Test func plain_layer_flattens_and_transform_layer_does_not() throws {
        func scene(_ isTransformLayer: Bool) throws -> Bitmap {
            let container = TestLayer(
                2, rect(0, 0, 100, 100),
                [
                    turned(3, rect(10, 10, 80, 80), red, 0, 0, 1),
                    TestLayer(4, rect(10, 10, 80, 80), color: green).with {
                        $0.state.transform = Matrix4(translationX: 0, y: 0, z: -40)
                    },
                ])
            container.state.transform = Matrix4(rotation: .pi / 3, x: 0, y: 1, z: 0)
            if isTransformLayer { container.state.flags.insert(.transformLayer) }
            return draw(try TestLayer(1, rect(0, 0, 100, 100), [container]).frame())
        }
        let (flat, deep) = (try scene(false), try scene(true))
        #expect(!flat.pixels.contains(0xff00_ff00))
        #expect(deep.pixels.contains(0xff00_ff00))
    }

    @Test func nested_transform_layers_share_one_space() throws {
        let turn = Matrix4(rotation: 0.5, x: 0, y: 1, z: 0)
        let back = Matrix4(rotation: -0.5, x: 0, y: 1, z: 0)
        func plane(_ id: UInt64, _ color: ColorValue) -> TestLayer {
            TestLayer(id, rect(10, 10, 80, 80), color: color)
        }
        let nested = TestLayer(
            1, rect(0, 0, 100, 100),
            [
                transformLayer(2, rect(0, 0, 100, 100), [transformLayer(3, rect(0, 0, 100, 100), [plane(4, red)])]).with
                {
                    $0.sublayers[0].state.transform = turn
                },
                transformLayer(5, rect(0, 0, 100, 100), [plane(6, green)]).with { $0.state.transform = back },
            ])
        let direct = TestLayer(
            1, rect(0, 0, 100, 100),
            [
                plane(4, red).with { $0.state.transform = turn }, plane(6, green).with { $0.state.transform = back },
            ])
        #expect(draw(try nested.frame()) == draw(try direct.frame()))
    }

    @Test func transform_layer_shows_nothing_of_its_own_and_hands_its_opacity_to_each() throws {
        let planes = [TestLayer(3, rect(0, 0, 50, 50), color: red), TestLayer(4, rect(25, 0, 50, 50), color: red)]
        let container = transformLayer(2, rect(0, 0, 100, 100), planes)
        container.state.opacity = 0.5
        container.state.backgroundColor = blue
        container.state.borderWidth = 5
        container.state.cornerRadius = 30
        container.state.flags.insert(.masksToBounds)
        container.state.shadow.opacity = 1
        container.mask = TestLayer(9, rect(0, 0, 1, 1), color: red)
        let frame = try TestLayer(1, rect(0, 0, 100, 100), [container]).frame()
        #expect(frame.colors == ["red", "red"] && frame.passes.count == 1 && frame.clips.isEmpty)
        #expect(frame.ops.allSatisfy { $0.opacity == 0.5 })
        #expect(draw(frame)[30, 10] >> 24 == 192, "twice half")
    }

    @Test func transform_layer_may_be_the_root_or_a_mask() throws {
        let root = transformLayer(1, rect(0, 0, 100, 100), [TestLayer(2, rect(0, 0, 50, 50), color: red)])
        #expect(try root.frame().colors == ["red"])
        let masked = TestLayer(1, rect(0, 0, 100, 100), color: red)
        masked.mask = transformLayer(2, rect(0, 0, 100, 100), [TestLayer(3, rect(10, 10, 20, 20), color: blue)])
        let picture = draw(try masked.frame())
        #expect(picture[15, 15] == 0xffff_0000 && picture[50, 50] == 0)
    }

    @Test func backs_of_layers_in_transform_layers_are_hidden_by_the_whole_turn() throws {
        let plane = TestLayer(3, rect(10, 10, 50, 50), color: red).with {
            $0.state.flags.remove(.doubleSided)
            $0.state.transform = Matrix4(rotation: .pi, x: 0, y: 1, z: 0)
        }
        let container = transformLayer(2, rect(0, 0, 100, 100), [plane])
        let root = TestLayer(1, rect(0, 0, 100, 100), [container])
        #expect(try root.frame().ops.isEmpty)
        container.state.transform = Matrix4(rotation: .pi, x: 0, y: 1, z: 0)
        #expect(try root.frame().colors == ["red"])
    }

    // MARK: Budget and bad values

    @Test func cuts_are_limited_and_what_is_refused_is_counted() throws {
        var sorter = PlaneSorter()
        var generator = SeededGenerator(seed: 5)
        let corners = [Point(0, 0), Point(1000, 0), Point(1000, 1000), Point(0, 1000)]
        for _ in 0..<200 {
            let (a, b) = (generator.number(-1...1), generator.number(-1...1))
            let c = -a * generator.number(300...700) - b * generator.number(300...700)
            sorter.add(depth: PlaneSorter.Depth(a: a, b: b, c: c), corners: corners, isInPlane: false)
        }
        sorter.sort()
        #expect(sorter.pieces.count <= PlaneSorter.limit(planes: 200))
        #expect(sorter.refusedCuts > 0)
        #expect(sorter.order.sorted() == Array(sorter.pieces.indices), "every piece is drawn once")
    }

    @Test func planes_of_no_sense_do_no_harm() throws {
        let strange: [Double] = [.nan, .infinity, 1e300, 1e-300, 0]
        for value in strange {
            let layers = (0..<4).map { index in
                TestLayer(UInt64(index) + 2, rect(10, 10, 50, 50), color: red).with {
                    $0.state.transform = Matrix4(rotation: Double(index), x: 1, y: 0.3, z: 0)
                    if index == 1 { $0.state.transform.m13 = value }
                    if index == 2 { $0.state.transform.m43 = value }
                    if index == 3 { $0.state.transform.m34 = value }
                }
            }
            let frame = try TestLayer(1, rect(0, 0, 100, 100), layers).frame()
            #expect(draw(frame).width == 100)
        }
    }

    // MARK: Random planes

    /// Random quadrilaterals drawn by cutting equal the hits of a ray through each pixel's centre, within one grey
    /// level, except in the pixels about their edges.
    @Test(arguments: UInt64(0)..<24) func cut_planes_are_what_rays_meet(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed &* 77 + 1)
        let side = 120.0
        let isTranslucent = seed % 3 == 1, hasPerspective = seed % 2 == 0
        var planes: [TestLayer] = []
        var matrices: [Matrix4] = []
        let root = TestLayer(1, rect(0, 0, side, side))
        if hasPerspective { root.state.sublayerTransform.m34 = -1 / 400 }
        let through = root.state.sublayerPlacement ?? .identity
        for index in 0..<Int.random(in: 3...9, using: &generator) {
            let plane = TestLayer(
                UInt64(index) + 10,
                rect(
                    generator.number(0...50), generator.number(0...50), generator.number(20...70),
                    generator.number(20...70)),
                color: ColorValue(
                    red: generator.number(0...1), green: generator.number(0...1), blue: generator.number(0...1),
                    alpha: isTranslucent ? generator.number(0.2...1) : 1))
            plane.state.transform = Matrix4(
                rotation: generator.number(-1.2...1.2), x: generator.number(-1...1), y: generator.number(-1...1),
                z: generator.number(-1...1))
            plane.state.zPosition = generator.number(-20...20)
            planes.append(plane)
            if index % 3 == 2 {
                // Within a transform layer of its own.
                let container = transformLayer(UInt64(index) + 50, rect(0, 0, side, side), [plane])
                container.state.transform = Matrix4(rotation: generator.number(-1...1), x: 0.2, y: 1, z: 0)
                root.sublayers.append(container)
                matrices.append(plane.state.placement * container.state.placement * through)
            } else {
                root.sublayers.append(plane)
                matrices.append(plane.state.placement * through)
            }
        }
        let picture = draw(try root.frame(Int(side), Int(side)))
        let rays = zip(planes, matrices).map { Ray(matrix: $1, layer: $0) }
        var compared = 0
        for y in 0..<Int(side) {
            for x in 0..<Int(side) {
                let center = Point(Double(x) + 0.5, Double(y) + 0.5)
                let hits = rays.map { $0.hit(center) }
                if hits.contains(where: { $0.isNearEdge }) { continue }
                let seen = zip(hits, planes).filter { $0.0.isInside }.sorted { $0.0.depth < $1.0.depth }
                if zip(seen, seen.dropFirst()).contains(where: { $1.0.depth - $0.0.depth < 1e-6 }) { continue }
                var pixel = SIMD4(0.0, 0, 0, 0)
                for (_, layer) in seen {
                    guard let c = layer.state.backgroundColor else { continue }
                    pixel = pixel * (1 - c.alpha) + SIMD4(c.red, c.green, c.blue, 1) * c.alpha
                }
                let found = picture[x, y]
                let channels = SIMD4(
                    Double(found >> 16 & 255), Double(found >> 8 & 255), Double(found & 255), Double(found >> 24))
                let off = channels - pixel * 255
                // Each layer's colour is rounded, and each blend.
                let tolerance = isTranslucent ? 1 + Double(seen.count) * 0.5 : 1.0
                #expect(off.max() <= tolerance && off.min() >= -tolerance, "seed \(seed), pixel \(x) \(y)")
                compared += 1
            }
        }
        #expect(compared > 6000, "seed \(seed)")
    }

    /// Where a ray along z meets a layer.
    private struct Ray {
        var matrix: Matrix4
        var layer: TestLayer

        func hit(_ p: Point) -> (isInside: Bool, isNearEdge: Bool, depth: Double) {
            let there = Homography(projecting: matrix)
            guard let back = there.inverse else { return (false, false, 0) }
            let size = layer.state.bounds.size
            // A plane seen almost on edge is all edge.
            let rect = LocalRect(layer.state.bounds)
            var corners: [Point] = []
            there.appendOutline(of: rect, to: &corners)
            let area = corners.indices.reduce(0.0) {
                let (a, b) = (corners[$1], corners[($1 + 1) % corners.count])
                return $0 + (a.x * b.y - b.x * a.y) / 2
            }
            if abs(area) < 0.2 * rect.width * rect.height {
                let bounds = there.deviceBounds(of: rect)
                let pixel = DeviceRect(minX: Int(p.x), minY: Int(p.y), maxX: Int(p.x) + 1, maxY: Int(p.y) + 1)
                if !bounds.intersection(pixel).isEmpty { return (false, true, 0) }
            }
            func local(_ p: Point) -> Point {
                let l = back.apply(p.x, p.y)
                return Point(l.x, l.y)
            }
            func isInside(_ l: Point) -> Bool {
                l.x >= 0 && l.y >= 0 && l.x < Double(size.width) && l.y < Double(size.height)
            }
            let here = local(p)
            let inside = isInside(here)
            var isNear = false
            for (dx, dy) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1), (1, 0), (-1, 0), (0, 1), (0, -1)]
            where isInside(local(p + Point(dx, dy) * 1.5)) != inside { isNear = true }
            let w = here.x * matrix.m14 + here.y * matrix.m24 + matrix.m44
            let depth = (here.x * matrix.m13 + here.y * matrix.m23 + matrix.m43) / w
            return (inside, isNear, depth)
        }
    }
}
