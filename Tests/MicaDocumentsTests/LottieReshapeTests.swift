import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private let fill = "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"
private let red: UInt32 = 0xffff_0000

private func document(_ shapes: String, player: LottiePlayer = .specification) throws -> Document {
    try Document(lottie: lottie(shapeLayer(shapes)), name: "t.json", player: player)
}

private func draw(_ shapes: String, at time: Double = 0, player: LottiePlayer = .specification) throws -> Bitmap {
    LayerRenderer(layer: try document(shapes, player: player).rootLayer, threads: 1).bitmap(at: time)
}

private func square(_ size: Int, at x: Int = 50, _ y: Int = 50, direction: Int = 1) -> String {
    """
    {"ty":"rc","d":\(direction),"p":{"k":[\(x),\(y)]},"s":{"k":[\(size),\(size)]},"r":{"k":0}}
    """
}

private func path(_ points: [SIMD2<Double>], isClosed: Bool = true) -> String {
    let list = points.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    let none = points.map { _ in "[0,0]" }.joined(separator: ",")
    return "{\"ty\":\"sh\",\"ks\":{\"k\":{\"c\":\(isClosed),\"v\":[\(list)],\"i\":[\(none)],\"o\":[\(none)]}}}"
}

private func offset(_ amount: String, join: Int = 1) -> String {
    "{\"ty\":\"op\",\"a\":\(amount),\"lj\":\(join),\"ml\":{\"k\":4}}"
}

private func line(_ points: [SIMD2<Double>], isClosed: Bool) -> LottieOutline {
    LottieOutline(vertices: points.map { LottieVertex($0) }, isClosed: isClosed)
}

/// Items that change the outlines before them: pucker and bloat, zigzag, twist, offset path.
@Suite struct LottieReshapeTests {
    // MARK: Pucker and bloat

    @Test func pucker_moves_vertices_to_the_middle_and_handles_away() {
        let corners = line([SIMD2(0, 0), SIMD2(40, 0), SIMD2(40, 20), SIMD2(0, 20)], isClosed: true)
        let puckered = corners.puckered(0.5).vertices
        // The mean is (20, 10): half way there, and the handles half way out.
        #expect(puckered[0] == LottieVertex(SIMD2(10, 5), arriving: SIMD2(-10, -5), leaving: SIMD2(-10, -5)))
        #expect(puckered[2] == LottieVertex(SIMD2(30, 15), arriving: SIMD2(50, 25), leaving: SIMD2(50, 25)))
        let bloated = corners.puckered(-1).vertices
        #expect(bloated[1] == LottieVertex(SIMD2(60, -10), arriving: SIMD2(20, 10), leaving: SIMD2(20, 10)))
    }

    @Test func puckers_that_move_are_what_they_are_at_each_moment() throws {
        let moving = "{\"ty\":\"pb\",\"a\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[80]}]}}"
        let at = try draw("\(square(60)),\(moving),\(fill)", at: 0.5)
        let still = try draw("\(square(60)),{\"ty\":\"pb\",\"a\":{\"k\":40}},\(fill)")
        #expect(at.pixels == still.pixels)
        #expect(still.pixels != (try draw("\(square(60)),\(fill)")).pixels)
    }

    // MARK: Zigzag

    @Test func zigzags_go_from_side_to_side_at_equal_lengths() {
        let ridges = line([SIMD2(0, 50), SIMD2(100, 50)], isClosed: false).zigZag(10, ridges: 3, isSmooth: false)
        let expected = [SIMD2<Double>(0, 60), SIMD2(25, 40), SIMD2(50, 60), SIMD2(75, 40), SIMD2(100, 60)]
        #expect(ridges.vertices.count == 5 && !ridges.isClosed)
        for (vertex, point) in zip(ridges.vertices, expected) {
            #expect((vertex.point - point).length < 1e-9 && vertex.isCorner)
        }
        let waves = line([SIMD2(0, 50), SIMD2(100, 50)], isClosed: false).zigZag(10, ridges: 3, isSmooth: true)
        #expect((waves.vertices[1].leaving - SIMD2(37.5, 40)).length < 1e-9)
        #expect((waves.vertices[2].arriving - SIMD2(37.5, 60)).length < 1e-9)
    }

