import CoreGraphics
import CoreText
import Foundation
import QuartzCore

/// Text: letters with outlines in the document, and letters of fonts.
extension LottieBuilder {
    /// The most letters in a text.
    static let letterLimit = 5000
    /// The most code points in a text: each mark on a letter may be drawn by its own layer.
    private static let scalarLimit = 4 * letterLimit
    /// The limit of spacing computations: letters times animators times samples.
    private static let spacingLimit = 2_000_000.0

    /// The end of the warning about a font that is not installed.
    private static let missingFont = "is not here: another is used for it"

    /// Whether a warning is about a font that is not installed.
    static func isMissingFont(_ warning: String) -> Bool { warning.hasSuffix(missingFont) }

    /// Adds a layer for each text that the layer shows over time.
    func add(_ text: LottieText, to layer: CALayer, _ animator: LottieAnimator) throws(DocumentError) {
        let keys = text.documents.keys
        for (index, key) in keys.enumerated() {
            try spend()
            let page = plain(in: layer.bounds.size)
            try add(key.value.value, text, to: page, animator)
            if keys.count > 1 {
                let from = index == 0 ? -1e9 : key.time
                animator.show(page, from: from, to: index + 1 < keys.count ? keys[index + 1].time : 1e9)
            }
            layer.addSublayer(page)
        }
    }

    private func add(
        _ document: LottieTextDocument, _ text: LottieText, to page: CALayer, _ animator: LottieAnimator
    ) throws(DocumentError) {
        guard !document.text.isEmpty, document.size > 0 else { return }
        let limit = Self.letterLimit
        var document = document
        if document.text.unicodeScalars.count > Self.scalarLimit {
            diagnostics.warn("text of more than \(Self.scalarLimit) letters and marks is cut off")
            document.text = String(String.UnicodeScalarView(document.text.unicodeScalars.prefix(Self.scalarLimit)))
        }
        if document.text.count > limit { diagnostics.warn("text of more than \(limit) letters is cut off") }
        var layout = LottieTextLayout(document, in: composition, limit: limit)
        layout.breakLines()
        if !layout.missing.isEmpty {
            diagnostics.warn("the font \"\(document.font)\" \(Self.missingFont)")
        }
        let shapes = LottieShapeBuilder(self, animator, page.bounds.size)
        let spacers = text.animators.count { $0.tracking != nil }
        let moments = text.animators.flatMap { animator in
            (animator.selector.tracks + (animator.tracking.map { [$0] } ?? [])).flatMap { $0.timing.map { $0.time } }
        }
        let samples = min(2 * ((moments.max() ?? 0) - (moments.min() ?? 0)) + 1, 20_000)
        let mayBeSpaced = Double(layout.letters.count * spacers) * samples <= Self.spacingLimit
        try spend(layout, text, isSpaced: mayBeSpaced)
        if !mayBeSpaced {
            diagnostics.warn("a text animator's tracking has too many letters and frames, and is left out")
        }
        layout.shuffle(text)
        let spacing = spacers > 0 && mayBeSpaced ? layout.spacing(text, animator.time.sampling) : nil
        let positions = text.path.flatMap { layout.positions(on: $0, spacing, animator.time.sampling) }
        if text.path != nil, positions == nil {
            diagnostics.warn("text on a path has too many letters, vertices and frames, or none, and is set in a line")
        }
        if let outlines = layout.joined(text) {
            try spend()
            let style = LottieLetterStyle(text, layout, 0, document, nil, nil)
            return try shapes.add(outlines, to: page, inherited: style.paints(animator.time.sampling, scale: 1))
        }
        for (index, letter) in layout.letters.enumerated() where !letter.items.isEmpty {
            try spend()
            let holder = plain(in: page.bounds.size)
            let style = LottieLetterStyle(text, layout, index, document, spacing, positions)
            animator.position(holder, style.transform(animator.time.sampling))
            let opacity = style.opacity(animator.time.sampling)
            animator.animate(holder, "opacity", opacity, set: { holder.opacity = Self.opacity($0) }) {
                Self.opacity($0)
            }
            try shapes.add(
                letter.items, to: holder, inherited: style.paints(animator.time.sampling, scale: letter.scale))
            page.addSublayer(holder)
        }
    }
}

