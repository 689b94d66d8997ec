import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func read(_ bytes: [UInt8], player: LottiePlayer = .specification) throws -> LottieDocument {
    try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil), player: player)
}

private func draw(_ layers: String, at time: Double = 0, player: LottiePlayer = .specification) throws -> Bitmap {
    let document = try read(lottie(layers), player: player)
    return LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: time)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

/// A square around a layer's anchor, in space.
private func plane(
    _ color: String, _ position: String, size: Int = 40, ks: String = "", extra: String = "\"ddd\":1,"
) -> String {
    shapeLayer(
        """
        {"ty":"rc","p":{"k":[0,0]},"s":{"k":[\(size),\(size)]},"r":{"k":0}},{"ty":"fl","c":{"k":\(color)},"o":{"k":100}}
        """, ks: "\"p\":{\"k\":\(position)}" + (ks.isEmpty ? "" : ",") + ks, extra: extra)
}

private let (red, blue, green) = ("[1,0,0,1]", "[0,0,1,1]", "[0,1,0,1]")
private let (redPixel, bluePixel): (UInt32, UInt32) = (0xffff_0000, 0xff00_00ff)

private func camera(_ ks: String, zoom: String = "{\"k\":100}", extra: String = "\"ip\":0,\"op\":10") -> String {
    "{\"ty\":13,\"nm\":\"C\",\"ddd\":1,\(extra),\"pe\":\(zoom),\"ks\":{\(ks)}}"
}

/// A camera that shows the plane of z 0 as it is.
private let front = camera("\"p\":{\"k\":[50,50,-100]}")

/// The columns or rows of a line that have a colour.
private func extent(_ bitmap: Bitmap, row: Int? = nil, column: Int? = nil, _ color: UInt32) -> ClosedRange<Int>? {
    let found = (0..<100).filter { index in
        pixel(bitmap, column ?? index, row ?? index) == color
    }
    guard let first = found.first, let last = found.last else { return nil }
    return first...last
}

/// Whether a range of pixels has two edges, within a pixel.
private func has(_ range: ClosedRange<Int>, _ low: Double, _ high: Double) -> Bool {
    let (below, above) = (Double(range.lowerBound) - low, Double(range.upperBound + 1) - high)
    return abs(below) <= 1 && abs(above) <= 1
}

/// The middle of a range of pixels.
private func middle(_ range: ClosedRange<Int>) -> Double { Double(range.lowerBound + range.upperBound + 1) / 2 }

private func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) <= 1.5 }

/// Layers in space, and the cameras that show them.
@Suite struct LottieSpaceTests {
    @Test func a_turned_layer_has_the_perspective_of_the_default_camera() throws {
        let picture = try draw(plane(red, "[50,50,0]", size: 60, ks: "\"ry\":{\"k\":60}"))
        // The zoom is 100 x 50 / 36. The right edge is 26 nearer, the left 26 farther.
        let (zoom, depth) = (100 * 50.0 / 36, 30 * sin(Double.pi / 3))
        let (left, right) = (50 - 15 * zoom / (zoom + depth), 50 + 15 * zoom / (zoom - depth))
        let row = try #require(extent(picture, row: 50, redPixel))
        #expect(has(row, left, right), "\(row)")
        let near = try #require(extent(picture, column: row.upperBound - 1, redPixel))
        let far = try #require(extent(picture, column: row.lowerBound + 1, redPixel))
        let heights = (near: 60 * zoom / (zoom - depth), far: 60 * zoom / (zoom + depth))
        #expect(has(near, 50 - heights.near / 2, 50 + heights.near / 2), "\(near)")
        #expect(has(far, 50 - heights.far / 2, 50 + heights.far / 2), "\(far)")
        // In Apple's player there is no perspective.
        let flat = try draw(plane(red, "[50,50,0]", size: 60, ks: "\"ry\":{\"k\":60}"), player: .coreAnimation)
        #expect(try #require(extent(flat, column: 50, redPixel)).count == 60)
        #expect(try #require(extent(flat, row: 50, redPixel)) == 35...64)
    }

    @Test func layers_in_their_plane_need_no_camera() throws {
        let ks = "\"rz\":{\"k\":30},\"s\":{\"k\":[120,80,100]}"
        let picture = try draw(plane(red, "[40,50,0]", ks: ks))
        #expect(try picture.pixels == draw(plane(red, "[40,50,0]", ks: ks, extra: "")).pixels)
        let document = try read(lottie(plane(red, "[40,50,0]", ks: ks)))
        #expect(document.rootLayer.sublayers?.first?.sublayers?.first is CATransformLayer == false)
    }

