import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// Effects of Lottie documents that move pixels by a formula, or draw noise.
@Suite struct LottieFieldEffectTests: LottieEffectDocuments {
    @Test func radial_blurs_turn_around_their_center_or_zoom_from_it() throws {
        let turn = try draw(bar(effect("ADBE Radial Blur", [("1", "20"), ("2", "[50,50]"), ("3", "1")])))
        #expect(pixel(turn, 50, 50) == red && pixel(turn, 20, 50) == blue)
        // Within 10 degrees of the edge both colours are there, near the center and far away.
        let near = pixel(turn, 58, 35), far = pixel(turn, 64, 5)
        #expect(near >> 16 & 255 > 20 && near & 255 > 20 && far >> 16 & 255 > 20 && far & 255 > 20)
        let zoom = try draw(bar(effect("ADBE Radial Blur", [("1", "40"), ("2", "[50,50]"), ("3", "2")])))
        let edge = pixel(zoom, 60, 50)
        #expect(edge >> 16 & 255 > 80 && edge & 255 > 80)
        #expect(pixel(zoom, 54, 50) == red && pixel(zoom, 90, 50) == blue)
    }

    @Test func waves_move_pixels_across_their_direction() throws {
        // Squares of 20 points in turns, upwards: bars move right and left.
        let inputs = [("1", "2"), ("2", "10"), ("3", "40"), ("4", "0"), ("5", "0"), ("7", "0")]
        let wave = try draw(bar(effect("ADBE Wave Warp", inputs)))
        #expect(pixel(wave, 32, 10) == red && pixel(wave, 55, 10) == blue)
        #expect(pixel(wave, 68, 30) == red && pixel(wave, 45, 30) == blue)
        // A turn a second moves the wave up by its length, half of it in half a second.
        let moving = inputs.map { $0.0 == "5" ? ("5", "1") : $0 }
        let later = try draw(bar(effect("ADBE Wave Warp", moving)), at: 0.5)
        #expect(pixel(later, 68, 10) == red && pixel(later, 32, 30) == red)
    }

    @Test func twirls_turn_the_middle_and_keep_what_is_beyond_the_radius() throws {
        let twirl = try draw(bar(effect("ADBE Twirl", [("1", "180"), ("2", "45"), ("3", "[50,50]")])))
        #expect(pixel(twirl, 50, 2) == red && pixel(twirl, 2, 50) == blue && pixel(twirl, 50, 50) == red)
        let plain = try draw(bar())
        #expect(twirl.pixels != plain.pixels)
        #expect((0..<100).allSatisfy { pixel(twirl, $0, 1) == pixel(plain, $0, 1) })
    }

    @Test func spheres_show_the_layer_around_a_ball() throws {
        func sphere(_ turn: Int) throws -> Bitmap {
            try draw(bar(effect("CC Sphere", [("Rotation Y", "\(turn)"), ("Radius", "40"), ("Offset", "[50,50]")])))
        }
        let front = try sphere(0)
        #expect(pixel(front, 50, 50) == red && pixel(front, 15, 50) == blue && pixel(front, 5, 5) == 0)
        // A quarter further the bar is at the side.
        #expect(pixel(try sphere(90), 50, 50) == blue)
    }

