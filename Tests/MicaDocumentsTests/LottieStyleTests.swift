import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
    let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil))
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

/// An orange square of 40 points in the middle of 100, with layer styles.
private func square(_ styles: String, ks: String = "", extra: String = "") -> [UInt8] {
    lottie(
        """
        {"ty":1,"nm":"s","ip":0,"op":10,"sw":40,"sh":40,"sc":"#ff8000",
        "ks":{\(ks)"p":{"k":[50,50]},"a":{"k":[20,20]}},\(extra)"sy":[\(styles)]}
        """)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

private func isNear(_ a: UInt32, _ b: UInt32, by limit: Int = 1) -> Bool {
    [0, 8, 16, 24].allSatisfy { abs(Int(a >> UInt32($0) & 255) - Int(b >> UInt32($0) & 255)) <= limit }
}

/// The share of a Gaussian of deviation 1 below a place.
private func normal(_ place: Double) -> Double { 0.5 * erfc(-place / 2.0.squareRoot()) }

/// Layer styles of Lottie documents.
@Suite struct LottieStyleTests {
    private let orange: UInt32 = 0xffff_8000

    @Test func a_stroke_is_around_the_layer_with_round_corners() throws {
        let style = "{\"ty\":0,\"c\":{\"k\":[0,0,1,1]},\"s\":{\"k\":4}}"
        let picture = try draw(square(style))
        #expect(pixel(picture, 27, 50) == 0xff00_00ff && pixel(picture, 25, 50) == 0)
        #expect(pixel(picture, 31, 50) == orange && pixel(picture, 27, 27) >> 24 > 200)
        #expect(pixel(picture, 26, 26) >> 24 < 60)
    }

    @Test func the_width_of_a_stroke_does_not_scale_with_the_layer() throws {
        let style = "{\"ty\":0,\"c\":{\"k\":[0,0,1,1]},\"s\":{\"k\":4}}"
        let picture = try draw(square(style, ks: "\"s\":{\"k\":[50,50]},"))
        #expect(pixel(picture, 37, 50) == 0xff00_00ff && pixel(picture, 35, 50) == 0)
        let growing = "\"s\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[50,50]},{\"t\":10,\"s\":[150,150]}]},"
        let moment = try draw(square(style, ks: growing), at: 0.5)
        #expect(pixel(moment, 27, 50) == 0xff00_00ff && pixel(moment, 25, 50) == 0)
    }

    @Test func strokes_follow_shapes_lines_and_gradients() throws {
        func picture(_ paint: String) throws -> Bitmap {
            let group = """
                {"ty":"gr","it":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,40]},"r":{"k":0}},\(paint),{"ty":"tr"}]}
                """
            let stroke = "\"sy\":[{\"ty\":0,\"c\":{\"k\":[0,0,1,1]},\"s\":{\"k\":4}}],"
            return try draw(lottie(shapeLayer(group, extra: stroke)))
        }
        let fill = try picture("{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}")
        let gradient = try picture(
            """
            {"ty":"gf","o":{"k":100},"t":1,"s":{"k":[30,0]},"e":{"k":[70,0]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,1,0]}}}
            """)
        for picture in [fill, gradient] {
            #expect(pixel(picture, 27, 50) == 0xff00_00ff && pixel(picture, 25, 50) == 0)
            #expect(pixel(picture, 50, 50) & 255 == 0 && pixel(picture, 50, 50) >> 24 == 255)
        }
        let line = try picture(
            "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4},\"lj\":1,\"lc\":1}")
        #expect(pixel(line, 30, 50) == 0xffff_0000 && pixel(line, 25, 50) == 0xff00_00ff)
        #expect(pixel(line, 34, 50) == 0xff00_00ff && pixel(line, 22, 50) == 0 && pixel(line, 50, 50) == 0)
    }

    @Test func strokes_go_around_masks() throws {
        let mask = """
            "masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"c":true,"v":[[10,10],[30,10],[30,30],[10,30]],
            "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}],
            """
        let picture = try draw(square("{\"ty\":0,\"c\":{\"k\":[0,0,1,1]},\"s\":{\"k\":4}}", extra: mask))
        #expect(pixel(picture, 37, 50) == 0xff00_00ff && pixel(picture, 34, 50) == 0)
        #expect(pixel(picture, 45, 50) == orange)
    }

    @Test func a_shadow_falls_away_from_the_light_however_the_layer_turns() throws {
        let style = """
            {"ty":1,"c":{"k":[0,0,1,1]},"o":{"k":100},"a":{"k":90},"d":{"k":10},"s":{"k":0}}
            """
        for turn in [0, 90] {
            let picture = try draw(square(style, ks: "\"r\":{\"k\":\(turn)},"))
            #expect(pixel(picture, 50, 75) == 0xff00_00ff, "the light is above")
            #expect(pixel(picture, 50, 25) == 0 && pixel(picture, 75, 50) == 0)
        }
    }

    @Test func an_inner_shadow_is_at_the_side_of_the_light() throws {
        func picture(_ size: Int) throws -> Bitmap {
            try draw(
                square(
                    """
                    {"ty":2,"c":{"k":[0,0,0,1]},"o":{"k":100},"a":{"k":180},"d":{"k":10},"s":{"k":\(size)},"bm":{"k":5}}
                    """))
        }
        let sharp = try picture(0)
        #expect(pixel(sharp, 35, 50) == 0xff00_0000 && pixel(sharp, 45, 50) == orange)
        #expect(pixel(sharp, 65, 35) == orange && pixel(sharp, 25, 50) == 0)
        // A deviation of 4 points: half of the colour where the sharp edge was, at 40 points.
        let soft = try picture(8)
        for x in [34, 38, 40, 44] {
            let share = normal((Double(x) + 0.5 - 40) / 4)
            #expect(abs(Double(pixel(soft, x, 50) >> 16 & 255) - share * 255) <= 3, "\(x)")
        }
    }

    @Test func a_satin_is_where_two_moved_outlines_differ() throws {
        func picture(_ isInverted: Int) throws -> Bitmap {
            try draw(
                square(
                    """
                    {"ty":6,"c":{"k":[0,0,1,1]},"o":{"k":100},"a":{"k":0},"d":{"k":10},"s":{"k":0},"in":{"k":\(isInverted)}}
                    """))
        }
        let bands = try picture(0)
        #expect(pixel(bands, 35, 50) == 0xff00_00ff && pixel(bands, 65, 50) == 0xff00_00ff)
        #expect(pixel(bands, 50, 50) == orange && pixel(bands, 75, 50) == 0)
        #expect(try pixel(picture(1), 50, 50) == 0xff00_00ff && pixel(picture(1), 35, 50) == orange)
    }

    @Test func a_bevel_is_light_towards_the_light_and_dark_away_from_it() throws {
        let style = """
            {"ty":5,"bs":{"k":2},"bt":{"k":1},"sr":{"k":100},"s":{"k":8},"a":{"k":90},"hc":{"k":[1,1,1]},"ho":{"k":100},
            "hm":{"k":11},"sc":{"k":[0,0,0]},"so":{"k":100},"sm":{"k":5}}
            """
        let picture = try draw(square(style))
        #expect(pixel(picture, 50, 31) & 255 > 150 && pixel(picture, 50, 68) >> 16 & 255 < 100)
        #expect(isNear(pixel(picture, 50, 50), orange) && pixel(picture, 50, 28) == 0 && pixel(picture, 50, 72) == 0)
        let other = style.replacing("\"bs\":{\"k\":2}", with: "\"bs\":{\"k\":4}")
        let loaded = try LottieFile.read(square(other), file: "t.json", images: LottieImages(nil))
        #expect(loaded.warnings.contains { $0.message.contains("the style of a bevel 4") })
    }

    @Test func glows_fade_with_the_distance_from_the_edge() throws {
        let outer = try draw(square("{\"ty\":3,\"c\":{\"k\":[0,0,1,1]},\"o\":{\"k\":100},\"s\":{\"k\":10}}"))
        for x in [70, 73, 77] {
            let share = normal(-(Double(x) + 0.5 - 70) / 5)
            #expect(abs(Double(pixel(outer, x, 50) >> 24) - share * 255) <= 3, "\(x)")
            #expect(pixel(outer, x, 50) >> 16 & 255 == 0)
        }
        #expect(pixel(outer, 50, 50) == orange)
        let glow = "{\"ty\":4,\"c\":{\"k\":[0,0,1,1]},\"o\":{\"k\":100},\"s\":{\"k\":10},\"sr\":{\"k\":1}}"
        let inner = try draw(square(glow))
        for x in [30, 33, 37] {
            let share = normal(-(Double(x) + 0.5 - 30) / 5)
            #expect(abs(Double(pixel(inner, x, 50) & 255) - share * 255) <= 3, "\(x)")
        }
        #expect(pixel(inner, 25, 50) == 0 && pixel(inner, 50, 50) == orange)
    }

    @Test func styles_together_are_each_made_from_the_layer() throws {
        let shadow = """
            {"ty":1,"c":{"k":[0,0,1,1]},"o":{"k":100},"a":{"k":180},"d":{"k":10},"s":{"k":0}}
            """
        let glow = "{\"ty\":3,\"c\":{\"k\":[0,1,0,1]},\"o\":{\"k\":100},\"s\":{\"k\":0}}"
        let picture = try draw(square(shadow + "," + glow))
        #expect(pixel(picture, 75, 50) == 0xff00_00ff && pixel(picture, 50, 50) == orange)
        #expect(pixel(picture, 85, 50) == 0 && pixel(picture, 25, 50) == 0)
    }

    @Test func choke_makes_a_shadow_sharper() throws {
        let style = "{\"ty\":3,\"c\":{\"k\":[0,0,1,1]},\"o\":{\"k\":100},\"s\":{\"k\":10},\"ch\":{\"k\":50}}"
        let picture = try draw(square(style))
        let share = min(1, 2 * normal(-3.5 / 5))
        #expect(abs(Double(pixel(picture, 73, 50) >> 24) - share * 255) <= 4)
    }

    @Test func a_colour_overlay_mixes_or_blends() throws {
        func overlay(_ mode: Int, _ opacity: Int) throws -> UInt32 {
            let style = "{\"ty\":7,\"c\":{\"k\":[0,0.5,1,1]},\"so\":{\"k\":\(opacity)},\"bm\":{\"k\":\(mode)}}"
            return try pixel(draw(square(style)), 50, 50)
        }
        #expect(isNear(try overlay(1, 100), 0xff00_80ff))
        #expect(isNear(try overlay(1, 50), 0xff80_8080))
        #expect(isNear(try overlay(5, 100), 0xff00_4000), "multiply")
        #expect(isNear(try overlay(11, 100), 0xffff_c0ff), "screen")
    }

    @Test func a_gradient_overlay_runs_across_the_layer() throws {
        let style = """
            {"ty":8,"o":{"k":100},"a":{"k":0},"gt":{"k":1},"s":{"k":100},"of":{"k":[0,0]},
            "gf":{"p":2,"k":{"k":[0,0,0,0,1,1,1,1]}}}
            """
        let picture = try draw(square(style))
        #expect(isNear(pixel(picture, 50, 50), 0xff82_8282, by: 4) && pixel(picture, 25, 50) == 0)
        #expect(pixel(picture, 33, 50) & 255 < 40 && pixel(picture, 67, 50) & 255 > 220)
    }

    @Test func a_gradient_overlay_runs_across_a_shape_where_it_is_placed() throws {
        let style = "{\"ty\":8,\"o\":{\"k\":100},\"a\":{\"k\":90},\"gf\":{\"p\":2,\"k\":{\"k\":[0,0,0,0,1,1,1,1]}}}"
        let shape = """
            {"ty":"gr","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,20]},"r":{"k":0}},
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}
            """
        let ks = "\"p\":{\"k\":[60,60]},\"s\":{\"k\":[200,200]}"
        let picture = try draw(lottie(shapeLayer(shape, ks: ks, extra: "\"sy\":[\(style)],")))
        // The first colour is at the bottom.
        #expect(pixel(picture, 60, 43) & 255 > 220 && pixel(picture, 60, 77) & 255 < 40)
        #expect(isNear(pixel(picture, 60, 60), 0xff7d_7d7d, by: 4) && pixel(picture, 60, 83) == 0)
    }

    @Test func styles_fade_with_the_layer() throws {
        let style = "{\"ty\":0,\"c\":{\"k\":[0,0,1,1]},\"s\":{\"k\":4}}"
        let picture = try draw(square(style, ks: "\"o\":{\"k\":50},"))
        #expect(isNear(pixel(picture, 27, 50), 0x8000_0080) && isNear(pixel(picture, 50, 50), 0x8080_4000))
    }

    @Test func unsupported_styles_give_a_warning() throws {
        for (style, name) in [
            ("{\"ty\":9}", "a layer style of type 9"), ("{\"ty\":5,\"bt\":{\"k\":2}}", "the technique of a bevel 2"),
        ] {
            let loaded = try LottieFile.read(square(style), file: "t.json", images: LottieImages(nil))
            #expect(loaded.warnings.contains { $0.message.contains(name) })
        }
    }
}
