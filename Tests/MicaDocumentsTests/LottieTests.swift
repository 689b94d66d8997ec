import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaImageFiles
import QuartzCore
import Testing

@testable import MicaDocuments

/// A Lottie document of 100 x 100 points, 10 frames at 10 a second.
func lottie(_ layers: String, extra: String = "", end: Int = 10) -> [UInt8] {
    Array("{\"v\":\"5.7.0\",\"fr\":10,\"ip\":0,\"op\":\(end),\"w\":100,\"h\":100,\(extra)\"layers\":[\(layers)]}".utf8)
}

/// A shape layer.
func shapeLayer(_ shapes: String, ks: String = "", extra: String = "") -> String {
    "{\"ty\":4,\"nm\":\"S\",\"ind\":1,\"ip\":0,\"op\":10,\"ks\":{\(ks)},\(extra)\"shapes\":[\(shapes)]}"
}

/// A red square of 20 points around a point.
private func square(_ x: Int, _ y: Int, color: String = "[1,0,0,1]") -> String {
    """
    {"ty":"gr","nm":"G","it":[{"ty":"rc","p":{"k":[\(x),\(y)]},"s":{"k":[20,20]},"r":{"k":0}},
    {"ty":"fl","nm":"F","c":{"k":\(color)},"o":{"k":100}},{"ty":"tr"}]}
    """
}

/// Draws a document at a time, a pixel a point.
private func draw(_ bytes: [UInt8], at time: Double = 0, values: [LottieValue] = []) throws -> Bitmap {
    let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil), values: values)
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

private let red: UInt32 = 0xffff_0000

/// Lottie documents as layers.
@Suite struct LottieTests {
    @Test func fourth_component_of_a_colour_is_not_its_alpha() throws {
        for color in ["[1,0,0,0]", "[1,0,0,0.5]", "[1,0,0]", "[255,0,0,0]", "[255,0,0,255]"] {
            #expect(try pixel(draw(lottie(shapeLayer(square(50, 50, color: color)))), 50, 50) == red, "\(color)")
        }
        let moving = "[{\"t\":0,\"s\":[1,0,0,0]},{\"t\":10,\"s\":[1,0,0,1]}]"
        #expect(try pixel(draw(lottie(shapeLayer(square(50, 50, color: moving))), at: 0.2), 50, 50) == red)
    }

    @Test func fill_draws_its_outline_where_the_transforms_say() throws {
        let picture = try draw(lottie(shapeLayer(square(0, 0), ks: "\"p\":{\"k\":[50,30]},\"a\":{\"k\":[10,0]}")))
        #expect(pixel(picture, 31, 21) == red && pixel(picture, 48, 38) == red)
        #expect(pixel(picture, 29, 30) == 0 && pixel(picture, 51, 30) == 0 && pixel(picture, 40, 41) == 0)
    }

