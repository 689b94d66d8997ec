import CoreGraphics
import Foundation
import QuartzCore

/// A row of dots, one for each page, of which one stands for the page that is seen.
///
/// A dot is 7 points wide, and 9 from the next; the control is 37 points high. A tap on the trailing side of it goes a page on, one on the
/// leading side a page back; a finger that moves along goes through the pages. Where the row is wider than the view, the dots around the
/// current one are shown, smaller at ends where there are more. *Source*: Apple, UIPageControl, UIPageControl.h, and Human Interface
/// Guidelines, "Page controls". The lengths are those of Interface Builder's frames up to iOS 13 (39 x 37 for three pages); since iOS 14
/// Apple's are larger, and nothing that could be cited was found of them.
open class UIPageControl: UIControl {
    /// What a finger last did to the page. *Source*: Apple, UIPageControl.InteractionState.
    public enum InteractionState: Int, Sendable {
        /// Nothing. *Source*: Apple, UIPageControl.InteractionState.none.
        case none = 0
        /// It tapped. *Source*: Apple, UIPageControl.InteractionState.discrete.
        case discrete
        /// It moved along the dots. *Source*: Apple, UIPageControl.InteractionState.continuous.
        case continuous
    }

    /// When there is something behind the dots. *Source*: Apple, UIPageControl.BackgroundStyle.
    public enum BackgroundStyle: Int, Sendable {
        /// While a finger moves along them. *Source*: Apple, UIPageControl.BackgroundStyle.automatic.
        case automatic = 0
        /// Always. *Source*: Apple, UIPageControl.BackgroundStyle.prominent.
        case prominent
        /// Never. *Source*: Apple, UIPageControl.BackgroundStyle.minimal.
        case minimal
    }

    private static let (dot, gap, height): (CGFloat, CGFloat, CGFloat) = (7, 9, 37)
    private static var pitch: CGFloat { dot + gap }
    /// How many dots are shown at most, however wide the view is.
    private static let most = 200

    private var (count, current) = (0, 0)
    private var ownImages: [Int: UIImage] = [:]
    private let plate = ControlPart()
    private var dots: [ControlPart] = []
    /// The page of the first dot.
    private var first = 0
    /// Where a touch that is followed began, and the page then.
    private var (start, startPage): (CGFloat, Int) = (0, 0)