    @Test func sizes_go_by_the_distance_and_the_zoom() throws {
        for (z, size) in [(0, 40), (100, 20), (-50, 80)] {
            let picture = try draw("\(front),\(plane(red, "[50,50,\(z)]"))")
            #expect(try #require(extent(picture, row: 50, redPixel)).count == size, "z \(z)")
            #expect(try #require(extent(picture, column: 50, redPixel)).count == size, "z \(z)")
        }
        let zoom = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[100]},{\"t\":10,\"s\":[300]}]}"
        let zooming = camera("\"p\":{\"k\":[50,50,-400]}", zoom: zoom)
        let picture = try draw("\(zooming),\(plane(red, "[50,50,0]"))", at: 0.5)
        #expect(try #require(extent(picture, row: 50, redPixel)).count == 20)
        // Layers without a place in space are not filmed.
        let flat = try draw("\(camera("\"p\":{\"k\":[0,0,-10]}")),\(plane(red, "[50,50]", extra: ""))")
        #expect(try #require(extent(flat, row: 50, redPixel)) == 30...69)
    }

    @Test func a_camera_moves() throws {
        let path = "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[50,50,-100]},{\"t\":10,\"s\":[90,50,-100]}]}"
        for (z, x) in [(0, 30.0), (100, 40)] {
            let picture = try draw("\(camera(path)),\(plane(red, "[50,50,\(z)]", size: 20))", at: 0.5)
            let row = try #require(extent(picture, row: 50, redPixel))
            #expect(middle(row) == x, "z \(z)")
        }
    }

    @Test func a_camera_looks_at_its_point_of_interest() throws {
        // From the right and above, at a distance of 100.
        let ks = "\"p\":{\"k\":[110,50,-80]},\"a\":{\"k\":[50,50,0]}"
        let picture = try draw("\(camera(ks)),\(plane(red, "[50,50,0]"))")
        let row = try #require(extent(picture, row: 50, redPixel))
        // The plane is turned by atan(60 / 80): its right edge is nearer by 12.
        let edges = (left: 50 - 16 * 100.0 / 112, right: 50 + 16 * 100.0 / 88)
        #expect(has(row, edges.left, edges.right), "\(row)")
        // Without one it looks ahead.
        let ahead = try draw("\(camera("\"p\":{\"k\":[110,50,-100]}")),\(plane(red, "[50,50,0]"))")
        #expect(extent(ahead, row: 50, redPixel) == 0...9)
        // A camera that is turned to the right has the middle on the left.
        let right = camera("\"p\":{\"k\":[50,50,-100]},\"ry\":{\"k\":20}")
        let turned = try draw("\(right),\(plane(red, "[50,50,0]", size: 4))")
        let place = try #require(extent(turned, row: 50, redPixel))
        let expected = 50 - 100 * tan(Double.pi / 9)
        #expect(isNear(middle(place), expected), "\(place)")
    }

    @Test func near_layers_cover_far_ones_in_any_order() throws {
        for list in [[(red, 50), (blue, 0)], [(blue, 0), (red, 50)]] {
            let picture = try draw(front + "," + list.map { plane($0.0, "[50,50,\($0.1)]") }.joined(separator: ","))
            #expect(pixel(picture, 50, 50) == bluePixel)
        }
        // In one plane the first of the list is in front, as it is for layers out of space.
        for (first, color) in [(red, redPixel), (blue, bluePixel)] {
            let second = first == red ? blue : red
            let picture = try draw("\(front),\(plane(first, "[50,50,30]")),\(plane(second, "[50,50,30]"))")
            #expect(pixel(picture, 50, 50) == color)
        }
        // Layers that cross are cut.
        let crossing = try draw(
            "\(front),\(plane(red, "[50,50,0]", ks: "\"ry\":{\"k\":40}")),\(plane(blue, "[50,50,0]"))")
        #expect(pixel(crossing, 42, 50) == bluePixel && pixel(crossing, 58, 50) == redPixel)
    }

    @Test func layers_of_the_plane_separate_spaces() throws {
        let (near, far) = (plane(blue, "[50,50,-20]"), plane(red, "[50,50,50]", size: 60))
        #expect(try pixel(draw("\(front),\(far),\(near)"), 50, 50) == bluePixel)
        let between = plane(green, "[0,0]", size: 2, extra: "")
        #expect(try pixel(draw("\(front),\(far),\(between),\(near)"), 50, 50) == redPixel)
    }

    @Test func parents_turn_their_children_in_space() throws {
        let turn = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[180]}]}"
        let parent = "{\"ty\":3,\"ind\":7,\"ddd\":1,\"ip\":0,\"op\":10,\"ks\":{\"p\":{\"k\":[50,50,0]},\"ry\":\(turn)}}"
        // After a quarter of the way the child on the right is in front of the middle.
        let child = plane(red, "[20,0,0]", size: 10, extra: "\"ddd\":1,\"parent\":7,")
        let centre = plane(blue, "[50,50,0]", size: 4)
        let picture = try draw("\(front),\(parent),\(centre),\(child)", at: 0.45)
        let row = try #require(extent(picture, row: 47, redPixel))
        // 81 degrees: 20 cos is 3.1, and 20 sin is nearer by 19.8.
        let expected = 50 + 3.13 * 100 / 80.2
        #expect(isNear(middle(row), expected), "\(row)")
        #expect(try pixel(draw("\(front),\(parent),\(centre),\(child)", at: 0.5), 50, 50) != 0)
        let behind = try draw("\(front),\(parent),\(centre),\(child)", at: 1)
        #expect(extent(behind, row: 50, redPixel) == 25...34)
    }

    @Test func layers_move_along_curves_in_depth() throws {
        // Away and back: the curve's middle has three quarters of the handles' depth.
        let keys = "{\"t\":0,\"s\":[30,50,0],\"to\":[0,0,200],\"ti\":[0,0,200]},{\"t\":10,\"s\":[70,50,0]}"
        let layer = shapeLayer(
            "{\"ty\":\"rc\",\"p\":{\"k\":[0,0]},\"s\":{\"k\":[20,20]},\"r\":{\"k\":0}},"
                + "{\"ty\":\"fl\",\"c\":{\"k\":\(red)},\"o\":{\"k\":100}}",
            ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}", extra: "\"ddd\":1,")
        for (time, size) in [(0.0, 20.0), (0.5, 8), (1, 20)] {
            let row = try #require(try extent(draw("\(front),\(layer)", at: time), row: 50, redPixel))
            #expect(isNear(Double(row.count), size), "time \(time): \(row)")
        }
    }

    @Test func the_topmost_camera_of_the_moment_films() throws {
        let first = camera("\"p\":{\"k\":[50,50,-200]}", extra: "\"ip\":0,\"op\":4")
        let second = camera("\"p\":{\"k\":[50,50,-50]}", extra: "\"ip\":2,\"op\":7")
        for (time, size) in [(0.1, 10), (0.3, 10), (0.4, 40), (0.65, 40), (0.7, 20), (0.9, 20)] {
            let picture = try draw("\(first),\(second),\(plane(red, "[50,50,0]", size: 20))", at: time)
            #expect(try #require(extent(picture, row: 50, redPixel)).count == size, "time \(time)")
        }
    }

    @Test func a_camera_is_evaluated_once_however_often_others_interrupt_it() throws {
        func samples(_ interruptions: Int) throws -> Int {
            let path = "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[50,50,-100]},{\"t\":1000,\"s\":[90,50,-100]}]}"
            let others = (0..<interruptions).map {
                camera("\"p\":{\"k\":[50,50,-100]}", extra: "\"ip\":\($0 * 20 + 10),\"op\":\($0 * 20 + 20)")
            }
            let moving = camera(path + ",\"a\":{\"k\":[50,50,0]}", extra: "\"ip\":0,\"op\":1000")
            let all = (others + [moving, plane(red, "[50,50,0]")]).joined(separator: ",")
            let diagnostics = LottieDiagnostics(file: "t", bytes: [])
            let sampling = LottieSampling(limit: 1_000_000)
            let reader = LottieReader(diagnostics, sampling: sampling, player: .specification)
            let parsed = try JSONParser.parse(lottie(all, end: 1200), file: "t", limits: SourceLimits.standard.json)
            let layers = try reader.read(parsed).layers
            let before = sampling.remaining
            _ = LottieStage(layers, LottieParents(layers), size: CGSize(width: 100, height: 100), sampling)
            return before - sampling.remaining
        }
        let plain = try samples(1)
        #expect(plain >= 2000)
        #expect(try samples(40) < plain + plain / 10)
    }

    @Test func cameras_have_no_effect_in_apples_player() throws {
        let layers = "\(camera("\"p\":{\"k\":[0,0,-10]}")),\(plane(red, "[50,50,0]"))"
        let document = try read(lottie(layers), player: .coreAnimation)
        #expect(document.warnings.contains { $0.message.contains("cameras are not supported") })
        #expect(try extent(draw(layers, player: .coreAnimation), row: 50, redPixel) == 30...69)
        #expect(try read(lottie(layers)).warnings.isEmpty)
        let none = camera("\"p\":{\"k\":[0,0,-10]}", zoom: "{\"k\":0}")
        let wrong = try read(lottie("\(none),\(plane(red, "[50,50,0]"))"))
        #expect(wrong.warnings.contains { $0.message.contains("zoom (pe)") })
    }

    @Test func layers_in_space_blend_with_layers_behind() throws {
        let blended = plane("[1,1,0,1]", "[50,50,0]", extra: "\"ddd\":1,\"bm\":1,")
        let back = "{\"ty\":1,\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"#00ffff\",\"ks\":{}}"
        let picture = try draw("\(front),\(blended),\(back)")
        #expect(pixel(picture, 50, 50) == 0xff00_ff00)
        #expect(pixel(picture, 10, 50) == 0xff00_ffff)
    }

    @Test func collapsed_compositions_keep_their_depth() throws {
        func scene(_ extra: String) throws -> Bitmap {
            let inner = "\(plane(red, "[50,50,60]", size: 80)),\(plane(blue, "[50,50,-60]", size: 4))"
            let layer =
                "{\"ty\":0,\"refId\":\"c\",\"ddd\":1,\"w\":100,\"h\":100,\"ip\":0,\"op\":10,\"ks\":{"
                + "\"p\":{\"k\":[50,50,0]},\"a\":{\"k\":[50,50,0]}}\(extra)}"
            let between = plane(green, "[50,50,0]", size: 30)
            let assets = "\"assets\":[{\"id\":\"c\",\"layers\":[\(inner)]}],"
            let document = try read(lottie("\(front),\(between),\(layer)", extra: assets))
            return LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
        }
        // The green plane lies between both.
        let collapsed = try scene(",\"ct\":1")
        #expect(pixel(collapsed, 50, 50) == bluePixel && pixel(collapsed, 38, 50) == 0xff00_ff00)
        #expect(extent(collapsed, row: 50, redPixel) == 25...74)
        #expect(try pixel(scene(""), 50, 50) == 0xff00_ff00)
    }

    @Test func collapsed_compositions_are_not_clipped() throws {
        func scene(_ extra: String, _ player: LottiePlayer) throws -> UInt32 {
            let layer = "{\"ty\":0,\"refId\":\"c\",\"w\":50,\"h\":50,\"ip\":0,\"op\":10,\"ks\":{}\(extra)}"
            let inner = plane(red, "[50,25]", extra: "")
            let document = try read(
                lottie(layer, extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(inner)]}],"), player: player)
            return pixel(LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0), 60, 25)
        }
        #expect(try scene("", .specification) == 0 && scene(",\"ct\":1", .specification) == redPixel)
        #expect(try scene(",\"ct\":1", .coreAnimation) == 0)
    }
}