/// The letters of a text and their positions.
struct LottieTextLayout {
    /// A letter, or a unit that is drawn like a letter.
    struct Letter {
        /// The items to draw, in their own units.
        var items: [LottieItem]
        /// Points per unit of `items`.
        var scale: Double
        /// The position, in points.
        var x = 0.0
        var y = 0.0
        var advance: Double
        var isSpace: Bool
        var isBreak = false
        /// The indices among the letters, the letters without spaces, the words and the lines.
        var indices = SIMD4<Int>.zero
    }

    let document: LottieTextDocument
    private(set) var letters: [Letter] = []
    /// The numbers of letters, letters without spaces, words and lines.
    private(set) var counts = SIMD4<Int>.zero
    /// The letters of each line, and its width.
    private(set) var lines: [(range: Range<Int>, width: Double)] = []
    /// The names of missing fonts.
    private(set) var missing: Set<String> = []
    private let ascent: Double
    private let fontFiles: LottieFontFiles?
    /// For each animator with a random order, the order; empty for other animators.
    private var orders: [[Int]] = []

    /// The letters of a text.
    ///
    /// - Parameter hasOutlines: Whether letters have the items to draw; false to measure them.
    init(_ document: LottieTextDocument, in composition: LottieComposition, limit: Int, hasOutlines: Bool = true) {
        self.document = document
        let font = composition.fonts[document.font]
        ascent = (font?.ascent ?? 75) * document.size / 100
        var glyphs: [String: LottieGlyph] = [:]
        for glyph in composition.glyphs where font == nil || glyph.family == font?.family && glyph.style == font?.style
        {
            glyphs[glyph.character] = glyph
        }
        fontFiles = composition.fontFiles
        for paragraph in String(document.text.prefix(limit)).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if !letters.isEmpty || !lines.isEmpty {
                letters.append(Letter(items: [], scale: 1, advance: 0, isSpace: true, isBreak: true))
            }
            add(String(paragraph), glyphs, font, hasOutlines)
            lines.append((0..<0, 0))
        }
        lines = []
    }

    private mutating func add(
        _ text: String, _ glyphs: [String: LottieGlyph], _ font: LottieFont?, _ hasOutlines: Bool
    ) {
        let scale = document.size / 100
        let tracking = document.tracking * document.size / 1000
        let letters = Array(text)
        if !glyphs.isEmpty, letters.allSatisfy({ glyphs[String($0)] != nil || $0.isWhitespace }) {
            for letter in letters {
                let glyph = glyphs[String(letter)]
                self.letters.append(
                    Letter(
                        items: glyph?.items ?? [], scale: scale, advance: (glyph?.width ?? 0) * scale + tracking,
                        isSpace: letter.isWhitespace))
            }
            return
        }
        let name = font?.name ?? document.font
        let own = fontFiles?.font(font, named: document.font, size: document.size)
        let used = own ?? CTFontCreateWithName(name as CFString, CGFloat(document.size), nil)
        if own == nil, let font, CTFontCopyFamilyName(used) as String != font.family { missing.insert(name) }
        let units = Array(text.utf16)
        for glyph in LottieInterop.glyphs(text, font: used, hasOutlines: hasOutlines) {
            let isSpace = glyph.index < units.count && (units[glyph.index] == 0x20 || units[glyph.index] == 0xA0)
            let items = glyph.outlines.map { outline in
                // The outline includes the letter's vertical offset.
                LottieItem.outline(LottieTrack(outline.moved(by: SIMD2(0, glyph.y))))
            }
            self.letters.append(Letter(items: items, scale: 1, advance: glyph.advance + tracking, isSpace: isSpace))
        }
    }

    /// Arranges letters in lines; in a box, lines break at spaces.
    mutating func breakLines() { breakLines(width: document.box?.size.x) }

    /// Arranges letters in lines, which break at spaces where they are wider than a width above 0.
    mutating func breakLines(width most: Double?) {
        var start = 0
        var (width, lastSpace) = (0.0, -1)
        func visible(_ range: Range<Int>) -> Double {
            var end = range.upperBound
            while end > range.lowerBound, letters[end - 1].isSpace { end -= 1 }
            let sum = letters[range.lowerBound..<end].reduce(0) { $0 + $1.advance }
            return end > range.lowerBound ? sum - document.tracking * document.size / 1000 : 0
        }
        func finish(_ end: Int, next: Int) {
            lines.append((start..<end, visible(start..<end)))
            (start, width, lastSpace) = (next, 0, -1)
        }
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            if letter.isBreak {
                finish(index, next: index + 1)
            } else {
                if letter.isSpace { lastSpace = index }
                width += letter.advance
                if let most, most > 0, width > most, !letter.isSpace, lastSpace >= start, index > start {
                    let next = lastSpace + 1
                    finish(next, next: next)
                    index = next
                    continue
                }
            }
            index += 1
        }
        finish(letters.count, next: letters.count)
        position()
    }

    private mutating func position() {
        let (box, height) = (document.box, document.lineHeight ?? document.size * 1.2)
        var y = (box.map { $0.origin.y + ascent } ?? 0) - document.baselineShift
        var (count, word, wasSpace) = (SIMD4<Int>.zero, -1, true)
        for (number, line) in lines.enumerated() {
            var x = (box?.origin.x ?? 0) + flush * ((box?.size.x ?? 0) - line.width)
            for index in line.range {
                letters[index].x = x
                letters[index].y = y
                x += letters[index].advance
                let isSpace = letters[index].isSpace
                if !isSpace, wasSpace { word += 1 }
                wasSpace = isSpace
                letters[index].indices = SIMD4(count.x, count.y, max(word, 0), number)
                count.x += 1
                if !isSpace { count.y += 1 }
            }
            wasSpace = true
            y += height
        }
        counts = SIMD4(count.x, count.y, word + 1, lines.count)
    }

    /// The most letters that are drawn as one shape: of more, each is left out where it is not seen.
    private static let mostJoined = 1000

    /// The outlines of all letters at their positions, to be drawn as one shape; nil if the letters are drawn one by one.
    ///
    /// They are one by one if they move or change by themselves, and if it shows where two touch: in translucent and in
    /// stroked letters.
    func joined(_ text: LottieText) -> [LottieItem]? {
        guard text.animators.isEmpty, text.path == nil, document.fill?.w == 1, letters.count <= Self.mostJoined,
            document.stroke == nil || document.strokeWidth <= 0, letters.allSatisfy({ $0.scale == 1 })
        else { return nil }
        var result: [LottieItem] = []
        for letter in letters {
            for item in letter.items {
                guard case .outline(let track) = item, !track.isAnimated else { return nil }
                result.append(.outline(LottieTrack(track.first.moved(by: SIMD2(letter.x, letter.y)))))
            }
        }
        return result
    }

    /// The part of a line's free space before it: 0 at the left, 0.5 centred, 1 at the right.
    var flush: Double { document.justification == 1 ? 1 : document.justification == 2 ? 0.5 : 0 }

    /// The offsets of letters by tracking animators.
    func spacing(_ text: LottieText, _ sampling: LottieSampling) -> LottieTrack<[Double]> {
        let spacers = text.animators.compactMap { animator in animator.tracking.map { (animator.selector, $0) } }
        let tracks = spacers.flatMap { $0.0.tracks + [$0.1 as any LottieTimed] }
        return sampling.combine(tracks, isStraight: false) { moment in
            var moved = [Double](repeating: 0, count: letters.count)
            for line in lines {
                var sum = 0.0
                for index in line.range {
                    moved[index] = sum
                    for (selector, tracking) in spacers {
                        sum += tracking.value(moment) * share(selector, index, moment)
                    }
                }
                for index in line.range { moved[index] -= sum * flush }
            }
            return moved
        }
    }

    /// Computes the orders of selectors with a random order.
    mutating func shuffle(_ text: LottieText) {
        orders = text.animators.map { animator in
            animator.selector.isRandom ? animator.selector.order(of: counts[animator.selector.basis.rawValue - 1]) : []
        }
    }

    /// The share of an animator's effect on a letter.
    func share(_ selector: LottieTextSelector, _ index: Int, _ moment: LottieMoment) -> Double {
        let basis = selector.basis.rawValue - 1
        if selector.basis == .lettersWithoutSpaces, letters[index].isSpace { return 0 }
        var position = letters[index].indices[basis]
        if selector.isRandom, orders[selector.number].indices.contains(position) {
            position = orders[selector.number][position]
        }
        return selector.share(of: position, in: counts[basis], moment)
    }
}

extension LottieOutline {
    /// The outline, translated.
    func moved(by offset: SIMD2<Double>) -> LottieOutline {
        guard offset != .zero else { return self }
        var result = self
        for index in vertices.indices {
            let vertex = vertices[index]
            result.vertices[index] = LottieVertex(
                vertex.point + offset, arriving: vertex.arriving + offset, leaving: vertex.leaving + offset)
        }
        return result
    }
}