    @Test func turbulence_is_the_same_each_time_and_changes_with_its_evolution() throws {
        let turning = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[180]}]}"
        let inputs = [("Amount", "20"), ("Size", "30"), ("Evolution", turning)]
        let all = [0.0, 0.5, 0.0].map { try? draw(bar(effect("ADBE Turbulent Displace", inputs)), at: $0).pixels }
        #expect(all[0] == all[2] && all[0] != all[1])
        #expect(all[0] != (try draw(bar()).pixels))
        let still = try draw(bar(effect("ADBE Turbulent Displace", [("Amount", "0")])))
        #expect(still.pixels == (try draw(bar()).pixels))
    }

    @Test func noise_is_grey_and_follows_its_seed() throws {
        func noise(_ match: String, _ more: [(String, String)]) throws -> [UInt32] {
            try draw(bar(effect(match, [("Scale", "20")] + more))).pixels
        }
        let plain = try noise("ADBE Fractal Noise", [])
        #expect(plain.allSatisfy { $0 >> 24 == 255 && $0 & 255 == $0 >> 8 & 255 && $0 & 255 == $0 >> 16 & 255 })
        #expect(Set(plain).count > 50)
        #expect(try noise("ADBE Fractal Noise", []) == plain)
        #expect(try noise("ADBE Fractal Noise", [("Random Seed", "5")]) != plain)
        #expect(try noise("ADBE Turbulent Noise", []) != plain)
        let inverse = try noise("ADBE Fractal Noise", [("Invert", "1")])
        #expect(zip(plain, inverse).allSatisfy { abs(Int($0 & 255) + Int($1 & 255) - 255) <= 1 })
    }

    @Test func noise_with_a_cycle_repeats() throws {
        func noise(_ evolution: Int) throws -> [UInt32] {
            let inputs = [
                ("Scale", "20"), ("Evolution", "\(evolution)"), ("Cycle Evolution", "1"),
                ("Cycle (in Revolutions)", "2"),
            ]
            return try draw(bar(effect("ADBE Fractal Noise", inputs))).pixels
        }
        #expect(try noise(0) == noise(720))
        #expect(try noise(0) != noise(360))
    }

    @Test func chokers_move_edges_in_and_out() throws {
        func square(_ choke: Int) throws -> Bitmap {
            let shape = "{\"ty\":\"rc\",\"p\":{\"k\":[50,50]},\"s\":{\"k\":[60,60]},\"r\":{\"k\":0}}"
            let fill = "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"
            let effect = effect("ADBE Simple Choker", [("View", "1"), ("Choke Matte", "\(choke)")])
            return try draw(lottie(shapeLayer("\(shape),\(fill)", extra: "\"ef\":[\(effect)],")))
        }
        let (smaller, larger) = (try square(6), try square(-6))
        #expect(pixel(smaller, 22, 50) == 0 && pixel(smaller, 29, 50) == red)
        #expect(pixel(larger, 16, 50) == red && pixel(larger, 11, 50) == 0)
    }

    @Test func four_colors_are_at_their_points() throws {
        let inputs = [
            ("1", "[5,5]"), ("2", "[1,1,0,1]"), ("3", "[95,5]"), ("4", "[0,1,0,1]"), ("5", "[5,95]"),
            ("6", "[1,0,1,1]"), ("7", "[95,95]"), ("8", "[0,0,1,1]"), ("Opacity", "100"), ("Blend", "100"),
        ]
        let bitmap = try draw(bar(effect("ADBE 4ColorGradient", inputs)))
        for (x, y, color) in [(5, 5, 0xffff00), (95, 5, 0x00ff00), (5, 95, 0xff00ff), (95, 95, 0x0000ff)] {
            let found = Int(pixel(bitmap, x, y) & 0xffffff)
            #expect([0, 8, 16].allSatisfy { abs(found >> $0 & 255 - color >> $0 & 255) < 12 }, "\(x) \(y)")
        }
    }

    @Test func hard_borders_between_four_colors_are_drawn() throws {
        let inputs = [
            ("1", "[0,0]"), ("2", "[1,1,0,1]"), ("3", "[100,0]"), ("4", "[0,1,0,1]"), ("5", "[0,100]"),
            ("6", "[1,0,1,1]"), ("7", "[100,100]"), ("8", "[0,0,1,1]"), ("9", "1"), ("11", "100"),
        ]
        let bitmap = try draw(bar(effect("ADBE 4ColorGradient", inputs)))
        #expect(pixel(bitmap, 1, 1) == 0xffff_ff00 && pixel(bitmap, 46, 46) == 0xffff_ff00)
        #expect(pixel(bitmap, 98, 1) == 0xff00_ff00 && pixel(bitmap, 98, 98) == 0xff00_00ff)
    }

    /// Each input of each effect, by number and by name, has a number far out of its range.
    @Test(arguments: [
        "ADBE Radial Blur", "ADBE Turbulent Displace", "ADBE Wave Warp", "ADBE Twirl", "CC Sphere",
        "ADBE Fractal Noise", "ADBE AIF Perlin Noise 3D", "ADBE Simple Choker", "ADBE 4ColorGradient",
        "ADBE Exposure2", "ADBE Gamma/Pedestal/Gain2", "ADBE Brightness & Contrast 2", "ADBE Black&White",
        "ADBE Spherize", "ADBE Displacement Map", "ADBE Echo",
    ]) func numbers_out_of_range_are_drawn(_ match: String) throws {
        let names = [
            "Scale", "Fractal Type", "Blending Mode", "Opacity", "Complexity", "Sub Scaling", "Offset Turbulence",
            "Evolution", "Random Seed", "Cycle Evolution", "Cycle (in Revolutions)", "Size", "Amount", "Rotation X",
            "Radius", "Render", "View", "Contrast", "Displacement",
        ]
        for number in ["1e300", "-1e300", "-1e18", "1e-300", "0", "[1e300,-1e300,0,1]"] {
            let numbered = (1...34).map { (String($0), number) }
            for inputs in [numbered, names.map { ($0, number) }] {
                #expect(try draw(bar(effect(match, inputs)), at: 0.5).width == 100)
            }
        }
    }

    @Test func exposure_counts_stops_of_linear_light() throws {
        func color(_ inputs: [(String, String)]) throws -> UInt32 {
            let solid = """
                {"ty":1,"ip":0,"op":10,"sw":100,"sh":100,"sc":"#404040","ks":{},
                "ef":[\(effect("ADBE Exposure2", [("1", "1")] + inputs))]}
                """
            return try pixel(draw(lottie(solid)), 50, 50) & 255
        }
        // 64 2^(1 / 2.2) is 88; half as much again with a gamma of 2.
        #expect(abs(Int(try color([("3", "1"), ("4", "0"), ("5", "1")])) - 88) <= 1)
        #expect(abs(Int(try color([("3", "0"), ("4", "0"), ("5", "2")])) - 128) <= 1)
        // (0.0478 + 0.1) ^ (1 / 2.2) is 0.419.
        #expect(abs(Int(try color([("3", "0"), ("4", "0.1"), ("5", "1")])) - 107) <= 3)
    }

    @Test func pedestals_and_gains_are_the_ends_of_the_output() throws {
        let inputs = [("2", "1"), ("3", "0.2"), ("4", "1"), ("5", "1"), ("6", "0"), ("7", "0.5"), ("8", "2")]
        let solid = """
            {"ty":1,"ip":0,"op":10,"sw":100,"sh":100,"sc":"#00ff40","ks":{},
            "ef":[\(effect("ADBE Gamma/Pedestal/Gain2", inputs))]}
            """
        #expect(try pixel(draw(lottie(solid)), 50, 50) == 0xff33_8080)
    }

    /// These inputs had no key paths, so that their animations had no effect.
    @Test func inputs_of_bulges_mosaics_and_powers_animate() throws {
        func key(_ from: String, _ to: String) -> String {
            "{\"a\":1,\"k\":[{\"t\":0,\"s\":[\(from)]},{\"t\":10,\"s\":[\(to)]}]}"
        }
        for effect in [
            effect("ADBE Bulge", [("1", "50"), ("2", "50"), ("3", "[50,50]"), ("4", key("0", "2"))]),
            effect("ADBE Mosaic", [("1", key("100", "3")), ("2", "1"), ("3", "1")]),
        ] {
            #expect(try draw(bar(effect), at: 0).pixels != draw(bar(effect), at: 1).pixels)
        }
        let gamma = effect("ADBE Easy Levels2", [("1", "1"), ("2", "0"), ("3", "0"), ("4", "1"), ("5", key("1", "2"))])
        let solid = "{\"ty\":1,\"ip\":0,\"op\":20,\"sw\":100,\"sh\":100,\"sc\":\"#404040\",\"ks\":{},\"ef\":[\(gamma)]}"
        #expect(try pixel(draw(lottie(solid, end: 20), at: 1), 50, 50) == 0xff80_8080)
    }
}

