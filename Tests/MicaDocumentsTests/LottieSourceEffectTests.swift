import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// Effects that weigh hues, that need another layer's picture, or the layer's own at other times.
@Suite struct LottieSourceEffectTests: LottieEffectDocuments {
    @Test func black_and_white_weighs_hues() throws {
        let grey = try draw(bar(effect("ADBE Black&White", [("1", "40"), ("5", "-20")])))
        #expect(pixel(grey, 50, 50) == 0xff66_6666 && pixel(grey, 20, 50) == 0xff00_0000)
        // Defaults: red 40, blue 20.
        let usual = try draw(bar(effect("ADBE Black&White", [])))
        #expect(pixel(usual, 50, 50) == 0xff66_6666 && pixel(usual, 20, 50) == 0xff33_3333)
        let yellow = """
            {"ty":1,"ip":0,"op":20,"sw":100,"sh":100,"sc":"#ffff00","ks":{},
            "ef":[\(effect("ADBE Black&White", [("2", "75"), ("1", "0"), ("3", "0")]))]}
            """
        #expect(try pixel(draw(lottie(yellow)), 50, 50) == 0xffbf_bfbf)
    }

    @Test func black_and_white_is_tinted_from_black_to_white() throws {
        let tint = [("7", "1"), ("8", "[1,0,0,1]")]
        func color(_ red: String) throws -> UInt32 {
            try pixel(draw(bar(effect("ADBE Black&White", [("1", red)] + tint))), 50, 50)
        }
        #expect(try color("0") == 0xff00_0000 && color("100") == 0xffff_ffff)
        let middle = try color("50")
        #expect(middle >> 16 & 255 > 240 && middle >> 8 & 255 == middle & 255 && middle & 255 < 80)
    }

    @Test func spherizing_enlarges_the_middle() throws {
        let ball = try draw(bar(effect("ADBE Spherize", [("1", "45"), ("2", "[50,50]")])))
        // The edge at 10 points is seen further out, where its share of the quarter of the circumference is.
        #expect(pixel(ball, 63, 50) == red && pixel(ball, 67, 50) == blue && pixel(ball, 98, 50) == blue)
        #expect(pixel(ball, 50, 2) == red && pixel(ball, 62, 4) == blue)
        #expect(try draw(bar(effect("ADBE Spherize", [("1", "-5"), ("2", "[50,50]")]))).pixels == draw(bar()).pixels)
    }

    /// The bar, displaced by a map of two solids: white above, black below.
    private func displaced(_ inputs: [(String, String)], map: String = "m", size: Int = 100) -> [UInt8] {
        let solids = """
            {"ty":1,"ip":0,"op":20,"sw":20,"sh":100,"sc":"#ff0000","ks":{"p":{"k":[40,0]}}},
            {"ty":1,"ip":0,"op":20,"sw":100,"sh":100,"sc":"#0000ff","ks":{}}
            """
        let halves = """
            {"ty":1,"ip":0,"op":20,"sw":\(size),"sh":\(size / 2),"sc":"#ffffff","ks":{}},
            {"ty":1,"ip":0,"op":20,"sw":\(size),"sh":\(size),"sc":"#000000","ks":{}}
            """
        let effect = effect("ADBE Displacement Map", [("1", "2")] + inputs)
        return lottie(
            """
            {"ty":0,"ind":1,"refId":"c","w":100,"h":100,"ip":0,"op":20,"ks":{},"ef":[\(effect)]},
            {"ty":0,"ind":2,"hd":true,"refId":"\(map)","w":\(size),"h":\(size),"ip":0,"op":20,
            "ks":{"o":{"k":20},"p":{"k":[7,9]}}}
            """,
            extra: """
                "assets":[{"id":"c","layers":[\(solids)]},{"id":"m","layers":[\(halves)]},{"id":"none","layers":[]}],
                """, end: 20)
    }

    private let across = [("2", "5"), ("3", "20"), ("4", "10"), ("5", "0")]