    /// Makes a control with a frame. *Source*: Apple, UIPageControl.init(frame:).
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        addSubview(plate)
    }

    /// Reads a control from an archive. *Source*: Apple, UIPageControl.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for part in subviews { part.removeFromSuperview() }
        addSubview(plate)
        numberOfPages = coder.decodeInteger(forKey: "UINumberOfPages")
        currentPage = coder.decodeInteger(forKey: "UICurrentPage")
    }

    /// Writes the control into an archive. *Source*: Apple, NSCoding.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(count, forKey: "UINumberOfPages")
        coder.encode(current, forKey: "UICurrentPage")
    }

    // MARK: Pages

    /// How many pages there are; 0 at first, and no less. *Source*: Apple, UIPageControl.numberOfPages.
    open var numberOfPages: Int {
        get { count }
        set {
            guard max(0, newValue) != count else { return }
            count = max(0, newValue)
            current = pinned(current)
            invalidateIntrinsicContentSize()
            layoutParts()
        }
    }

    /// The page that is seen, kept within those that there are; 0 at first. Setting it calls nobody. *Source*: Apple,
    /// UIPageControl.currentPage; UIPageControl.h: "Value is pinned to 0..numberOfPages-1".
    open var currentPage: Int {
        get { current }
        set {
            current = pinned(newValue)
            layoutParts()
        }
    }

    private func pinned(_ page: Int) -> Int { max(0, min(page, count - 1)) }

    /// Whether nothing is shown where there is one page alone; false at first. *Source*: Apple, UIPageControl.hidesForSinglePage.
    open var hidesForSinglePage = false { didSet { layoutParts() } }
    /// Whether a finger that moves along the dots goes through the pages; true at first. *Source*: Apple,
    /// UIPageControl.allowsContinuousInteraction.
    open var allowsContinuousInteraction = true
    /// What a finger does to the page while `valueChanged` is told; none at other times. *Source*: Apple, UIPageControl.interactionState.
    open private(set) var interactionState = InteractionState.none
    /// When there is something behind the dots; while a finger moves along them, at first. *Source*: Apple, UIPageControl.backgroundStyle.
    open var backgroundStyle = BackgroundStyle.automatic { didSet { layoutParts() } }
    /// Kept, and of no effect, as Apple's since iOS 14. *Source*: Apple, UIPageControl.defersCurrentPageDisplay.
    open var defersCurrentPageDisplay = false
    /// Shows the page that is seen, which is shown in any case. *Source*: Apple, UIPageControl.updateCurrentPageDisplay().
    open func updateCurrentPageDisplay() { layoutParts() }

    // MARK: Looks

    /// The colour of the dots; nil, as at first, for a gray. *Source*: Apple, UIPageControl.pageIndicatorTintColor.
    open var pageIndicatorTintColor: UIColor? { didSet { layoutParts() } }
    /// The colour of the current page's dot; nil, as at first, for that of text. *Source*: Apple,
    /// UIPageControl.currentPageIndicatorTintColor.
    open var currentPageIndicatorTintColor: UIColor? { didSet { layoutParts() } }
    /// A picture in place of all dots, in their colours; nil, as at first, for dots. *Source*: Apple, UIPageControl.preferredIndicatorImage.
    open var preferredIndicatorImage: UIImage? { didSet { layoutParts() } }
    /// The picture of a page in place of its dot; nil where none was set. *Source*: Apple, UIPageControl.indicatorImage(forPage:).
    open func indicatorImage(forPage page: Int) -> UIImage? { ownImages[page] }
    /// Has a page show a picture in place of its dot; nothing where there is no such page. *Source*: Apple,
    /// UIPageControl.setIndicatorImage(_:forPage:).
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        guard page >= 0, page < count else { return }
        ownImages[page] = image
        layoutParts()
    }

    override func stateChanged() { layoutParts() }

    // MARK: Layout

    private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// Chooses the pages whose dots are shown: all that fit, around the current one.
    private func choosePages() -> Int {
        let room = bounds.width > 0 ? Int(min((bounds.width + Self.gap) / Self.pitch, CGFloat(Self.most))) : 0
        let shown = min(count, max(room, bounds.width > 0 ? 1 : 0))
        first = min(first, count - shown)
        // The current page is no nearer to an end than its neighbours, where there are more.
        let margin = shown > 4 ? 1 : 0
        if current < first + margin { first = current - margin }
        if current > first + shown - 1 - margin { first = current + margin - shown + 1 }
        first = max(0, min(first, count - shown))
        return shown
    }

    private func layoutParts() {
        let isHidden = count == 0 || (count == 1 && hidesForSinglePage)
        let shown = isHidden ? 0 : choosePages()
        while dots.count > shown { dots.removeLast().removeFromSuperview() }
        while dots.count < shown {
            dots.append(ControlPart())
            addSubview(dots[dots.count - 1])
        }
        let width = max(0, CGFloat(shown) * Self.pitch - Self.gap)
        let left = bounds.midX - width / 2 + Self.dot / 2
        for (index, dot) in dots.enumerated() {
            let page = first + index
            let isEnd = (index == 0 && first > 0) || (index == shown - 1 && page < count - 1)
            let image = (ownImages[page] ?? preferredIndicatorImage)?.withRenderingMode(.alwaysTemplate)
            let color =
                page == current
                ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .tertiaryLabel
            let side = image?.size ?? CGSize(width: Self.dot, height: Self.dot)
            let scale: CGFloat = isEnd ? 0.6 : 1
            dot.tintColor = color
            dot.image = image
            dot.backgroundColor = image == nil ? color : nil
            dot.bounds = CGRect(x: 0, y: 0, width: side.width * scale, height: side.height * scale)
            let step = CGFloat(isMirrored ? shown - 1 - index : index)
            dot.center = CGPoint(x: left + step * Self.pitch, y: bounds.midY)
            dot.round(by: image == nil ? nil : 0)
            dot.alpha = isEnabled ? 1 : 0.5
        }
        let hasPlate =
            !isHidden
            && (backgroundStyle == .prominent || (backgroundStyle == .automatic && interactionState == .continuous))
        plate.frame = CGRect(x: bounds.midX - width / 2 - 12, y: bounds.midY - 13, width: width + 24, height: 26)
        plate.round()
        plate.backgroundColor = hasPlate ? .tertiarySystemFill : .clear
    }

    /// Lays out the dots. *Source*: Apple, UIView.layoutSubviews().
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// The size that dots of as many pages need. *Source*: Apple, UIPageControl.size(forNumberOfPages:).
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: max(0, CGFloat(pageCount) * Self.pitch - Self.gap), height: Self.height)
    }

    /// The size that the dots need. *Source*: Apple, UIView.sizeThatFits(_:).
    open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: count) }
    /// The size that the dots need. *Source*: Apple, UIView.intrinsicContentSize.
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: count) }

    // MARK: Touches and keys

    /// Follows any touch. *Source*: Apple, UIControl.beginTracking(_:with:).
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        (start, startPage) = (touch.location(in: self).x, current)
        return true
    }

    /// Goes to another page for each dot that the touch has gone along. *Source*: Apple, UIControl.continueTracking(_:with:).
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard allowsContinuousInteraction else { return true }
        let way = touch.location(in: self).x - start
        if interactionState == .none, abs(way) < TouchThresholds.panHysteresis { return true }
        interactionState = .continuous
        let steps = Int(max(-1e9, min(1e9, (way / Self.pitch).rounded())))
        go(to: startPage + (isMirrored ? -steps : steps), event)
        layoutParts()
        return true
    }

    /// Goes a page on or back where the touch was a tap. *Source*: Apple, UIControl.endTracking(_:with:).
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if interactionState == .none, let touch, point(inside: touch.location(in: self), with: event) {
            interactionState = .discrete
            go(to: current + ((touch.location(in: self).x >= bounds.midX) != isMirrored ? 1 : -1), event)
        }
        interactionState = .none
        layoutParts()
    }

    /// Ends that. *Source*: Apple, UIControl.cancelTracking(with:).
    open override func cancelTracking(with event: UIEvent?) {
        interactionState = .none
        layoutParts()
    }

    private func go(to page: Int, _ event: UIEvent?) {
        let old = current
        currentPage = page
        if current != old { tellValueChanged(event) }
    }

    override func use(_ event: UIEvent?) { _ = adjust(up: true, event) }

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        interactionState = .discrete
        go(to: current + (up ? 1 : -1), event)
        interactionState = .none
        return true
    }

    // MARK: Accessibility

    override var standardAccessibilityTraits: UIAccessibilityTraits {
        super.standardAccessibilityTraits.union([.adjustable, .updatesFrequently])
    }
    /// *Source*: what XCUIElement.value gives of page controls.
    override var standardAccessibilityValue: String? { count == 0 ? nil : "page \(current + 1) of \(count)" }
}
