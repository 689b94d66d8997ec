import CoreGraphics
import MicaText

/// Options of the bounds of a line. Raw values are Apple's.
public struct CTLineBoundsOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Leaves out the leading.
    public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
    /// Leaves out shifts of the baseline.
    public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
    /// Leaves out punctuation at both ends of the line: periods, commas, hyphens, dashes, quotation marks and asterisks.
    ///
    /// Of a line with other glyphs all such glyphs at an end are left out, at the right end of left-to-right text those
    /// before its white space, with that. *Source*: Apple, useHangingPunctuation; the number of glyphs and the white space
    /// are assumed.
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    /// Uses the outlines of the glyphs in place of ascent, descent and advances.
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    /// Uses the optical edges of the first and the last glyph, of fonts that have them (`opbd` table); overrides
    /// `useGlyphPathBounds`. With another font the bounds are the typographic ones. *Source*: Apple, useOpticalBounds and
    /// CTFontGetOpticalBoundsForGlyphs.
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
    /// Adds the room that drawing the line needs beyond its typographic bounds: that of its own outlines. Apple adds
    /// room for common sequences of glyphs of various languages, of which no list is published. Without effect together
    /// with `useGlyphPathBounds`.
    public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// The bounds of a line: from its left end, and from ascent to descent with the leading below, unless options say
/// otherwise.
///
/// *Space*: x from the line's left end, y up from the baseline. *Source*: Apple, CTLineGetBoundsWithOptions; the place of
/// the leading, which is where frames have it, is assumed.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
    let text = line.line
    let hung = options.contains(.useHangingPunctuation) ? text.hungGlyphs : (0, 0)
    let isOptical = options.contains(.useOpticalBounds)
    if options.contains(.useGlyphPathBounds), !isOptical { return text.imageBounds(without: hung) }
    var (ascent, descent) = (text.ascent, text.descent)
    if options.contains(.excludeTypographicShifts), !text.runs.isEmpty {
        ascent = text.runs.map { $0.ascent - $0.attributes.baselineOffset }.max() ?? ascent
        descent = text.runs.map { $0.descent + $0.attributes.baselineOffset }.max() ?? descent
    }
    let leading = options.contains(.excludeTypographicLeading) ? 0 : text.leading
    var (start, end) = text.ends(without: hung)
    if isOptical {
        let edges = text.opticalEdges(without: hung)
        (start, end) = (start + edges.left, end - edges.right)
    }
    let bounds = CGRect(
        x: CGFloat(start), y: CGFloat(-descent - leading), width: CGFloat(max(0, end - start)),
        height: CGFloat(ascent + descent + leading))
    guard options.contains(.includeLanguageExtents), !options.contains(.useGlyphPathBounds) else { return bounds }
    let image = text.imageBounds(without: hung)
    return image.isEmpty ? bounds : bounds.union(image)
}

extension TextLine {
    /// The glyphs from left to right, each with the run that it is in.
    private var all: [(run: Int, glyph: Int)] {
        runs.indices.flatMap { run in runs[run].glyphs.indices.map { (run, $0) } }
    }

    /// How many glyphs hang at the left end and at the right end: punctuation, and the line's white space beyond it.
    fileprivate var hungGlyphs: (left: Int, right: Int) {
        let glyphs = all
        let kinds = glyphs.map { kind(of: runs[$0.run].glyphs[$0.glyph].unit) }
        func hanging(_ kinds: some Sequence<Kind>) -> Int {
            var (count, spaces) = (0, 0)
            for kind in kinds {
                if kind == .space, count == 0 { spaces += 1 } else if kind == .hanging { count += 1 } else { break }
            }
            return count > 0 ? count + spaces : 0
        }
        let (left, right) = (hanging(kinds), hanging(kinds.reversed()))
        return left + right < glyphs.count ? (left, right) : (0, 0)
    }

    private enum Kind { case hanging, space, other }

    private func kind(of unit: Int) -> Kind {
        guard storage.units.indices.contains(unit), let scalar = Unicode.Scalar(storage.units[unit]) else {
            return .other
        }
        if scalar.properties.isWhitespace { return .space }
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .initialPunctuation, .finalPunctuation: return .hanging
        default: return Self.hanging.contains(scalar) ? .hanging : .other
        }
    }

    /// Punctuation that hangs, besides dashes and quotation marks of Unicode's categories: periods, commas, asterisks, and
    /// quotation marks of other categories, of several scripts and widths.
    private static let hanging: Set<Unicode.Scalar> = [
        ".", ",", "*", "\"", "'", "\u{201A}", "\u{201E}", "\u{060C}", "\u{06D4}", "\u{066D}", "\u{3001}", "\u{3002}",
        "\u{FE50}", "\u{FE51}", "\u{FE52}", "\u{FF02}", "\u{FF07}", "\u{FF0A}", "\u{FF0C}", "\u{FF0E}", "\u{FF61}",
        "\u{FF64}", "\u{2026}", "\u{300C}", "\u{300D}", "\u{300E}", "\u{300F}", "\u{301D}", "\u{301E}", "\u{301F}",
    ]

    /// The left and the right end of the glyphs that do not hang. *Space*: the line's.
    fileprivate func ends(without hung: (left: Int, right: Int)) -> (Double, Double) {
        var (start, end) = (0.0, width)
        let glyphs = all
        for place in glyphs.prefix(hung.left) { start += runs[place.run].glyphs[place.glyph].advance }
        for place in glyphs.suffix(hung.right) { end -= runs[place.run].glyphs[place.glyph].advance }
        return (start, end)
    }

    /// The distances of the optical edges of the first and the last glyph that do not hang. *Units*: points.
    fileprivate func opticalEdges(without hung: (left: Int, right: Int)) -> OpticalEdges {
        let rest = all.dropFirst(hung.left).dropLast(hung.right)
        func edges(_ place: (run: Int, glyph: Int)?) -> OpticalEdges {
            guard let place, !runs[place.run].isAttached else { return OpticalEdges() }
            let run = runs[place.run]
            let found = FontLibrary.shared.opticalEdges([run.glyphs[place.glyph].glyph], of: run.face)[0]
            let scale = run.size / run.face.metrics.unitsPerEm
            return OpticalEdges(left: found.left * scale, right: found.right * scale)
        }
        return OpticalEdges(left: edges(rest.first).left, right: edges(rest.last).right)
    }

    /// The rectangle around the outlines of the glyphs that do not hang; zero if there are none. *Space*: the line's.
    fileprivate func imageBounds(without hung: (left: Int, right: Int)) -> CGRect {
        var box = CGRect.null
        var (passed, end) = (0, runs.reduce(0) { $0 + $1.glyphs.count } - hung.right)
        for run in runs {
            let part = (0..<run.glyphs.count).clamped(to: max(0, hung.left - passed)..<max(0, hung.left - passed, end))
            if !part.isEmpty { box = box.union(run.imageBounds(part)) }
            (passed, end) = (passed + run.glyphs.count, end - run.glyphs.count)
        }
        return box.isNull ? .zero : box
    }
}
