import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func draw(_ gradient: String, at time: Double = 0, player: LottiePlayer = .specification) throws -> Bitmap {
    let shapes =
        "{\"ty\":\"rc\",\"p\":{\"k\":[50,50]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0}},"
        + "{\"ty\":\"gf\",\"o\":{\"k\":100},\(gradient)}"
    let document = try Document(lottie: lottie(shapeLayer(shapes)), name: "t.json", player: player)
    return LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: time)
}

/// Red, green, blue and alpha of a pixel, each from 0 to 1.
private func color(_ picture: Bitmap, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let pixel = picture.pixels[y * picture.width + x]
    return SIMD4(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255), Double(pixel >> 24)) / 255
}

private func isNear(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ slack: Double = 0.03) -> Bool {
    (a - b).max() <= slack && (b - a).max() <= slack
}

/// From red to blue.
private let ramp = "\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,0,0,1]}}"

/// Gradients of the specification that Apple's layers do not have, and stops whose number changes.
@Suite struct LottieGradientTests {
    /// The location of a point in a gradient from a point to a circle around (50, 50).
    private func location(_ x: Int, _ y: Int, focus: SIMD2<Double>, radius: Double) -> Double {
        let from = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - focus
        let way = SIMD2(50, 50) - focus
        let (a, b, c) = (radius * radius - (way * way).sum(), (from * way).sum(), (from * from).sum())
        return min((-b + (b * b + a * c).squareRoot()) / a, 1)
    }

    @Test(arguments: [(0.0, 50.0), (0, -60), (90, 50), (200, 80)])
    func highlights_move_the_inner_point(angle: Double, highlight: Double) throws {
        let picture = try draw(
            "\"t\":2,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[50,10]},\"h\":{\"k\":\(highlight)},\"a\":{\"k\":\(angle)},\(ramp)"
        )
        // The end is above the middle: the angle counts from there, clockwise.
        let turn = (angle - 90) * .pi / 180
        let focus = SIMD2(50, 50) + SIMD2(cos(turn), sin(turn)) * 40 * highlight / 100
        for (x, y) in [(50, 50), (60, 40), (30, 55), (50, 20), (80, 50), (50, 85), (5, 5), (95, 50)] {
            let t = location(x, y, focus: focus, radius: 40)
            #expect(isNear(color(picture, x, y), SIMD4(1 - t, 0, t, 1)), "at \(x), \(y): \(color(picture, x, y)), \(t)")
        }
    }

    @Test func highlights_have_alphas_too() throws {
        let stops = "\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,1,0,0,0,1,1,0.25]}}"
        let picture = try draw(
            "\"t\":2,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[90,50]},\"h\":{\"k\":50},\"a\":{\"k\":0},\(stops)")
        for (x, y) in [(70, 50), (50, 50), (20, 50), (2, 50), (97, 97)] {
            let alpha = 1 - 0.75 * location(x, y, focus: SIMD2(70, 50), radius: 40)
            #expect(isNear(color(picture, x, y), SIMD4(alpha, 0, 0, alpha)), "at \(x), \(y)")
        }
    }

    @Test func highlights_and_circles_move() throws {
        let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[80]}]}"
        let picture = try draw(
            "\"t\":2,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[90,50]},\"h\":\(moving),\"a\":{\"k\":0},\(ramp)", at: 0.5)
        let t = location(60, 50, focus: SIMD2(66, 50), radius: 40)
        #expect(isNear(color(picture, 60, 50), SIMD4(1 - t, 0, t, 1), 0.05))
        let end = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[60,50]},{\"t\":10,\"s\":[100,50]}]}"
        let grown = try draw("\"t\":2,\"s\":{\"k\":[50,50]},\"e\":\(end),\"h\":{\"k\":50},\(ramp)", at: 0.5)
        let u = location(40, 50, focus: SIMD2(65, 50), radius: 30)
        #expect(isNear(color(grown, 40, 50), SIMD4(1 - u, 0, u, 1)))
    }

    @Test func apples_player_leaves_highlights_out() throws {
        let gradient = "\"t\":2,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[50,10]},\(ramp)"
        #expect(
            try draw("\(gradient),\"h\":{\"k\":50}", player: .coreAnimation).pixels
                == draw(gradient, player: .coreAnimation).pixels)
    }

    @Test func conic_gradients_turn_clockwise_from_their_angle() throws {
        let picture = try draw("\"t\":3,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[60,20]},\"a\":{\"k\":0},\(ramp)")
        // To the right is the first colour; a quarter further, below, a quarter of the way.
        for (x, y, t) in [(49, 90, 0.25), (10, 49, 0.5), (49, 10, 0.75), (78, 78, 0.125)] {
            #expect(isNear(color(picture, x, y), SIMD4(1 - t, 0, t, 1), 0.04), "at \(x), \(y)")
        }
        let turned = try draw("\"t\":3,\"s\":{\"k\":[50,50]},\"e\":{\"k\":[60,20]},\"a\":{\"k\":90},\(ramp)")
        #expect(isNear(color(turned, 10, 49), SIMD4(0.75, 0, 0.25, 1), 0.04))
    }

    @Test func stops_whose_number_changes_lie_between() throws {
        func gradient(_ first: String, _ second: String, _ count: Int) -> String {
            let keys = "[{\"t\":0,\"s\":[\(first)]},{\"t\":10,\"s\":[\(second)]}]"
            return
                "\"t\":1,\"s\":{\"k\":[0,0]},\"e\":{\"k\":[100,0]},\"g\":{\"p\":\(count),\"k\":{\"a\":1,\"k\":\(keys)}}"
        }
        // Two stops from red to red; then three, with blue in the middle.
        let colors = try draw(gradient("0,1,0,0,1,1,0,0", "0,1,0,0,0.5,0,0,1,1,1,0,0", 3), at: 0.5)
        #expect(isNear(color(colors, 50, 50), SIMD4(0.5, 0, 0.5, 1)))
        #expect(isNear(color(colors, 1, 50), SIMD4(1, 0, 0, 1)))
        // No alphas, then two.
        let alphas = try draw(gradient("0,1,0,0,1,1,0,0", "0,1,0,0,1,1,0,0,0,0,1,1", 2), at: 0.5)
        #expect(isNear(color(alphas, 1, 50), SIMD4(0.5, 0, 0, 0.5)))
        #expect(isNear(color(alphas, 98, 50), SIMD4(1, 0, 0, 1)))
    }
}
