import CoreGraphics

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
    /// Leaves out punctuation at the line's ends. Without effect here: no punctuation hangs.
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    /// Uses the outlines of the glyphs in place of ascent, descent and advances.
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    /// Uses the optical bounds of fonts that have them. Without effect here: they are not read.
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
    /// Adds room for accents of some languages. Without effect here: fonts' own ascent and descent are used.
    public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// The bounds of a line: from its left end, and from ascent to descent with the leading below, unless options say
/// otherwise.
///
/// *Space*: x from the line's left end, y up from the baseline. *Source*: assumed for the place of the leading, which
/// is where frames have it.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
    if options.contains(.useGlyphPathBounds) { return CTLineGetImageBounds(line, nil) }
    var (ascent, descent) = (line.line.ascent, line.line.descent)
    if options.contains(.excludeTypographicShifts), !line.line.runs.isEmpty {
        ascent = line.line.runs.map { $0.ascent - $0.attributes.baselineOffset }.max() ?? ascent
        descent = line.line.runs.map { $0.descent + $0.attributes.baselineOffset }.max() ?? descent
    }
    let leading = options.contains(.excludeTypographicLeading) ? 0 : line.line.leading
    return CGRect(
        x: 0, y: CGFloat(-descent - leading), width: CGFloat(line.line.width),
        height: CGFloat(ascent + descent + leading))
}