/// Documents that need more of spaces, mattes and adjustments than is drawn.
@Suite struct HostileSpaceTests {
    private func list(_ count: Int, _ layer: (Int) -> String) -> String {
        (0..<count).map(layer).joined(separator: ",")
    }

    @Test func many_spaces_with_a_moving_camera_are_refused() throws {
        let path = "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[50,50,-100]},{\"t\":9000,\"s\":[90,50,-100]}]}"
        let moving = camera(path + ",\"a\":{\"k\":[50,50,0]}", extra: "\"ip\":0,\"op\":9999")
        let flat = plane(green, "[0,0]", size: 2, extra: "")
        let layers = list(40) { _ in "\(plane(red, "[50,50,0]")),\(flat)" }
        #expect(throws: DocumentError.self) { try read(lottie("\(moving),\(layers)")) }
        #expect(throws: Never.self) { try read(lottie("\(moving),\(plane(red, "[50,50,0]"))")) }
    }

    @Test func many_cameras_are_cut() throws {
        let cameras = list(70) { camera("\"p\":{\"k\":[50,50,-100]}", extra: "\"ip\":\($0),\"op\":\($0 + 1)") }
        let document = try read(lottie("\(cameras),\(plane(red, "[50,50,0]"))"))
        #expect(document.warnings.contains { $0.message.contains("more than 64 cameras") })
    }