/// Documents that name a version of the specification, and others.
@Suite struct LottieVersionTests: LottieEffectDocuments {
    @Test func stretched_layers_begin_as_the_specification_or_after_effects_has_it() throws {
        func document(_ version: String) -> [UInt8] {
            let moving = """
                {"ty":1,"ip":0,"op":20,"sw":10,"sh":10,"sc":"#ff0000",
                "ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[80,0]}]}}}
                """
            return lottie(
                "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":20,\"st\":4,\"sr\":2,\"ks\":{}}",
                extra: "\(version)\"assets\":[{\"id\":\"c\",\"layers\":[\(moving)]}],", end: 20)
        }
        // At frame 12: 12 / 2 - 4 is 2, (12 - 4) / 2 is 4.
        #expect(try pixel(draw(document("\"ver\":10001,"), at: 1.2), 20, 5) == red)
        #expect(try pixel(draw(document(""), at: 1.2), 36, 5) == red)
    }

    @Test func rows_begin_with_the_last_outline_or_the_first() throws {
        func line(_ y: Int) -> String {
            """
            {"ty":"sh","ks":{"k":{"c":false,"v":[[10,\(y)],[90,\(y)]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}
            """
        }
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":10}}"
        let trim = "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":50},\"o\":{\"k\":0},\"m\":2}"
        func group(_ item: String) -> String { "{\"ty\":\"gr\",\"it\":[\(item),{\"ty\":\"tr\"}]}" }
        for (upper, lower) in [(line(25), line(75)), (group(line(25)), group(line(75)))] {
            let layer = shapeLayer("\(upper),\(lower),\(trim),\(stroke)")
            let specified = try draw(lottie(layer, extra: "\"ver\":10001,"))
            #expect(pixel(specified, 50, 75) == red && pixel(specified, 50, 25) == 0)
            let other = try draw(lottie(layer))
            #expect(pixel(other, 50, 25) == red && pixel(other, 50, 75) == 0)
        }
    }
}