    @Test func keys_ease_hold_and_go_along_curves() throws {
        func offset(_ keys: String, at time: Double) throws -> Int {
            let picture = try draw(lottie(shapeLayer(square(0, 50), ks: "\"p\":{\"a\":1,\"k\":[\(keys)]}")), at: time)
            let row = (0..<100).filter { pixel(picture, $0, 50) == red }
            return try #require(row.first) + 10
        }
        let linear = "{\"t\":0,\"s\":[20,0]},{\"t\":10,\"s\":[80,0]}"
        #expect(try offset(linear, at: 0.5) == 50)
        let held = "{\"t\":0,\"s\":[20,0],\"h\":1},{\"t\":5,\"s\":[80,0]}"
        #expect(try offset(held, at: 0.49) == 20)
        #expect(try offset(held, at: 0.5) == 80)
        // A frame at a key has its value, whatever the times' division rounds to: (0.6 - 0.36) / 0.52 is below 6 / 13.
        func checkHeld(_ rate: Double, _ keys: [Double]) throws {
            let list = keys.enumerated().map { "{\"t\":\($1),\"s\":[\(10 + 5 * Double($0)),0],\"h\":1}" }.joined(
                separator: ",")
            let layer = shapeLayer(square(0, 50), ks: "\"p\":{\"a\":1,\"k\":[\(list)]}")
            let text = String(decoding: lottie(layer, end: 30), as: UTF8.self)
                .replacing("\"fr\":10", with: "\"fr\":\(rate)").replacing(
                    "\"ip\":0,\"op\":10", with: "\"ip\":0,\"op\":30")
            for (index, key) in keys.enumerated() {
                let picture = try draw(Array(text.utf8), at: key / rate)
                let row = (0..<100).filter { pixel(picture, $0, 50) == red }
                #expect(row.first == 5 * index, "key \(key) at \(rate)")
            }
        }
        for rate in [24.0, 25, 29.97, 60] {
            try checkHeld(rate, [9, 13, 15, 17, 18, 19, 21, 22])
            try checkHeld(rate, [2, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15])
        }
        let eased = """
            {"t":0,"s":[20,0],"o":{"x":1,"y":0},"i":{"x":1,"y":0}},{"t":10,"s":[80,0]}
            """
        #expect(try offset(eased, at: 0.5) < 30)
        let old = "{\"t\":0,\"s\":[20,0],\"e\":[60,0]},{\"t\":10}"
        #expect(try offset(old, at: 1) == 60)
        let curved = "{\"t\":0,\"s\":[20,0],\"to\":[30,-200],\"ti\":[0,-200]},{\"t\":10,\"s\":[80,0]}"
        // At the parameter 0.5 the curve is 150 points above: nothing is left in the picture.
        let away = try draw(lottie(shapeLayer(square(0, 50), ks: "\"p\":{\"a\":1,\"k\":[\(curved)]}")), at: 0.5)
        #expect(away.pixels.allSatisfy { $0 == 0 })
    }

    @Test func layers_are_seen_between_their_frames() throws {
        let bytes = lottie(
            "{\"ty\":1,\"ind\":1,\"ip\":2,\"op\":5,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{}}")
        #expect(try pixel(draw(bytes, at: 0.1), 50, 50) == 0)
        #expect(try pixel(draw(bytes, at: 0.2), 50, 50) == red)
        #expect(try pixel(draw(bytes, at: 0.49), 50, 50) == red)
        #expect(try pixel(draw(bytes, at: 0.5), 50, 50) == 0)
    }

    @Test func children_follow_their_parents() throws {
        let layers =
            "{\"ty\":3,\"ind\":7,\"ip\":0,\"op\":10,\"ks\":{\"p\":{\"k\":[40,40]},\"s\":{\"k\":[200,200]},\"o\":{\"k\":0}}},"
            + shapeLayer(square(10, 0), extra: "\"parent\":7,")
        let picture = try draw(lottie(layers))
        #expect(pixel(picture, 42, 22) == red && pixel(picture, 78, 58) == red)
        #expect(pixel(picture, 38, 40) == 0 && pixel(picture, 82, 40) == 0)
    }

    @Test func a_layer_that_is_its_own_parent_is_drawn_with_a_warning() throws {
        let bytes = lottie(shapeLayer(square(50, 50), extra: "\"parent\":1,"))
        let document = try Document(lottie: bytes, name: "t.json")
        #expect(document.warnings.contains { $0.message.contains("its own parent") })
    }

