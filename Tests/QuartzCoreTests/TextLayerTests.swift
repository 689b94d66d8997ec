import CoreGraphics
import CoreText
import Foundation
import Mica
import QuartzCore
import Testing

@Suite struct TextLayerTests {
    private func layer(_ string: Any?, _ size: CGSize = CGSize(width: 100, height: 40)) -> CATextLayer {
        let layer = CATextLayer()
        layer.bounds = CGRect(origin: .zero, size: size)
        layer.fontSize = 20
        layer.string = string
        return layer
    }

    /// Draws the layer, and gives the first and the last column and row that have something, in pixels of its store.
    private func ink(_ layer: CATextLayer) throws -> (minX: Int, maxX: Int, minY: Int, maxY: Int) {
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        let bitmap = try layer.contentsBitmap()
        var result = (minX: Int.max, maxX: -1, minY: Int.max, maxY: -1)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y] >> 24 > 0 {
                result = (min(result.minX, x), max(result.maxX, x), min(result.minY, y), max(result.maxY, y))
            }
        }
        return result
    }

    // Facts of Apple's: dev/api/quartzcore-api.tsv, CATextLayer.

    @Test func text_layer_defaults_are_apples() {
        let layer = CATextLayer()
        #expect(layer.string == nil && layer.font as? String == "Helvetica" && layer.fontSize == 36)
        #expect(layer.foregroundColor == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
        #expect(!layer.isWrapped && !layer.allowsFontSubpixelQuantization)
        #expect(layer.truncationMode == .none && layer.alignmentMode == .natural)
        #expect(layer.needsDisplayOnBoundsChange)
        for (key, value) in [("fontSize", 36.0), ("wrapped", 0), ("allowsFontSubpixelQuantization", 0)] {
            #expect(CATextLayer.defaultValue(forKey: key) as? Double == value)
        }
        #expect(CATextLayer.defaultValue(forKey: "alignmentMode") as? String == "natural")
        #expect(CATextLayer.defaultValue(forKey: "truncationMode") as? String == "none")
        #expect(CALayer.defaultValue(forKey: "fontSize") == nil)
        #expect(CATextLayer.needsDisplay(forKey: "string") && !CATextLayer.needsDisplay(forKey: "opacity"))
    }

    @Test func text_layer_constants_have_apples_strings() {
        #expect(
            [.none, .start, .end, .middle].map { (mode: CATextLayerTruncationMode) in mode.rawValue }
                == ["none", "start", "end", "middle"])
        #expect(
            [.natural, .left, .right, .center, .justified].map { (mode: CATextLayerAlignmentMode) in mode.rawValue }
                == ["natural", "left", "right", "center", "justified"])
        let layer = CATextLayer()
        layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "unheard of")
        #expect(layer.alignmentMode.rawValue == "unheard of")
    }

    @Test func text_layer_properties_have_keys() {
        let layer = CATextLayer()
        layer.setValue("hello", forKey: "string")
        layer.setValue(12, forKey: "fontSize")
        layer.setValue(true, forKey: "wrapped")
        layer.setValue("center", forKey: "alignmentMode")
        layer.setValue("Courier", forKey: "font")
        #expect(layer.string as? String == "hello" && layer.fontSize == 12 && layer.isWrapped)
        #expect(layer.alignmentMode == .center && layer.font as? String == "Courier")
        #expect(layer.value(forKey: "string") as? String == "hello")
        #expect(layer.value(forKey: "fontSize") as? CGFloat == 12)
        layer.setValue(nil, forKey: "string")
        #expect(layer.string == nil)
    }

    @Test func text_layer_string_is_copied() {
        let string = NSMutableAttributedString(string: "one")
        let layer = CATextLayer()
        layer.string = string
        string.mutableString.setString("two")
        #expect((layer.string as? NSAttributedString)?.string == "one")
        layer.string = 12
        #expect(layer.string == nil)
    }

    @Test func text_layer_is_drawn_only_when_it_must() {
        let text = layer("hello")
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.addSublayer(text)
        let renderer = LayerRenderer(layer: root)
        var time = 0.0
        func drawings(_ change: () -> Void) -> Int {
            let before = text.drawing.statistics.drawings
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            change()
            CATransaction.commit()
            time += 1
            _ = renderer.image(at: time)
            return text.drawing.statistics.drawings - before
        }
        #expect(drawings {} == 1)
        #expect(drawings {} == 0)
        #expect(drawings { text.string = "hello" } == 0)
        #expect(drawings { text.string = "hallo" } == 1)
        #expect(drawings { text.position = CGPoint(x: 9, y: 9) } == 0)
        #expect(drawings { text.opacity = 0.5 } == 0)
        #expect(drawings { text.backgroundColor = .black } == 0)
        #expect(drawings { text.transform = CATransform3DMakeScale(2, 2, 1) } == 0)
        #expect(drawings { text.fontSize = 20 } == 0)
        #expect(drawings { text.fontSize = 21 } == 1)
        #expect(drawings { text.foregroundColor = .black } == 1)
        #expect(drawings { text.font = "Courier" } == 1)
        #expect(drawings { text.font = "Courier" } == 0)
        #expect(drawings { text.isWrapped = true } == 1)
        #expect(drawings { text.alignmentMode = .right } == 1)
        #expect(drawings { text.truncationMode = .end } == 1)
        #expect(drawings { text.allowsFontSubpixelQuantization = true } == 1)
        #expect(drawings { text.contentsScale = 2 } == 1)
        #expect(drawings { text.bounds.size.width = 90 } == 1)
        #expect(
            drawings {
                text.string = "a"
                text.string = "b"
                text.fontSize = 7
            } == 1)
    }

    @Test(arguments: [1.0, 2.0, 3.0])
    func text_layer_store_has_the_pixels_of_contents_scale(scale: Double) throws {
        let text = layer("Hx")
        text.contentsScale = CGFloat(scale)
        let box = try ink(text)
        let bitmap = try text.contentsBitmap()
        #expect((bitmap.width, bitmap.height) == (Int(100 * scale), Int(40 * scale)))
        // The capital letter stands on the baseline, which is a whole pixel.
        let baseline = Int((1854.0 / 2048 * 20 * scale).rounded())
        #expect(box.maxY == baseline - 1)
        #expect(abs(Double(box.maxY + 1 - box.minY) - 1409.0 / 2048 * 20 * scale) <= 1)
    }

    @Test func text_layer_alignment_moves_the_line() throws {
        let text = layer("HHH")
        let wide = 3 * 1479.0 / 2048 * 20
        let left = try ink(text)
        text.alignmentMode = .right
        let right = try ink(text)
        text.alignmentMode = .center
        let middle = try ink(text)
        #expect(abs(Double(right.minX - left.minX) - (100 - wide)) <= 1)
        #expect(abs(Double(middle.minX - left.minX) - (100 - wide) / 2) <= 1)
        text.string = "אאא"
        text.alignmentMode = .natural
        #expect(try ink(text).maxX > 95)
    }

    @Test func text_layer_font_size_and_colour_animate() throws {
        let text = layer("HHH")
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
        text.anchorPoint = .zero
        root.addSublayer(text)
        let size = CABasicAnimation(keyPath: "fontSize")
        (size.fromValue, size.toValue, size.duration) = (10, 30, 1)
        text.add(size, forKey: "size")
        let color = CABasicAnimation(keyPath: "foregroundColor")
        color.fromValue = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        color.toValue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        color.duration = 1
        text.add(color, forKey: "colour")
        let renderer = LayerRenderer(layer: root)
        func inked(_ time: Double) -> (height: Int, colours: Set<UInt32>) {
            let bitmap = renderer.bitmap(at: time)
            var (top, bottom, colours): (Int, Int, Set<UInt32>) = (.max, -1, [])
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width where bitmap[x, y] >> 24 > 0 {
                    (top, bottom) = (min(top, y), max(bottom, y))
                    if bitmap[x, y] >> 24 == 255 { colours.insert(bitmap[x, y]) }
                }
            }
            return (bottom + 1 - top, colours)
        }
        let (small, large) = (inked(0.1), inked(0.9))
        #expect(abs(Double(small.height) - 12 * 1409 / 2048) <= 1.5)
        #expect(abs(Double(large.height) - 28 * 1409 / 2048) <= 1.5)
        func share(_ colours: Set<UInt32>, _ shift: UInt32) -> UInt32 { colours.map { $0 >> shift & 255 }.max() ?? 0 }
        #expect(abs(Int(share(small.colours, 16)) - 230) < 8 && share(large.colours, 16) < 40)
        #expect(abs(Int(share(large.colours, 0)) - 230) < 8)
        #expect(text.drawing.statistics.presentations > 10)
        // At the end it is as the model says.
        #expect(abs(Double(inked(1.5).height) - 20 * 1409 / 2048) <= 1.5)
        #expect(inked(1.5).colours == [0xFFFF_FFFF])
        #expect(text.fontSize == 20)
    }

    @Test func text_layer_copies_carry_text_and_font() {
        let text = layer("hello")
        text.font = "Courier"
        text.alignmentMode = .center
        let copy = makeLayer(of: CATextLayer.self, copying: text)
        #expect(copy.string as? String == "hello" && copy.font as? String == "Courier" && copy.fontSize == 20)
        #expect(copy.alignmentMode == .center)
    }

    @Test func text_layer_archives_plain_text() throws {
        let text = layer("héllo 😀")
        text.font = CTFontCreateWithName("Courier-Bold", 10, nil)
        text.isWrapped = true
        text.truncationMode = .middle
        text.foregroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5)
        let data = try NSKeyedArchiver.archivedData(withRootObject: text, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATextLayer.self, from: data))
        #expect(read.string as? String == "héllo 😀" && read.font as? String == "LiberationMono-Bold")
        #expect(read.isWrapped && read.truncationMode == .middle && read.fontSize == 20)
        #expect(read.foregroundColor == text.foregroundColor)
    }

    @Test func text_layer_archives_text_with_attributes() throws {
        let string = NSMutableAttributedString(string: "red blue")
        func add(_ name: CFString, _ value: Any, _ range: NSRange) {
            string.addAttribute(NSAttributedString.Key(name), value: value, range: range)
        }
        let font = CTFontCreateWithName("Times-Bold", 17, nil)
        add(kCTFontAttributeName, font, NSRange(location: 0, length: 8))
        add(
            kCTForegroundColorAttributeName, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
            NSRange(location: 0, length: 3))
        add(kCTKernAttributeName, 2.5, NSRange(location: 4, length: 4))
        var settings = ParagraphSettings()
        (settings.alignment, settings.lineSpacing) = (.right, 3)
        add(kCTParagraphStyleAttributeName, CTParagraphStyle(settings: settings), NSRange(location: 0, length: 8))
        let text = layer(string)
        let data = try NSKeyedArchiver.archivedData(withRootObject: text, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATextLayer.self, from: data))
        let back = try #require(read.string as? NSAttributedString)
        #expect(back.string == "red blue")
        let standard = CTFontCreateWithName("Helvetica", 12, nil)
        let first = TextAttributes(unsafe back.attributes(at: 0, effectiveRange: nil), standard: standard)
        let last = TextAttributes(unsafe back.attributes(at: 7, effectiveRange: nil), standard: standard)
        #expect(first.font == font && first.color == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        #expect(first.paragraph == settings && first.kern == 0 && last.kern == 2.5 && last.font == font)
        text.displayIfNeeded()
        read.setNeedsDisplay()
        read.displayIfNeeded()
        #expect(try text.contentsBitmap() == read.contentsBitmap())
    }

    @Test func text_layer_preferred_size_is_that_of_its_text() {
        let text = layer("HHH\nH")
        let size = text.preferredFrameSize()
        #expect(abs(size.width - 3 * 1479.0 / 2048 * 20) < 1e-9)
        #expect(abs(size.height - (2288 + 2355) * 20.0 / 2048) < 1e-9)
        text.string = nil
        #expect(text.preferredFrameSize() == .zero)
    }

    @Test func text_layer_without_text_or_room_draws_nothing_and_no_fault() throws {
        for string in [nil, "", "\n", " "] as [String?] {
            let text = layer(string)
            text.displayIfNeeded()
            #expect(text.contents == nil)
        }
        for size in [CGSize.zero, CGSize(width: 1, height: 1), CGSize(width: 0.01, height: 50)] {
            for wraps in [true, false] {
                for mode in [CATextLayerTruncationMode.none, .start, .middle, .end] {
                    let text = layer("some words 😀 אב", size)
                    (text.isWrapped, text.truncationMode, text.alignmentMode) = (wraps, mode, .justified)
                    text.displayIfNeeded()
                    #expect(text.drawing.statistics.drawings <= 1)
                }
            }
        }
        for size in [0, -5, CGFloat.nan, .infinity, 1e9] {
            let text = layer("x")
            text.fontSize = size
            text.displayIfNeeded()
            #expect(!text.needsDisplay())
        }
    }

    @Test func text_layer_colour_emoji_keep_their_colours() throws {
        let text = layer("😀")
        text.foregroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        text.displayIfNeeded()
        let bitmap = try text.contentsBitmap()
        let yellow = bitmap.pixels.count { $0 >> 24 > 200 && $0 >> 16 & 255 > 200 && $0 & 255 < 120 }
        #expect(yellow > 50)
    }

    @Test func text_layer_quantised_glyphs_lie_at_quarters() throws {
        let text = layer("iiiiiiii")
        text.displayIfNeeded()
        let free = try text.contentsBitmap()
        text.allowsFontSubpixelQuantization = true
        text.displayIfNeeded()
        let quantised = try text.contentsBitmap()
        #expect(free != quantised)
        // An i is 455/2048 of 20 points wide; those with the same quarter have the same columns.
        let step = 455.0 / 2048 * 20
        func position(_ index: Int) -> Double { (Double(index) * step * 4).rounded() / 4 }
        let pairs = (0..<8).flatMap { a in (a + 1..<8).map { (a, $0) } }.filter { a, b in
            (position(b) - position(a)).truncatingRemainder(dividingBy: 1) == 0
        }
        #expect(!pairs.isEmpty)
        for (a, b) in pairs {
            let (x, other) = (Int(position(a)), Int(position(b)))
            for y in 0..<20 {
                for column in 1..<4 { #expect(quantised[x + column, y] == quantised[other + column, y]) }
            }
        }
    }
}
