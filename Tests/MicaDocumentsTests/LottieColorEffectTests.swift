import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// The pixels of a document's frame.
private func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
    let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil))
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

/// An effect with constant values, or values as they are written.
private func effect(_ type: Int, _ match: String, _ values: [String]) -> String {
    let inputs = values.map { "{\"v\":\($0.hasPrefix("{") ? $0 : "{\"k\":\($0)}")}" }
    return "{\"ty\":\(type),\"nm\":\"E\",\"mn\":\"\(match)\",\"ef\":[\(inputs.joined(separator: ","))]}"
}

/// A square of 40 points in the middle of 100, with effects.
private func square(_ color: String, _ effects: [String], extra: String = "") -> [UInt8] {
    lottie(
        """
        {"ty":1,"nm":"s","ip":0,"op":10,"sw":40,"sh":40,"sc":"\(color)","ks":{"p":{"k":[50,50]},"a":{"k":[20,20]}},
        \(extra)"ef":[\(effects.joined(separator: ","))]}
        """)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

/// Whether no channel of two colours differs by more.
private func isNear(_ a: UInt32, _ b: UInt32, by limit: Int = 1) -> Bool {
    [0, 8, 16, 24].allSatisfy { abs(Int(a >> UInt32($0) & 255) - Int(b >> UInt32($0) & 255)) <= limit }
}

/// Effects of Lottie documents on colours, by their documented formulas.
@Suite struct LottieColorEffectTests {
    private func color(
        _ color: String, _ match: String, _ values: [String], type: Int = 5, at time: Double = 0
    ) throws -> UInt32 {
        try pixel(draw(square(color, [effect(type, match, values)]), at: time), 50, 50)
    }

    @Test func tritone_goes_from_dark_by_middle_to_light() throws {
        let colors = ["[1,1,0,1]", "[1,0,0,1]", "[0,0,1,1]"]
        for (input, output) in [
            ("#000000", 0xff00_00ff), ("#ffffff", 0xffff_ff00), ("#808080", 0xffff_0100), ("#404040", 0xff80_007f),
            ("#c0c0c0", 0xffff_8100),
        ] as [(String, UInt32)] {
            #expect(isNear(try color(input, "ADBE Tritone", colors, type: 23), output), "\(input)")
        }
    }

    @Test func toner_with_two_tones_is_straight() throws {
        let values = ["1", "[1,1,1,1]", "[0,0,0,1]", "[0,1,0,1]", "[0,0,0,1]", "[1,0,0,1]", "0"]
        #expect(isNear(try color("#808080", "CC Toner", values), 0xffff_8080, by: 2))
        #expect(isNear(try color("#000000", "CC Toner", values), 0xffff_0000))
    }

    @Test func levels_map_the_range_of_the_input_to_that_of_the_output() throws {
        func levels(_ input: String, _ channel: Int, _ values: [Double]) throws -> UInt32 {
            try color(input, "ADBE Easy Levels2", ["\(channel)", "0"] + values.map { "\($0)" })
        }
        #expect(isNear(try levels("#80cc33", 1, [0.2, 0.8, 1, 0, 1]), 0xff80_ff00))
        #expect(isNear(try levels("#80cc33", 2, [0.2, 0.8, 1, 0, 1]), 0xff80_cc33))
        #expect(isNear(try levels("#40cc33", 2, [0.2, 0.8, 1, 0, 1]), 0xff16_cc33))
        #expect(isNear(try levels("#00ff80", 1, [0, 1, 1, 1, 0]), 0xffff_007f), "the output is swapped")
        #expect(isNear(try levels("#00ff80", 1, [0, 1, 1, 0.25, 0.5]), 0xff40_8060))
        // 255 (64 / 255)^½ is 128; of one channel only.
        #expect(isNear(try levels("#4040ff", 1, [0, 1, 2, 0, 1]), 0xff80_80ff))
        #expect(isNear(try levels("#4040ff", 3, [0, 1, 2, 0, 1]), 0xff40_80ff))
    }

    @Test func levels_of_one_channel_come_before_those_of_all() throws {
        var values = [Double](repeating: 0, count: 36)
        for first in [3, 10, 17, 24, 31] { (values[first + 1], values[first + 2], values[first + 4]) = (1, 1, 1) }
        (values[13], values[7]) = (0.5, 0.5)
        // Red: 0.5 + 0.5 x, and then half of it.
        #expect(isNear(try color("#00ff00", "ADBE Pro Levels2", values.map { "\($0)" }, type: 24), 0xff40_8000))
    }

    @Test func inverted_channels() throws {
        #expect(try color("#ff8000", "ADBE Invert", ["1", "0"]) == 0xff00_7fff)
        #expect(try color("#ff8000", "ADBE Invert", ["2", "0"]) == 0xff00_8000)
        #expect(try color("#ff8000", "ADBE Invert", ["4", "0"]) == 0xffff_80ff)
        #expect(try color("#ff8000", "ADBE Invert", ["1", "100"]) == 0xffff_8000)
        let changing = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
        #expect(isNear(try color("#ff8000", "ADBE Invert", ["1", changing], at: 0.5), 0xff80_8080))
    }

    @Test func legacy_brightness_and_contrast_are_straight() throws {
        let name = "ADBE Brightness & Contrast 2"
        #expect(isNear(try color("#102030", name, ["51", "0", "1"]), 0xff43_5363))
        #expect(isNear(try color("#80a040", name, ["0", "50", "1"]), 0xff80_c000))
        #expect(isNear(try color("#ff0080", name, ["0", "-100", "1"]), 0xff80_8080))
        // The other curves keep black and white.
        #expect(try color("#00ff00", name, ["51", "0", "0"]) == 0xff00_ff00)
        #expect(isNear(try color("#404040", name, ["100", "0", "0"]), 0xff80_8080))
    }

    @Test func lightness_mixes_in_black_or_white() throws {
        func shifted(_ input: String, _ hue: Int, _ saturation: Int, _ light: Int) throws -> UInt32 {
            try color(input, "ADBE HUE SATURATION", ["1", "0", "\(hue)", "\(saturation)", "\(light)", "0"])
        }
        #expect(isNear(try shifted("#000000", 0, 0, 50), 0xff80_8080))
        #expect(isNear(try shifted("#ff8000", 0, 0, -50), 0xff80_4000))
        #expect(isNear(try shifted("#ff0000", 0, -100, 0), 0xff36_3636), "0.213 of red is grey")
        #expect(isNear(try shifted("#808080", 120, 50, 0), 0xff80_8080), "grey has no hue")
        let colorized = ["1", "0", "0", "0", "0", "1", "0", "100", "0"]
        #expect(isNear(try color("#404040", "ADBE HUE SATURATION", colorized), 0xff80_0000))
        #expect(isNear(try color("#c0c0c0", "ADBE HUE SATURATION", colorized), 0xffff_8181))
    }

    @Test func threshold_is_a_step() throws {
        #expect(try color("#808080", "ADBE Threshold2", ["128"]) == 0xffff_ffff)
        #expect(try color("#7f7f7f", "ADBE Threshold2", ["128"]) == 0xff00_0000)
    }

    @Test func channels_are_taken_from_others() throws {
        #expect(try color("#ff0010", "ADBE Shift Channels", ["1", "4", "9", "2"]) == 0xff10_ffff)
    }

    @Test func effects_apply_in_their_order() throws {
        let white = effect(21, "ADBE Fill", ["0", "0", "[1,1,1,1]", "0", "0", "0", "1"])
        let invert = effect(5, "ADBE Invert", ["1", "0"])
        #expect(try pixel(draw(square("#ff8000", [white, invert])), 50, 50) == 0xff00_0000)
        #expect(try pixel(draw(square("#ff8000", [invert, white])), 50, 50) == 0xffff_ffff)
    }

    @Test func unsupported_settings_give_a_warning() throws {
        for values in [["16", "0"], ["8", "0"]] {
            let bytes = square("#ff8000", [effect(5, "ADBE Invert", values)])
            let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil))
            #expect(loaded.warnings.contains { $0.message.contains("an invert effect") })
        }
    }

    @Test(arguments: [
        ("ADBE Radial Wipe", ["50", "0", "[20,20]", "7", "0"], "the direction of a radial wipe 7"),
        ("ADBE Gaussian Blur 2", ["10", "4", "0"], "the dimensions of a blur 4"),
        ("ADBE Ramp", ["[0,0]", "[1,0,0]", "[9,9]", "[0,0,1]", "3", "0", "0"], "the shape of a gradient ramp 3"),
        (
            "CC Toner", ["9", "[1,1,1]", "[0,0,0]", "[0,1,0]", "[0,0,0]", "[1,0,0]", "0"],
            "the tones of a toner effect 9"
        ),
    ]) func unknown_choices_give_a_warning(match: String, values: [String], message: String) throws {
        let loaded = try LottieFile.read(
            square("#ff8000", [effect(5, match, values)]), file: "t.json", images: LottieImages(nil))
        #expect(loaded.warnings.count == 1)
        #expect(loaded.warnings.first?.message.contains(message + " is not supported") == true)
    }

    @Test func choices_that_change_give_a_warning() throws {
        func warnings(_ values: [Int]) throws -> [String] {
            let keys = values.enumerated().map { "{\"t\":\($0 * 5),\"s\":[\($1)],\"h\":1}" }.joined(separator: ",")
            let changing = "{\"a\":1,\"k\":[\(keys)]}"
            let bytes = square("#ff8000", [effect(5, "ADBE Radial Wipe", ["50", "0", "[20,20]", changing, "0"])])
            return try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil)).warnings.map(\.message)
        }
        #expect(try warnings([2, 2]).isEmpty)
        #expect(try warnings([2, 1]).contains { $0.contains("the direction of a radial wipe changes over time") })
    }

    @Test func core_animation_draws_only_effects_of_apples_player() throws {
        let bytes = square("#ff8000", [effect(5, "ADBE Invert", ["1", "0"])])
        let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil), player: .coreAnimation)
        #expect(pixel(LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: 0), 50, 50) == 0xffff_8000)
        #expect(loaded.warnings.count == 1)
    }
}