    @Test func chains_of_mattes_end() throws {
        let layers = list(40) { index in
            let matte = index == 0 ? "" : ",\"tt\":1,\"tp\":\(index - 1)"
            let solid = "\"ty\":1,\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{}"
            return "{\(solid),\"ind\":\(index)\(index < 39 ? ",\"td\":1" : "")\(matte)}"
        }
        let document = try read(lottie(layers))
        #expect(document.warnings.contains { $0.message.contains("more than 16 mattes") })
        #expect(pixel(LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0), 50, 50) == redPixel)
    }

    @Test func many_adjustments_with_mattes_are_left_out() throws {
        let effect = "\"ef\":[{\"ty\":29,\"ef\":[{\"v\":{\"k\":20}}]}]"
        let matte = "{\"ty\":1,\"ip\":0,\"op\":10,\"sw\":50,\"sh\":50,\"sc\":\"#ffffff\",\"td\":1,\"ks\":{}}"
        let adjustments = list(12) { _ in "\(matte),{\"ty\":3,\"ip\":0,\"op\":10,\"tt\":1,\"ks\":{},\(effect)}" }
        let document = try read(lottie("\(adjustments),\(plane(red, "[50,50]", extra: ""))"))
        #expect(document.warnings.contains { $0.message.contains("adjustment layers with mattes") })
    }
}
