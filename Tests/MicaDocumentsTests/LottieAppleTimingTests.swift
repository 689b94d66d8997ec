import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// When Apple's player shows which value.
@Suite struct LottieAppleTimingTests {
    private let fill = "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"
    private let square = "{\"ty\":\"rc\",\"p\":{\"k\":[0,0]},\"s\":{\"k\":[8,8]},\"r\":{\"k\":0}}"

    private func draw(_ layer: String, frame: Double, _ player: LottiePlayer) throws -> Bitmap {
        let document = try Document(lottie: lottie(layer), name: "t.json", player: player)
        return LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: frame / 10)
    }

    /// The middle of the drawn pixels.
    private func middle(_ layer: String, frame: Double, _ player: LottiePlayer = .coreAnimation) throws
        -> SIMD2<Double>
    {
        let picture = try draw(layer, frame: frame, player)
        var (sum, count) = (SIMD2<Double>.zero, 0.0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let alpha = Double(picture[x, y] >> 24)
                sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5) * alpha
                count += alpha
            }
        }
        return sum / count
    }

    private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.06 }

    @Test func the_first_dimensions_easing_is_that_of_all() throws {
        let eases = "\"o\":{\"x\":[0.9,0.1],\"y\":[0,0.9]},\"i\":{\"x\":[1,0.2],\"y\":[0.2,1]}"
        let keys = "{\"t\":0,\"s\":[20,20],\(eases)},{\"t\":10,\"s\":[80,80]}"
        let layer = shapeLayer("\(square),\(fill)", ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}")
        let (apple, spec) = (try middle(layer, frame: 5), try middle(layer, frame: 5, .specification))
        #expect(isNear(apple.x, apple.y) && isNear(apple.x, spec.x) && spec.y > spec.x + 20)
    }

    /// Values with different keys that make an outline are those of the tenth of a frame before.
    @Test func values_that_are_computed_together_are_held_for_a_tenth_of_a_frame() throws {
        func layer(_ size: String) -> String {
            let place = "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[20,50]},{\"t\":10,\"s\":[80,50]}]}"
            return shapeLayer("{\"ty\":\"rc\",\(place),\"s\":\(size),\"r\":{\"k\":0}},\(fill)")
        }
        let growing = layer("{\"a\":1,\"k\":[{\"t\":0,\"s\":[8,8]},{\"t\":9,\"s\":[20,20]}]}")
        #expect(try isNear(middle(growing, frame: 5.55).x, 53) && isNear(middle(growing, frame: 5.58).x, 53))
        #expect(try isNear(middle(growing, frame: 5.55, .specification).x, 53.3))
        #expect(try isNear(middle(layer("{\"k\":[8,8]}"), frame: 5.55).x, 53.3))
    }

    /// Key times are rounded to single precision: all of elevenths but those of frames 7 and 9 up, so that the value before
    /// is seen.
    @Test func held_values_begin_at_rounded_key_times() throws {
        let keys = (0..<10).map { "{\"t\":\($0),\"s\":[\(10 + 8 * $0),50],\"h\":1}" }.joined(separator: ",")
        let layer = shapeLayer("\(square),\(fill)", ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}")
        for frame in 1..<10 {
            let seen = [7, 9].contains(frame) ? frame : frame - 1
            #expect(try isNear(middle(layer, frame: Double(frame)).x, Double(10 + 8 * seen)), "\(frame)")
            #expect(try isNear(middle(layer, frame: Double(frame), .specification).x, Double(10 + 8 * frame)))
        }
    }

    @Test func a_trims_ends_move_by_themselves_unless_it_has_an_offset() throws {
        func left(_ offset: Int, _ frame: Double) throws -> Double {
            let line =
                "{\"ty\":\"sh\",\"ks\":{\"k\":{\"c\":false,\"v\":[[0,50],[100,50]],\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]]}}}"
            let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":10},\"lc\":1}"
            let start = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[50]}]}"
            let end = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[20]},{\"t\":5,\"s\":[80]}]}"
            let trim = "{\"ty\":\"tm\",\"s\":\(start),\"e\":\(end),\"o\":{\"k\":\(offset)}}"
            let picture = try draw(shapeLayer("\(line),\(trim),\(stroke)"), frame: frame, .coreAnimation)
            let row = (0..<100).map { Double(picture[$0, 50] >> 24) / 255 }
            let first = try #require(row.firstIndex { $0 > 0 })
            return Double(first) + 1 - row[first]
        }
        #expect(try isNear(left(0, 5.55), 27.75))
        #expect(try isNear(left(36, 5.55), 37.5))
    }

    /// The whole matrix of a layer that is mirrored from side to side is held, and moves by length.
    @Test func mirrored_layers_move_by_one_matrix() throws {
        let place = "{\"t\":0,\"s\":[40,10],\"to\":[0,60],\"ti\":[0,-5]},{\"t\":10,\"s\":[40,90]}"
        let turn = "{\"t\":0,\"s\":[0]},{\"t\":9,\"s\":[90]}"
        func layer(_ scale: Int) -> String {
            shapeLayer(
                "\(square),\(fill)",
                ks:
                    "\"p\":{\"a\":1,\"k\":[\(place)]},\"r\":{\"a\":1,\"k\":[\(turn)]},\"s\":{\"k\":[\(scale),100]}")
        }
        #expect(try isNear(middle(layer(-100), frame: 5.55).y, 54))
        #expect(try middle(layer(100), frame: 5.55).y > 70)
    }
}