    @Test func maps_displace_by_their_colours() throws {
        let moved = try draw(displaced(across))
        #expect(pixel(moved, 30, 25) == red && pixel(moved, 50, 25) == blue)
        #expect(pixel(moved, 70, 75) == red && pixel(moved, 50, 75) == blue)
        // From beyond the layer come no pixels, or those of its other side.
        #expect(pixel(moved, 95, 25) == 0 && pixel(moved, 5, 75) == 0)
        let wrapped = try draw(displaced(across + [("7", "1")]))
        #expect(pixel(wrapped, 95, 25) == blue && pixel(wrapped, 5, 75) == blue)
        // A negative maximum moves the other way.
        let back = try draw(displaced([("2", "1"), ("3", "-20"), ("4", "10"), ("5", "0")]))
        #expect(pixel(back, 70, 25) == red && pixel(back, 30, 75) == red)
    }

    @Test func maps_of_other_sizes_are_centered_stretched_or_tiled() throws {
        let plain = try draw(bar())
        let centered = try draw(displaced(across, size: 40))
        #expect((0..<100).allSatisfy { pixel(centered, $0, 10) == pixel(plain, $0, 10) })
        #expect(pixel(centered, 35, 40) == red && pixel(centered, 65, 60) == red)
        let stretched = try draw(displaced(across + [("6", "2")], size: 40))
        #expect(pixel(stretched, 30, 25) == red && pixel(stretched, 70, 75) == red)
        let tiled = try draw(displaced(across + [("6", "3")], size: 40))
        for (y, x) in [(10, 30), (30, 70), (50, 30), (70, 70), (90, 30)] { #expect(pixel(tiled, x, y) == red, "\(y)") }
    }

    @Test func displacements_without_a_map_or_by_one_value_move_nothing() throws {
        let plain = try draw(bar()).pixels
        #expect(try draw(displaced(across, map: "none")).pixels == plain)
        #expect(try draw(displaced([("2", "9"), ("3", "20"), ("4", "10"), ("5", "20")])).pixels == plain)
        let loaded = try LottieFile.read(
            bar(effect("ADBE Displacement Map", [("1", "7"), ("3", "20")])), file: "t.json", images: LottieImages(nil))
        #expect(loaded.warnings.contains { $0.message.contains("no layer as its map") })
    }

    /// A square of 10 points, which is at ten times the frame, with an echo.
    private func trail(_ inputs: [(String, String)]) -> [UInt8] {
        let square = """
            {"ty":1,"ip":0,"op":20,"sw":10,"sh":10,"sc":"#ff0000",
            "ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[100,0]}]}}}
            """
        return lottie(
            """
            {"ty":0,"refId":"c","w":100,"h":100,"ip":0,"op":20,"ks":{},"ef":[\(effect("ADBE Echo", inputs))]}
            """, extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(square)]}],", end: 20)
    }

    @Test func echoes_show_the_layer_at_other_times() throws {
        // Ten frames a second: two echoes, two frames apart, each half as strong.
        let inputs = [("1", "-0.2"), ("2", "2"), ("3", "1"), ("4", "0.5")]
        for combination in ["1", "2", "3", "4", "5", "6"] {
            let bitmap = try draw(trail(inputs + [("5", combination)]), at: 0.6)
            let alphas = [65, 45, 25, 5, 85].map { pixel(bitmap, $0, 5) >> 24 }
            #expect(
                zip(alphas, [255, 128, 64, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(combination) \(alphas)")
        }
        let ahead = try draw(trail([("1", "0.1"), ("2", "1"), ("3", "1"), ("4", "1")]), at: 0.6)
        #expect(pixel(ahead, 65, 5) == red && pixel(ahead, 75, 5) == red && pixel(ahead, 55, 5) == 0)
        let mean = try draw(trail([("1", "-0.2"), ("2", "1"), ("5", "7")]), at: 0.6)
        #expect(abs(Int(pixel(mean, 65, 5) >> 24) - 128) <= 1 && abs(Int(pixel(mean, 45, 5) >> 24) - 128) <= 1)
    }

    @Test func echoes_add_up_or_lie_behind_each_other() throws {
        // Half as far as the square is wide.
        func overlap(_ combination: String) throws -> UInt32 {
            let inputs = [("1", "-0.05"), ("2", "1"), ("3", "0.5"), ("4", "1"), ("5", combination)]
            return try pixel(draw(trail(inputs), at: 0.6), 62, 5) >> 24
        }
        #expect(try overlap("1") >= 254)
        for combination in ["4", "5", "6"] { #expect(try abs(Int(overlap(combination)) - 191) <= 2, "\(combination)") }
    }

    @Test func echoes_of_remapped_layers_are_at_the_remapped_times() throws {
        let square = """
            {"ty":1,"ip":0,"op":40,"sw":10,"sh":10,"sc":"#ff0000",
            "ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[100,0]}]}}}
            """
        let echo = effect("ADBE Echo", [("1", "-0.2"), ("2", "1"), ("5", "6")])
        let inner = "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":20,\"ks\":{},\"ef\":[\(echo)]}"
        let outer = """
            {"ty":0,"refId":"d","w":100,"h":100,"ip":0,"op":20,"ks":{},
            "tm":{"a":1,"k":[{"t":0,"s":[1],"i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[0]}},{"t":10,"s":[0]}]}}
            """
        let bytes = lottie(
            outer, extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(square)]},{\"id\":\"d\",\"layers\":[\(inner)]}],",
            end: 20)
        let bitmap = try draw(bytes, at: 0.5)
        #expect(pixel(bitmap, 55, 5) == red && pixel(bitmap, 35, 5) == red && pixel(bitmap, 75, 5) == 0)
    }

    @Test func many_echoes_of_echoes_are_refused_in_time() throws {
        let echo = effect("ADBE Echo", [("1", "-0.1"), ("2", "64"), ("5", "6")])
        let assets = (0..<6).map { index in
            """
            {"id":"\(index)","layers":[{"ty":0,"refId":"\(index + 1)","w":100,"h":100,"ip":0,"op":20,"ks":{},"ef":[\(echo)]}]}
            """
        }
        let bytes = lottie(
            "{\"ty\":0,\"refId\":\"0\",\"w\":100,\"h\":100,\"ip\":0,\"op\":20,\"ks\":{}}",
            extra: "\"assets\":[\(assets.joined(separator: ",")),{\"id\":\"6\",\"layers\":[]}],", end: 20)
        #expect(throws: DocumentError.self) { try draw(bytes) }
    }

    /// They ran for effects with a type of their own only.
    @Test func expressions_of_effects_without_a_type_run() throws {
        let moving = "{\"k\":[0,0],\"x\":\"var $bm_rt; $bm_rt = [effect('Far')('By'), 0];\"}"
        let transform = effect("ADBE Geometry2", [("1", "[0,0]"), ("2", moving)])
        let control = """
            {"ty":5,"nm":"Far","mn":"ADBE Slider Control","ef":[{"ty":0,"nm":"By","mn":"ADBE Slider Control-0001","v":{"k":30}}]}
            """
        let moved = try draw(bar(transform, control))
        #expect(pixel(moved, 80, 50) == red && pixel(moved, 50, 50) == blue)
    }

    /// Effects of these types without match names were not known.
    @Test func effects_are_known_by_their_types() throws {
        let inputs = "{\"v\":{\"k\":45}},{\"v\":{\"k\":[50,50]}}"
        let ball = try draw(bar("{\"ty\":33,\"ef\":[\(inputs)]}"))
        #expect(pixel(ball, 63, 50) == red && pixel(ball, 67, 50) == blue)
        let turned = "{\"v\":{\"k\":180}},{\"v\":{\"k\":45}},{\"v\":{\"k\":[50,50]}}"
        #expect(
            try draw(bar("{\"ty\":30,\"ef\":[\(turned)]}")).pixels
                == draw(bar(effect("ADBE Twirl", [("1", "180"), ("2", "45"), ("3", "[50,50]")]))).pixels)
    }

    @Test func room_for_effects_changes_nothing_and_is_no_warning() throws {
        let loaded = try LottieFile.read(
            bar(effect("ADBE GROW BOUNDS", [("1", "100")])), file: "t.json", images: LottieImages(nil))
        #expect(loaded.warnings.isEmpty)
    }
}
