import CoreGraphics
import CoreText
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// A text layer in the middle of the document: 24 points, red.
private func text(
    _ text: String, animators: String = "", style: String = "\"j\":0", path: String = "", masks: String = ""
) -> [UInt8] {
    let layer = """
        {"ty":5,"nm":"t","ip":0,"op":10,"ks":{"p":{"k":[10,60]}},"masksProperties":[\(masks)],
        "t":{"d":{"k":[{"t":0,"s":{"t":"\(text)","f":"Helvetica","s":24,"fc":[1,0,0],\(style)}}]},"a":[\(animators)],"m":{},"p":{\(path)}}}
        """
    return lottie(
        layer,
        extra: "\"fonts\":{\"list\":[{\"fName\":\"Helvetica\",\"fFamily\":\"Helvetica\",\"fStyle\":\"Regular\"}]},")
}

private func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
    let loaded = try LottieFile.read(bytes, file: "t", images: LottieImages(nil), values: [])
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

/// The columns that have anything in them, from the first to the last.
private func columns(_ bitmap: Bitmap, in range: Range<Int> = 0..<100) -> ClosedRange<Int>? {
    let seen = range.filter { x in (0..<bitmap.height).contains { bitmap.pixels[$0 * bitmap.width + x] >> 24 > 8 } }
    guard let first = seen.first, let last = seen.last else { return nil }
    return first...last
}

/// Text in fonts, and animators of letters.
@Suite struct LottieTextTests {
    @Test func letters_are_the_fonts_outlines_on_the_baseline() throws {
        let font = CTFontCreateWithName("Helvetica" as CFString, 24, nil)
        var glyphs = [CGGlyph](repeating: 0, count: 1)
        #expect(unsafe CTFontGetGlyphsForCharacters(font, [72], &glyphs, 1))
        var flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 10, ty: 60)
        let path = try #require(unsafe CTFontCreatePathForGlyph(font, glyphs[0], &flip))
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.position = CGPoint(x: 50, y: 50)
        let shape = CAShapeLayer()
        (shape.path, shape.fillColor) = (path, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        root.addSublayer(shape)
        let expected = LayerRenderer(layer: root, threads: 1).bitmap(at: 0)
        let actual = try draw(text("H"))
        #expect(actual.pixels.contains(0xffff_0000))
        let off = zip(actual.pixels, expected.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max()
        #expect((off ?? 255) <= 1)
    }

    @Test func letters_that_do_not_change_by_themselves_are_one_shape_of_the_same_pixels() throws {
        func shapes(_ bytes: [UInt8]) throws -> Int {
            let loaded = try LottieFile.read(bytes, file: "t", images: LottieImages(nil), values: [])
            var (rest, count) = ([loaded.rootLayer], 0)
            while let layer = rest.popLast() {
                if layer is CAShapeLayer { count += 1 }
                rest += layer.sublayers ?? []
            }
            return count
        }
        // An animator that changes nothing has them drawn one by one.
        let whole = "\"b\":1,\"r\":1,\"sh\":1,\"s\":{\"k\":0},\"e\":{\"k\":100}"
        let single = text("Hill ij", animators: animator(whole, "\"o\":{\"k\":100}"), style: "\"j\":2")
        let joined = text("Hill ij", style: "\"j\":2")
        #expect(try shapes(joined) == 1 && shapes(single) == 6)
        let (a, b) = (try draw(joined), try draw(single))
        #expect(a.pixels.contains { $0 >> 24 == 255 })
        // Because: an outline that is moved by its numbers and one that is moved by its layer may round differently.
        for (x, y) in zip(a.pixels, b.pixels) { #expect(abs(Int(x >> 24) - Int(y >> 24)) <= 2) }
        // Where two touch it shows in translucent and in stroked letters.
        #expect(try shapes(text("HH", style: "\"j\":0,\"sc\":[0,1,0],\"sw\":3")) > 2)
    }

    @Test func colours_are_replaced_by_key_path() throws {
        func colors(_ bytes: [UInt8], _ keyPath: String) throws -> Set<UInt32> {
            let value = try #require(
                LottieValue(keyPath: keyPath, keys: [LottieValue.Key(frame: 0, value: [0, 0, 1, 1])]))
            let loaded = try LottieFile.read(bytes, file: "t", images: LottieImages(nil), values: [value])
            #expect(loaded.unusedValues.isEmpty, "\(keyPath)")
            let picture = LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: 0)
            return Set(picture.pixels.filter { $0 >> 24 == 255 })
        }
        #expect(try colors(text("H"), "t.Color") == [0xff00_00ff])
        #expect(try colors(text("H"), "**.Color") == [0xff00_00ff])
        let lined = text("H", style: "\"j\":0,\"sc\":[0,1,0],\"sw\":3,\"of\":true")
        #expect(try colors(lined, "t.Stroke Color").isSuperset(of: [0xff00_00ff]))
        #expect(try !colors(lined, "t.Stroke Color").contains(0xff00_ff00))
        // A line needs a colour: one that has none gets it, and a width it has to have.
        #expect(try colors(text("H"), "t.Stroke Color") == [0xffff_0000])
    }