    @Test func compositions_have_time_of_their_own() throws {
        let inner = shapeLayer(
            square(50, 50), ks: "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0,0]},{\"t\":10,\"s\":[40,0]}]}")
        func picture(_ timing: String, at time: Double) throws -> Bitmap {
            try draw(
                lottie(
                    "{\"ty\":0,\"ind\":1,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":40,\"ks\":{},\(timing)\"x\":0}",
                    extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(inner)]}],", end: 40), at: time)
        }
        // Twice as slow: half way at frame 10 of the document.
        #expect(try pixel(picture("\"sr\":2,", at: 1), 61, 50) == red)
        #expect(try pixel(picture("\"sr\":2,", at: 1), 59, 50) == 0)
        // Two frames late.
        #expect(try pixel(picture("\"st\":2,", at: 0.7), 61, 50) == red)
        // Remapped: always the frame at 0.5 s.
        let still = "\"tm\":{\"a\":0,\"k\":0.5},"
        #expect(try pixel(picture(still, at: 0), 61, 50) == red)
        #expect(try pixel(picture(still, at: 0.9), 61, 50) == red)
        // The end shows the content of the last frame, although the composition's own last frame is over by then.
        let even =
            "\"tm\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":40,\"s\":[1],\"o\":{\"x\":0.3,\"y\":0.2},\"i\":{\"x\":0.7,\"y\":0.9}}]},"
        let eased = even.replacing(
            "\"s\":[0]", with: "\"s\":[0],\"o\":{\"x\":0.3,\"y\":0.2},\"i\":{\"x\":0.7,\"y\":0.9}")
        #expect(try pixel(picture(eased, at: 3.9), 85, 50) == red)
        #expect(try pixel(picture(eased, at: 4), 85, 50) == red)
    }

    @Test func mattes_show_a_layer_where_another_is() throws {
        let matte = shapeLayer(square(30, 50), extra: "\"td\":1,")
        let solid =
            "{\"ty\":1,\"ind\":2,\"ip\":0,\"op\":10,\"tt\":1,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{}}"
        let picture = try draw(lottie(matte + "," + solid))
        #expect(pixel(picture, 30, 50) == red && pixel(picture, 70, 50) == 0)
    }

    @Test func masks_add_subtract_intersect_and_differ() throws {
        func outline(_ x: Int) -> String {
            let points = "[[\(x),20],[\(x + 40),20],[\(x + 40),80],[\(x),80]]"
            let flat = "[[0,0],[0,0],[0,0],[0,0]]"
            return "{\"k\":{\"c\":true,\"v\":\(points),\"i\":\(flat),\"o\":\(flat)}}"
        }
        func seen(_ masks: [(mode: String, inverted: Bool, x: Int)]) throws -> [Bool] {
            let list = masks.map {
                "{\"mode\":\"\($0.mode)\",\"inv\":\($0.inverted),\"o\":{\"k\":100},\"pt\":\(outline($0.x))}"
            }
            let layer =
                "{\"ty\":1,\"ind\":2,\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{},\"masksProperties\":[\(list.joined(separator: ","))]}"
            let picture = try draw(lottie(layer))
            // Left only, in both, right only, in none.
            return [20, 40, 60, 90].map { pixel(picture, $0, 50) == red }
        }
        #expect(try seen([("a", false, 10)]) == [true, true, false, false])
        #expect(try seen([("a", true, 10)]) == [false, false, true, true])
        #expect(try seen([("s", false, 10)]) == [false, false, true, true])
        #expect(try seen([("a", false, 10), ("a", false, 30)]) == [true, true, true, false])
        #expect(try seen([("a", false, 10), ("s", false, 30)]) == [true, false, false, false])
        #expect(try seen([("a", false, 10), ("i", false, 30)]) == [false, true, false, false])
        #expect(try seen([("a", false, 10), ("f", false, 30)]) == [true, false, true, false])
        #expect(try seen([("n", false, 10)]) == [true, true, true, true])
    }

    @Test func trims_cut_strokes_and_fills() throws {
        func line(_ trim: String, _ paint: String) -> String {
            """
            {"ty":"gr","it":[{"ty":"sh","ks":{"k":{"c":false,"v":[[0,50],[100,50]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}},
            {"ty":"tm",\(trim)},\(paint),{"ty":"tr"}]}
            """
        }
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":10},\"lc\":1}"
        let part = try draw(lottie(shapeLayer(line("\"s\":{\"k\":20},\"e\":{\"k\":60},\"o\":{\"k\":0}", stroke))))
        #expect(pixel(part, 21, 50) == red && pixel(part, 59, 50) == red)
        #expect(pixel(part, 18, 50) == 0 && pixel(part, 62, 50) == 0)
        // Half a turn on, and over the end: 70 to 100 and 0 to 10.
        let turned = try draw(lottie(shapeLayer(line("\"s\":{\"k\":20},\"e\":{\"k\":60},\"o\":{\"k\":180}", stroke))))
        #expect(pixel(turned, 5, 50) == red && pixel(turned, 75, 50) == red && pixel(turned, 40, 50) == 0)
        // A start that leaves an end which stands still: from the first moment on it is behind it.
        let start = "\"s\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
        let animated = start + ",\"e\":{\"k\":0},\"o\":{\"k\":0}"
        let grown = try draw(lottie(shapeLayer(line(animated, stroke))), at: 0.5)
        #expect(pixel(grown, 5, 50) == red && pixel(grown, 47, 50) == red && pixel(grown, 53, 50) == 0)
    }

    @Test func repeaters_draw_copies_each_further_on() throws {
        let shapes =
            square(10, 10)
            + ",{\"ty\":\"rp\",\"c\":{\"k\":3},\"o\":{\"k\":0},\"m\":1,\"tr\":{\"ty\":\"tr\",\"p\":{\"k\":[30,0]},\"a\":{\"k\":[0,0]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0},\"so\":{\"k\":100},\"eo\":{\"k\":100}}}"
        let picture = try draw(lottie(shapeLayer(shapes)))
        #expect([10, 40, 70].allSatisfy { pixel(picture, $0, 10) == red })
        #expect([25, 55, 95].allSatisfy { pixel(picture, $0, 10) == 0 })
    }

    @Test func gradients_have_colours_and_alphas() throws {
        let fill = """
            {"ty":"gr","it":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[100,100]},"r":{"k":0}},
            {"ty":"gf","t":1,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[100,0]},
            "g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0,1,1,0]}}},{"ty":"tr"}]}
            """
        let picture = try draw(lottie(shapeLayer(fill)))
        let (left, right) = (pixel(picture, 2, 50), pixel(picture, 97, 50))
        #expect(left >> 24 > 240 && left >> 16 & 255 > 235 && left & 255 < 10)
        #expect(right >> 24 < 20)
    }

    @Test func values_replace_those_that_their_key_paths_name() throws {
        let bytes = lottie(shapeLayer(square(50, 50)))
        func color(_ path: String) throws -> UInt32 {
            let value = try #require(LottieValue(keyPath: path, keys: [.init(frame: 0, value: [0, 0, 1, 1])]))
            return try pixel(draw(bytes, values: [value]), 50, 50)
        }
        for path in ["S.G.F.Color", "**.Color", "**.F.Color", "*.*.F.Color", "S.**.Color", "**.S.**.F.**.Color"] {
            #expect(try color(path) == 0xff00_00ff, "\(path)")
        }
        for path in ["S.F.Color", "*.Color", "G.F.Color", "S.G.F.Stroke Width", "S.G.F", "**.s.G.F.Color"] {
            #expect(try color(path) == red, "\(path)")
        }
        let fade = try #require(LottieValue(keyPath: "S.Transform.Opacity", keys: [.init(frame: 0, value: [0])]))
        #expect(try pixel(draw(bytes, values: [fade]), 50, 50) == 0)
        // Parts of a document may have no name.
        #expect(LottieValue(keyPath: "a..b", keys: [.init(frame: 0, value: [0])])?.names == ["a", "", "b"])
    }

    @Test func movie_says_what_the_document_is() throws {
        let bytes = lottie(
            shapeLayer(square(50, 50), ks: "\"o\":{\"k\":50,\"x\":\"missing(1,2)\"}"),
            extra: "\"markers\":[{\"cm\":\"go\",\"tm\":5,\"dr\":2}],\"slots\":{\"tint\":{\"p\":{\"k\":[0,1,0,1]}}},")
        let document = try Document(lottie: bytes, name: "t.json")
        #expect(document.content is LottieDocument && document.size == document.rootLayer.bounds.size)
        #expect(document.states.isEmpty && document.state == nil && !document.hasParallax)
        #expect(document.apply(state: nil) && !document.apply(state: "A") && !document.transition(from: "A", to: "B"))
        let movie = try #require(document.movie)
        #expect(movie.duration == 1 && movie.frameRate == 10 && movie.version == "5.7.0" && movie.layerCount == 1)
        #expect(
            movie.markers.first?.time == 0.5 && movie.markers.first?.name == "go" && movie.slots.map(\.name) == ["tint"]
        )
        #expect(movie.features["shape layer"] == 1 && movie.features["expression"] == 1)
        let warning = try #require(document.warnings.first)
        #expect(warning.message.contains("\"S\"") && warning.message.contains("expression"))
        #expect(warning.location.file == "t.json" && warning.location.line == 1)
    }

    @Test func slots_stand_for_values() throws {
        let bytes = lottie(
            shapeLayer(
                square(50, 50, color: "{\"x\":1}").replacing(
                    "\"c\":{\"k\":{\"x\":1}}", with: "\"c\":{\"sid\":\"tint\"}")),
            extra: "\"slots\":{\"tint\":{\"p\":{\"a\":0,\"k\":[0,1,0,1]}}},")
        #expect(try pixel(draw(bytes), 50, 50) == 0xff00_ff00)
    }

    @Test func archives_of_both_versions_are_read_with_their_images() throws {
        let scratch = try Scratch()
        let image = try PNGEncoder.encode(Bitmap(width: 10, height: 10, filledWith: red))
        let animation = lottie(
            "{\"ty\":2,\"ind\":1,\"refId\":\"i\",\"ip\":0,\"op\":10,\"ks\":{\"p\":{\"k\":[20,20]}}}",
            extra: "\"assets\":[{\"id\":\"i\",\"w\":40,\"h\":40,\"u\":\"\",\"p\":\"dot.png\",\"e\":0}],")
        let manifest = Array("{\"version\":\"1\",\"animations\":[{\"id\":\"main\"}]}".utf8)
        for (name, animations, images) in [("one", "animations", "images"), ("two", "a", "i")] {
            let url = scratch.url.appendingPathComponent("\(name).lottie")
            try writeArchive(
                [
                    ArchiveFile(path: "manifest.json", bytes: manifest),
                    ArchiveFile(path: "\(animations)/other.json", bytes: lottie("")),
                    ArchiveFile(path: "\(animations)/main.json", bytes: animation),
                    ArchiveFile(path: "\(images)/dot.png", bytes: image),
                ], to: url)
            let document = try Document.load(url)
            #expect(document.warnings.isEmpty)
            let picture = LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
            #expect(pixel(picture, 40, 40) == red && pixel(picture, 10, 10) == 0)
        }
        try writeArchive(
            [ArchiveFile(path: "a.txt", bytes: [])], to: scratch.url.appendingPathComponent("empty.lottie"))
        #expect(throws: DocumentError.self) {
            try Document.load(scratch.url.appendingPathComponent("empty.lottie"))
        }
    }

    @Test func one_time_is_sought_as_it_is_played() throws {
        let bytes = lottie(
            shapeLayer(
                square(0, 50),
                ks:
                    "\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[20,0]},{\"t\":10,\"s\":[80,0]}]},\"r\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[90]}]}"
            ))
        let whole = try LottieFile.read(bytes, file: "t", images: LottieImages(nil))
        let renderer = LayerRenderer(layer: whole.rootLayer, threads: 1)
        for frame in 0..<7 { _ = renderer.bitmap(at: Double(frame) / 10) }
        #expect(try draw(bytes, at: 0.6) == renderer.bitmap(at: 0.6))
        // Paused at a time, as any layer is.
        let paused = try LottieFile.read(bytes, file: "t", images: LottieImages(nil)).rootLayer
        paused.speed = 0
        paused.timeOffset = 0.6
        #expect(LayerRenderer(layer: paused, threads: 1).bitmap(at: 0) == renderer.bitmap(at: 0.6))
        // Twice as fast, and later.
        let fast = try LottieFile.read(bytes, file: "t", images: LottieImages(nil)).rootLayer
        fast.speed = 2
        fast.beginTime = 1
        #expect(LayerRenderer(layer: fast, threads: 1).bitmap(at: 1.3) == renderer.bitmap(at: 0.6))
    }
}
