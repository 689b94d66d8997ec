import CoreGraphics
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func draw(_ shapes: String, at time: Double = 0) throws -> Bitmap {
    let loaded = try LottieFile.read(lottie(shapeLayer(shapes)), file: "t", images: LottieImages(nil), values: [])
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

private func rectangle(_ x: String, _ y: Int, _ size: Int = 40) -> String {
    "{\"ty\":\"rc\",\"p\":{\"k\":[\(x),\(y)]},\"s\":{\"k\":[\(size),\(size)]},\"r\":{\"k\":0}}"
}

private let red = "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"

/// Merge paths, and dashes whose lengths change.
@Suite struct LottieMergeTests {
    /// Whether the places are seen that are in the first outline only, in both, in the second only, in none.
    private func seen(_ picture: Bitmap) -> [Bool] {
        [25, 45, 65, 90].map { picture.pixels[45 * 100 + $0] == 0xffff_0000 }
    }

    @Test(arguments: [
        (1, [true, true, true, false]), (2, [true, true, true, false]), (3, [true, false, false, false]),
        (4, [false, true, false, false]), (5, [true, false, true, false]),
    ])
    func merges_unite_subtract_intersect_and_exclude(mode: Int, expected: [Bool]) throws {
        let two = rectangle("35", 45) + "," + rectangle("55", 45)
        #expect(try seen(draw("\(two),{\"ty\":\"mm\",\"mm\":\(mode)},\(red)")) == expected)
        // Outlines of groups, moved and grown.
        let group =
            "{\"ty\":\"gr\",\"it\":[\(rectangle("0", 0, 20)),{\"ty\":\"tr\",\"p\":{\"k\":[55,45]},\"s\":{\"k\":[200,200]}}]}"
        #expect(
            try seen(draw("\(rectangle("35", 45)),\(group),{\"ty\":\"mm\",\"mm\":\(mode)},\(red)")) == expected)
    }

    @Test func strokes_of_a_union_leave_out_the_lines_inside() throws {
        let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4}}"
        let two = rectangle("35", 45) + "," + rectangle("55", 45)
        let union = try draw("\(two),{\"ty\":\"mm\",\"mm\":2},\(stroke)")
        #expect(union.pixels[45 * 100 + 55] == 0 && union.pixels[45 * 100 + 15] == 0xffff_0000)
        #expect(try draw("\(two),\(stroke)").pixels[45 * 100 + 55] == 0xffff_0000)
    }

    @Test func merges_of_outlines_that_move_are_merged_at_each_frame() throws {
        let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[35,45]},{\"t\":10,\"s\":[75,45]}]}"
        let one = "{\"ty\":\"rc\",\"p\":\(moving),\"s\":{\"k\":[40,40]},\"r\":{\"k\":0}}"
        let shapes = "\(one),\(rectangle("55", 45)),{\"ty\":\"mm\",\"mm\":4},\(red)"
        #expect(try seen(draw(shapes)) == [false, true, false, false])
        #expect(try seen(draw(shapes, at: 0.5)) == [false, true, true, false])
        #expect(try seen(draw(shapes, at: 0.9)) == [false, false, true, false])
    }

    @Test func paints_before_a_merge_draw_their_own_outlines() throws {
        let shapes = "\(rectangle("35", 45)),\(red),\(rectangle("55", 45)),{\"ty\":\"mm\",\"mm\":4}"
        #expect(try seen(draw(shapes)) == [true, true, false, false])
    }

    @Test func dashes_grow_with_their_lengths() throws {
        let grow = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[10]},{\"t\":10,\"s\":[30]}]}"
        func line(_ dash: String) -> String {
            """
            {"ty":"sh","ks":{"k":{"c":false,"v":[[0,50],[100,50]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}},
            {"ty":"st","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":10},"lc":1,"d":[{"n":"d","v":\(dash)},{"n":"g","v":{"k":20}}]}
            """
        }
        #expect(try draw(line(grow), at: 0.5).pixels == draw(line("{\"k\":20}")).pixels)
        #expect(try draw(line(grow)).pixels == draw(line("{\"k\":10}")).pixels)
    }

    @Test func copies_of_a_repeater_are_merged_once() throws {
        let repeater = """
            {"ty":"rp","c":{"k":30},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,0]},"s":{"k":[100,100]},"r":{"k":0},"so":{"k":100},
            "eo":{"k":100},"a":{"k":[0,0]}}}
            """
        let shapes = "\(rectangle("35", 45)),\(rectangle("55", 45)),{\"ty\":\"mm\",\"mm\":4},\(red),\(repeater)"
        // Room for one merge, not for thirty.
        let loaded = try LottieFile.read(
            lottie(shapeLayer(shapes)), file: "t", images: LottieImages(nil), values: [],
            work: LottieWork(samples: 1000, vertices: 100, layers: 1000))
        #expect(loaded.warnings.isEmpty)
        // The intersection is 20 points wide; the last copy is 29 points further on.
        let picture = LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: 0)
        #expect(seen(picture) == [false, true, true, false])
        #expect(picture.pixels[45 * 100 + 80] == 0xffff_0000 && picture.pixels[45 * 100 + 85] == 0)
    }

    /// The numbers of points of all paths that the layers are animated through.
    private func sampledPoints(_ layer: CALayer) -> [Int] {
        let own = (layer.animationKeys() ?? []).flatMap { key -> [Int] in
            guard let track = layer.animation(forKey: key) as? CAKeyframeAnimation, track.keyPath == "path" else {
                return []
            }
            return (track.values ?? []).compactMap { value in (value as? CGPath).map { Self.points(of: $0) } }
        }
        return own + (layer.sublayers ?? []).flatMap { sampledPoints($0) }
    }

    private static func points(of path: CGPath) -> Int {
        var count = 0
        path.applyWithBlock { _ in count += 1 }
        return count
    }

    @Test("Trims of many points that move over many frames are sampled within a budget of vertices, and that is said")
    func trimmedBudget() throws {
        let points = (0..<1000).map { "[\($0 % 37),\($0 % 41)]" }.joined(separator: ",")
        let none = Array(repeating: "[0,0]", count: 1000).joined(separator: ",")
        let shapes = """
            {"ty":"sh","ks":{"k":{"c":true,"v":[\(points)],"i":[\(none)],"o":[\(none)]}}},
            {"ty":"tm","s":{"k":10},"e":{"k":90},"o":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[360]}]},"m":1},\(red)
            """
        func load(_ vertices: Int) throws -> LottieDocument {
            var work = LottieWork()
            work.sampledVertices = vertices
            return try LottieFile.read(
                lottie(shapeLayer(shapes)), file: "t", images: LottieImages(nil), values: [], work: work)
        }
        let (all, few) = (try load(LottieWork().sampledVertices), try load(5000))
        #expect(sampledPoints(all.rootLayer).count == 21 && all.warnings.isEmpty)
        let sampled = sampledPoints(few.rootLayer)
        #expect(sampled.count == 5 && sampled.reduce(0, +) <= 5 * 1010, "\(sampled)")
        #expect(few.warnings.contains { $0.message.contains("too many points") })
    }

    /// A merge of mode 1 makes one path: later merges combine it as a whole.
    @Test func merged_outlines_are_one_in_the_next_merge() throws {
        let whole = "{\"ty\":\"gr\",\"it\":[\(rectangle("50", 50, 100)),{\"ty\":\"tr\"}]}"
        let picture = try draw(
            """
            \(rectangle("20", 20, 20)),\(rectangle("70", 70, 20)),{"ty":"mm","mm":1},\(whole),{"ty":"mm","mm":4},\(red)
            """)
        #expect(picture.pixels[20 * 100 + 20] == 0xffff_0000 && picture.pixels[70 * 100 + 70] == 0xffff_0000)
        #expect(picture.pixels[50 * 100 + 50] == 0)
    }

    /// Outlines of many small curves side by side, as traced dashes: only those above each other are compared.
    @Test func merges_of_many_curves_side_by_side_are_merged() throws {
        let handles = [String](repeating: "[0.05,0.1]", count: 20).joined(separator: ",")
        let outlines = (0..<90).map { column in
            let (left, top) = (5 + 2 * (column % 45), column < 45 ? 10 : 55)
            let points = (0..<20).map { $0 < 10 ? "[\(left),\(top + 3 * $0)]" : "[\(left + 1),\(top + 57 - 3 * $0)]" }
            return """
                {"ty":"sh","ks":{"k":{"c":true,"v":[\(points.joined(separator: ","))],"i":[\(handles)],"o":[\(handles)]}}}
                """
        }
        let shapes = "\(outlines.joined(separator: ",")),{\"ty\":\"mm\",\"mm\":1}"
        let whole = "{\"ty\":\"gr\",\"it\":[\(rectangle("50", 50, 100)),{\"ty\":\"tr\"}]}"
        let loaded = try LottieFile.read(
            lottie(shapeLayer("\(shapes),\(whole),{\"ty\":\"mm\",\"mm\":4},\(red)")), file: "t",
            images: LottieImages(nil), values: [])
        #expect(loaded.warnings.isEmpty)
        let bitmap = LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: 0)
        #expect(bitmap.pixels[24 * 100 + 51] >> 24 > 200 && bitmap.pixels[24 * 100 + 52] >> 24 < 60)
        #expect(bitmap.pixels[48 * 100 + 51] == 0)
    }

    @Test func merges_of_too_many_points_are_drawn_as_they_are() throws {
        let star =
            "{\"ty\":\"sr\",\"sy\":2,\"pt\":{\"k\":9999},\"p\":{\"k\":[50,50]},\"or\":{\"k\":40},\"os\":{\"k\":0},\"r\":{\"k\":0}}"
        let all = Array(repeating: star, count: 3).joined(separator: ",")
        let document = try Document(
            lottie: lottie(shapeLayer("\(all),{\"ty\":\"mm\",\"mm\":4},\(red)")), name: "t.json")
        #expect(document.warnings.contains { $0.message.contains("too many points") })
    }
}
