import CoreGraphics
import CoreText
import Foundation
import MicaText
import MicaWire

/// A layer that draws a text, plain or with attributes, into pixels of its own.
///
/// As with every layer that is drawn, the pixels are as fine as `contentsScale` says: text is soft where a point has more
/// pixels than that. It is drawn anew when the text, what it looks like, or the size changes, and at no other time.
///
/// *Units*: points. *Space*: lines begin at the top of the bounds. *Source*: Apple, CATextLayer.h.
open class CATextLayer: CALayer {
    private var text: Any?
    private var namedFont: CFTypeRef?

    /// Makes a layer without text.
    public override init() {
        super.init()
        drawing.redrawsOnBoundsChange = true
    }

    /// Makes a copy of a layer, with its text and font.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CATextLayer else { return }
        (text, namedFont) = (other.text, other.namedFont)
    }

    /// Reads a layer from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        drawing.redrawsOnBoundsChange = true
        guard readText(coder) else { return nil }
    }

    /// The text: a String or an NSAttributedString, which is copied; nil for none. An object of any other class counts as nil.
    ///
    /// What an attributed string does not say is as Core Text has it: Helvetica at 12 points, black; `font`, `fontSize` and
    /// `foregroundColor` are for plain strings only.
    open var string: Any? {
        get { text }
        set {
            let copy: Any?
            switch newValue {
            case let attributed as NSAttributedString: copy = NSAttributedString(attributedString: attributed)
            case let plain as String: copy = plain
            default: copy = nil
            }
            setOwn("string", if: !Self.isSame(text, copy)) { text = copy }
        }
    }

    /// The font of a plain string: a CTFont, a UIFont, a CGFont, or a font's name. Helvetica at first.
    ///
    /// The size of a CTFont has no influence: `fontSize` has. *Source*: Apple, CATextLayer.font.
    open var font: CFTypeRef? {
        get { namedFont ?? "Helvetica" }
        set { setOwn("font", if: !Self.isSame(namedFont, newValue)) { namedFont = newValue } }
    }

    /// The size of a plain string's font. Animatable.
    open var fontSize: CGFloat {
        get { CGFloat(state.text.fontSize) }
        set { change(.fontSize, if: fontSize != newValue) { $0.text.fontSize = Double(newValue) } }
    }

    /// The colour of a plain string; nil draws none. Opaque white at first. Animatable.
    open var foregroundColor: CGColor? {
        get { state.text.foregroundColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.foregroundColor, if: state.text.foregroundColor != value) { $0.text.foregroundColor = value }
        }
    }

    /// Whether lines end where the bounds do.
    open var isWrapped: Bool {
        get { state.text.isWrapped }
        set { change(.wrapped, if: isWrapped != newValue) { $0.text.isWrapped = newValue } }
    }

    /// What is done with lines that do not fit: cut at the edge of the bounds, or shortened by an ellipsis.
    ///
    /// Where lines are wrapped, the last one that fits whole into the bounds is the one that is shortened.
    open var truncationMode: CATextLayerTruncationMode {
        get { CATextLayerTruncationMode(rawValue: state.text.truncationMode) }
        set {
            let mode = newValue.rawValue
            change(.truncationMode, if: state.text.truncationMode != mode) { $0.text.truncationMode = mode }
        }
    }

    /// To which side lines are moved. With `natural` an attributed string's own paragraph styles say it.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { CATextLayerAlignmentMode(rawValue: state.text.alignmentMode) }
        set {
            let mode = newValue.rawValue
            change(.alignmentMode, if: state.text.alignmentMode != mode) { $0.text.alignmentMode = mode }
        }
    }

    /// Whether glyphs are at quarters of pixels only, and not anywhere between them.
    open var allowsFontSubpixelQuantization: Bool {
        get { state.text.quantizesGlyphs }
        set {
            change(.allowsFontSubpixelQuantization, if: allowsFontSubpixelQuantization != newValue) {
                $0.text.quantizesGlyphs = newValue
            }
        }
    }

    /// The size that the whole text needs: with `isWrapped` in the width of the bounds, else as wide as its lines are.
    open override func preferredFrameSize() -> CGSize {
        guard var layout = textLayout() else { return .zero }
        if !isWrapped { layout.width = nil }
        layout.height = nil
        let lines = layout.lines()
        return CGSize(
            width: lines.map { $0.line.visibleWidth }.max() ?? 0, height: lines.last.map { $0.bottom } ?? 0)
    }

    /// Draws the text.
    open override func draw(in ctx: CGContext) { drawText(in: ctx) }

    private static let drawnKeys: Set<String> = [
        "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
        "allowsFontSubpixelQuantization", "contentsScale",
    ]

    /// True for the properties of text, and for `contentsScale`.
    open override class func needsDisplay(forKey key: String) -> Bool {
        drawnKeys.contains(key) || super.needsDisplay(forKey: key)
    }

    /// The default of a property.
    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "font": "Helvetica"
        case "needsDisplayOnBoundsChange": NSNumber(value: true)
        default: super.defaultValue(forKey: key)
        }
    }

    /// The value of a property or of any other key.
    open override func value(forKey key: String) -> Any? {
        switch key {
        case "string": string
        case "font": font
        default: super.value(forKey: key)
        }
    }

    /// Sets a property or a value under any other key.
    open override func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "string": string = value
        case "font": font = value is NSNull ? nil : value
        default: super.setValue(value, forKey: key)
        }
    }

    /// Whether an archive holds the value under a key: one that was set.
    open override func shouldArchiveValue(forKey key: String) -> Bool {
        switch key {
        case "string": text != nil
        case "font": namedFont != nil
        default: super.shouldArchiveValue(forKey: key)
        }
    }

    /// Writes the layer into an archive; the text with fonts, colours, numbers and paragraph styles.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        writeText(coder)
    }

    // MARK: Properties that the server does not know

    /// Changes a property with the steps that a change has: action, change, drawing, action's run.
    private func setOwn(_ key: String, if differs: Bool, _ body: () -> Void) {
        guard differs else { return }
        guard modelLayer == nil else { return body() }
        let action = actionForChange(key)
        body()
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        action?.run(forKey: key, object: self, arguments: nil)
    }

    private static func isSame(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as NSAttributedString, let b as NSAttributedString): a.isEqual(to: b)
        case (let a as String, let b as String): a == b
        case (let a as CGFont, let b as CGFont): a == b
        case (let a as CTFont, let b as CTFont): a == b
        default: false
        }
    }

    package override class var classes: LayerClasses { super.classes.union(.text) }
}

extension LayerAccessor {
    /// The accessors of CATextLayer.
    static let text: [LayerAccessor] = [
        .number(.fontSize, \CATextLayer.fontSize),
        .color(.foregroundColor, \CATextLayer.foregroundColor),
        .bool(.wrapped, \CATextLayer.isWrapped),
        .name(.truncationMode, \CATextLayer.truncationMode),
        .name(.alignmentMode, \CATextLayer.alignmentMode),
        .bool(.allowsFontSubpixelQuantization, \CATextLayer.allowsFontSubpixelQuantization),
    ]
}

/// What is done with lines that do not fit.
///
/// *Source*: Apple, CATextLayer.h; any string makes a value; strings other than those below count as `none`.
public struct CATextLayerTruncationMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// They are cut at the edge.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// An ellipsis stands for the beginning.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// An ellipsis stands for the end.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
    /// An ellipsis stands for the middle.
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// To which side lines are moved.
///
/// *Source*: Apple, CATextLayer.h; any string makes a value; strings other than those below count as `natural`.
public struct CATextLayerAlignmentMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To the side where the paragraph's lines begin.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// To the left.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// To the right.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// To the middle.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    /// Spaces are widened so that wrapped lines fill the width, but for the last line of a paragraph.
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}
