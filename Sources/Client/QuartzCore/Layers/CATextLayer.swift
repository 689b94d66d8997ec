import CoreGraphics
import CoreText
import Foundation
import MicaText
import MicaTrace
import MicaWire

/// A layer that draws text, plain or attributed, into pixels of its own.
///
/// The pixels have the resolution of `contentsScale`, as in every drawn layer. Text is blurred on a surface with more
/// pixels per point. It is drawn again only when the text, its style or the size changes.
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

    /// The text: a String or an NSAttributedString, which is copied; nil for none. An object of another class counts as
    /// nil.
    ///
    /// Missing attributes of an attributed string have Core Text's defaults: Helvetica at 12 points, black. `font`,
    /// `fontSize` and `foregroundColor` apply to plain strings only.
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

    /// The font of a plain string: a CTFont, a UIFont, a CGFont, or the name of a font. Helvetica by default.
    ///
    /// A CTFont's own size is ignored; `fontSize` counts.
    open var font: CFTypeRef? {
        get { namedFont ?? "Helvetica" }
        set { setOwn("font", if: !Self.isSame(namedFont, newValue)) { namedFont = newValue } }
    }

    /// The font size of a plain string. Animatable.
    open var fontSize: CGFloat {
        get { CGFloat(state.text.fontSize) }
        set { change(.fontSize, if: fontSize != newValue) { $0.text.fontSize = Double(newValue) } }
    }

    /// The colour of a plain string; nil draws no text. Opaque white by default. Animatable.
    open var foregroundColor: CGColor? {
        get { state.text.foregroundColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.foregroundColor, if: state.text.foregroundColor != value) { $0.text.foregroundColor = value }
        }
    }

    /// Whether lines are wrapped at the width of the bounds.
    open var isWrapped: Bool {
        get { state.text.isWrapped }
        set { change(.wrapped, if: isWrapped != newValue) { $0.text.isWrapped = newValue } }
    }

    /// The treatment of lines that do not fit: cut off at the edge of the bounds, or shortened with an ellipsis.
    ///
    /// With wrapped lines, the last line that fits entirely into the bounds is shortened.
    open var truncationMode: CATextLayerTruncationMode {
        get { CATextLayerTruncationMode(rawValue: state.text.truncationMode) }
        set {
            let mode = newValue.rawValue
            change(.truncationMode, if: state.text.truncationMode != mode) { $0.text.truncationMode = mode }
        }
    }

    /// The alignment of lines. With `natural`, the paragraph styles of an attributed string decide.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { CATextLayerAlignmentMode(rawValue: state.text.alignmentMode) }
        set {
            let mode = newValue.rawValue
            change(.alignmentMode, if: state.text.alignmentMode != mode) { $0.text.alignmentMode = mode }
        }
    }

    /// Whether glyphs are positioned at quarters of a pixel, whatever their size (docs/text.md).
    open var allowsFontSubpixelQuantization: Bool {
        get { state.text.quantizesGlyphs }
        set {
            change(.allowsFontSubpixelQuantization, if: allowsFontSubpixelQuantization != newValue) {
                $0.text.quantizesGlyphs = newValue
            }
        }
    }

    /// The size of the whole text: with `isWrapped`, at the width of the bounds; otherwise as wide as its longest line.
    open override func preferredFrameSize() -> CGSize {
        guard var layout = textLayout() else { return .zero }
        if !isWrapped { layout.width = nil }
        layout.height = nil
        let size = layout.size()
        return CGSize(width: size.width, height: size.height)
    }

    /// Draws the text, in the layer's own space.
    open override func draw(in ctx: CGContext) {
        saySoftText()
        drawText(in: ctx)
    }

    /// Whether a document made the layer: its author is not at hand, so nothing is said of it.
    package final var isOfDocument = false

    /// Says once that text has fewer pixels a point than the picture that shows it. On iOS a layer's owner sets
    /// `contentsScale` to the screen's scale; on a server nothing reminds of it.
    private func saySoftText() {
        guard let scale = context?.viewScale, contentsScale > 0, contentsScale < 0.95 * scale, !isOfDocument else {
            return
        }
        Notices.say(
            "text is drawn with \(contentsScale) pixels a point in a picture that has \(scale), so that its letters "
                + "are soft: set contentsScale of the text layer to \(scale)", key: "soft text")
    }

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

    /// The value of a property or under any other key.
    open override func value(forKey key: String) -> Any? {
        switch key {
        case "string": string
        case "font": font
        default: super.value(forKey: key)
        }
    }

    /// Sets a property, or a value under any other key.
    open override func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "string": string = value
        case "font": font = value is NSNull ? nil : value
        default: super.setValue(value, forKey: key)
        }
    }

    /// Whether an archive holds the value under a key: true for values that were set.
    open override func shouldArchiveValue(forKey key: String) -> Bool {
        switch key {
        case "string": text != nil
        case "font": namedFont != nil
        default: super.shouldArchiveValue(forKey: key)
        }
    }

    /// Writes the layer into an archive, with the text's fonts, colours, numbers and paragraph styles.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        writeText(coder)
    }

    // MARK: Properties that the server does not know

    /// Changes a property in the order of every change: look up the action, change, ask for drawing, run the action.
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
    static let text: [LayerAccessor] = [
        .number(.fontSize, \CATextLayer.fontSize),
        .color(.foregroundColor, \CATextLayer.foregroundColor),
        .bool(.wrapped, \CATextLayer.isWrapped),
        .name(.truncationMode, \CATextLayer.truncationMode),
        .name(.alignmentMode, \CATextLayer.alignmentMode),
        .bool(.allowsFontSubpixelQuantization, \CATextLayer.allowsFontSubpixelQuantization),
    ]
}

/// The treatment of lines that do not fit.
///
/// *Source*: Apple, CATextLayer.h; any string makes a value; strings other than those below count as `none`.
public struct CATextLayerTruncationMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Cuts lines off at the edge.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// Replaces the beginning by an ellipsis.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// Replaces the end by an ellipsis.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
    /// Replaces the middle by an ellipsis.
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The alignment of lines.
///
/// *Source*: Apple, CATextLayer.h; any string makes a value; strings other than those below count as `natural`.
public struct CATextLayerAlignmentMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Aligned at the side where the paragraph's lines begin.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// Aligned at the left.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// Aligned at the right.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// Centred.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    /// Spaces are widened until wrapped lines fill the width; the last line of a paragraph stays as it is.
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}