    @Test(arguments: [(3, 2, 10), (4, 2, 12), (4, 1, 8), (3, 1, 6)])
    func zigzags_of_closed_outlines_close(corners: Int, ridges: Int, count: Int) {
        let points = (0..<corners).map { index in
            let angle = Double(index) / Double(corners) * 2 * .pi
            return SIMD2(cos(angle), sin(angle)) * 30
        }
        // An odd number of points has the first vertex on both sides.
        let made = line(points, isClosed: true).zigZag(5, ridges: ridges, isSmooth: false)
        #expect(made.isClosed && made.vertices.count == count)
        let distances = made.vertices.map { $0.point.length }
        // The first corner of a clockwise outline goes inwards, where y points down.
        #expect(abs(distances[0] - 25) < 0.2)
        if count % corners != 0 { #expect(abs(distances[count - 1] - 35) < 0.2) }
    }

    @Test func zigzags_without_end_are_left_out_with_a_warning() throws {
        let endless = "{\"ty\":\"zz\",\"s\":{\"k\":5},\"r\":{\"k\":1e9},\"pt\":{\"k\":1}}"
        let made = try document("\(square(60)),\(endless),\(fill)")
        #expect(made.warnings.contains { $0.message.contains("a zigzag would make too many points") })
        let picture = LayerRenderer(layer: made.rootLayer, threads: 1).bitmap(at: 0)
        #expect(picture.pixels == (try draw("\(square(60)),\(fill)")).pixels)
    }

    @Test func many_zigzags_share_one_budget() throws {
        let one =
            "{\"ty\":\"gr\",\"it\":[\(square(60)),"
            + "{\"ty\":\"zz\",\"s\":{\"k\":5},\"r\":{\"k\":4000},\"pt\":{\"k\":1}},\(fill),{\"ty\":\"tr\"}]}"
        let made = try document(Array(repeating: one, count: 200).joined(separator: ","))
        #expect(made.warnings.contains { $0.message.contains("too many points") })
    }

    // MARK: Twist

    @Test func twists_turn_points_by_less_the_further_away_they_are() {
        let spoke = line([SIMD2(0, 0), SIMD2(10, 0), SIMD2(20, 0)], isClosed: false).twisted(.pi / 2, about: .zero)
        // Eight curves of each line: half way out at 8, half of the quarter turn.
        #expect(spoke.vertices.count == 17)
        #expect(spoke.vertices[0].point.length < 1e-9)
        #expect((spoke.vertices[8].point - SIMD2(1, 1) / 2.0.squareRoot() * 10).length < 1e-9)
        #expect((spoke.vertices[16].point - SIMD2(20, 0)).length < 1e-9)
        let ring = line([SIMD2(20, 0), SIMD2(0, 20), SIMD2(-20, 0)], isClosed: true).twisted(1, about: .zero)
        #expect(ring.isClosed && ring.vertices.count == 24)
    }

    // MARK: Offset path

    @Test(arguments: [1, 3]) func offsets_grow_and_shrink_whichever_way_an_outline_runs(direction: Int) throws {
        let one = square(40, direction: direction)
        #expect(try draw("\(one),\(offset("{\"k\":10}")),\(fill)").pixels == draw("\(square(60)),\(fill)").pixels)
        #expect(try draw("\(one),\(offset("{\"k\":-10}")),\(fill)").pixels == draw("\(square(20)),\(fill)").pixels)
        let gone = try draw("\(one),\(offset("{\"k\":-25}")),\(fill)")
        #expect(gone.pixels.allSatisfy { $0 == 0 })
    }

    @Test func joins_of_offsets_are_those_of_strokes() throws {
        func corners(_ join: Int) throws -> [Bool] {
            let picture = try draw("\(square(40)),\(offset("{\"k\":20}", join: join)),\(fill)")
            // At the corner of the square of 80, inside of the quarter circle, and inside of the bevel.
            return [11, 17, 21].map { picture.pixels[$0 * 100 + $0] == red }
        }
        #expect(try corners(1) == [true, true, true])
        #expect(try corners(2) == [false, true, true])
        #expect(try corners(3) == [false, false, true])
    }

    @Test func offsets_of_circles_are_circles() {
        let circle = LottieOutline.ellipse(center: SIMD2(50, 50), size: SIMD2(40, 40), isReversed: false)
        for (amount, radius) in [(10.0, 30.0), (-10, 10), (-19, 1)] {
            let made = LottieOutlines(outlines: [circle]).offset(by: amount, .miter, miterLimit: 4).outlines
            #expect(made.count == 1)
            for segment in made.flatMap({ $0.measured.segments }) {
                for share in [0, 0.3, 0.5, 0.8] {
                    let (point, _) = segment.sample(at: segment.length * share)
                    #expect(abs((point - SIMD2(50, 50)).length - radius) < 0.02, "by \(amount)")
                }
            }
            // It begins where the circle begins, at the top, and runs on to the right.
            #expect((made[0].vertices[0].point - SIMD2(50, 50 - radius)).length < 0.02)
            #expect(made[0].vertices[1].point.x > 50)
        }
        for amount in [-21.0, -39, -60] {
            #expect(LottieOutlines(outlines: [circle]).offset(by: amount, .miter, miterLimit: 4).outlines.isEmpty)
        }
        // A hole that is gone is gone.
        let hole = LottieOutline.ellipse(center: SIMD2(50, 50), size: SIMD2(20, 20), isReversed: true)
        let ring = LottieOutlines(outlines: [circle, hole]).offset(by: 12, .miter, miterLimit: 4).outlines
        #expect(ring.count == 1 && abs(ring[0].signedArea / (.pi * 32 * 32) - 1) < 0.05)
    }

    @Test func ends_that_bend_more_than_they_may_shrink_leave_no_loops() {
        // A bar with round ends of 10, shrunk by 12 at its ends, and by 12 of its 30 everywhere else.
        let ends = LottieOutline.rectangle(
            center: SIMD2(50, 50), size: SIMD2(80, 30), radius: 10, isReversed: false)
        let made = LottieOutlines(outlines: [ends]).offset(by: -12, .miter, miterLimit: 4).outlines
        #expect(made.count == 1)
        let points = made.flatMap { $0.vertices }.map { $0.point }
        #expect(points.allSatisfy { abs($0.x - 50) <= 28.01 && abs($0.y - 50) <= 3.01 })
        #expect(abs(made.reduce(0) { $0 + abs($1.signedArea) } - 56 * 6) < 1)
    }

    @Test func offsets_of_concave_outlines_have_no_loops() throws {
        // An L whose inner corner grows: 10 to each side.
        let corners: [SIMD2<Double>] = [
            SIMD2(20, 20), SIMD2(40, 20), SIMD2(40, 60), SIMD2(80, 60), SIMD2(80, 80), SIMD2(20, 80),
        ]
        let grown: [SIMD2<Double>] = [
            SIMD2(10, 10), SIMD2(50, 10), SIMD2(50, 50), SIMD2(90, 50), SIMD2(90, 90), SIMD2(10, 90),
        ]
        let shrunk: [SIMD2<Double>] = [
            SIMD2(25, 25), SIMD2(35, 25), SIMD2(35, 65), SIMD2(75, 65), SIMD2(75, 75), SIMD2(25, 75),
        ]
        #expect(
            try draw("\(path(corners)),\(offset("{\"k\":10}")),\(fill)").pixels == draw("\(path(grown)),\(fill)").pixels
        )
        #expect(
            try draw("\(path(corners)),\(offset("{\"k\":-5}")),\(fill)").pixels
                == draw("\(path(shrunk)),\(fill)").pixels)
        let outlines = LottieOutlines(outlines: [line(corners, isClosed: true)])
        let made = outlines.offset(by: 10, .miter, miterLimit: 4).outlines
        #expect(made.count == 1 && abs(made[0].signedArea) == 4800)
    }

    @Test func shrinking_parts_a_region_where_it_is_thin() {
        let dumbbell: [SIMD2<Double>] = [
            SIMD2(0, 0), SIMD2(30, 0), SIMD2(30, 13), SIMD2(60, 13), SIMD2(60, 0), SIMD2(90, 0), SIMD2(90, 30),
            SIMD2(60, 30), SIMD2(60, 17), SIMD2(30, 17), SIMD2(30, 30), SIMD2(0, 30),
        ]
        let outlines = LottieOutlines(outlines: [line(dumbbell, isClosed: true)])
        let made = outlines.offset(by: -5, .miter, miterLimit: 4).outlines
        #expect(made.count == 2)
        #expect(made.allSatisfy { abs(abs($0.signedArea) - 400) < 1e-6 })
    }

    @Test func holes_shrink_as_the_rest_grows() throws {
        let merge = "{\"ty\":\"mm\",\"mm\":1}"
        let ring = "\(square(60)),\(square(30, direction: 3)),\(merge)"
        let grown = try draw("\(ring),\(offset("{\"k\":5}")),\(fill)")
        let expected = try draw("\(square(70)),\(square(20, direction: 3)),\(merge),\(fill)")
        #expect(grown.pixels == expected.pixels)
        #expect(grown.pixels[50 * 100 + 50] == 0 && grown.pixels[50 * 100 + 38] == red)
    }

    @Test func open_outlines_become_lines_of_twice_the_width() throws {
        let open = path([SIMD2(20, 50), SIMD2(80, 50)], isClosed: false)
        let butt = try draw("\(open),\(offset("{\"k\":10}")),\(fill)")
        #expect(
            butt.pixels
                == (try draw("{\"ty\":\"rc\",\"p\":{\"k\":[50,50]},\"s\":{\"k\":[60,20]},\"r\":{\"k\":0}},\(fill)"))
                .pixels)
        let round = try draw("\(open),\(offset("{\"k\":-10}", join: 2)),\(fill)")
        #expect(round.pixels[50 * 100 + 12] == red && round.pixels[41 * 100 + 11] == 0)
    }

    // MARK: Rounded corners

    @Test func corners_grow_round_from_none() throws {
        let moving = "{\"ty\":\"rd\",\"r\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[20]}]}}"
        func round(_ radius: Int) throws -> Bitmap {
            try draw("\(square(60)),{\"ty\":\"rd\",\"r\":{\"k\":\(radius)}},\(fill)")
        }
        let half = try draw("\(square(60)),\(moving),\(fill)", at: 0.5)
        #expect(zip(half.pixels, try round(10).pixels).count { ($0 == 0) != ($1 == 0) } < 8)
        #expect(zip(half.pixels, try round(0).pixels).count { $0 != $1 } > 40)
    }

    // MARK: Lists

    @Test func items_after_a_group_change_its_outlines_in_their_own_space() throws {
        let group =
            "{\"ty\":\"gr\",\"it\":[\(square(20, at: 0, 0)),"
            + "{\"ty\":\"tr\",\"p\":{\"k\":[50,50]},\"s\":{\"k\":[200,200]},\"r\":{\"k\":90}}]}"
        let made = try draw("\(group),\(offset("{\"k\":10}")),\(fill)")
        #expect(made.pixels == (try draw("\(square(60)),\(fill)")).pixels)
        // Rounded corners, too: by 20, not by 40.
        let round = try draw("\(group),{\"ty\":\"rd\",\"r\":{\"k\":20}},\(fill)")
        let plain = try draw("\(square(40)),{\"ty\":\"rd\",\"r\":{\"k\":20}},\(fill)")
        #expect(zip(round.pixels, plain.pixels).count { ($0 == 0) != ($1 == 0) } < 8)
    }

    @Test func items_apply_in_their_order() throws {
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4},\"lc\":1}"
        let open = path([SIMD2(0, 50), SIMD2(100, 50)], isClosed: false)
        let half = "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":50},\"o\":{\"k\":0}}"
        let ridge = "{\"ty\":\"zz\",\"s\":{\"k\":20},\"r\":{\"k\":1},\"pt\":{\"k\":1}}"
        // Half of the line has a ridge at a quarter; half of the ridge ends in the middle, where its top is.
        let trimmed = try draw("\(open),\(half),\(ridge),\(stroke)")
        #expect(trimmed.pixels[32 * 100 + 25] == red && trimmed.pixels[68 * 100 + 48] == red)
        let ridged = try draw("\(open),\(ridge),\(half),\(stroke)")
        #expect(ridged.pixels[50 * 100 + 25] == red && ridged.pixels[68 * 100 + 48] == 0)
        #expect(ridged.pixels[31 * 100 + 49] == red)
    }

    @Test func merged_outlines_change_too() throws {
        let two = "\(square(40, at: 35)),\(square(40, at: 55)),{\"ty\":\"mm\",\"mm\":4}"
        #expect(
            try draw("\(two),\(offset("{\"k\":10}")),\(fill)").pixels
                == draw("{\"ty\":\"rc\",\"p\":{\"k\":[45,50]},\"s\":{\"k\":[40,60]},\"r\":{\"k\":0}},\(fill)").pixels)
    }

    @Test func apples_player_draws_none_of_them() throws {
        for item in [offset("{\"k\":10}"), "{\"ty\":\"pb\",\"a\":{\"k\":50}}", "{\"ty\":\"tw\",\"a\":{\"k\":50}}"] {
            let made = try document("\(square(60)),\(item),\(fill)", player: .coreAnimation)
            #expect(made.warnings.contains { $0.message.contains("not drawn by the player core-animation") })
            let plain = try draw("\(square(60)),\(fill)")
            #expect(try draw("\(square(60)),\(item),\(fill)", player: .coreAnimation).pixels == plain.pixels)
            #expect(try draw("\(square(60)),\(item),\(fill)").pixels != plain.pixels)
        }
    }
}