/// Expressions of the selectors of texts, and of cameras.
@Suite struct LottieSelectorExpressionTests: LottieEffectDocuments {
    private func letters(_ script: String, basis: Int = 1, text: String = "ab cd") throws -> [Double] {
        let layer = """
            {"ty":5,"nm":"T","ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"\(text)","f":"F","s":20,"fc":[0,0,0]}}]},
            "p":{},"m":{},"a":[{"s":{"t":1,"b":\(basis),"a":{"k":100,"x":\(ScriptPrinter.quoted(script))}},
            "a":{"o":{"k":0}}}]}}
            """
        let file = try JSONParser.parse(lottie(layer, end: 20), file: "t")
        let changed = LottieExpressions.applied(
            to: file, diagnostics: LottieDiagnostics(file: "t", bytes: []), work: LottieWork(), player: .specification)
        let text = changed.object?["layers"]?.elements?.first?.object?["t"]?.object
        let amount = text?["a"]?.elements?.first?.object?["s"]?.object?["a"]?.object
        return amount?["k"]?.numbers ?? []
    }

    @Test func selectors_run_for_each_unit() throws {
        #expect(try letters("textIndex * 10 + textTotal") == [15, 25, 35, 45, 55])
        #expect(try letters("textIndex / textTotal * 100", basis: 2) == [25, 50, 75, 100])
        #expect(try letters("textIndex", basis: 3) == [1, 2])
        #expect(try letters("[textIndex, 2, 3]", basis: 4) == [1])
        #expect(try letters("selectorValue", basis: 3) == [100, 100])
    }

    @Test func letters_have_their_own_shares() throws {
        let script = "var $bm_rt; $bm_rt = textIndex < 2 ? 100 : 0;"
        let layer = """
            {"ty":5,"nm":"T","ip":0,"op":10,"ks":{"p":{"k":[0,80]}},"t":{"d":{"k":[{"t":0,"s":{"t":"MM","f":"F","s":50,
            "fc":[1,0,0]}}]},"p":{},"m":{},"a":[{"s":{"t":1,"b":1,"a":{"k":100,"x":\(ScriptPrinter.quoted(script))}},
            "a":{"o":{"k":0}}}]}}
            """
        let bitmap = try draw(lottie(layer))
        #expect((0..<100).allSatisfy { y in (0..<35).allSatisfy { pixel(bitmap, $0, y) == 0 } })
        #expect(bitmap.pixels.contains(red))
    }

    @Test func cameras_are_read() throws {
        let camera = """
            {"ty":13,"nm":"Cam","ind":1,"ip":0,"op":20,"pe":{"k":800},"ks":{"a":{"k":[50,60,0]},"p":{"k":[50,50,-800]}}}
            """
        for (script, value) in [
            ("thisComp.activeCamera.cameraOption.zoom", 800.0), ("thisComp.layer('Cam').zoom", 800),
            ("thisComp.activeCamera.pointOfInterest[1]", 60), ("thisComp.activeCamera.position[2]", -800),
        ] {
            let null = """
                {"ty":3,"nm":"N","ind":2,"ip":0,"op":20,"ks":{"r":{"k":1,"x":\(ScriptPrinter.quoted(script))}}}
                """
            let file = try JSONParser.parse(lottie("\(camera),\(null)", end: 20), file: "t")
            let changed = LottieExpressions.applied(
                to: file, diagnostics: LottieDiagnostics(file: "t", bytes: []), work: LottieWork(),
                player: .specification)
            let layer = changed.object?["layers"]?.elements?[1].object
            #expect(layer?["ks"]?.object?["r"]?.object?["k"]?.number == value, "\(script)")
        }
    }
}