    @Test func lines_are_flush_as_the_text_says() throws {
        let font = CTFontCreateWithName("Helvetica" as CFString, 24, nil)
        let left = try #require(columns(draw(text("HIH"))))
        #expect(left.lowerBound >= 10 && left.lowerBound <= 13)
        let middle = try #require(columns(draw(text("HIH", style: "\"j\":2"))))
        #expect(middle.lowerBound == 0 && middle.upperBound < left.upperBound - 15)
        #expect(try columns(draw(text("HIH", style: "\"j\":1")))?.upperBound ?? 0 <= 10)
        let width = Double(left.upperBound - left.lowerBound)
        #expect(width > Double(CTFontGetSize(font)) && width < 60)
        // Spaced by 100 thousandths of the size: two gaps of 2.4 points.
        let wide = try #require(columns(draw(text("HIH", style: "\"j\":0,\"tr\":100"))))
        #expect(abs(Double(wide.upperBound - left.upperBound) - 4.8) <= 1)
    }

    @Test func boxes_break_lines_at_spaces() throws {
        let picture = try draw(
            text("HH HH", style: "\"j\":0,\"lh\":30,\"sz\":[50,80],\"ps\":[0,-50]"))
        let all = try #require(columns(picture))
        #expect(all.upperBound < 60, "the second word is in the second line")
        let rows = (0..<100).filter { y in (0..<100).contains { picture.pixels[y * 100 + $0] >> 24 > 8 } }
        #expect((rows.last ?? 0) - (rows.first ?? 0) > 40)
    }

    private func animator(_ selector: String, _ values: String) -> String {
        "{\"s\":{\"t\":0,\(selector)},\"a\":{\(values)}}"
    }

    @Test func animators_change_the_letters_of_their_range() throws {
        let plain = try draw(text("HHHH"))
        let all = try #require(columns(plain))
        let middle = (all.lowerBound + all.upperBound) / 2
        // The first half of the letters is gone.
        let half = "\"b\":1,\"r\":1,\"sh\":1,\"s\":{\"k\":0},\"e\":{\"k\":50}"
        let faded = try draw(text("HHHH", animators: animator(half, "\"o\":{\"k\":0}")))
        #expect(columns(faded, in: 0..<middle - 1) == nil)
        #expect(columns(faded, in: middle + 2..<100)?.upperBound == all.upperBound)
        // Blue letters, and letters that are further down.
        let blue = try draw(text("HHHH", animators: animator(half, "\"fc\":{\"k\":[0,0,1,1]}")))
        #expect(blue.pixels.contains(0xff00_00ff) && blue.pixels.contains(0xffff_0000))
        let down = try draw(text("HHHH", animators: animator(half, "\"p\":{\"k\":[0,30]}")))
        #expect((70..<100).contains { y in (0..<middle).contains { down.pixels[y * 100 + $0] >> 24 > 8 } })
        #expect(!(70..<100).contains { y in (middle + 2..<100).contains { down.pixels[y * 100 + $0] >> 24 > 8 } })
        // Letters that grow about the middle of their baseline.
        let thin = try draw(text("HHHH", animators: animator(half, "\"s\":{\"k\":[0,100]}")))
        #expect(columns(thin, in: 0..<middle - 1) == nil)
    }