/// Effects of Lottie documents that move, hide or outline a layer.
@Suite struct LottieGeometryEffectTests {
    private func picture(
        _ match: String, _ values: [String], type: Int = 5, extra: String = "", at time: Double = 0
    ) throws -> Bitmap {
        try draw(square("#ff8000", [effect(type, match, values)], extra: extra), at: time)
    }

    @Test func a_blur_along_one_axis_leaves_the_other_edges_sharp() throws {
        let across = try picture("ADBE Gaussian Blur 2", ["20", "2", "0"], type: 29)
        #expect((110..<146).contains(pixel(across, 70, 50) >> 24), "half at the side")
        #expect(pixel(across, 50, 69) >> 24 > 250 && pixel(across, 50, 70) >> 24 < 6)
        // The square's side of 40 points is seen from a corner.
        let aslant = try picture("ADBE Motion Blur", ["45", "20"], extra: "\"ao\":0,")
        #expect(pixel(aslant, 72, 28) >> 24 > 40 && pixel(aslant, 72, 72) >> 24 < 6)
        let turning = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[90]}]}"
        #expect(
            try isNear(pixel(picture("ADBE Motion Blur", [turning, "20"], at: 0.5), 72, 28), pixel(aslant, 72, 28)))
        let down = try picture("ADBE Motion Blur", ["0", "20"])
        #expect((110..<146).contains(pixel(down, 50, 70) >> 24))
        #expect(pixel(down, 69, 50) >> 24 > 250 && pixel(down, 70, 50) >> 24 < 6)
    }

    @Test func a_bulge_enlarges_the_middle_of_its_ellipse() throws {
        let high = try picture("ADBE Bulge", ["30", "30", "[20,20]", "2", "0", "1", "0"])
        #expect(pixel(high, 71, 50) == 0xffff_8000 && pixel(high, 71, 71) == 0 && pixel(high, 82, 50) == 0)
        let low = try picture("ADBE Bulge", ["30", "30", "[20,20]", "-2", "0", "1", "0"])
        #expect(pixel(low, 67, 50) == 0 && pixel(low, 52, 50) == 0xffff_8000)
    }

    @Test func a_mosaic_has_tiles_of_one_colour() throws {
        // Of the square 60 % are hidden, and so the middle of one of two tiles.
        let wipe = effect(5, "ADBE Linear Wipe", ["60", "90", "0"])
        let tiles = try draw(square("#ff8000", [wipe, effect(5, "ADBE Mosaic", ["2", "1", "1"])]))
        let (left, right) = (pixel(tiles, 40, 50), pixel(tiles, 60, 50))
        #expect(Set([left, right]) == [0, 0xffff_8000])
        for x in [31, 49] { #expect(pixel(tiles, x, 50) == left) }
        for x in [51, 69] { #expect(pixel(tiles, x, 50) == right) }
    }

    @Test func transform_places_the_picture_before_the_layer_is_placed() throws {
        let moved = try picture("ADBE Geometry2", ["[20,20]", "[30,20]", "1", "50", "100", "0", "0", "0", "100"])
        #expect(pixel(moved, 60, 50) == 0xffff_8000 && pixel(moved, 51, 41) == 0xffff_8000)
        #expect(pixel(moved, 48, 50) == 0 && pixel(moved, 72, 50) == 0 && pixel(moved, 60, 38) == 0)
        let wide = try picture("ADBE Geometry2", ["[20,20]", "[20,20]", "0", "50", "150", "0", "0", "0", "50"])
        #expect(isNear(pixel(wide, 22, 50), 0x8080_4000) && pixel(wide, 50, 37) == 0 && pixel(wide, 18, 50) == 0)
        let turning = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[90]}]}"
        let turned = try picture(
            "ADBE Geometry2", ["[20,20]", "[20,20]", "1", "100", "100", "0", "0", turning, "100"], at: 0.5)
        #expect(pixel(turned, 50, 24) == 0xffff_8000 && pixel(turned, 32, 32) == 0)
    }

    @Test func corners_are_pinned_in_perspective() throws {
        let narrow = try picture("ADBE Corner Pin", ["[0,0]", "[20,0]", "[0,40]", "[20,40]"])
        #expect(pixel(narrow, 45, 50) == 0xffff_8000 && pixel(narrow, 53, 50) == 0)
        let trapezoid = try picture("ADBE Corner Pin", ["[10,0]", "[30,0]", "[0,40]", "[40,40]"])
        #expect(pixel(trapezoid, 34, 34) == 0 && pixel(trapezoid, 66, 34) == 0)
        #expect(pixel(trapezoid, 34, 66) == 0xffff_8000 && pixel(trapezoid, 50, 32) == 0xffff_8000)
    }

    @Test func the_middle_of_a_pinned_layer_is_where_its_diagonals_cross() throws {
        // The diagonals of the trapezoid cross at 50, 33.3.
        let pin = effect(5, "ADBE Corner Pin", ["[25,0]", "[75,0]", "[0,100]", "[100,100]"])
        let half = lottie(
            """
            {"ty":4,"nm":"s","ip":0,"op":10,"ks":{},"ef":[\(pin)],
            "shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[50,25]},"s":{"k":[100,50]},"r":{"k":0}},
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}
            """)
        let picture = try draw(half)
        #expect(pixel(picture, 50, 31) == 0xffff_0000 && pixel(picture, 50, 35) == 0)
    }

    @Test func wipes_hide_a_part() throws {
        let linear = try picture("ADBE Linear Wipe", ["50", "90", "0"])
        #expect(pixel(linear, 45, 50) == 0 && pixel(linear, 55, 50) == 0xffff_8000)
        let soft = try picture("ADBE Linear Wipe", ["50", "90", "20"])
        #expect((110..<146).contains(pixel(soft, 50, 50) >> 24) && pixel(soft, 62, 50) == 0xffff_8000)
        let radial = try picture("ADBE Radial Wipe", ["50", "0", "[20,20]", "1", "0"], type: 26)
        #expect(pixel(radial, 55, 50) == 0 && pixel(radial, 45, 50) == 0xffff_8000)
        let other = try picture("ADBE Radial Wipe", ["25", "0", "[20,20]", "2", "0"], type: 26)
        #expect(pixel(other, 45, 45) == 0 && pixel(other, 45, 55) == 0xffff_8000)
        let changing = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
        let moment = try picture("ADBE Linear Wipe", [changing, "0", "0"], at: 0.25)
        #expect(pixel(moment, 50, 55) == 0xffff_8000 && pixel(moment, 50, 65) == 0, "upwards from below")
    }

    @Test func a_ramp_colours_the_layer() throws {
        let ramp = try picture("ADBE Ramp", ["[0,0]", "[0,0,0,1]", "[40,0]", "[1,1,1,1]", "1", "0", "0"])
        #expect(isNear(pixel(ramp, 50, 50), 0xff82_8282, by: 4) && pixel(ramp, 20, 50) == 0)
        let mixed = try picture("ADBE Ramp", ["[0,0]", "[0,0,0,1]", "[40,0]", "[1,1,1,1]", "1", "0", "100"])
        #expect(pixel(mixed, 50, 50) == 0xffff_8000)
    }

    private let mask = """
        "masksProperties":[{"mode":"n","o":{"k":100},"pt":{"k":{"c":true,"v":[[10,10],[30,10],[30,30],[10,30]],
        "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}],
        """

    @Test(
        arguments: [(1, 0xff00_00ff, 0xffff_8000), (2, 0xff00_00ff, 0), (3, 0xffff_8000, 0)] as [(Int, UInt32, UInt32)])
    func a_stroke_runs_along_a_mask(style: Int, line: UInt32, middle: UInt32) throws {
        let values = ["1", "0", "1", "[0,0,1,1]", "2", "0.75", "1", "0", "100", "15", "\(style)"]
        let whole = try picture("ADBE Stroke", values, type: 22, extra: mask)
        #expect(pixel(whole, 50, 40) == line && pixel(whole, 40, 50) == line && pixel(whole, 50, 50) == middle)
        var half = values
        half[8] = "50"
        let part = try picture("ADBE Stroke", half, type: 22, extra: mask)
        #expect(pixel(part, 50, 40) == line && pixel(part, 60, 50) == line)
        #expect(pixel(part, 40, 50) == (style == 1 ? 0xffff_8000 : 0))
    }

    @Test func a_shadow_may_be_without_its_layer() throws {
        let shadow = try picture("ADBE Drop Shadow", ["[0,0,1,1]", "255", "90", "10", "0", "1"], type: 25)
        #expect(pixel(shadow, 75, 50) == 0xff00_00ff && pixel(shadow, 50, 50) == 0xff00_00ff)
        #expect(pixel(shadow, 35, 50) == 0)
    }

    @Test func a_matte_that_an_effect_sets_stays_visible() throws {
        let matte = """
            {"ty":1,"nm":"m","ind":7,"ip":0,"op":10,"sw":20,"sh":100,"sc":"#0000ff",
            "ks":{"p":{"k":[40,0]}}}
            """
        func picture(_ inverted: Int) throws -> Bitmap {
            let own = effect(28, "ADBE Set Matte3", ["7", "4", "\(inverted)", "1", "1", "1"])
            let layer = """
                {"ty":1,"nm":"s","ind":1,"ip":0,"op":10,"sw":80,"sh":40,"sc":"#ff8000",
                "ks":{"p":{"k":[10,30]}},"ef":[\(own)]}
                """
            return try draw(lottie(layer + "," + matte))
        }
        let within = try picture(0)
        #expect(pixel(within, 50, 50) == 0xffff_8000 && pixel(within, 50, 80) == 0xff00_00ff)
        #expect(pixel(within, 20, 50) == 0)
        let outside = try picture(1)
        #expect(pixel(outside, 50, 50) == 0xff00_00ff && pixel(outside, 20, 50) == 0xffff_8000)
    }

    @Test func effects_of_shapes_come_after_their_placement() throws {
        let shadow = effect(25, "ADBE Drop Shadow", ["[0,0,1,1]", "255", "90", "10", "0", "0"])
        let shape = """
            {"ty":"gr","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,20]},"r":{"k":0}},
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}
            """
        let ks = "\"p\":{\"k\":[50,50]},\"s\":{\"k\":[200,200]},\"r\":{\"k\":90},\"o\":{\"k\":50}"
        let picture = try draw(lottie(shapeLayer(shape, ks: ks, extra: "\"ef\":[\(shadow)],")))
        // The shadow is 10 points to the right, however the layer is turned and scaled, and fades with it.
        #expect(isNear(pixel(picture, 75, 50), 0x8000_0080) && pixel(picture, 82, 50) == 0)
        #expect(isNear(pixel(picture, 60, 50), 0x8080_0000) && pixel(picture, 50, 75) == 0)
    }

    @Test func effects_come_after_masks() throws {
        let add = mask.replacingOccurrences(of: "\"n\"", with: "\"a\"")
        let blurred = try picture("ADBE Gaussian Blur 2", ["20", "1", "0"], type: 29, extra: add)
        #expect((90..<146).contains(pixel(blurred, 40, 50) >> 24), "the mask's edge is blurred")
        #expect(pixel(blurred, 36, 50) >> 24 > 10)
    }
}
