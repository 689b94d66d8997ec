import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func draw(_ layer: String, at time: Double = 0, player: LottiePlayer) throws -> Bitmap {
    let document = try Document(lottie: lottie(layer), name: "t.json", player: player)
    return LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: time)
}

private let fill = "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"

private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, direction: Int = 1) -> String {
    """
    {"ty":"rc","d":\(direction),"p":{"k":[\(x),\(y)]},"s":{"k":[\(width),\(height)]},"r":{"k":0}}
    """
}

/// The middle of the drawn pixels.
private func middle(_ picture: Bitmap) -> SIMD2<Double> {
    var (sum, count) = (SIMD2<Double>.zero, 0.0)
    for y in 0..<picture.height {
        for x in 0..<picture.width {
            let alpha = Double(picture.pixels[y * picture.width + x] >> 24)
            sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5) * alpha
            count += alpha
        }
    }
    return sum / count
}

/// The differences between the specification and Apple's player.
@Suite struct LottiePlayerTests {
    @Test func layers_move_along_curves_by_length_or_by_parameter() throws {
        func y(_ time: Double, _ player: LottiePlayer, easing: String = "") throws -> Double {
            let keys =
                "{\"t\":0,\"s\":[40,10],\"to\":[0,60],\"ti\":[0,-5]\(easing)},{\"t\":10,\"s\":[40,90]}"
            let layer = shapeLayer("\(rectangle(0, 0, 8, 8)),\(fill)", ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}")
            return try middle(draw(layer, at: time, player: player)).y
        }
        // The handles lie on the line, so that length is the way itself.
        for frame in [1.0, 2, 3, 5, 8] {
            #expect(abs(try y(frame / 10, .specification) - (10 + 8 * frame)) < 0.2, "frame \(frame)")
        }
        // At the parameter 0.5: (10 + 3 * 70 + 3 * 85 + 90) / 8.
        #expect(abs(try y(0.5, .coreAnimation) - 70.625) < 0.2)
        let eased = ",\"o\":{\"x\":0.5,\"y\":0},\"i\":{\"x\":0.5,\"y\":1}"
        let ease = LottieEase(x1: 0.5, y1: 0, x2: 0.5, y2: 1)
        for frame in [2.0, 5, 7] {
            let expected = 10 + 80 * ease.value(at: frame / 10)
            #expect(abs(try y(frame / 10, .specification, easing: eased) - expected) < 0.2, "eased, frame \(frame)")
        }
    }