    @Test func ranges_move_over_time() throws {
        let moving =
            "\"b\":1,\"r\":1,\"sh\":1,\"s\":{\"k\":0},\"e\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
        let document = text("HHHH", animators: animator(moving, "\"o\":{\"k\":0}"))
        #expect(try columns(draw(document)) == columns(draw(text("HHHH"))))
        #expect(try draw(document, at: 1).pixels.allSatisfy { $0 == 0 })
        let half = text("HHHH", animators: animator("\"s\":{\"k\":0},\"e\":{\"k\":50}", "\"o\":{\"k\":0}"))
        #expect(try draw(document, at: 0.5).pixels == draw(half).pixels)
    }

    @Test func spacing_moves_the_letters_after() throws {
        let all = "\"s\":{\"k\":0},\"e\":{\"k\":100}"
        let plain = try #require(columns(draw(text("HIH"))))
        let wide = try #require(columns(draw(text("HIH", animators: animator(all, "\"t\":{\"k\":5}")))))
        #expect(wide.lowerBound == plain.lowerBound && wide.upperBound - plain.upperBound == 10)
    }

    @Test func shares_are_those_of_the_shapes() {
        func shares(_ shape: LottieTextSelector.Shape, _ change: (inout LottieTextSelector) -> Void = { _ in })
            -> [Double]
        {
            var selector = LottieTextSelector()
            selector.shape = shape
            change(&selector)
            return (0..<4).map { (selector.share(of: $0, in: 4, .key(0)) * 1000).rounded() / 1000 }
        }
        #expect(shares(.square) == [1, 1, 1, 1])
        #expect(shares(.square) { $0.start = LottieTrack(25) } == [0, 1, 1, 1])
        #expect(shares(.square) { $0.end = LottieTrack(37.5) } == [1, 0.5, 0, 0])
        #expect(
            shares(.square) { ($0.isInUnits, $0.start, $0.end) = (true, LottieTrack(1), LottieTrack(3)) } == [
                0, 1, 1, 0,
            ])
        #expect(shares(.square) { ($0.end, $0.offset) = (LottieTrack(50), LottieTrack(50)) } == [0, 0, 1, 1])
        #expect(shares(.rampUp) == [0.125, 0.375, 0.625, 0.875])
        #expect(shares(.rampDown) == [0.875, 0.625, 0.375, 0.125])
        #expect(shares(.triangle) == [0.25, 0.75, 0.75, 0.25])
        #expect(shares(.round)[1] == 0.968)
        #expect(shares(.smooth) == [0.146, 0.854, 0.854, 0.146])
        #expect(shares(.square) { $0.amount = LottieTrack(-50) } == [-0.5, -0.5, -0.5, -0.5])
    }

    @Test func text_without_end_is_cut_off_and_not_spaced() throws {
        let long = String(repeating: "H", count: 6000)
        let moving =
            "\"s\":{\"k\":0},\"e\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":100000,\"s\":[100]}]}"
        let document = try Document(
            lottie: text(long, animators: animator(moving, "\"t\":{\"k\":5}")), name: "t.json")
        #expect(document.warnings.contains { $0.message.contains("is cut off") })
        #expect(document.warnings.contains { $0.message.contains("tracking") })
    }

    /// The rows that have anything in them in some columns.
    private func rows(_ bitmap: Bitmap, _ columns: Range<Int> = 0..<100) -> ClosedRange<Int>? {
        let seen = (0..<100).filter { y in columns.contains { bitmap.pixels[y * 100 + $0] >> 24 > 8 } }
        guard let first = seen.first, let last = seen.last else { return nil }
        return first...last
    }

    /// A mask that only lends its outline.
    private func mask(_ points: String, closed: Bool = false) -> String {
        let none = points.split(separator: "],").map { _ in "[0,0]" }.joined(separator: ",")
        return
            "{\"mode\":\"n\",\"pt\":{\"k\":{\"c\":\(closed),\"v\":[\(points)],\"i\":[\(none)],\"o\":[\(none)]}}}"
    }

    @Test func text_stands_on_the_outline_of_a_mask() throws {
        // A line to the right, 20 points further down than the text's own: the same letters there.
        let plain = try draw(text("HIH"))
        let along = try draw(text("HIH", path: "\"m\":0", masks: mask("[0,20],[70,20]")))
        let isShifted = (0..<80 * 100).allSatisfy { index -> Bool in
            let (there, here) = (Int(along.pixels[index + 20 * 100] >> 24), Int(plain.pixels[index] >> 24))
            return abs(there - here) <= 2
        }
        #expect(isShifted)
        // A line downwards: letters turn with it, unless they are to stand upright.
        let down = try draw(text("HH", path: "\"m\":0,\"f\":{\"k\":4}", masks: mask("[0,-50],[0,30]")))
        let (turned, tall) = (try #require(rows(down)), try #require(columns(down)))
        #expect(turned.lowerBound >= 14 && turned.upperBound - turned.lowerBound > 25)
        #expect(tall.lowerBound >= 9 && tall.upperBound - tall.lowerBound < 22)
        let upright = try draw(
            text("HH", path: "\"m\":0,\"p\":{\"k\":0}", masks: mask("[20,-50],[20,30]")))
        #expect(try #require(columns(upright)).count < 20)
        #expect(upright.pixels != down.pixels)
        // In the middle of the line, backwards and spaced to its whole length.
        let line = mask("[0,0],[80,0]")
        let middle = try #require(columns(draw(text("HH", style: "\"j\":2", path: "\"m\":0", masks: line))))
        #expect(abs(middle.lowerBound + middle.upperBound - 100) <= 3)
        let forced = try #require(
            columns(draw(text("HH", path: "\"m\":0,\"a\":{\"k\":1}", masks: line))))
        #expect(forced.lowerBound <= 13 && forced.upperBound >= 86)
        let back = try #require(rows(draw(text("HH", path: "\"m\":0,\"r\":{\"k\":1}", masks: line))))
        #expect(back.lowerBound >= 58, "letters hang below a line that runs to the left")
    }

    @Test func text_on_a_path_goes_around_closed_ones_and_straight_on_beyond_open_ones() throws {
        let square = LottieOutline(
            vertices: [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 10), SIMD2(0, 10)].map { LottieVertex($0) }, isClosed: true)
        #expect(square.measured.sample(at: 45).point == SIMD2(5, 0))
        #expect((square.measured.sample(at: 2).point - SIMD2(2, 0)).length < 1e-9, "lines are gone along evenly")
        let outlines = LottieOutlines(outlines: [square])
        let piece = try #require(outlines.trimmed(from: 0.05, to: 0.3, oneByOne: false).outlines.first)
        let ends = (try #require(piece.vertices.first).point, try #require(piece.vertices.last).point)
        #expect((ends.0 - SIMD2(2, 0)).length < 1e-9 && (ends.1 - SIMD2(10, 2)).length < 1e-9)
        #expect(square.measured.sample(at: -5).point == SIMD2(0, 5))
        var open = square
        open.isClosed = false
        #expect((open.measured.sample(at: -5).point - SIMD2(-5, 0)).length < 1e-9)
        #expect((open.measured.sample(at: 34).point - SIMD2(-4, 10)).length < 1e-9)
        #expect(abs(open.measured.sample(at: 15).angle - .pi / 2) < 1e-9)
        // Without a mask there is no line.
        let loaded = try LottieFile.read(
            text("H", path: "\"m\":3"), file: "t", images: LottieImages(nil), values: [])
        #expect(loaded.warnings.contains { $0.message.contains("mask 3") })
    }

    @Test func random_selectors_take_letters_in_another_order() throws {
        let order = LottieTextSelector().order(of: 9)
        #expect(order.sorted() == Array(0..<9) && order != Array(0..<9))
        var second = LottieTextSelector()
        second.number = 1
        #expect(second.order(of: 9) != order && second.order(of: 1) == [0] && second.order(of: 0) == [])
        let half = "\"b\":1,\"r\":1,\"sh\":1,\"s\":{\"k\":0},\"e\":{\"k\":50}"
        let hidden = "\"o\":{\"k\":0}"
        let plain = try draw(text("HHHH", animators: animator(half, hidden)))
        let mixed = try draw(text("HHHH", animators: animator(half + ",\"rn\":1", hidden)))
        func area(_ bitmap: Bitmap) -> Int { bitmap.pixels.reduce(0) { $0 + Int($1 >> 24) } }
        #expect(abs(area(plain) - area(mixed)) < area(plain) / 20, "as many letters are seen")
        #expect(plain != mixed)
        #expect(try draw(text("HHHH", animators: animator(half + ",\"rn\":1", hidden))) == mixed)
        // Selectors without an animator do not count.
        #expect(try draw(text("HHHH", animators: "5," + animator(half + ",\"rn\":1", hidden))) == mixed)
    }
}
