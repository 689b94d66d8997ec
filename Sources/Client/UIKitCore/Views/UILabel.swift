import CoreGraphics
import CoreText
import Foundation
import QuartzCore

/// A view that shows a text, centred vertically. It takes no touches unless a program sets `isUserInteractionEnabled`.
open class UILabel: UIView, UIContentSizeCategoryAdjusting {
    private var plainText: String?
    private var styledText: NSAttributedString?
    /// The first line of the plain text as it was measured, from then until the text is drawn.
    private final var measured: MeasuredLine?

    /// A box: a label without a line needs only a reference for it.
    private final class MeasuredLine {
        let line: TextLine
        init(_ line: TextLine) { self.line = line }
    }

    /// Makes a label without a text.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        adoptDefaults()
    }

    /// Reads a label from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        adoptDefaults()
        plainText = coder.optionalText(forKey: "UIText")
        if let font = coder.optionalObject(of: UIFont.self, forKey: "UIFont") { self.font = font }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UITextColor") { textColor = color }
        if coder.containsValue(forKey: "UINumberOfLines") {
            numberOfLines = coder.decodeInteger(forKey: "UINumberOfLines")
        }
        if let styled = coder.styledText(forKey: "UIAttributedText") { (plainText, styledText) = (nil, styled) }
        highlightedTextColor = coder.optionalObject(of: UIColor.self, forKey: "UIHighlightedColor")
        shadowColor = coder.optionalObject(of: UIColor.self, forKey: "UIShadowColor")
        if coder.containsValue(forKey: "UIShadowOffset") { shadowOffset = coder.decodeCGSize(forKey: "UIShadowOffset") }
        coder.readFlag(forKey: "UIHighlighted") { isHighlighted = $0 }
        coder.readFlag(forKey: "UIEnabled") { isEnabled = $0 }
        coder.readFlag(forKey: "UIAdjustsFontSizeToFit") { adjustsFontSizeToFitWidth = $0 }
        coder.readNumber(forKey: "UIMinimumScaleFactor") { minimumScaleFactor = $0 }
        coder.readNumber(forKey: "UIPreferredMaxLayoutWidth") { preferredMaxLayoutWidth = $0 }
        if coder.containsValue(forKey: "UITextAlignment") {
            let number = coder.decodeInteger(forKey: "UITextAlignment")
            textAlignment = NSTextAlignment(rawValue: .init(clamping: number)) ?? .natural
        }
        if coder.containsValue(forKey: "UILineBreakMode") {
            let number = coder.decodeInteger(forKey: "UILineBreakMode")
            lineBreakMode = NSLineBreakMode(rawValue: .init(clamping: number)) ?? .byTruncatingTail
        }
        if coder.containsValue(forKey: "UIBaselineAdjustment") {
            let number = coder.decodeInteger(forKey: "UIBaselineAdjustment")
            baselineAdjustment = UIBaselineAdjustment(rawValue: number) ?? .alignBaselines
        }
        coder.readFlag(forKey: "UIAdjustsFontForContentSizeCategory") { adjustsFontForContentSizeCategory = $0 }
        coder.readFlag(forKey: "UIUserInteractionDisabled") { isUserInteractionEnabled = !$0 }
        coder.readNib(self, as: UILabel.self)
    }

    /// A label is drawn anew when its size changes. *Source*: Apple, UILabel.h: "label has default content mode of
    /// UIViewContentModeRedraw".
    override var firstContentMode: ContentMode { .redraw }

    /// The text of a label that is drawn anew keeps its size while the bounds are animated: it has the layout of the
    /// animation's end from the beginning, and lies at the top left. *Source*: a recording of a badge that widens
    /// (Minitour/EasyNotificationBadge, Screenshots/heading.gif): its text is whole in the first frame, at a constant
    /// distance from the badge's left edge.
    override func gravity(of mode: ContentMode) -> CALayerContentsGravity {
        (mode == .redraw ? .topLeft : mode).gravity
    }

    private func adoptDefaults() {
        isUserInteractionEnabled = false
        isOpaque = false
        layer.needsDisplayOnBoundsChange = true
        layer.contentsGravity = gravity(of: .redraw)
    }

    /// Writes the label into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(text, forKey: "UIText")
        if let styledText { coder.encode(styled: styledText, forKey: "UIAttributedText") }
        coder.encodeOptional(font, forKey: "UIFont")
        coder.encodeOptional(textColor, forKey: "UITextColor")
        coder.encode(numberOfLines, forKey: "UINumberOfLines")
        coder.encodeOptional(highlightedTextColor, forKey: "UIHighlightedColor")
        coder.encodeOptional(shadowColor, forKey: "UIShadowColor")
        coder.encode(shadowOffset, forKey: "UIShadowOffset")
        coder.encode(isHighlighted, forKey: "UIHighlighted")
        coder.encode(isEnabled, forKey: "UIEnabled")
        coder.encode(adjustsFontSizeToFitWidth, forKey: "UIAdjustsFontSizeToFit")
        coder.encode(baselineAdjustment.rawValue, forKey: "UIBaselineAdjustment")
        coder.encode(adjustsFontForContentSizeCategory, forKey: "UIAdjustsFontForContentSizeCategory")
        coder.encode(Double(minimumScaleFactor), forKey: "UIMinimumScaleFactor")
        coder.encode(Double(preferredMaxLayoutWidth), forKey: "UIPreferredMaxLayoutWidth")
        coder.encode(Int(textAlignment.rawValue), forKey: "UITextAlignment")
        coder.encode(Int(lineBreakMode.rawValue), forKey: "UILineBreakMode")
    }

    // MARK: Text

    /// The text, in one style. Setting it replaces `attributedText`.
    open var text: String? {
        get { plainText ?? styledText?.string }
        set {
            guard newValue != plainText || styledText != nil else { return }
            (plainText, styledText) = (newValue, nil)
            changed()
        }
    }

    /// The text with its styles; the label's own apply where it has none.
    open var attributedText: NSAttributedString? {
        get { styledText ?? plainText.map { NSAttributedString(string: $0, attributes: attributes) } }
        set {
            styledText = newValue.map { NSAttributedString(attributedString: $0) }
            plainText = nil
            changed()
        }
    }

    /// The font: the system font of 17 points at first; nil stands for that.
    open var font: UIFont! = UIFont.systemFont(ofSize: 17) {
        didSet {
            if font == nil { font = UIFont.systemFont(ofSize: 17) }
            changed()
        }
    }

    /// The colour: `UIColor.label` at first; nil stands for that. *Source*: Apple, UILabel.textColor; UILabel.h:
    /// "default is labelColor".
    open var textColor: UIColor! = UIColor.label {
        didSet {
            if textColor == nil { textColor = .label }
            setNeedsDisplay()
        }
    }

    /// The colour while the label is highlighted; nil for `textColor`.
    open var highlightedTextColor: UIColor? {
        didSet { if isHighlighted { setNeedsDisplay() } }
    }

    /// Whether the label is drawn in `highlightedTextColor`; false at first.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { setNeedsDisplay() } }
    }

    /// Whether the label is drawn as enabled; false draws it half transparent.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { setNeedsDisplay() } }
    }

    /// The side that lines are aligned to; at first the one where the script begins.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }

    /// How lines that are too long end: with an ellipsis at first.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { changed() } }
    }

    /// The largest number of lines; 0 for any; 1 at first.
    open var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { changed() } }
    }

    /// Whether a single line that is too wide is drawn smaller; false at first.
    open var adjustsFontSizeToFitWidth = false {
        didSet { if adjustsFontSizeToFitWidth != oldValue { setNeedsDisplay() } }
    }

    /// The least factor by which the text is made smaller; 0, as at first, for any.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { if minimumScaleFactor != oldValue { setNeedsDisplay() } }
    }

    /// The vertical place of a text that is made smaller to fit the width; its baseline stays at first. *Source*: Apple,
    /// UILabel.baselineAdjustment: "the default value of this property is UIBaselineAdjustment.alignBaselines".
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines {
        didSet { if baselineAdjustment != oldValue { setNeedsDisplay() } }
    }

    /// Whether a font of `UIFont.preferredFont(forTextStyle:)` follows the size of text of the label's traits; false at
    /// first. Other fonts keep their size. *Source*: Apple,
    /// UIContentSizeCategoryAdjusting.adjustsFontForContentSizeCategory.
    open var adjustsFontForContentSizeCategory = false {
        didSet { if adjustsFontForContentSizeCategory { adjustFont() } }
    }

    private func adjustFont() {
        guard adjustsFontForContentSizeCategory, let style = font.textStyle else { return }
        let wanted = UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        if wanted.pointSize != font.pointSize { font = wanted }
    }

    /// Takes the font of the new size of text, if `adjustsFontForContentSizeCategory` is true.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        adjustFont()
    }

    /// The colour of the shadow; nil for none.
    open var shadowColor: UIColor? {
        didSet { setNeedsDisplay() }
    }

    /// The shadow's offset from the text, in points: one point up at first.
    open var shadowOffset = CGSize(width: 0, height: -1) {
        didSet { if shadowColor != nil { setNeedsDisplay() } }
    }

    /// The width at which lines of the intrinsic size break, in points; 0 for none.
    open var preferredMaxLayoutWidth: CGFloat = 0 {
        didSet { if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() } }
    }

    private func changed() {
        measured = nil
        invalidateIntrinsicContentSize()
        setNeedsDisplay()
    }

    override var standardIsAccessibilityElement: Bool { true }
    override var standardAccessibilityLabel: String? { text }
    override var standardAccessibilityTraits: UIAccessibilityTraits {
        isEnabled ? .staticText : [.staticText, .notEnabled]
    }

    private var attributes: [NSAttributedString.Key: Any] {
        [.font: font ?? UIFont.systemFont(ofSize: 17), .foregroundColor: shownColor]
    }

    private var shownColor: UIColor {
        let color = (isHighlighted ? highlightedTextColor ?? textColor : textColor) ?? UIColor.label
        return isEnabled ? color : color.withAlphaComponent(0.5)
    }

    // MARK: Layout

    /// The layout in a width of at most `limit` lines; nil without a text.
    private func layout(width: CGFloat?, limit: Int, scale: CGFloat = 1) -> TextLayout? {
        let storage: TextStorage
        if let styledText {
            guard styledText.length > 0 else { return nil }
            storage = TextStorage(styledText, standard: font, defaults: attributes)
        } else {
            guard let plainText, !plainText.isEmpty else { return nil }
            if scale == 1, let measured {
                storage = measured.line.storage
            } else {
                let font = font ?? UIFont.systemFont(ofSize: 17)
                var attributes = TextAttributes(font: scale != 1 ? font.withSize(font.pointSize * scale) : font)
                // That of the context: the text has the same lines in any colour.
                attributes.color = nil
                storage = TextStorage(plainText, attributes: attributes)
            }
        }
        var layout = TextLayout(storage)
        layout.width = width.map { Double($0) }
        layout.alignment =
            switch textAlignment {
            case .left: .left
            case .right: .right
            case .center: .center
            case .justified: .justified
            // A string's own paragraphs have their own alignment.
            default: isRightAligned ? .right : nil
            }
        layout.wraps = limit != 1 && width != nil
        layout.keepsFirstLine = true
        if limit == 1 { layout.truncation = width != nil ? truncation : nil }
        return layout
    }

    /// Whether natural alignment is that of an interface from right to left. *Source*: Apple, NSTextAlignment.natural: "the
    /// default alignment associated with the current localization of the app".
    private final var isRightAligned: Bool {
        guard effectiveUserInterfaceLayoutDirection == .rightToLeft else { return false }
        guard let styledText, styledText.length > 0 else { return true }
        return unsafe styledText.attribute(.paragraphStyle, at: 0, effectiveRange: nil) == nil
    }

    private var truncation: Truncation? {
        switch lineBreakMode {
        case .byTruncatingHead: .start
        case .byTruncatingMiddle: .middle
        case .byTruncatingTail: .end
        default: nil
        }
    }

    /// The lines in a width: at most `limit`, and only those that `height` has room for; nil without a text.
    ///
    /// - Parameter need: The part of the text that is laid out.
    private func lines(
        width: CGFloat?, height: CGFloat = .infinity, limit: Int, scale: CGFloat = 1, need: TextLayout.Need
    ) -> [TextLayout.PlacedLine]? {
        guard var layout = layout(width: width, limit: limit, scale: scale) else { return nil }
        layout.need = need
        // One line more says that the text goes on.
        if limit > 0 { layout.lineLimit = limit + 1 }
        let known = measured.flatMap { $0.line.storage === layout.storage ? $0.line : nil }
        var lines = layout.lines(knowing: known)
        // A line that is cut has a text of its own.
        if styledText == nil, scale == 1, let line = lines.first?.line, line.storage === layout.storage {
            measured = MeasuredLine(line)
        }
        // A line that is at most one point too tall still counts.
        let fitting = max(lines.prefix { $0.bottom <= Double(height) + 1 }.count, 1)
        let most = limit > 0 ? min(limit, fitting) : fitting
        if lines.count > most {
            layout.height = lines[most - 1].bottom
            if width != nil { layout.truncation = truncation }
            lines = Array(layout.lines(knowing: known).prefix(most))
        }
        return lines
    }

    /// The size that the lines in a width cover, at most `limit`; width and height are rounded up to whole pixels. nil
    /// without a text.
    private func size(width: CGFloat?, limit: Int) -> CGSize? {
        let scale = max(contentScaleFactor, 1)
        let measured =
            limit > 0
            ? lines(width: width, limit: limit, need: .sizes)?.size : layout(width: width, limit: limit)?.measured
        guard let size = measured else { return nil }
        return CGSize(
            width: (size.width * scale - 1e-6).rounded(.up) / scale,
            height: (size.height * scale - 1e-6).rounded(.up) / scale)
    }

    /// The rectangle of the text within bounds, with at most so many lines.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        let isBounded = bounds.width > 0 && bounds.width < 1e6 && numberOfLines != 1
        guard let size = size(width: isBounded ? bounds.width : nil, limit: numberOfLines) else {
            return CGRect(origin: bounds.origin, size: .zero)
        }
        return CGRect(
            origin: bounds.origin,
            size: CGSize(width: isBounded ? min(size.width, bounds.width) : size.width, height: size.height))
    }

    /// The size of the text; if several lines are allowed, they break at the width.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        textRect(forBounds: CGRect(origin: .zero, size: size), limitedToNumberOfLines: numberOfLines).size
    }

    /// The size of the text.
    open override var intrinsicContentSize: CGSize {
        sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
    }

    // MARK: Constraints

    /// One more than other views' 250. *Source*: labels in Apple's messages about constraints have "Hug:251".
    override var defaultHuggingPriority: UILayoutPriority { UILayoutPriority(251) }

    override var contentHeightFollowsWidth: Bool { numberOfLines != 1 && preferredMaxLayoutWidth == 0 }

    override func contentHeight(forWidth width: CGFloat) -> CGFloat {
        sizeThatFits(CGSize(width: width, height: 0)).height
    }

    override var baselineOffsets: (first: CGFloat, last: CGFloat) {
        guard let font else { return (0, 0) }
        let height = intrinsicContentSize.height
        return (font.ascender, numberOfLines == 1 && height > 0 ? height - font.ascender : -font.descender)
    }

    // MARK: Drawing

    /// Draws the text into a rectangle; override it to draw elsewhere.
    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0 else { return }
        var scale: CGFloat = 1
        var fullHeight: CGFloat = 0
        if adjustsFontSizeToFitWidth, numberOfLines == 1, let whole = size(width: nil, limit: 1) {
            if whole.width > rect.width { scale = max(rect.width / whole.width, minimumScaleFactor) }
            fullHeight = whole.height
        }
        let seen = TextLayout.Seen(
            width: Double(rect.width), height: Double(rect.height) + 1, pixelsPerPoint: Double(contentScaleFactor))
        guard
            let lines = lines(
                width: rect.width, height: rect.height, limit: numberOfLines, scale: scale, need: .seen(seen)),
            let last = lines.last
        else { return }
        // Labels that are drawn are rarely measured again, and there may be many.
        measured = nil
        let height = CGFloat(last.bottom)
        let isDown = context.ctm.d < 0
        context.saveGState()
        if styledText == nil { context.setFillColor(shownColor.cgColor) }
        if let shadowColor { context.setShadow(offset: shadowOffset, blur: 0, color: shadowColor.cgColor) }
        var top = rect.minY + max(0, (rect.height - height) / 2)
        if scale < 1, baselineAdjustment != .alignCenters {
            // From the top of the text in full size, down to where the smaller one's is.
            let isAtTop = baselineAdjustment == .none
            top = rect.minY + (rect.height - fullHeight) / 2 + (isAtTop ? 0 : (1 - scale) * (font?.ascender ?? 0))
        }
        lines.draw(below: CGPoint(x: rect.minX, y: isDown ? top : rect.maxY - (top - rect.minY)), in: context)
        context.restoreGState()
    }

    /// Draws the text into the bounds.
    open override func draw(_ rect: CGRect) { drawText(in: bounds) }
}

extension UILabel: TextDrawing {}