    @Test func bent_curves_are_followed_by_length() throws {
        // A quarter of a circle with a long first handle.
        let keys = "{\"t\":0,\"s\":[10,90],\"to\":[0,-75],\"ti\":[-2,0]},{\"t\":10,\"s\":[90,10]}"
        let curve = LottieCurve(SIMD3(10, 90, 0), SIMD3(10, 15, 0), SIMD3(88, 10, 0), SIMD3(90, 10, 0))
        for (turns, frame) in [(false, 2.0), (false, 5), (true, 5), (false, 9)] {
            let layer = shapeLayer(
                "\(rectangle(0, 0, 10, 10)),\(fill)", ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}",
                extra: turns ? "\"ao\":1," : "")
            let place = try middle(draw(layer, at: frame / 10, player: .specification))
            #expect((place - curve.point(atLength: frame / 10).plane).length < 0.3, "frame \(frame), turns: \(turns)")
        }
        #expect((curve.point(0.5) - curve.point(atLength: 0.5)).plane.length > 5)
    }

    @Test(arguments: [
        "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[50,30]},{\"t\":10,\"s\":[50,70]}]}",
        "\"p\":{\"k\":[50,50],\"x\":\"[50, 30 + 40 * time]\"}",
    ]) func layers_turn_along_lines(position: String) throws {
        func picture(_ player: LottiePlayer, extra: String) throws -> Bitmap {
            let layer = shapeLayer("\(rectangle(0, 0, 40, 8)),\(fill)", ks: position, extra: extra)
            return try draw(layer, at: 0.5, player: player)
        }
        func isSeen(_ picture: Bitmap, _ x: Int, _ y: Int) -> Bool { picture.pixels[y * 100 + x] != 0 }
        // The bar lies across the way down, and along it when it turns.
        let (across, along) = (
            try picture(.specification, extra: ""), try picture(.specification, extra: "\"ao\":1,")
        )
        #expect(isSeen(across, 35, 50) && !isSeen(across, 50, 35))
        #expect(isSeen(along, 50, 35) && !isSeen(along, 35, 50))
        let apple = try picture(.coreAnimation, extra: "\"ao\":1,")
        #expect(isSeen(apple, 35, 50) && !isSeen(apple, 50, 35))
    }

    @Test func turning_along_separate_dimensions_gives_a_warning() throws {
        let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[30]},{\"t\":10,\"s\":[70]}]}"
        let layer = shapeLayer(
            "\(rectangle(0, 0, 40, 8)),\(fill)", ks: "\"p\":{\"s\":true,\"x\":{\"k\":50},\"y\":\(moving)}",
            extra: "\"ao\":1,")
        let document = try Document(lottie: lottie(layer), name: "t.json")
        #expect(document.warnings.contains { $0.message.contains("auto orientation along a position") })
    }

    @Test func easing_beyond_the_ends_of_a_curve_goes_on() throws {
        let keys =
            "{\"t\":0,\"s\":[20,50],\"to\":[10,-30],\"ti\":[-10,-30],"
            + "\"o\":{\"x\":0.3,\"y\":0},\"i\":{\"x\":0.6,\"y\":1.9}},{\"t\":10,\"s\":[60,50]}"
        let layer = shapeLayer("\(rectangle(0, 0, 8, 8)),\(fill)", ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}")
        let furthest = try (5...9).map { try middle(draw(layer, at: Double($0) / 10, player: .specification)).x }.max()
        #expect(try #require(furthest) > 62)
        #expect(abs(try middle(draw(layer, at: 1, player: .specification)).x - 60) < 0.1)
    }

    @Test func the_axis_of_a_skew_turns_as_layers_do() throws {
        func skewed(_ player: LottiePlayer, _ ks: String) throws -> Bitmap {
            try draw(
                shapeLayer(
                    "\(rectangle(0, 0, 40, 10)),\(fill)", ks: "\"p\":{\"k\":[50,50]},\(ks)"), player: player)
        }
        let axis = "\"sk\":{\"k\":30},\"sa\":{\"k\":25}"
        let mirrored = "\"sk\":{\"k\":30},\"sa\":{\"k\":-25}"
        #expect(try skewed(.specification, axis).pixels == skewed(.coreAnimation, mirrored).pixels)
        #expect(try skewed(.specification, axis).pixels != skewed(.specification, mirrored).pixels)
        // The specification's matrices, in the space in which layers turn by -r: the corner at (20, 5).
        let (turn, shear) = (-25 * Double.pi / 180, tan(-30 * Double.pi / 180))
        func rotated(_ p: SIMD2<Double>, _ angle: Double) -> SIMD2<Double> {
            SIMD2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle))
        }
        var corner = rotated(SIMD2(20, 5), -turn)
        corner.x += corner.y * shear
        corner = rotated(corner, turn)
        let matrix = LottieAnimator.skew(30, -25)
        let mine = SIMD2(
            Double(matrix.m11) * 20 + Double(matrix.m21) * 5, Double(matrix.m12) * 20 + Double(matrix.m22) * 5)
        #expect((mine - corner).length < 1e-9)
    }

    @Test(arguments: LottiePlayer.allCases) func skews_beyond_a_quarter_turn_come_back(player: LottiePlayer) throws {
        func skewed(_ degrees: Double) throws -> Bitmap {
            let ks = "\"p\":{\"k\":[50,50]},\"sk\":{\"k\":\(degrees)}"
            return try draw(shapeLayer("\(rectangle(0, 0, 40, 10)),\(fill)", ks: ks), player: player)
        }
        #expect(try skewed(180).pixels == skewed(0).pixels)
        #expect(try middle(skewed(135)) == middle(skewed(-45)))
        let (a, b) = (LottieAnimator.skew(135, 0).m21, LottieAnimator.skew(-45, 0).m21)
        #expect(abs(a - b) < 1e-9 && LottieAnimator.skew(90, 0).m21.isFinite)
    }

    @Test func stars_have_the_roundness_of_the_specification() {
        func star(_ points: Double, _ player: LottiePlayer, isReversed: Bool = false) -> [LottieVertex] {
            LottieOutline.star(
                center: .zero, points: points, outer: (40, 1), inner: (20, 0.5), rotation: 0, isReversed: isReversed,
                player
            ).vertices
        }
        // A quarter of the circle's arc between two points: 2 pi R / (4 n).
        let five = star(5, .specification)
        #expect(five.count == 10)
        #expect(abs((five[0].leaving - five[0].point).length - 2 * .pi * 40 / 20) < 1e-9)
        #expect(abs((five[1].leaving - five[1].point).length - 2 * .pi * 20 / 20 * 0.5) < 1e-9)
        #expect(abs((star(5, .coreAnimation)[0].leaving - SIMD2(0, -40)).length - 40 * 0.47829) < 1e-9)
        // Whole points only.
        #expect(star(5.4, .specification).count == 10 && star(5.6, .specification).count == 12)
        #expect(star(5.4, .coreAnimation).count == 12)
        // A reversed star begins at the top, too, and goes on to the left.
        let back = star(5, .specification, isReversed: true)
        #expect((back[0].point - SIMD2(0, -40)).length < 1e-9 && back[1].point.x < 0)
        #expect(back[0].leaving.x < 0 && five[0].leaving.x > 0)
    }

    @Test func polygons_have_the_roundness_of_the_specification() {
        let polygon = LottieOutline.star(
            center: .zero, points: 6, outer: (30, 1), inner: nil, rotation: 0, isReversed: false, .specification)
        #expect(polygon.vertices.count == 6)
        #expect(abs((polygon.vertices[0].leaving - polygon.vertices[0].point).length - 2 * .pi * 30 / 24) < 1e-9)
    }

    @Test func trims_of_reversed_stars_begin_at_the_top() throws {
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4},\"lc\":1}"
        let star = """
            {"ty":"sr","sy":1,"d":3,"pt":{"k":4},"p":{"k":[50,50]},"or":{"k":40},"os":{"k":0},"ir":{"k":20},
            "is":{"k":0},"r":{"k":0}},{"ty":"tm","s":{"k":0},"e":{"k":25},"o":{"k":0}}
            """
        let picture = try draw(shapeLayer("\(star),\(stroke)"), player: .specification)
        // A quarter, from the top to the left.
        func isSeen(_ x: ClosedRange<Int>, _ y: ClosedRange<Int>) -> Bool {
            x.contains { x in y.contains { picture.pixels[$0 * 100 + x] != 0 } }
        }
        #expect(isSeen(5...48, 5...48) && !isSeen(53...95, 5...95) && !isSeen(5...95, 53...95))
    }

    @Test func fills_are_trimmed_one_outline_after_the_other() throws {
        let shapes =
            "\(rectangle(25, 50, 40, 40)),\(rectangle(75, 50, 40, 40)),"
            + "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":50},\"o\":{\"k\":0},\"m\":2},\(fill)"
        let picture = try draw(shapeLayer(shapes), player: .specification)
        #expect(picture.pixels[60 * 100 + 15] != 0 && picture.pixels[40 * 100 + 40] != 0)
        #expect((50..<100).allSatisfy { picture.pixels[50 * 100 + $0] == 0 })
    }

    @Test func trims_of_all_shapes_begin_with_the_first() throws {
        func line(_ y: Int) -> String {
            let flat = "[[0,0],[0,0]]"
            return
                "{\"ty\":\"sh\",\"ks\":{\"k\":{\"c\":false,\"v\":[[0,\(y)],[100,\(y)]],\"i\":\(flat),\"o\":\(flat)}}}"
        }
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4},\"lc\":1}"
        let trim = "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":75},\"o\":{\"k\":0},\"m\":2}"
        func group(_ items: String) -> String { "{\"ty\":\"gr\",\"it\":[\(items),{\"ty\":\"tr\"}]}" }
        func seen(_ shapes: String, _ trim: String) throws -> [Bool] {
            let picture = try draw(shapeLayer("\(shapes),\(trim),\(stroke)"), player: .specification)
            return [(25, 25), (75, 25), (25, 75), (75, 75)].map { x, y in picture.pixels[y * 100 + x] != 0 }
        }
        // From the middle of the second line over its end to the middle of the first.
        let around = trim.replacing("\"e\":{\"k\":75}", with: "\"e\":{\"k\":50}")
            .replacing("\"o\":{\"k\":0}", with: "\"o\":{\"k\":270}")
        for shapes in [
            "\(line(25)),\(line(75))", "\(line(25)),\(group(line(75)))", "\(group(line(25))),\(line(75))",
            "\(group(line(25))),\(group(line(75)))", group("\(group(line(25))),\(line(75))"),
            group("\(line(25)),\(line(75))"),
        ] {
            #expect(try seen(shapes, trim) == [true, true, true, false], "\(shapes)")
            #expect(try seen(shapes, around) == [true, false, false, true], "\(shapes)")
        }
        // The row grows with time.
        let growing = trim.replacing("{\"k\":75}", with: "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}")
        let shapes = shapeLayer("\(group(line(25))),\(group(line(75))),\(growing),\(stroke)")
        for (time, ends) in [(0.2, (40, 0)), (0.8, (100, 60))] {
            let picture = try draw(shapes, at: time, player: .specification)
            func length(_ y: Int) -> Int { (0..<100).count { picture.pixels[y * 100 + $0] != 0 } }
            #expect(abs(length(25) - ends.0) <= 1 && abs(length(75) - ends.1) <= 1, "\(time)")
        }
    }

    @Test func parts_of_rows_go_on_at_the_start() {
        func part(_ from: Double, _ to: Double, _ start: Double, _ end: Double) -> [Double] {
            let part = LottieShapeBuilder.part(of: (from, to), in: (start, end))
            return [part.x, part.y, part.z].map { ($0 * 1000).rounded() / 1000 }
        }
        #expect(part(0, 0.5, 0, 0.25) == [0, 50, 0] && part(0.5, 1, 0, 0.25) == [0, 0, 0])
        #expect(part(0.5, 1, 0.75, 1.25) == [50, 100, 0] && part(0, 0.5, 0.75, 1.25) == [0, 50, 0])
        // One piece has the end and the start.
        #expect(part(0, 1, 0.75, 1.25) == [0, 50, 270] && part(0, 1, 1.75, 2.25) == [0, 50, 270])
        #expect(part(0.3, 0.3, 0, 0.5) == [0, 0, 0] && part(0.3, 0.6, 0.2, 1.2) == [0, 100, 0])
    }

    @Test func stretched_compositions_begin_at_their_start() throws {
        let layer = shapeLayer("\(rectangle(50, 50, 100, 100)),\(fill)").replacing("\"ip\":0", with: "\"ip\":2")
        let inner = "{\"id\":\"c\",\"layers\":[\(layer)]}"
        let outer = "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":20,\"st\":3,\"sr\":2,\"ks\":{}}"
        let document = try LottieFile.read(
            lottie(outer, extra: "\"assets\":[\(inner)],", end: 20), file: "t.json", images: LottieImages(nil))
        // Frame 2 of the composition is frame 3 + 2 * 2 of the document.
        for (frame, isSeen) in [(6, false), (7, true)] {
            let renderer = LayerRenderer(layer: document.rootLayer, threads: 1)
            #expect((renderer.bitmap(at: (Double(frame) + 0.5) / 10).pixels[50 * 100 + 50] != 0) == isSeen, "\(frame)")
        }
    }

    @Test func masks_that_take_away_leave_the_rest_of_their_opacity() throws {
        func alphas(_ masks: [(mode: String, inverted: Bool, opacity: String)], _ player: LottiePlayer) throws -> [Int]
        {
            let points = "[[20,20],[60,20],[60,80],[20,80]]"
            let flat = "[[0,0],[0,0],[0,0],[0,0]]"
            let list = masks.map {
                "{\"mode\":\"\($0.mode)\",\"inv\":\($0.inverted),\"o\":\($0.opacity),"
                    + "\"pt\":{\"k\":{\"c\":true,\"v\":\(points),\"i\":\(flat),\"o\":\(flat)}}}"
            }
            let layer =
                "{\"ty\":1,\"ind\":2,\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{},"
                + "\"masksProperties\":[\(list.joined(separator: ","))]}"
            let picture = try draw(layer, player: player)
            return [40, 80].map { Int((Double(picture.pixels[50 * 100 + $0] >> 24) / 2.55).rounded()) }
        }
        let forty = "{\"k\":40}"
        #expect(try alphas([("s", false, forty)], .specification) == [60, 100])
        #expect(try alphas([("s", true, forty)], .specification) == [100, 60])
        #expect(try alphas([("s", false, forty), ("s", false, forty)], .specification) == [36, 100])
        #expect(try alphas([("a", false, forty)], .specification) == [40, 0])
        #expect(try alphas([("s", false, "{\"k\":100}")], .specification) == [0, 100])
        #expect(try alphas([("s", false, forty)], .coreAnimation) == [0, 40])
        let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[40]},{\"t\":10,\"s\":[80]}]}"
        #expect(try alphas([("s", false, moving)], .specification) == [60, 100])
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func groups_that_are_merged_are_united_whatever_their_directions(mode: Int) throws
    {
        func merged(_ direction: Int) throws -> Bitmap {
            let group =
                "{\"ty\":\"gr\",\"it\":[\(rectangle(60, 50, 40, 40)),\(rectangle(60, 50, 40, 40, direction: direction)),{\"ty\":\"tr\"}]}"
            let shapes = "\(rectangle(40, 50, 40, 40)),\(group),{\"ty\":\"mm\",\"mm\":\(mode)},\(fill)"
            return try draw(shapeLayer(shapes), player: .specification)
        }
        // Mode 1 draws all as one path, in which outlines of different directions cancel.
        guard mode > 1 else { return }
        #expect(try merged(3).pixels == merged(1).pixels)
        let inside = try merged(3).pixels[50 * 100 + 50] != 0
        #expect(inside == [2: true, 3: false, 4: true, 5: false][mode])
    }

    @Test func holes_of_groups_that_are_merged_stay() throws {
        let group =
            "{\"ty\":\"gr\",\"it\":[\(rectangle(50, 50, 60, 60)),\(rectangle(50, 50, 20, 20, direction: 3)),{\"ty\":\"tr\"}]}"
        let shapes = "\(rectangle(50, 50, 80, 80)),\(group),{\"ty\":\"mm\",\"mm\":4},\(fill)"
        let picture = try draw(shapeLayer(shapes), player: .specification)
        #expect(picture.pixels[50 * 100 + 50] == 0 && picture.pixels[50 * 100 + 30] != 0)
    }
}
